import SetProtocol

/// A conversation with a host, written down so that people can read it and a test can repeat it.
///
/// | line | meaning |
/// |---|---|
/// | `# text` | a comment |
/// | `$ set-duel host …` | the command that runs the host |
/// | `A> {…}` | client A sends this line; its first one connects it |
/// | `A> end` | client A ends the connection without a word |
/// | `A< {…}` | the next line A gets, to the letter but for the placeholders |
/// | `A< …` | any number of lines, up to the one written next |
/// | `A< end` | the host has ended the connection |
///
/// A placeholder is a name in angle brackets: `<ms>`, `<s>` and `<nonce>` stand for anything, and
/// another one for the same text wherever it stands. Pings are passed over unless the line written is one. What a client was
/// sent beyond the last line written is an error, unless that line is `…`.
package struct WireTranscript: Sendable {
    /// What cannot be read, or did not happen as it is written.
    package struct Difference: Error, CustomStringConvertible {
        package let description: String
        /// Whether some line may have reached the host later than any player is too late, because the machine
        /// was busy.
        package var isLate = false
    }

    private enum Step: Sendable {
        case send(String, from: String)
        case expect(String, by: String)
    }

    private static let anything = "…"

    /// The words of the command that runs the host, without the program's name.
    package private(set) var command: [String] = []
    /// Every line as it is written, and what it means if it is a step.
    private var lines: [(text: String, step: Step?)] = []

    package init(_ text: String) throws(Difference) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            lines.append((String(line), try take(line, number: index + 1)))
        }
        if lines.last?.text.isEmpty == true { lines.removeLast() }
        guard !command.isEmpty else { throw Difference(description: "no host is described") }
    }

    private mutating func take(_ line: Substring, number: Int) throws(Difference) -> Step? {
        if line.isEmpty || line.hasPrefix("#") { return nil }
        if line.hasPrefix("$ set-duel ") {
            command = line.split(separator: " ").dropFirst(2).map(String.init)
            return nil
        }
        let name = line.prefix { $0.isLetter || $0.isNumber }
        let rest = line.dropFirst(name.count + 1).drop { $0 == " " }
        switch line.dropFirst(name.count).first {
        case ">": return .send(String(rest), from: String(name))
        case "<": return .expect(String(rest), by: String(name))
        case _: throw Difference(description: "line \(number) is no step: \(line)")
        }
    }

    /// Holds the conversation with a host.
    ///
    /// - Parameters:
    ///   - port: Where a fresh host, run as ``command`` says, listens.
    ///   - isRecording: Whether what comes is taken for right and put in the place of what was
    ///     expected; then after `…` a line need only contain what is written.
    /// - Returns: The text as it should be; as it was when nothing is recorded.
    /// - Throws: ``Difference``, naming the line.
    package func replay(onPort port: UInt16, isRecording: Bool = false) async throws -> String {
        var stage = Stage(port: port, isRecording: isRecording)
        var texts: [String] = []
        for (index, line) in lines.enumerated() {
            var text = line.text
            do {
                switch line.step {
                case .send(let words, from: let name): try await stage.send(words, from: name)
                case .expect(let words, by: let name):
                    text = "\(name)< " + (try await stage.expect(words, by: name))
                case nil: break
                }
            } catch {
                // What does not come at all has been waited for, which is late without a busy machine.
                throw Difference(
                    description: "line \(index + 1): \(text)\n\(error)",
                    isLate: error is Difference ? stage.isLate : stage.wasLate)
            }
            texts.append(text)
        }
        try await stage.expectNoMore()
        return texts.joined(separator: "\n") + "\n"
    }
}

/// The clients of one replay and what the placeholders stand for.
private struct Stage {
    let port: UInt16
    let isRecording: Bool
    private var clients: [String: WireClient] = [:]
    /// The clients for whom any number of lines may come now.
    private var patient: Set<String> = []
    private var values: [String: String] = [:]
    /// When the last two lines were about to be sent; zero before there were any.
    private var sent = (MonotonicInstant.zero, MonotonicInstant.zero)
    private(set) var wasLate = false
    /// Whether the host may have read the last line, or one before, only after a player can have answered a
    /// found set: so much time has passed since the line before it.
    var isLate: Bool {
        wasLate || sent.0 != .zero && sent.0.duration(to: MonotonicClock.now) > .milliseconds(200)
    }

