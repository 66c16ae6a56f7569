import SetProtocol

/// Something shown in the whole terminal that is no table: a menu, a form, the lesson.
///
/// A page is a value that decides and draws; whoever runs it owns the terminal, the clock and the
/// files, as with the table.
public protocol Page: Sendable {
    /// What comes of it when it is done.
    associatedtype Outcome: Sendable

    /// The settings it is drawn with, which it may change for an instant preview.
    var settings: ClientSettings { get }

    /// The theme it is drawn with.
    var theme: Theme { get }

    /// Takes what the player did.
    ///
    /// - Parameters:
    ///   - event: A key, a click, or pasted text; never a terminal's own report.
    ///   - size: The size of the terminal the page was last drawn for.
    ///   - now: The present.
    /// - Returns: What is to be done about it.
    mutating func take(
        _ event: InputEvent, on size: Size, at now: TableTime
    ) -> PageStep<Outcome>

    /// Takes in how it is about to be drawn, where a click's meaning depends on more than the size.
    mutating func prepare(for appearance: Appearance)

    /// Draws the whole page.
    ///
    /// - Parameters:
    ///   - canvas: An empty canvas of the terminal's size, which may be as small as one cell.
    ///   - appearance: How things look on this terminal with ``settings`` and ``theme``.
    ///   - now: The present.
    func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: TableTime)

    /// When the page next changes by itself; `nil` when nothing moves.
    func nextChange(after now: TableTime) -> TableTime?

    /// Takes in something the player should be told, such as settings that could not be kept.
    mutating func remark(_ text: String, at now: TableTime)
}

extension Page {
    /// Nothing moves.
    public func nextChange(after now: TableTime) -> TableTime? { nil }

    /// The size is all that matters.
    public mutating func prepare(for appearance: Appearance) {}

    /// There is no place to tell anything.
    public mutating func remark(_ text: String, at now: TableTime) {}
}

/// What is to be done after a page has taken an event.
public enum PageStep<Outcome: Sendable>: Sendable {
    /// Draw it again and wait.
    case stay
    /// Keep these settings for next time, draw it again and wait.
    case save(StoredSettings)
    /// Give the terminal back; this came of it.
    case done(Outcome)
}

extension PageStep: Equatable where Outcome: Equatable {}
