import SetProtocol

/// One typed line, taken apart.
enum LineModeRequest: Hashable, Sendable {
    /// Nothing but spaces.
    case nothing
    /// More than anybody types.
    case tooLong
    /// Control characters or others that are not shown by themselves.
    case unreadable
    /// Words that all look like names of places, at least one.
    case cards([String])
    /// A command and the words behind it; `text` is the same as it was typed.
    case command(LineModeCommand, words: [String], text: String)
    /// Something else; the first word of it.
    case unknown(String)

    /// A word that looks like the name of a place.
    struct Name: Hashable, Sendable {
        /// As it was typed, in upper case.
        let typed: String
        /// The place; `nil` when no board can have it.
        let slot: Int?

        init?(_ word: some StringProtocol) {
            guard SlotName.looksLikeName(word) else { return nil }
            typed = word.uppercased()
            slot = SlotName(word)?.slot
        }
    }

    /// How long a line may be in UTF-8.
    static let longestLine = 500

    /// Takes a line apart; there is no line for which that fails.
    init(_ line: String) {
        guard line.utf8.count <= Self.longestLine else {
            self = .tooLong
            return
        }
        let scalars = line.unicodeScalars.drop(while: Self.isSpace)
        guard !scalars.isEmpty else {
            self = .nothing
            return
        }
        let visible = String(String.UnicodeScalarView(scalars.map { Self.isSpace($0) ? " " : $0 }))
        guard SafeText.isAllowedText(visible) else {
            self = .unreadable
            return
        }
        let first = scalars.prefix { !Self.isSpace($0) }
        let behind = Self.trimmed(scalars.dropFirst(first.count))
        let word = Self.lowercased(String(String.UnicodeScalarView(first)))
        let words = Self.words(of: String.UnicodeScalarView(scalars))
        if !words.isEmpty, words.allSatisfy({ SlotName.looksLikeName($0) }) {
            self = .cards(words)
        } else if let command = LineModeCommand(word: word) {
            self = .command(command, words: Array(words.dropFirst()), text: behind)
        } else {
            self = .unknown(word)
        }
    }

    /// The words of a line in lower case; commas part them like spaces.
    private static func words(of scalars: String.UnicodeScalarView) -> [String] {
        scalars.split { isSpace($0) || $0 == "," }.map { lowercased(String($0)) }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\r", "\n": true
        case _: false
        }
    }

    private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> String {
        let spaceless = scalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        var text = ""
        // A tab inside is a space: nobody means to send one.
        for scalar in spaceless { text.unicodeScalars.append(isSpace(scalar) ? " " : scalar) }
        return text
    }

    /// Lower case for ASCII alone: Swift takes some other scalars for the ASCII they resemble.
    private static func lowercased(_ word: String) -> String {
        word.utf8.allSatisfy { $0 < 0x80 } ? word.lowercased() : word
    }
}
