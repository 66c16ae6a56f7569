// The state of a table, which is most of what a host says. The keys stand in the order in which a
// person reading along wants them.

extension JSONWriter {
    mutating func members(of state: TableState) {
        member("revision", state.revision.number)
        member("board", state.board.number)
        member("phase", ifAny: state.phase)
        member("event", ifAny: state.event) { writer, event in writer.members(of: event) }
        member("cards", state.cards)
        member("deck", state.deck)
        member("discard", state.discard)
        if let card = state.lastDiscard {
            member("lastDiscard", card)
        } else {
            member(null: "lastDiscard")
        }
        member("selection", ifAny: state.selection) { writer, selection in
            writer.member("seat", selection.seat)
            writer.member("cards", selection.cards)
            writer.member("verdict", ifAny: selection.verdict)
        }
        member("turn", ifAny: state.turn) { writer, turn in
            writer.member("seat", turn.seat)
            writer.member("why", ifAny: turn.reason)
            writer.members(of: turn.countdown)
        }
        member("clock", ifAny: state.clock) { writer, clock in
            writer.member("why", ifAny: clock.reason)
            writer.members(of: clock.countdown)
        }
        key(plain: "players")
        beginArray()
        for seat in Seat.allCases { object(of: state.players[seat]) }
        endArray()
        member("game", state.game)
        member("suddenDeath", state.isSuddenDeath)
        member("result", ifAny: state.result) { writer, result in
            writer.member("winner", ifAny: result.winner)
            writer.member("by", ifAny: result.decider)
        }
        if let message = state.message { member("message", message) }
    }

    private mutating func members(of countdown: Countdown?) {
        if let countdown {
            member("ms", countdown.remaining)
            member("of", countdown.total)
        } else {
            member(null: "ms")
            member(null: "of")
        }
    }

    private mutating func object(of player: PlayerState?) {
        guard let player else { return null() }
        beginObject()
        member("name", player.name)
        member("points", player.points)
        member("sets", player.sets)
        member("wins", player.wins)
        member("present", player.isPresent)
        member("ready", player.isReady)
        member("asks", ifAny: player.asks)
        endObject()
    }

    private mutating func member(_ key: StaticString, _ slots: [Card?]) {
        self.key(plain: key)
        beginArray()
        for slot in slots {
            if let card = slot { self.card(card) } else { null() }
        }
        endArray()
    }
}

extension TableState {
    init(_ fields: WireFields) throws(WireError) {
        self.init()
        revision = Revision(try fields.count("revision"))
        board = BoardNumber(try fields.count("board"))
        phase = try fields.knownWord("phase")
        if let event = try fields.object("event") { self.event = try TableEvent(event) }
        cards = try fields.required("cards") { $0.slots() }
        deck = try fields.count("deck", upTo: 81)
        discard = try fields.count("discard", upTo: 81)
        lastDiscard = try fields.optional("lastDiscard") { $0.card() }
        selection = try fields.object("selection").map(Selection.init)
        turn = try fields.object("turn").map(Turn.init)
        clock = try fields.object("clock").map(Clock.init)
        let players = try fields.objectPerSeat("players")
        self.players = PerSeat(
            first: try players.first.map(PlayerState.init),
            second: try players.second.map(PlayerState.init))
        game = try fields.count("game")
        isSuddenDeath = try fields.flag("suddenDeath")
        result = try fields.object("result").map(GameResult.init)
        message = try fields.optional("message") { $0.string() }
    }
}

extension Selection {
    fileprivate init(_ fields: WireFields) throws(WireError) {
        self.init(
            seat: try fields.seat("seat"), cards: try fields.cards("cards", count: 1...3),
            heard: try fields.knownWord("verdict"))
    }
}

extension Turn {
    fileprivate init(_ fields: WireFields) throws(WireError) {
        let isLimited = try fields.optional("ms") { $0.integer(in: JSONCursor.anyInteger) } != nil
        self.init(
            seat: try fields.seat("seat"), heard: try fields.knownWord("why"),
            countdown: isLimited ? try Countdown(fields) : nil)
    }
}

extension Clock {
    fileprivate init(_ fields: WireFields) throws(WireError) {
        self.init(heard: try fields.knownWord("why"), countdown: try Countdown(fields))
    }
}

extension Countdown {
    fileprivate init(_ fields: WireFields) throws(WireError) {
        self.init(remaining: try fields.duration("ms"), total: try fields.duration("of"))
    }
}

extension PlayerState {
    fileprivate init(_ fields: WireFields) throws(WireError) {
        self.init(name: try fields.string("name"))
        points = try fields.integer("points")
        sets = try fields.count("sets")
        wins = try fields.count("wins")
        isPresent = try fields.flag("present")
        isReady = try fields.flag("ready")
        asks = try fields.knownWord(ifAny: "asks")
    }
}

extension GameResult {
    fileprivate init(_ fields: WireFields) throws(WireError) {
        self.init(
            winner: try fields.optional("winner") { $0.seat() },
            heard: try fields.knownWord("by"))
    }
}
