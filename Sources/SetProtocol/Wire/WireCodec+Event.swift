// What just happened. A new event needs a case in each of the two switches.

extension JSONWriter {
    mutating func members(of event: TableEvent) {
        member("kind", word: event.traits.kind)
        switch event {
        case .countdown, .started, .paused, .resumed, .suddenDeath, .over:
            break
        case .joined(let seat), .left(let seat), .away(let seat), .returned(let seat),
            .seatReleased(let seat), .ready(let seat), .claimed(let seat), .resigned(let seat):
            member("seat", seat)
        case .picked(let seat, let card):
            member("seat", seat)
            member("card", card)
        case .unpicked(let seat, let card, let points):
            member("seat", seat)
            member("card", card)
            member("points", points)
        case .setFound(let seat, let trio, let points), .mismatch(let seat, let trio, let points):
            member("seat", seat)
            member("cards", trio.cards)
            member("points", points)
        case .timedOut(let seat, let why, let points), .passed(let seat, let why, let points):
            member("seat", seat)
            member("why", word: why)
            member("points", points)
        case .dealt(let seat, let cards, let setsBefore, let points):
            member("seat", seat)
            member("cards", cards)
            member("sets", setsBefore)
            member("points", points)
        case .refilled(let cards):
            member("cards", cards)
        case .hinted(let seat, let shown, let points):
            member("seat", seat)
            member("shown", shown)
            member("points", points)
        case .asked(let seat, let proposal):
            member("seat", seat)
            member("what", word: proposal)
        case .withdrew(let seat, let proposal, let reason):
            member("seat", seat)
            member("what", word: proposal)
            if let reason { member("why", word: reason) }
        }
    }
}

extension TableEvent {
    /// Reads an event; `nil` when it holds a word that only a newer host knows.
    init?(_ fields: WireFields) throws(WireError) {
        guard let kind = try fields.knownWord("kind", Kind.self) else { return nil }
        switch kind {
        case .joined: self = .joined(try fields.seat("seat"))
        case .left: self = .left(try fields.seat("seat"))
        case .away: self = .away(try fields.seat("seat"))
        case .returned: self = .returned(try fields.seat("seat"))
        case .seatReleased: self = .seatReleased(try fields.seat("seat"))
        case .ready: self = .ready(try fields.seat("seat"))
        case .countdown: self = .countdown
        case .started: self = .started
        case .claimed: self = .claimed(try fields.seat("seat"))
        case .picked: self = .picked(try fields.seat("seat"), try fields.card("card"))
        case .unpicked:
            self = .unpicked(
                try fields.seat("seat"), try fields.card("card"), points: try fields.points)
        case .setFound:
            self = .setFound(try fields.seat("seat"), try fields.trio, points: try fields.points)
        case .mismatch:
            self = .mismatch(try fields.seat("seat"), try fields.trio, points: try fields.points)
        case .timedOut:
            guard let why: TurnReason = try fields.knownWord("why") else { return nil }
            self = .timedOut(try fields.seat("seat"), why, points: try fields.points)
        case .passed:
            guard let why: TurnReason = try fields.knownWord("why") else { return nil }
            self = .passed(try fields.seat("seat"), why, points: try fields.points)
        case .dealt:
            self = .dealt(
                try fields.seat("seat"), try fields.cards("cards", count: 0...81),
                setsBefore: try fields.count("sets"), points: try fields.points)
        case .refilled: self = .refilled(try fields.cards("cards", count: 0...81))
        case .hinted:
            self = .hinted(
                try fields.seat("seat"), shown: try fields.count("shown", upTo: 3),
                points: try fields.points)
        case .asked, .withdrew:
            guard let what: Proposal = try fields.knownWord("what") else { return nil }
            let seat = try fields.seat("seat")
            self =
                kind == .asked
                ? .asked(seat, what)
                : .withdrew(seat, what, because: try fields.knownWord(ifAny: "why"))
        case .paused: self = .paused
        case .resumed: self = .resumed
        case .suddenDeath: self = .suddenDeath
        case .resigned: self = .resigned(try fields.seat("seat"))
        case .over: self = .over
        }
    }
}

extension WireFields {
    fileprivate var points: Int {
        get throws(WireError) { try integer("points") }
    }

    fileprivate var trio: Trio {
        get throws(WireError) {
            try required("cards") { $0.cards(count: 3...3).flatMap(Trio.init) }
        }
    }
}
