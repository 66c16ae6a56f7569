import SetProtocol
import Testing

@testable import SetClient

extension TableScreen {
    init(_ view: TableView) {
        self.init(view.model, view.preferences)
        self.view = view
    }
}

/// A table's screen as tests look at it and work it: keys and clicks go the way they go in the program.
struct TableDriver {
    private(set) var screen: TableScreen
    var size: Size
    var now: MonotonicInstant
    var appearance: Appearance

    init(
        _ view: TableView, _ size: Size = Size(80, 24), at now: MonotonicInstant = ViewScene.now,
        appearance: Appearance = Appearance()
    ) {
        self.init(TableScreen(view), size, at: now, appearance: appearance)
    }

    init(
        _ screen: TableScreen, _ size: Size = Size(80, 24),
        at now: MonotonicInstant = ViewScene.now,
        appearance: Appearance = Appearance()
    ) {
        (self.screen, self.size, self.now, self.appearance) = (screen, size, now, appearance)
    }

    init(
        _ model: TableModel, _ size: Size = Size(80, 24), at now: MonotonicInstant = ViewScene.now,
        appearance: Appearance = Appearance()
    ) {
        self.init(TableView(model), size, at: now, appearance: appearance)
    }

    /// What is shown.
    var view: TableView { screen.view }
    var model: TableModel { view.model }

    /// The still picture of the moment.
    var picture: TablePicture {
        TablePicture(view, size: size, appearance: appearance, now: now)
    }

    /// The rows of the terminal.
    var rows: [String] {
        var canvas = Canvas(size)
        picture.draw(on: &canvas)
        return canvas.lines
    }

    /// What a key asks for where no sheet lies.
    mutating func action(for key: Key) -> Action? {
        draw()
        return screen.action(for: key)
    }

    /// Draws, then handles an input.
    @discardableResult
    mutating func handle(_ input: InputEvent) -> [ScreenEffect<SessionEnd>] {
        draw()
        return screen.handle(input, in: size, at: now)
    }

    /// Presses keys, each on the picture that the one before it led to.
    @discardableResult
    mutating func press(_ keys: Key...) -> [ScreenEffect<SessionEnd>] {
        keys.flatMap { handle(.key($0)) }
    }

    /// Lets happen what is due, as the program does before input.
    mutating func advance() { _ = screen.advance(to: now) }

    /// Draws, as the program does after everything that happens.
    mutating func draw() { screen.prepare(size, appearance, .smooth, at: now) }

    /// Presses a key before what has happened since the last picture could be seen.
    mutating func pressUnseen(_ key: Key) -> [ScreenEffect<SessionEnd>] {
        screen.handle(.key(key), in: size, at: now)
    }

    @discardableResult
    mutating func type(_ text: String) -> [ScreenEffect<SessionEnd>] {
        text.flatMap { handle(.key(.character($0))) }
    }

    @discardableResult
    mutating func mouse(_ action: Mouse.Action, _ point: Point) -> [ScreenEffect<SessionEnd>] {
        handle(.mouse(Mouse(action, at: point)))
    }

    /// Clicks on a cell.
    @discardableResult
    mutating func click(_ point: Point) -> [ScreenEffect<SessionEnd>] {
        mouse(.press(.left), point)
    }

    /// Clicks on words that must stand on the screen.
    @discardableResult
    mutating func click(_ words: String) throws -> [ScreenEffect<SessionEnd>] {
        let rows = rows
        let y = try #require(rows.firstIndex { $0.contains(words) }, "\(words)")
        let place = try #require(rows[y].firstRange(of: words))
        return click(Point(String(rows[y][..<place.lowerBound]).columns, y))
    }

    @discardableResult
    mutating func receive(_ message: HostMessage) -> [ScreenEffect<SessionEnd>] {
        screen.receive(message, at: now)
    }

    /// The host ends the session.
    @discardableResult
    mutating func close(_ end: SessionEnd) -> [ScreenEffect<SessionEnd>] {
        screen.tableClosed(end, at: now)
    }

    /// Changes the table as the host would.
    mutating func publish(_ change: (inout TableState) -> Void) {
        var state = model.table ?? TableState()
        state.revision = state.revision.next
        change(&state)
        receive(.state(state))
    }
}

/// Moves by themselves, so that tests read as they are played.
extension Action {
    static let claim = Action.move(.claim)
    static let deal = Action.move(.deal)
    static let pass = Action.move(.pass)
    static let hint = Action.move(.hint)
    static let ready = Action.move(.ready)
    static let new = Action.move(.new)
    static let pause = Action.move(.pause)
    static let resign = Action.move(.resign)
    static let clear = Action.move(.clear)
    static let shuffle = Action.move(.shuffle)
    static func touch(slot: Int) -> Action { .move(.touch(slot: slot)) }
}

extension TablePicture {
    convenience init(model: TableModel, size: Size, appearance: Appearance, now: MonotonicInstant) {
        self.init(TableView(model), size: size, appearance: appearance, now: now)
    }
}
