import SetProtocol

/// A table from one player's point of view: who is who, and what is the matter.
struct TablePerspective: Hashable {
    let model: TableModel
    let table: TableState

    /// Whether enter touches the card under a cursor.
    let hasCursor: Bool

    init(_ model: TableModel, _ table: TableState, hasCursor: Bool = false) {
        (self.model, self.table, self.hasCursor) = (model, table, hasCursor)
    }

    /// The seat shown on the left: one's own, or the first for a watcher.
    var near: Seat { model.seat ?? .first }

    /// The seat shown on the right.
    var far: Seat { near.opponent }

    /// Whether the seat is the player's own.
    func isMine(_ seat: Seat) -> Bool { model.seat == seat }

    /// The player's name as it may be shown.
    func name(_ seat: Seat) -> String {
        SafeText.name(model.name(of: seat))
    }

    /// "You" or the name, at the beginning of a sentence.
    func who(_ seat: Seat) -> String { isMine(seat) ? "You" : name(seat) }

    /// "Your" or the name with an s, at the beginning of a sentence.
    func whose(_ seat: Seat) -> String { isMine(seat) ? "Your" : "\(name(seat))'s" }

    /// The ink of a seat.
    func tone(_ seat: Seat) -> Tone { seat == near ? .mine : .theirs }

    /// The sign of a seat, the same that its picks carry.
    func sign(_ seat: Seat, _ glyphs: GlyphSet) -> String {
        switch glyphs {
        case .unicode: seat == near ? "●" : "◆"
        case .ascii: seat == near ? "*" : "@"
        }
    }

    /// Whether the player holds the turn.
    var isMyTurn: Bool { table.phase == .turn && table.turn?.seat == model.seat }

    /// What the opponent proposes; `nil` for a watcher.
    var opponentAsks: Proposal? { model.seat.flatMap { table.players[$0.opponent]?.asks } }

    /// The seats whose players have lost their connection.
    var awaySeats: [Seat] { table.players.seats { $0?.isPresent == false } }

    /// Whether the opponent's seat was kept long enough.
    var hasOpponentGone: Bool {
        model.seat != nil && table.phase == .paused && !awaySeats.isEmpty
            && table.clock?.reason != .away
    }

    /// How many cards the holder of the selection has picked so far.
    var pickCount: Int {
        table.selection?.verdict == .undecided ? table.selection?.cards.count ?? 0 : 0
    }
}
