import SetProtocol

enum Action: Equatable, Sendable {
    case move(Move)
    case point(slot: Int)
    case touchPointed
    /// Open a sheet, or close it when it is open.
    case show(SheetKind)
    case scroll(to: Int)
    /// Scroll the log by entries, to older ones.
    case scrollLog(by: Int)
    /// Show another of the sets that the report can show.
    case review(Int)
    /// Clear the marks; after a game hide the report or bring it back.
    case cancel
    case toggleColorBlind
    case nextMotion
    /// Copy the command with which another player joins, or the result of the day.
    case copy
    /// Leave the table, after a question while a game would be lost.
    case quit
}
