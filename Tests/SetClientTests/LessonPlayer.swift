import SetProtocol

@testable import SetClient

/// Somebody who takes the lesson on a screen of some size.
struct LessonPlayer {
    private(set) var page: LessonPage
    private(set) var now = TableTime(.seconds(100))
    /// What came of the last key or click.
    private(set) var step: PageStep<LessonPage.Outcome> = .stay
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
        if case .done = step { return }
        let next = page.take(event, on: size, at: now)
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
}
