import SetProtocol

/// The line that a player is typing in line mode.
///
/// The terminal's own editing does not tell what has been typed so far, so events would be printed in
/// the middle of it. This one does as little: letters at the end, and backspace, control-U, and
/// control-W. Control-D on an empty line types ``farewell``, because it may slip.
struct LineEditor: Sendable {
    static let farewell = "quit"

    private(set) var text = ""
    private var decoder = InputDecoder()

    /// In bytes; what is typed beyond it is ignored.
    private static let limit = LineModeRequest.longestLine

    /// What to show for typed bytes, and the lines they end.
    mutating func receive(_ bytes: [UInt8]) -> (echo: String, lines: [String]) {
        var (echo, lines) = ("", [String]())
        var events = decoder.feed(bytes)
        // Without a clock, an escape at the end of a read is a key of its own.
        if decoder.needsTimeout, bytes.last == 0x1B { events += decoder.timeoutElapsed() }
        for event in events {
            switch event {
            case .key(let key): handle(key, &echo, &lines)
            case .paste(let pasted): add(String(pasted.prefix { !$0.isNewline }), &echo)
            case .keyUp, .mouse, .focus, .report: break
            }
        }
        return (echo, lines)
    }

    private mutating func handle(_ key: Key, _ echo: inout String, _ lines: inout [String]) {
        switch (key.code, key.modifiers) {
        // The terminal turns a carriage return into a line feed.
        case (.enter, _), (.character("j"), .control):
            echo += "\n"
            lines.append(text)
            text = ""
        case (.backspace, _): erase(1, &echo)
        case (.character("u"), .control): erase(text.count, &echo)
        case (.character("w"), .control):
            let word = text.reversed().drop { $0 == " " }.drop { $0 != " " }
            erase(text.count - word.count, &echo)
        case (.character("d"), .control) where text.isEmpty:
            echo += Self.farewell + "\n"
            lines.append(Self.farewell)
        case (.character(let character), let modifiers) where modifiers.isSubset(of: .shift):
            add(String(character), &echo)
        case _: break
        }
    }

    private mutating func add(_ new: String, _ echo: inout String) {
        for character in new where character.unicodeScalars.allSatisfy(SafeText.isAllowed) {
            guard text.utf8.count + character.utf8.count <= Self.limit else { return }
            text.append(character)
            echo.append(character)
        }
    }

    private mutating func erase(_ count: Int, _ echo: inout String) {
        for _ in 0..<min(count, text.count) {
            let columns = String(text.removeLast()).columns
            echo += String(repeating: "\u{8} \u{8}", count: columns)
        }
    }

    /// What to write for a line that comes while something is being typed: it replaces the typed text,
    /// which is written again behind it.
    ///
    /// - Parameter columns: The width of the terminal; text that has wrapped cannot be replaced.
    func interrupted(by line: String, columns: Int) -> String {
        guard !text.isEmpty else { return line + "\n" }
        let fits = text.columns < columns
        let blank = "\r" + String(repeating: " ", count: text.columns) + "\r"
        return (fits ? blank : "\n") + line + "\n" + text
    }
}
