import SetProtocol

/// Something shown in the whole terminal: a table, a replay, a menu, a form, the lesson.
///
/// A screen is a value that decides and draws. Its session owns the terminal, the clock, the files
/// and the connection.
package protocol Screen: Sendable {
    associatedtype Outcome: Sendable

    /// The settings it is drawn with, which it may change for an instant preview.
    var settings: ClientSettings { get }

    var theme: Theme { get }

    /// The command line with which a second player joins, where there is one.
    var invitation: String? { get }

    /// What keys are for now.
    var keyUse: KeyUse { get }

    /// Whether a key may answer a question now, which it must have been pressed for.
    var isAsking: Bool { get }

    /// Handles what the player did.
    ///
    /// - Parameters:
    ///   - input: A pressed key, a click, or pasted text; never a terminal's own report.
    ///   - size: The size of the terminal that the screen was last drawn for.
    /// - Returns: What to do, in order; the screen is drawn again in any case.
    mutating func handle(
        _ input: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>]

    /// Advances to a time, before every input and every picture.
    mutating func advance(to now: MonotonicInstant) -> [ScreenEffect<Outcome>]

    /// The terminal is gone, or a signal ends the program.
    mutating func terminalEnded(_ end: SessionEnd) -> [ScreenEffect<Outcome>]

    /// Lays out the next picture.
    ///
    /// - Parameters:
    ///   - size: The terminal's size, which may be as small as one cell.
    ///   - appearance: How things look on this terminal with ``settings`` and ``theme``.
    ///   - pace: How many pictures of a movement the connection to the terminal can take.
    mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant)

    /// Whether the next picture follows as fast as the connection to the terminal can take it.
    func isMoving(at now: MonotonicInstant) -> Bool

    /// Draws the whole screen on an empty canvas, as it was prepared.
    mutating func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant)

    /// When the screen next changes by itself; `nil` when nothing moves.
    func nextChange(after now: MonotonicInstant, _ pace: FramePacing.Pace) -> MonotonicInstant?

    func title(hasFocus: Bool) -> String

    /// Shows a message, such as that settings could not be saved.
    mutating func remark(_ text: String, at now: MonotonicInstant)
}

extension Screen {
    package var invitation: String? { nil }

    package var keyUse: KeyUse { .commands }

    package var isAsking: Bool { false }

    package mutating func advance(to now: MonotonicInstant) -> [ScreenEffect<Outcome>] { [] }

    package mutating func terminalEnded(_ end: SessionEnd) -> [ScreenEffect<Outcome>] { [] }

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {}

    package func isMoving(at now: MonotonicInstant) -> Bool {
        nextChange(after: now, .smooth).map { $0 < now.advanced(by: .milliseconds(100)) } ?? false
    }

    package func nextChange(after now: MonotonicInstant, _ pace: FramePacing.Pace)
        -> MonotonicInstant?
    { nil }

    package func title(hasFocus: Bool) -> String { WindowTitle.plain }

    package mutating func remark(_ text: String, at now: MonotonicInstant) {}
}
