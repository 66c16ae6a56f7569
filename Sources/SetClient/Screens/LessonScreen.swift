import SetProtocol

/// What the player can ask of the lesson.
enum LessonAction: Hashable, Sendable {
    case goOn, goBack, leave, play
    case answer(isSet: Bool)
    case touch(Card)
    case claim, hint, clear
    /// Highlight what can be touched.
    case point
    case toggleColorBlind
}

/// Where the parts of a scene are on a screen, and what a click on them means.
///
///     header   how far the lesson has come
///     text     as many rows in every scene, so that nothing jumps
///     board    the cards: a row of three, or two
///     captions what each card shows of a feature
///     list     the four features, or the answers to a question
///     bar      in scenes with two rows of cards, what is left of the time
///     footer   the keys that do something now
struct LessonScreen: Hashable, Sendable {
    typealias Item = KeyBar<LessonAction>.Item

    /// The smallest window in which every scene can be read.
    static let least = Size(40, 15)

    let lesson: Lesson
    let exhibit: LessonExhibit
    let header: Rect
    let text: Rect
    let board: BoardLayout
    let captions: Rect
    let list: Rect
    /// Shares a row with the captions, which other scenes have.
    var bar: Rect { captions }
    /// Everything between header and footer.
    let page: Rect
    private let glyphs: GlyphSet
    /// The keys of the cards, by slot.
    let labels: [String]
    private(set) var keys = KeyBar<LessonAction>([], in: Rect(0, 0, 0, 1))
    /// The answers to a question, yes first; empty where nothing is asked.
    private(set) var answers = KeyBar<LessonAction>([], in: Rect(0, 0, 0, 1))

    /// - Returns: `nil` when the window is too small.
    init?(
        _ lesson: Lesson, _ size: Size, _ keyboard: Keyboard, _ cellAspect: Double = 2,
        _ glyphs: GlyphSet = .unicode
    ) {
        guard size.width >= Self.least.width, size.height >= Self.least.height else { return nil }
        (self.lesson, self.glyphs, exhibit) = (lesson, glyphs, lesson.exhibit)
        header = Rect(1, 0, size.width - 2, 1)
        let rows = lesson.scene.hasBoard ? 2 : 1
        // Spare rows go below the header, above the footer, and around the cards.
        let spare = min(4, max(0, (size.height - Self.least.height) / 2))
        let top = 1 + (spare > 0 ? 1 : 0)
        let bottom = size.height - 1 - (spare > 1 ? 1 : 0)
        page = Rect(1, top, size.width - 2, bottom - top)
        let textRows = size.width < 60 ? 4 : 3
        let listRows = rows == 1 ? 4 : 0
        // Two rows of cards need the spare rows between them more than below.
        let (above, below) = (spare > 2 ? 1 : 0, spare > 3 && rows == 1 ? 1 : 0)
        let room = page.size.height - textRows - above - below - 1 - listRows
        let area = Rect(1, top + textRows + above, size.width - 2, room)
        guard let loose = BoardLayout(area: area, grid: Size(3, rows), cellAspect: cellAspect)
        else { return nil }
        let used = loose.frame(ofSlot: 3 * rows - 1).maxY - loose.frame(ofSlot: 0).minY
        // A gap above the bar only where there is more than enough room.
        let apart = rows == 2 && room - used > 2 ? 1 : 0
        let shift = (room - used - apart) / 2
        let tight = Rect(1, area.minY + shift, size.width - 2, used)
        guard let board = BoardLayout(area: tight, grid: Size(3, rows), cellAspect: cellAspect)
        else { return nil }
        self.board = board
        labels = CardKeys.labels(asOn: board, keyboard)
        text = Rect(1, top + shift, size.width - 2, textRows)
        captions = Rect(1, tight.maxY + apart, size.width - 2, 1)
        list = Rect(1, captions.maxY + below, size.width - 2, listRows)
        if case .question = lesson.scene, !lesson.isSolved {
            let row = Rect(list.minX, list.minY + 1, list.size.width, 1)
            answers = KeyBar(
                [
                    Item("y", "yes, a set", .answer(isSet: true)),
                    Item("n", "no", .answer(isSet: false)),
                ], in: row, gap: 4, isCentered: true)
        }
        keys = makeKeys(Rect(0, size.height - 1, size.width, 1))
    }

    // MARK: - The mouse

