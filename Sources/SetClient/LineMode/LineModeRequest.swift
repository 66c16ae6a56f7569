import SetProtocol

/// One typed line, parsed.
enum LineModeRequest: Equatable, Sendable {
    case nothing
    /// Nothing that can be performed, and why.
    case unknown(String)
    /// Words that all look like slot names or keys of cards, at least one; of those behind a slot name,
    /// some may be mistyped.
    case cards([String])
    /// A command and what follows it, as words and as typed.
    case command(TableCommand, words: [String], text: String)

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
    static func parse(_ line: String, _ keyboard: Keyboard) -> LineModeRequest {
        guard line.utf8.count <= longestLine else {
            return .unknown("Unknown: the line is too long. Type help for commands.")
        }
        // A message keeps its full-width spaces.
        let scalars = line.unicodeScalars.map { "\t\r\n".unicodeScalars.contains($0) ? " " : $0 }
        let visible = String(String.UnicodeScalarView(scalars)).drop(while: isSpace)
        guard !visible.isEmpty else { return .nothing }
        guard SafeText.isAllowedText(String(visible).exchanging("\u{3000}", for: " ")) else {
            return .unknown("Unknown: the line contains invalid characters.")
        }
        let first = visible.prefix { !isSpace($0) }
        let behind = visible.dropFirst(first.count).drop(while: isSpace)
            .reversed().drop(while: isSpace).reversed()
        let word = lowercased(String(first))
        // Commas separate words like spaces.
        let words = visible.split { isSpace($0) || ",，".contains($0) }
            .flatMap { names(in: lowercased(String($0))) }
        let command = TableCommand(typed: word)
        let areNames = words.allSatisfy { Name($0, keyboard) != nil }
        let beginsWithName = command == nil && SlotName.looksLikeName(word)
        if !words.isEmpty, areNames && (command == nil || words.count > 1) || beginsWithName {
            return .cards(words)
        }
        guard let command else { return .unknown(TableCommand.unknown(word)) }
        return .command(command, words: Array(words.dropFirst()), text: String(behind))
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

    private static func isSpace(_ character: Character) -> Bool {
        character == " " || character == "\u{3000}"
    }

    /// Lower case for ASCII and its full-width forms only: Swift maps some other scalars to the ASCII
    /// they resemble.
    private static func lowercased(_ word: String) -> String {
        let word = word.halfWidth
        return word.utf8.allSatisfy { $0 < 0x80 } ? word.lowercased() : word
    }
}
