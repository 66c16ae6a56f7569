import SetProtocol

/// What one client was told and said, as another program recorded it: a judge for clients and hosts that
/// share no code with this one.
///
/// Each line of the file is a JSON object: `at`, microseconds from any fixed beginning; `kind`, which is
/// `opened`, `sent`, `received` or `closed`; and for lines `line`, the text.
struct Recording {
    private struct Entry {
        let moment: TableTime
        let kind: String
        let line: [UInt8]

        init?(_ text: ArraySlice<UInt8>) {
            guard let value = try? JSONValue(parsing: Array(text)),
                case .integer(let microseconds) = value["at"],
                case .string(let kind) = value["kind"]
            else { return nil }
            moment = TableTime(.microseconds(microseconds))
            self.kind = kind
            if case .string(let line) = value["line"] {
                self.line = Array(line.utf8)
            } else {
                line = []
            }
        }
    }

    /// How much later than the host a client of another program may notice something.
    private static let tolerance = Duration.milliseconds(500)

    private let entries: [Entry]
    /// How many lines were received.
    private(set) var received = 0
    /// What breaks the document, in the order found.
    private(set) var faults: [String] = []

    /// Reads a file and judges it.
    ///
    /// - Throws: Why it cannot be read; a line that is no entry is a fault.
    init(_ path: String) throws(FileError) {
        let lines = try FileStore.read(path, limit: 1 << 28).split(separator: 0x0A)
        entries = lines.compactMap(Entry.init)
        if entries.count < lines.count { faults.append("a line that is no entry") }
        judge()
    }

    private var isWatcher: Bool {
        for entry in entries where entry.kind == "sent" {
            if case .hello(let hello)? = try? WireCodec.decodeClientMessage(entry.line) {
                return hello.role == .watch
            }
        }
        return false
    }

    private mutating func judge() {
        var model = ConformanceModel(
            rules: nil, isWatcher: isWatcher, tolerance: Self.tolerance, lateness: Self.tolerance)
        var isFirst = true
        for entry in entries {
            switch entry.kind {
            case "opened":
                if !isFirst { model.connectionBegan() }
                isFirst = false
            case "sent":
                do throws(WireError) {
                    model.sent(try WireCodec.decodeClientMessage(entry.line), at: entry.moment)
                } catch {
                    // What else is no message is answered by the host alone.
                    if error == .badText { model.sent(.say(""), at: entry.moment) }
                }
            case "received":
                received += 1
                do {
                    let message = try WireCodec.decodeHostMessage(entry.line)
                    faults += model.observe(message, at: entry.moment).map {
                        "\(entry.moment.sinceOpening): \($0)"
                    }
                } catch {
                    faults.append("\(entry.moment.sinceOpening): \(error)")
                }
            default: break
            }
        }
    }
}