    /// What a click on a cell asks for; on cards that cannot be touched, the next scene.
    func action(at point: Point) -> LessonAction? {
        if let action = keys.action(at: point) ?? answers.action(at: point) { return action }
        guard let slot = board.slot(at: point), lesson.scene != .keys else { return nil }
        if touchableSlots.contains(slot) { return card(inSlot: slot).map { .touch($0) } }
        return lesson.isSolved && lesson.scene != .end ? .goOn : nil
    }

    // MARK: - Keys

    /// The keys that do something now, the most urgent first.
    ///
    /// Where they do not fit, they first move together, then lose words, and then the last keys go.
    private func makeKeys(_ row: Rect) -> KeyBar<LessonAction> {
        let title = lesson.scene == .end ? "done" : isWide ? "skip the lesson" : "skip"
        let leave = Item("esc", title, .leave)
        let bare = leave.titled("")
        var items = self.items
        while !items.isEmpty {
            let terse = items.map { item in
                switch item.action {
                case .goBack: item.titled("")
                case .goOn where item.key == "enter": item.titled("next")
                case _: item
                }
            }
            let ways = [
                (items + [leave], gap: 2, margin: 1), (items + [leave], gap: 1, margin: 1),
                (items + [bare], gap: 1, margin: 0), (terse + [bare], gap: 1, margin: 0),
            ]
            let fitting = ways.first {
                KeyBar.columns($0.0, gap: $0.gap) <= row.size.width - 2 * $0.margin
            }
            if let (fitting, gap, _) = fitting {
                return KeyBar(fitting, in: row, gap: gap, isCentered: true)
            }
            items.removeLast()
        }
        return KeyBar([leave], in: row)
    }

    private var isWide: Bool { header.size.width >= 70 }

    private var items: [Item] {
        let goOn = Item("enter", "continue", .goOn)
        // The arrows choose among answers, so every page names the key that always goes back.
        let backspace = isWide ? "backspace" : KeyCommand.clear.keyName(glyphs)
        let back = lesson.isAtStart ? [] : [Item(backspace, "back", .goBack)]
        let claim = Item("space", "claim", .claim)
        guard !lesson.isSolved else {
            switch (lesson.scene, lesson.race.state) {
            case (.looks(.color), _):
                return [goOn] + back + [Item("C", "other colors", .toggleColorBlind)]
            case (.end, _): return [Item("enter", "play", .play)] + back
            case (.race, .wrong), (.race, .late): return [goOn, claim.titled("again")] + back
            case _: return [goOn] + back
            }
        }
        let skip = [Item("tab", isWide ? "skip this" : "skip", .goOn)] + back
        switch (lesson.scene, lesson.race.state) {
        case (.third, _):
            let keys = touchableSlots.map { label(ofSlot: $0) }.filter { !$0.isEmpty }
            return [Item(keys.joined(separator: " "), "pick", .point)] + skip
        case (.search, _): return [Item("!", "hint", .hint)] + skip
        case (.race, .open): return [claim] + skip
        case _: return skip
        }
    }

    // MARK: - Cards

    /// The card in a slot; `nil` for the place of a card that is to be found.
    func card(inSlot slot: Int) -> Card? {
        exhibit.slots.indices ~= slot ? exhibit.slots[slot].card : nil
    }

    var touchableSlots: Range<Int> { exhibit.touchable }

    /// What the arrows can highlight: cards by their slots, or answers by their indices.
    var pointable: Range<Int> {
        answers.buttons.isEmpty ? touchableSlots : answers.buttons.indices
    }

    /// The key on the card in a slot; empty where the card cannot be touched.
    func label(ofSlot slot: Int) -> String {
        touchableSlots.contains(slot) && labels.indices ~= slot ? labels[slot] : ""
    }

    func card(labelled label: String) -> Card? {
        touchableSlots.first { self.label(ofSlot: $0) == label }.flatMap { card(inSlot: $0) }
    }

    /// The next card in a direction that can be touched.
    func neighbor(of slot: Int, _ direction: BoardLayout.Direction) -> Int? {
        board.neighbor(of: slot, direction).flatMap { touchableSlots.contains($0) ? $0 : nil }
    }

    /// - Parameter pointed: The highlighted slot.
    func state(ofSlot slot: Int, pointed: Int?, at now: MonotonicInstant) -> CardState {
        var state = exhibit.slots.indices ~= slot ? exhibit.slots[slot].state : CardState()
        state.isUnderCursor = pointed == slot && touchableSlots.contains(slot)
        if lesson.scene == .search, let card = card(inSlot: slot) {
            state.isHinted = lesson.search.hints(at: now).contains(card)
        }
        return state
    }
}
