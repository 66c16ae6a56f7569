import SetProtocol

/// What every key does at a table.
///
/// Letters lie on the cards as they lie on the keyboard, so that a hand finds them without looking;
/// commands are on keys that are never letters of a card. Where there are more cards than the
/// keyboard has places, cards have codes of two letters and the first one waits for the second.
public struct KeyMap: Hashable, Sendable {
    /// The first letter of a two-letter code, when it has been typed; screens show what it leads to.
    public private(set) var firstLetter: Character?

    /// A key map that waits for nothing.
    public init() {}

    // MARK: - Labels

    /// The keys of the cards of a board on a keyboard, by slot; each is different, none a command.
    public static func labels(for board: BoardLayout, _ keyboard: Keyboard) -> [String] {
        // A board of four rows from the beginning uses the four rows of keys as they lie. One that
        // has grown a fourth row gives it the digits, so that no card changes its key by a deal.
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
                isGrid
                ? (place.row, place.column) : (slot / letters.count, slot % letters.count)
            return letters[first] + letters[second]
        }
    }

    private static let codeLetters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }

    private static let commandCharacters: Set<Character> = Set(
        KeyCommand.allCases.flatMap(\.keys).compactMap { key in
            guard case .character(let character) = key.code, key.modifiers.isEmpty else {
                return nil
            }
            return character
        })

    // MARK: - Keys

    /// What a key asks for at this moment.
    ///
    /// - Parameters:
    ///   - key: The key pressed.
    ///   - model: The table as the player sees it.
    ///   - screen: Where the cards are.
    /// - Returns: `nil` when the key means nothing now, or is the first letter of two.
    public mutating func action(
        for key: Key, model: ClientModel, screen: TableScreen
    ) -> Action? {
        let awaited = firstLetter
        firstLetter = nil
        if key == .control("c") || key == .control("d") {
            let isAsked =
                model.overlay == .question(.quit) || model.overlay == .question(.close)
            return isAsked ? .confirm : .quit
        }
        guard key.modifiers.isSubset(of: .shift) else { return nil }
        if model.overlay != .chat, let scroll = screen.scroll,
            let row = scroll.row(for: key.code)
        {
            if scroll.isNeeded { return .scroll(to: row) }
            // The board lies below the report: its cursor stays where it is.
            if model.overlay == nil { return nil }
        }
        switch model.overlay {
        case .chat: return Self.typing(key)
        case .question: return Self.answer(key, model)
        case .themes: return Self.choosing(key, model)
        case .settings: return Self.setting(key, model)
        case .help, .rules: return Self.closing(key)
        case .menu: return MenuSheet.action(for: key, model, seen: screen.model)
        case nil: break
        }
        // A watcher has no cards to touch, so the small letter leaves too.
        if model.seat == nil, key == .character("q") { return .quit }
        if let move = Self.move(key, model, screen) { return move }
        if let command = KeyCommand.allCases.first(where: { $0.keys.contains(key) }) {
            // Taking back half a code is all that is wanted by then.
            if awaited != nil, command == .cancel || command == .clear { return nil }
            return command.action(model)
        }
        guard case .character(let character) = key.code else { return nil }
        return card(character, after: awaited, screen)
    }

    private mutating func card(
        _ character: Character, after awaited: Character?, _ screen: TableScreen
    ) -> Action? {
        if let awaited, let slot = screen.slot(labelled: String([awaited, character])) {
            return .touch(slot: slot)
        }
        if let slot = screen.slot(labelled: String(character)) { return .touch(slot: slot) }
        if screen.labels.contains(where: { $0.count == 2 && $0.first == character }) {
            firstLetter = character
        }
        return nil
    }

    private static func move(
        _ key: Key, _ model: ClientModel, _ screen: TableScreen
    ) -> Action? {
        let direction: BoardLayout.Direction
        switch key.code {
        case .up: direction = .up
        case .down: direction = .down
        case .left: direction = .left
        case .right: direction = .right
        case .character, .enter, .tab, .backtab, .escape, .backspace, .home, .end, .pageUp,
            .pageDown, .insert, .delete, .function:
            return nil
        }
        // Below the last row of cards lies everything else that can be done.
        let beyond: Action? = direction == .down ? .show(.menu) : nil
        guard let cards = model.table?.cards, !cards.isEmpty else { return beyond }
        guard let cursor = model.cursor else { return .point(slot: 0) }
        return screen.neighbour(of: cursor, direction).map { .point(slot: $0) } ?? beyond
    }

    private static func typing(_ key: Key) -> Action? {
        switch key.code {
        case .character(let character): .type(.insert(String(character)))
        case .enter: .type(.submit)
        case .backspace: .type(.deleteBackward)
        case .escape: .cancel
        case .tab, .backtab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert,
            .delete, .function:
            nil
        }
    }

    /// Letters answer at once; arrows point at an answer, at first at no, and enter gives it.
    private static func answer(_ key: Key, _ model: ClientModel) -> Action? {
        switch key.code {
        case .character("y"), .character("Y"): .confirm
        case .character("n"), .character("N"), .escape: .cancel
        case .enter: model.considered ?? .cancel
        case .left, .home: .consider(.confirm)
        case .right, .end: .consider(.cancel)
        case .up, .down, .tab, .backtab:
            .consider(model.considered == .confirm ? .cancel : .confirm)
        case .character, .backspace, .pageUp, .pageDown, .insert, .delete, .function: nil
        }
    }

    /// Arrows and letters try themes on; enter keeps the last one, escape takes it back.
    static func choosing(_ key: Key, _ model: ClientModel) -> Action? {
        let last = model.themePlaces - 1
        switch key.code {
        case .up, .left, .backtab: return .useTheme(max(0, model.themePlace - 1))
        case .down, .right, .tab: return .useTheme(min(last, model.themePlace + 1))
        case .home, .pageUp: return .useTheme(0)
        case .end, .pageDown: return .useTheme(last)
        case .enter, .character(" "), .character("T"): return .confirm
        case .character("C"): return .toggleColorBlind
        case .character("E"), .character("N"), .character("A"), .character("Y"), .character("X"):
            return .editTheme
        case .character(let letter):
            return ThemeSheet.place(of: letter, in: model).map { .useTheme($0) }
        case .escape, .backspace: return .cancel
        case .insert, .delete, .function: return nil
        }
    }

    /// Escape closes, as does the key that opened, but where a name is being typed.
    private static func setting(_ key: Key, _ model: ClientModel) -> Action? {
        if key.code == .escape { return .cancel }
        if key == .character("O"), !model.form.field.isText { return .cancel }
        return model.form.edit(for: key).map { .set($0) }
    }

    /// Any key closes what covers the table, but those that show something else.
    private static func closing(_ key: Key) -> Action? {
        switch key.code {
        case .character("?"): .show(.help)
        case .character("I"): .show(.rules)
        case .character("O"): .show(.settings)
        case .character("Q"): .quit
        case .character, .enter, .tab, .backtab, .escape, .backspace, .up, .down, .left, .right,
            .home, .end, .pageUp, .pageDown, .insert, .delete, .function:
            .cancel
        }
    }
}
