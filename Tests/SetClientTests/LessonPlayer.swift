import SetProtocol

@testable import SetClient

/// Somebody who takes the lesson on a screen of some size.
struct LessonPlayer {
    private(set) var page: LessonPage
    private(set) var now = MonotonicInstant(.seconds(100))
    /// The result of the last key or click.
    private(set) var step: [ScreenEffect<LessonPage.Outcome>] = []
    let size: Size

    init(
        _ width: Int = 80, _ height: Int = 24, settings: ClientSettings = ClientSettings(),
        seed: UInt64 = 7
    ) {
        page = LessonPage(settings: settings, seed: seed)
        size = Size(width, height)
    }

    var lesson: Lesson { page.lesson.settled(at: now) }
    var scene: LessonScene { lesson.scene }

    /// Where everything stands; the tests' screens are large enough.
    var screen: LessonScreen? { LessonScreen(lesson, size, page.settings.keyboard) }

    // MARK: - Doing

    mutating func press(_ keys: Key...) {
        for key in keys { take(.key(key)) }
    }

    mutating func type(_ text: String) {
        for character in text { take(.key(.character(character))) }
    }

    mutating func click(_ point: Point) {
        take(.mouse(Mouse(.press(.left), at: point)))
        take(.mouse(Mouse(.release(.left), at: point)))
    }

    mutating func take(_ event: InputEvent) {
        if case .done? = step.last { return }
        let next = page.handle(event, in: size, at: now)
        // A release after the click that mattered says nothing.
        if case .mouse(let mouse) = event, case .release = mouse.action { return }
        step = next
    }

    mutating func wait(_ duration: Duration) {
        now = now.advanced(by: duration)
    }

    /// Goes on, whatever the scene asks for, until a scene is there.
    mutating func skip(to goal: LessonScene) {
        while scene != goal, scene != .end { press(Key(.tab)) }
    }

    /// Touches cards by the keys printed on them.
    mutating func touch(_ cards: [Card]) {
        for card in cards { type(key(of: card)) }
    }

    mutating func touch(_ card: Card) { touch([card]) }

    /// The key printed on a card that can be touched now.
    func key(of card: Card) -> String {
        guard let screen,
            let slot = screen.touchableSlots.first(where: { screen.card(inSlot: $0) == card })
        else { return "" }
        return screen.label(ofSlot: slot)
    }

    // MARK: - Seeing

    /// The screen as it is drawn.
    func canvas(_ appearance: Appearance? = nil) -> Canvas {
        var canvas = Canvas(size)
        let usual = Appearance(palette: Palette(page.theme), keyboard: page.settings.keyboard)
        page.draw(on: &canvas, appearance ?? usual, at: now)
        return canvas
    }

    /// The screen as text.
    var text: String { canvas().lines.joined(separator: "\n") }

    /// The screen as text, each card as a box that names its key and its state.
    var picture: String {
        var canvas = canvas()
        guard let screen, scene != .keys else { return text }
        for slot in 0..<screen.board.count where screen.card(inSlot: slot) != nil {
            let state = screen.state(ofSlot: slot, pointed: page.cursor, at: now)
            var name = screen.label(ofSlot: slot)
            if state.standing != .free { name += " \(state.standing)" }
            if state.isUnderCursor { name += " <" }
            if state.isMarked { name += " !" }
            if state.isHinted { name += " ?" }
            if state.isDimmed { name += " ~" }
            mask(screen.board.frame(ofSlot: slot), name, on: &canvas)
        }
        return canvas.lines.joined(separator: "\n")
    }

    private func mask(_ rect: Rect, _ name: String, on canvas: inout Canvas) {
        canvas.fill(rect, ".", .standard)
        canvas.write(name, rect.minX, rect.minY, before: rect.maxX)
    }
}

/// A moment of the lesson to look at.
enum LessonMoment: String, CaseIterable, Sendable {
    case number, color, firstCheck, lastCheck, question, nearMiss, allDifferent
    case third, wrongThird, rightThird, search, hint, wrongSearch, found
    case race, marked, turn, late, wrongRace, won, keys, end

    /// Somebody who has come so far.
    func player(
        _ width: Int, _ height: Int, _ settings: ClientSettings = ClientSettings(),
        seed: UInt64 = 7
    ) -> LessonPlayer {
        var player = LessonPlayer(width, height, settings: settings, seed: seed)
        player.skip(to: scene)
        let lesson = player.lesson
        switch self {
        case .number, .color, .firstCheck, .lastCheck, .question, .third, .search, .race, .keys,
            .end:
            break
        case .nearMiss: player.type("y")
        case .allDifferent: player.type("y")
        case .wrongThird: player.touch(lesson.cards.choices.filter { $0 != lesson.cards.third }[0])
        case .rightThird: player.touch(lesson.cards.third)
        case .hint: player.type("!")
        case .wrongSearch: player.touch(Self.wrong(in: lesson.search.board))
        case .found: player.touch(lesson.search.board.answer)
        case .marked: player.touch(Array(lesson.race.board.answer.prefix(2)))
        case .turn:
            player.type(" ")
            player.touch(lesson.race.board.answer[0])
            player.wait(.milliseconds(1300))
        case .late:
            player.type(" ")
            player.wait(.seconds(5))
        case .wrongRace:
            player.type(" ")
            player.touch(Self.wrong(in: lesson.race.board))
        case .won:
            player.type(" ")
            player.touch(lesson.race.board.answer)
        }
        return player
    }

    private var scene: LessonScene {
        switch self {
        case .number: .looks(.number)
        case .color: .looks(.color)
        case .firstCheck: .check(.number)
        case .lastCheck: .check(.color)
        case .question, .nearMiss: .question(.nearMiss)
        case .allDifferent: .question(.allDifferent)
        case .third, .wrongThird, .rightThird: .third
        case .search, .hint, .wrongSearch, .found: .search
        case .race, .marked, .turn, .late, .wrongRace, .won: .race
        case .keys: .keys
        case .end: .end
        }
    }

    /// The three cards of a board that do not belong to its set.
    static func wrong(in board: LessonBoard) -> [Card] {
        board.cards.filter { !board.answer.contains($0) }
    }
}
