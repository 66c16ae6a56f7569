import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// A client in line mode at a table whose states are made by hand: Ann has the first seat, Bob the
/// second.
struct LineModeDuel {
    var client: LineModeClient
    var state = TableState()
    var now = MonotonicInstant.zero
    /// What came from the host (`<`), what was typed (`>`), and what was printed and sent then.
    private(set) var transcript: [String] = []

    /// The cards of the first board, in the order of their slots.
    static let board: [Card] = [
        "3331", "2111", "3122", "3212", "3132", "3221", "2312", "3333", "1121", "1122", "1321",
        "2233",
    ].compactMap(Card.init(code:))

    private let code: TableCode

    /// A game in open play, seen from a seat; `nil` for a watcher.
    init(
        seat: Seat? = .first, rules: Rules = .duel, verbosity: Verbosity = .all,
        names: [String] = ["Ann", "Bob"], theme: Theme = .classic,
        venue: TableModel.Venue = .elsewhere
    ) throws {
        code = try #require(TableCode("K7M2QX"))
        var settings = ClientSettings.standard
        (settings.theme, settings.verbosity) = (theme.name, verbosity)
        client = LineModeClient(SettingsModel(settings), venue: venue)
        welcome(seat, rules)
        state.phase = .open
        state.game = 1
        state.cards = Self.board
        state.deck = 69
        state.players.first = PlayerState(name: names[0])
        if rules.players == .two { state.players.second = PlayerState(name: names[1]) }
        receive(.state(state))
        transcript = []
    }

    /// The lines apart from those about the shuffle: these boards come from no whole deck.
    static func withoutShuffle(_ lines: [String]) -> [String] {
        lines.filter { !$0.contains("shuffle") && !$0.contains("do not match its deck") }
    }

    private mutating func note(_ heading: String, _ output: LineModeClient.Output) -> [String] {
        let lines = Self.withoutShuffle(output.lines)
        let effects = output.effects.map { effect in
            if case .send(let message) = effect {
                "  sends \(String(decoding: WireCodec.encode(message), as: UTF8.self))"
            } else {
                "  leaves"
            }
        }
        transcript += [heading] + lines + effects.map { $0.filter { $0 != "\n" } }
        return lines
    }

    /// Says that the player is admitted, or back.
    @discardableResult
    mutating func welcome(_ seat: Seat?, _ rules: Rules = .duel) -> [String] {
        receive(.welcome(Welcome(seat: seat, token: nil, table: code, rules: rules)))
    }

    /// - Returns: The lines that are printed.
    @discardableResult
    mutating func receive(_ message: HostMessage) -> [String] {
        note("< \("\(message)".prefix { $0 != "(" })", client.receive(message, at: now))
    }

    /// Publishes an event with the state after it, and a moment later what was held back of a claim.
    ///
    /// - Returns: The lines that are printed.
    @discardableResult
    mutating func publish(
        _ event: TableEvent?, isAlone: Bool = true,
        _ change: (inout TableState) -> Void = { _ in }
    ) -> [String] {
        state.revision = state.revision.next
        state.event = event
        change(&state)
        var output = client.receive(.state(state), at: now)
        if isAlone, let moment = client.claimAnnouncement {
            output.lines += client.timePassed(at: moment).lines
        }
        return note("< \(event.map { "\($0.traits.kind)" } ?? "state")", output)
    }

    mutating func hear(_ seat: Seat?, _ name: String, _ text: String) {
        receive(.said(seat, name: name, text: text))
    }

    /// Gives a seat the turn.
    @discardableResult
    mutating func give(
        _ seat: Seat, _ reason: TurnReason, seconds: Int? = 5
    ) -> [String] {
        publish(reason == .claim ? .claimed(seat) : nil) { state in
            state.phase = .turn
            state.turn = Turn(seat: seat, reason: reason, countdown: seconds.map(Countdown.whole))
        }
    }

    /// Ends the turn by an event.
    mutating func open(_ event: TableEvent) {
        publish(event) { ($0.phase, $0.turn) = (.open, nil) }
    }

    /// What is printed for a typed line.
    @discardableResult
    mutating func lines(_ line: String) -> [String] {
        let output = client.read(line, at: now)
        _ = note("> \(line)", output)
        return output.lines
    }

    mutating func type(_ lines: String...) { for line in lines { self.lines(line) } }

    /// Types a line that was begun at a time.
    mutating func type(_ line: String, since began: MonotonicInstant?) {
        let time = began.map { " (begun at \($0.seconds))" } ?? ""
        _ = note("> \(line)\(time)", client.read(line, typedSince: began, at: now))
    }

    /// What is sent for a typed line.
    mutating func sent(_ line: String) -> [ClientMessage] {
        client.read(line, at: now).effects.compactMap { effect in
            guard case .send(let message) = effect else { return nil }
            return message
        }
    }

    mutating func loseConnection(_ outage: Outage) {
        _ = note("< connection lost", client.connectionLost(outage, at: now))
    }

    mutating func closeConnection(_ message: String) {
        _ = note("< connection closed", client.connectionClosed(message))
    }

    mutating func endInput() { _ = note("> end of input", client.inputEnded()) }

    /// Lets time pass, and asks the client at the times that it wants to be asked, and just before.
    mutating func wait(until end: MonotonicInstant = MonotonicInstant(.seconds(1000))) {
        while let moment = client.nextAnnouncement, moment <= end {
            let early = client.timePassed(at: MonotonicInstant(moment.sinceZero - .milliseconds(1)))
            if early != LineModeClient.Output() { transcript.append("too early: \(early)") }
            _ = note("at \(moment.seconds):", client.timePassed(at: moment))
        }
        now = max(now, end)
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

extension Countdown {
    /// One that has just begun.
    static func whole(_ seconds: Int) -> Countdown {
        Countdown(remaining: .seconds(seconds), total: .seconds(seconds))
    }
}

extension MonotonicInstant {
    fileprivate var seconds: String {
        let tenths = sinceZero.wholeMilliseconds / 100
        return "\(tenths / 10).\(tenths % 10) s"
    }
}

/// Scenes at such a table, as a file in Tests/Golden has them below their titles.
struct LineModeScenes {
    private var text: [String] = []

    /// Plays a scene from open play on.
    mutating func scene(
        _ title: String, seat: Seat? = .first, rules: Rules = .duel, verbosity: Verbosity = .all,
        names: [String] = ["Ann", "Bob"], venue: TableModel.Venue = .elsewhere,
        _ play: (inout LineModeDuel) throws -> Void
    ) throws {
        var duel = try LineModeDuel(
            seat: seat, rules: rules, verbosity: verbosity, names: names, venue: venue)
        try play(&duel)
        text += ["# \(title)."] + duel.transcript + [""]
    }

    static func expect(
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ play: (inout LineModeScenes) throws -> Void
    ) throws {
        var scenes = LineModeScenes()
        try play(&scenes)
        expectPicture(
            scenes.text.joined(separator: "\n"), "line-mode/\(name)",
            sourceLocation: sourceLocation)
    }
}
