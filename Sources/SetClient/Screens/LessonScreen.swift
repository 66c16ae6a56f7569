import SetProtocol

/// What the player can ask of the lesson.
enum LessonAction: Hashable, Sendable {
    case goOn, goBack, leave, play
    case answer(isSet: Bool)
    case touch(Card)
    case claim, hint, clear
    /// Point at what can be touched.
    case point
    case toggleColorBlind
}

/// Where everything of a scene stands on a screen, and what can be clicked there.
///
/// Like a table's screen it is worked out anew from what there is to show; it keeps nothing.
///
///     header   how far the lesson has come
///     text     what is said: as many rows in every scene, so that nothing jumps
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
    let header: Rect
    private(set) var text: Rect
    /// The places of the cards; scenes with two rows have the first in slots 0...2.
    let board: BoardLayout
    private(set) var captions: Rect
    private(set) var list: Rect
    /// Shares a row with the captions, which other scenes have.
    var bar: Rect { captions }
    /// The whole room between header and footer.
    let page: Rect
    /// The characters there are for the names of keys.
    private let glyphs: GlyphSet
    /// The keys of the cards, by slot.
    let labels: [String]
    private(set) var keys = KeyBar<LessonAction>([], in: Rect(0, 0, 0, 1))
    /// The two answers to a question, yes first; empty where nothing is asked.
    private(set) var answers = KeyBar<LessonAction>([], in: Rect(0, 0, 0, 1))

    /// Lays a scene out.
    ///
    /// - Returns: `nil` when the window is too small.
    init?(
        _ lesson: Lesson, _ size: Size, _ keyboard: Keyboard, _ cellAspect: Double = 2,
        _ glyphs: GlyphSet = .unicode
    ) {
        guard size.width >= Self.least.width, size.height >= Self.least.height else { return nil }
        (self.lesson, self.glyphs) = (lesson, glyphs)
        header = Rect(1, 0, size.width - 2, 1)
        let rows = lesson.scene.hasBoard ? 2 : 1
        // Air comes with the room: below the header, above the footer, around the cards.
        let air = min(4, max(0, (size.height - Self.least.height) / 2))
        let top = 1 + (air > 0 ? 1 : 0)
        let bottom = size.height - 1 - (air > 1 ? 1 : 0)
        page = Rect(1, top, size.width - 2, bottom - top)
        let textRows = size.width < 60 ? 4 : 3
        let listRows = rows == 1 ? 4 : 0
        // Two rows of cards need the air between them more than below.
        let (above, below) = (air > 2 ? 1 : 0, air > 3 && rows == 1 ? 1 : 0)
        let room = page.size.height - textRows - above - below - 1 - listRows
        let area = Rect(1, top + textRows + above, size.width - 2, room)
        guard let loose = BoardLayout(area: area, grid: Size(3, rows), cellAspect: cellAspect)
        else { return nil }
        let used = loose.frame(ofSlot: 3 * rows - 1).maxY - loose.frame(ofSlot: 0).minY
        // With two rows the bar below them gets some air only when there is more than enough.
        let apart = rows == 2 && room - used > 2 ? 1 : 0
        let shift = (room - used - apart) / 2
        let tight = Rect(1, area.minY + shift, size.width - 2, used)
        guard let board = BoardLayout(area: tight, grid: Size(3, rows), cellAspect: cellAspect)
        else { return nil }
        self.board = board
        labels = CardKeys.labels(for: board, keyboard)
        text = Rect(1, top + shift, size.width - 2, textRows)
        captions = Rect(1, tight.maxY + apart, size.width - 2, 1)
        list = Rect(1, captions.maxY + below, size.width - 2, listRows)
        answers = makeAnswers()
        keys = makeKeys(Rect(0, size.height - 1, size.width, 1))
    }

    // MARK: - The mouse

    /// What a click on a cell asks for; where there is only something to look at, going on.
    func action(at point: Point) -> LessonAction? {
        if let action = keys.action(at: point) ?? answers.action(at: point) { return action }
        guard let slot = board.slot(at: point), lesson.scene != .keys else { return nil }
        if touchableSlots.contains(slot) { return card(inSlot: slot).map { .touch($0) } }
        return lesson.isSolved && lesson.scene != .end ? .goOn : nil
    }

    // MARK: - Buttons

    private func makeAnswers() -> KeyBar<LessonAction> {
        guard case .question = lesson.scene, !lesson.isSolved else { return answers }
        let row = Rect(list.minX, list.minY + 1, list.size.width, 1)
        return KeyBar(
            [
                Item("y", "yes, a set", .answer(isSet: true)),
                Item("n", "no", .answer(isSet: false)),
            ], in: row, gap: 4, isCentered: true)
    }

    /// The keys that do something now, the most urgent first.
    ///
    /// Where they would not all fit they move together, then what everybody knows goes with fewer
    /// words or none, and then the last of them goes.
    private func makeKeys(_ row: Rect) -> KeyBar<LessonAction> {
        let title = lesson.scene == .end ? "done" : isWide ? "skip the lesson" : "quit"
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
        // What is to be done is not done by going on.
        let next = Item("tab", isWide ? "skip this" : "skip", .goOn)
        let back = Item("←", "back", .goBack)
        let backspace = isWide ? "backspace" : KeyCommand.clear.keyName(glyphs)
        let backFromBoard = Item(backspace, "back", .goBack)
        let isBack = lesson.isAtStart ? [] : [back]
        switch lesson.scene {
        case .looks(.color):
            return [goOn] + isBack + [
                Item("C", "other colors", .toggleColorBlind)
            ]
        case .looks, .check, .keys: return [goOn] + isBack
        case .end: return [Item("enter", "play", .play), back]
        case .question: return lesson.isSolved ? [goOn, back] : [next, backFromBoard]
        case .third: return lesson.isSolved ? [goOn, back] : [choose, next, backFromBoard]
        case .search:
            guard !lesson.isSolved else { return [goOn, back] }
            return [Item("!", "hint", .hint), next, backFromBoard]
        case .race:
            switch lesson.race.state {
            case .open:
                return [Item("space", "claim", .claim), next, backFromBoard]
            case .turn: return [next, backFromBoard]
            case .found: return [goOn, back]
            case .wrong, .late:
                return [goOn, Item("space", "again", .claim), back]
            }
        }
    }

    /// The letters on the cards of which one is chosen; a click points at the first.
    private var choose: Item {
        let keys = touchableSlots.compactMap { labels.indices ~= $0 ? labels[$0] : nil }
        return Item(keys.joined(separator: " "), "pick", .point)
    }
}

extension LessonScene {
    /// Whether there are two rows of cards, some of which can be touched.
    var hasBoard: Bool {
        switch self {
        case .third, .search, .race: true
        case .looks, .check, .question, .keys, .end: false
        }
    }
}
