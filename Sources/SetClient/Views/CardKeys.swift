/// The keys of the cards.
///
/// A slot has the same key at every size of the window and every number of cards: threes of slots are
/// columns of the keyboard's three rows of letters, from the left, and the digits come last. No
/// command has a card's key. If there are more cards than keys, cards have codes of two letters.
package enum CardKeys {
    package static func labels(for board: BoardLayout, _ keyboard: Keyboard) -> [String] {
        let keys = keys(keyboard)
        return board.count <= keys.count
            ? keys.prefix(board.count).map { String($0) } : codes(for: board)
    }

    /// The keys by slot on a board that no table has: each card has the key at its own place of the
    /// keyboard.
    static func labels(asOn board: BoardLayout, _ keyboard: Keyboard) -> [String] {
        let keys = keys(keyboard)
        let lying = (0..<board.count).compactMap { slot -> String? in
            guard let place = board.place(ofSlot: slot), place.row < 3 else { return nil }
            let index = 3 * place.column + place.row
            return keys.indices ~= index ? String(keys[index]) : nil
        }
        return lying.count == board.count ? lying : labels(for: board, keyboard)
    }

    static func keys(_ keyboard: Keyboard) -> [Character] {
        let rows = keyboard.rows.map { row in
            Array(row.prefix { !commandKeys.contains(.character($0)) })
        }
        let letters = rows.dropFirst()
        let columns = letters.map(\.count).min() ?? 0
        return (0..<columns).flatMap { column in letters.map { $0[column] } } + rows[0]
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

    private static let commandKeys = TableCommand.inHelp.flatMap(\.row.keys)
}
