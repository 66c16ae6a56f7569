/// The keys of the cards.
///
/// They lie on the board as on the keyboard; no command has a card's key. If there are more cards
/// than keys, cards have codes of two letters.
package enum CardKeys {
    /// The keys by slot.
    package static func labels(for board: BoardLayout, _ keyboard: Keyboard) -> [String] {
        // A board that starts with four rows uses the rows of keys in order. One that grows a fourth
        // row gives it the digits, so that a deal changes no card's key.
        let letters = Array(keyboard.rows.dropFirst())
        let digits = Array(keyboard.rows.prefix(1))
        let rows = board.rowsAtFirst <= 3 ? letters + digits : digits + letters
        let usable = rows.map { $0.prefix { !commandCharacters.contains($0) } }
        let used = usable.prefix(board.rows)
        guard board.rows <= usable.count, used.allSatisfy({ $0.count >= board.columns }) else {
            return codes(for: board)
        }
        return (0..<board.count).map { slot in
            guard let place = board.place(ofSlot: slot) else { return "" }
            let row = used[place.row]
            return String(row[row.index(row.startIndex, offsetBy: place.column)])
        }
    }

    /// Two letters for each card: its row, then its column; or a plain count on very long boards.
    private static func codes(for board: BoardLayout) -> [String] {
        let letters = codeLetters
        let isGrid = board.rows <= letters.count && board.columns <= letters.count
        return (0..<board.count).map { slot in
            guard let place = board.place(ofSlot: slot) else { return "" }
            let (first, second) =
                isGrid ? (place.row, place.column) : (slot / letters.count, slot % letters.count)
            return letters[first] + letters[second]
        }
    }

    private static let codeLetters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }

    private static let commandCharacters: Set<Character> = Set(
        KeyCommand.inHelp.flatMap { $0.keys }.compactMap { key in
            guard case .character(let character) = key.code, key.modifiers.isEmpty else {
                return nil
            }
            return character
        })
}
