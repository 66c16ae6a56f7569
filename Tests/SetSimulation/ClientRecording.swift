import SetProtocol

/// What one client received and sent, as recorded by another program: a judge for clients and hosts
/// that share no code with this one.
///
/// A file holds one client. Each line is a JSON object: `at`, in whole microseconds from any fixed
/// start; `kind`; and with `sent` and `received` the text as `line`.
package struct ClientRecording {
    private enum Kind: String {
        case opened, sent, received, closed
    }

    private struct Entry {
        let moment: TableInstant
        let kind: Kind
        let line: [UInt8]

        init?(_ text: ArraySlice<UInt8>) {
            guard let value = try? JSONValue(parsing: Array(text)),
                case .integer(let microseconds) = value["at"]?.content,
                case .string(let word) = value["kind"]?.content, let kind = Kind(rawValue: word)
            else { return nil }
            moment = TableInstant(.microseconds(microseconds))
            self.kind = kind
            switch (kind, value["line"]?.content) {
            case (.sent, .string(let line)), (.received, .string(let line)):
                self.line = Array(line.utf8)
            case (.opened, _), (.closed, _): line = []
            default: return nil
            }
        }
    }

    /// How much later than the host a client of another program may notice something.
    private static let tolerance = Duration.milliseconds(500)

    private let entries: [Entry]
    package private(set) var received = 0
    /// The violations of the document, in the order found.
    package private(set) var faults: [String] = []

    /// Judges the contents of a file.
    ///
    /// An invalid entry is a fault, and so is a file in which nothing was received: it would prove
    /// nothing.
    package init(parsing bytes: [UInt8]) {
        var entries: [Entry] = []
        for (index, line) in bytes.split(separator: 0x0A).enumerated() {
            if let entry = Entry(line) {
                entries.append(entry)
            } else {
                faults.append("line \(index + 1) is no entry")
            }
        }
        self.entries = entries
        judge()
        if received == 0 { faults.append("nothing was received") }
    }

    private var isWatcher: Bool {
        for entry in entries where entry.kind == .sent {
            if case .hello(let hello)? = try? WireCodec.decodeClientMessage(entry.line) {
                return hello.role == .watch
            }
        }
        return false
    }

    private mutating func judge() {
        var model = ConformanceModel(
            rules: nil, isWatcher: isWatcher, tolerance: Self.tolerance, lateness: Self.tolerance,
            mayStop: true)
        var isFirst = true
        for entry in entries {
            switch entry.kind {
            case .opened:
                if !isFirst { model.connectionBegan() }
                isFirst = false
            case .sent:
                do throws(WireError) {
                    model.sent(try WireCodec.decodeClientMessage(entry.line), at: entry.moment)
                } catch {
                    // Only the host answers other invalid messages.
                    if error == .badText { model.sent(.say(""), at: entry.moment) }
                }
            case .received:
                received += 1
                do {
                    let message = try WireCodec.decodeHostMessage(entry.line)
                    faults += model.observe(message, at: entry.moment).map {
                        "\(entry.moment.sinceOpening): \($0)"
                    }
                } catch {
                    faults.append("\(entry.moment.sinceOpening): \(error)")
                }
            case .closed: break
            }
        }
    }
}