    init(port: UInt16, isRecording: Bool) {
        self.port = port
        self.isRecording = isRecording
    }

    mutating func send(_ words: String, from name: String) async throws {
        guard words != "end" else {
            await clients.removeValue(forKey: name)?.drop()
            return
        }
        let client = try clients[name] ?? WireClient(port: port)
        clients[name] = client
        var line = words
        for (name, value) in values { line = line.replacing("<\(name)>", with: value) }
        sent = (sent.1, MonotonicClock.now)
        await client.send(line)
        wasLate = isLate
    }

    mutating func expect(_ words: String, by name: String) async throws -> String {
        guard let client = clients[name] else {
            throw WireTranscript.Difference(description: "\(name) is not connected")
        }
        if words == "…" {
            patient.insert(name)
            return words
        }
        if words == "end" {
            let rest = try await client.end().filter { !$0.hasPrefix(#"{"type":"ping""#) }
            guard rest.isEmpty || patient.contains(name) else {
                throw WireTranscript.Difference(description: "came before the end: \(rest)")
            }
            clients[name] = nil
            return words
        }
        let isPatient = patient.remove(name) != nil
        let deadline = WireClient.usualDeadline
        while true {
            let line = try await client.line(by: deadline)
            if line.hasPrefix(#"{"type":"ping""#), !words.contains(#""ping""#) { continue }
            if isRecording {
                if matches(line, words) { return words }
                if !isPatient || line.contains(words) { return generalized(line, heardBy: name) }
            } else if matches(line, words) {
                return words
            } else if !isPatient {
                throw WireTranscript.Difference(description: "came instead: \(line)")
            }
        }
    }

    /// Makes sure that nobody received more than is written.
    func expectNoMore() async throws {
        for (name, client) in clients where !patient.contains(name) {
            await client.send(#"{"type":"ping","nonce":"the-end"}"#)
            let deadline = WireClient.usualDeadline
            var line = ""
            repeat {
                line = try await client.line(by: deadline)
            } while line.hasPrefix(
                #"{"type":"ping""#)
            guard line.contains("the-end") else {
                throw WireTranscript.Difference(description: "\(name) got one more line: \(line)")
            }
        }
    }

    /// Compares a line with what is written and learns what its placeholders stand for.
    private mutating func matches(_ line: String, _ pattern: String) -> Bool {
        var learned = values
        var rest = line[...]
        var parts = pattern[...]
        while let opening = parts.firstIndex(of: "<") {
            guard rest.hasPrefix(parts[..<opening]) else { return false }
            rest = rest.dropFirst(parts[..<opening].count)
            let name = String(parts[parts.index(after: opening)...].prefix { $0 != ">" })
            parts = parts[opening...].dropFirst(name.count + 2)
            let value = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            rest = rest.dropFirst(value.count)
            if ["ms", "s", "nonce"].contains(name) { continue }
            guard !value.isEmpty, learned[name, default: String(value)] == value else {
                return false
            }
            learned[name] = String(value)
        }
        guard rest == parts else { return false }
        values = learned
        return true
    }

    /// Puts placeholders where another run will have something else.
    private mutating func generalized(_ line: String, heardBy name: String) -> String {
        var text = line
        for (key, placeholder) in [
            ("token", "token \(name)"), ("table", "table"), ("nonce", "nonce"),
        ] {
            guard key != "nonce" || line.hasPrefix(#"{"type":"ping""#) else { continue }
            guard let start = text.range(of: "\"\(key)\":\"")?.upperBound else { continue }
            let value = text[start...].prefix { $0 != "\"" }
            let known = values.first { $0.value == value }?.key
            if key != "nonce", known == nil {
                let isTaken = values[placeholder] != nil
                values[isTaken ? "\(placeholder) of \(name)" : placeholder] = String(value)
            }
            let shown = known ?? values.first { $0.value == value }?.key ?? placeholder
            text.replaceSubrange(value.startIndex..<value.endIndex, with: "<\(shown)>")
        }
        var result = ""
        while let start = text.range(of: "\"ms\":")?.upperBound {
            let digits = text[start...].prefix { $0.isNumber }
            result += text[..<start] + (digits.isEmpty ? "" : "<ms>")
            text = String(text[digits.endIndex...])
        }
        return result + text
    }
}

extension StringProtocol {
    /// Where a text stands in another, without Foundation.
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
