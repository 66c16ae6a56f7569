import SetClient
import SetProtocol
import Testing

/// A client in line mode at a table whose states are made by hand: Ann has the first seat, Bob the
/// second.
struct LineModeDuel {
    var client: LineModeClient
    var state = TableState()
    var now = MonotonicInstant.zero

    /// The cards of the first board, in the order of their slots.
    static let board: [Card] = [
        "3331", "2111", "3122", "3212", "3132", "3221", "2312", "3333", "1121", "1122", "1321",
        "2233",
    ].compactMap(Card.init(code:))

    /// A game in open play, seen from a seat; `nil` for a watcher.
    init(
        seat: Seat? = .first, rules: Rules = .duel, verbosity: Verbosity = .all,
        names: [String] = ["Ann", "Bob"], theme: Theme = .classic,
        venue: TableModel.Venue = .elsewhere
    ) throws {
        var settings = ClientSettings.standard
        (settings.theme, settings.verbosity) = (theme.name, verbosity)
        client = LineModeClient(SettingsModel(settings), venue: venue)
        let table = try #require(TableCode("K7M2QX"))
        _ = client.receive(
            .welcome(Welcome(seat: seat, token: nil, table: table, rules: rules)), at: now)
        state.phase = .open
        state.game = 1
        state.cards = Self.board
        state.deck = 69
        state.players.first = PlayerState(name: names[0])
        if rules.players == .two { state.players.second = PlayerState(name: names[1]) }
        _ = client.receive(.state(state), at: now)
    }

    /// The lines apart from those about the shuffle: these boards come from no whole deck.
    static func withoutShuffle(_ lines: [String]) -> [String] {
        lines.filter { !$0.contains("shuffle") && !$0.contains("do not match its deck") }
    }

    /// Publishes an event with the state after it.
    ///
    /// - Returns: The lines that are printed.
    mutating func publish(
        _ event: TableEvent?, _ change: (inout TableState) -> Void = { _ in }
    ) -> [String] {
        state.revision = state.revision.next
        state.event = event
        change(&state)
        return Self.withoutShuffle(client.receive(.state(state), at: now).lines)
    }

    /// Gives a seat the turn.
    mutating func give(
        _ seat: Seat, _ reason: TurnReason, seconds: Int? = 5
    ) -> [String] {
        publish(reason == .claim ? .claimed(seat) : nil) { state in
            state.phase = .turn
            let time = seconds.map { Duration.seconds($0) }
            state.turn = Turn(
                seat: seat, reason: reason,
                countdown: time.map { Countdown(remaining: $0, total: $0) })
        }
    }

    /// What is printed for a typed line.
    mutating func lines(_ line: String) -> [String] { client.read(line, at: now).lines }

    /// What is sent for a typed line.
    mutating func sent(_ line: String) -> [ClientMessage] {
        client.read(line, at: now).effects.compactMap { effect in
            guard case .send(let message) = effect else { return nil }
            return message
        }
    }

    /// The card at a place of the first board.
    static func card(_ name: String) throws -> Card {
        try #require(
            SlotName(name).flatMap { board.indices.contains($0.slot) ? board[$0.slot] : nil })
    }

    /// The cards at places of the first board.
    static func trio(_ names: String...) throws -> Trio {
        try #require(Trio(try names.map(card)))
    }
}
