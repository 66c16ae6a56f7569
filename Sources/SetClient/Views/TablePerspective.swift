import SetProtocol

/// A table as one player sees it.
///
/// A class, because every part of a picture borrows it: copying the model for each costs more than
/// drawing.
final class TablePerspective: Sendable {
    let view: TableView
    /// That of the view, beside it: what is read through the view's box is copied as a whole each time.
    let model: TableModel
    let table: TableState
    let report: GameRecord?
    /// This player's seat; `nil` for a watcher.
    let seat: Seat?
    let register: Narrator.Register

    /// - Parameter past: The end of the last game, to be seen instead of the table as it is.
    /// - Returns: `nil` before there is a table.
    init?(_ view: TableView, past: TableState? = nil, in register: Narrator.Register = .screen) {
        model = view.model
        guard let table = past ?? model.table else { return nil }
        (self.view, self.table, self.register) = (view, table, register)
        report = model.report
        seat = past == nil ? model.seat : model.seatAtEnd
    }

    /// The seat shown on the left: one's own, or the first for a watcher.
    var near: Seat { seat ?? .first }

    var far: Seat { near.opponent }

    func isMine(_ seat: Seat) -> Bool { self.seat == seat }

    /// The player's name, sanitized.
    func name(_ seat: Seat) -> String { SafeText.name(model.name(of: seat)) }

    /// The name of the player in the game that ended; somebody else may have the seat now.
    func name(_ seat: Seat, in report: GameRecord?) -> String {
        report?.players[seat].map { SafeText.name($0.name) } ?? name(seat)
    }

    func who(_ seat: Seat) -> String { isMine(seat) ? "You" : name(seat) }

    func whose(_ seat: Seat) -> String { isMine(seat) ? "Your" : "\(name(seat))'s" }

    func isReady(_ seat: Seat) -> Bool { table.players[seat]?.isReady == true }

    func tone(_ seat: Seat) -> Tone { seat == near ? .mine : .theirs }

    /// The sign of a seat, also on its picks.
    func sign(_ seat: Seat, _ glyphs: GlyphSet) -> String {
        switch glyphs {
        case .unicode: seat == near ? "●" : "◆"
        case .ascii: seat == near ? "*" : "@"
        }
    }

    var isMyTurn: Bool { table.phase == .turn && table.turn?.seat == model.seat }

    var ownProposal: Proposal? { model.seat.flatMap { table.players[$0]?.asks } }

    /// How many cards the holder of the selection has picked so far.
    var pickCount: Int {
        if model.mayPick { return model.picks.count }
        return table.selection?.verdict == .undecided ? table.selection?.cards.count ?? 0 : 0
    }
}

extension TablePerspective {
    /// Who gets a seat when the report has been read, in words; `nil` if nobody does.
    var nextInQueue: String? {
        guard model.hasQueue, table.phase == .over else { return nil }
        let free = model.rules.seats.filter { table.players[$0] == nil }
        let seats = model.rules.seatsForQueue(free: free, after: table.result, table.match)
        let coming = zip(seats, table.queue).map { ($0, SafeText.name($1)) }
        if let place = model.placeInQueue, place <= coming.count { return "You play next" }
        if let (_, name) = coming.first(where: { $0.0 == model.seat }) {
            return "\(name) gets your seat"
        }
        let names = coming.map(\.1)
        let verb = names.count > 1 ? "play" : "plays"
        return names.isEmpty ? nil : "\(names.listed()) \(verb) next"
    }
}
