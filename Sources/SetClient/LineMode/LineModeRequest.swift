import SetProtocol

/// One typed line, parsed.
enum LineModeRequest: Equatable, Sendable {
    case nothing
    case tooLong
    /// It has control or other invisible characters.
    case unreadable
    /// Words that all look like slot names or keys of cards, at least one; of those behind a slot name,
    /// some may be mistyped.
    case cards([String])
    /// A command and what follows it, as words and as typed.
    case command(TableCommand, words: [String], text: String)
    /// The first word of anything else.
    case unknown(String)

    /// A word that looks like a slot name, or the key that a card has on the screen.
    struct Name: Equatable, Sendable {
        /// As typed, in upper case.
        let typed: String
        /// `nil` when no board has it.
        let slot: Int?

        init?(_ word: some StringProtocol, _ keyboard: Keyboard) {
            typed = word.uppercased()
            if SlotName.looksLikeName(word) {
                slot = SlotName(word)?.slot
            } else if let key = word.first, word.count == 1,
                let index = CardKeys.keys(keyboard).firstIndex(of: key)
            {
                slot = index
            } else {
                return nil
            }
        }
    }

    /// In bytes of UTF-8.
    static let longestLine = 500

    /// A letter alone is a command, if it is one; several letters are keys of cards.
    init(_ line: String, _ keyboard: Keyboard) {
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
        let command = TableCommand(typed: word)
        let areNames = words.allSatisfy { Name($0, keyboard) != nil }
        let beginsWithName = command == nil && SlotName.looksLikeName(word)
        if !words.isEmpty, areNames && (command == nil || words.count > 1) || beginsWithName {
            self = .cards(words)
        } else if let command {
            self = .command(command, words: Array(words.dropFirst()), text: behind)
        } else {
            self = .unknown(word)
        }
    }

    /// The words of a line in lower case; commas separate them like spaces.
    private static func words(of scalars: String.UnicodeScalarView) -> [String] {
        scalars.split { isSpace($0) || $0 == "," || $0 == "，" }.flatMap {
            names(in: lowercased(String($0)))
        }
    }

    /// The names of cards in a word, which may be written without spaces, as in `a1b2c3`; the word
    /// itself if it is anything else.
    private static func names(in word: String) -> [String] {
        var names: [String] = []
        for character in word {
            if character.isNumber, !names.isEmpty {
                names[names.count - 1].append(character)
            } else {
                names.append(String(character))
            }
        }
        let areNames = names.allSatisfy(SlotName.looksLikeName)
        return areNames && names.count > 1 ? names : [word]
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\r", "\n", "\u{3000}": true
        case _: false
        }
    }

    private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> String {
        let spaceless = scalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        var text = ""
        // A tab becomes a space.
        for scalar in spaceless {
            text.unicodeScalars.append(isSpace(scalar) && scalar.isASCII ? " " : scalar)
        }
        return text
    }

    /// Lower case for ASCII and its full-width forms only: Swift maps some other scalars to the ASCII
    /// they resemble.
    private static func lowercased(_ word: String) -> String {
        let word = word.halfWidth
        return word.utf8.allSatisfy { $0 < 0x80 } ? word.lowercased() : word
    }
}
