// What just happened. A new event needs a case in each of the two switches.

extension TableEvent: CodedObject {
    /// Writes the seat first and the points last, as every event has them.
    package func writeMembers(to coder: inout Coder) {
        let traits = traits
        coder.write("kind", traits.kind)
        if let seat = traits.seat { coder.write("seat", seat) }
        switch self {
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .claimed, .paused, .resumed, .suddenDeath, .resigned, .over:
            break
        case .picked(_, let card), .unpicked(_, let card, _): coder.write("card", card)
        case .setFound(_, let trio, _), .mismatch(_, let trio, _):
            coder.write("cards", trio.cards)
        case .timedOut(_, let why, _), .passed(_, let why, _): coder.write("why", why)
        case .dealt(_, let cards, let setsBefore, _):
            coder.write("cards", cards)
            coder.write("sets", setsBefore)
        case .refilled(let cards): coder.write("cards", cards)
        case .hinted(_, let shown, _): coder.write("shown", shown)
        case .asked(_, let proposal): coder.write("what", proposal)
        case .withdrew(_, let proposal, let reason):
            coder.write("what", proposal)
            if let reason { coder.write("why", reason) }
        }
        if let points = traits.points { coder.write("points", points) }
    }

    /// Throws ``WireError/unknownType`` when it holds a word that only a newer host knows.
    package init(members object: JSONView) throws(WireError) {
        func seat() throws(WireError) -> Seat { try object.read("seat") }
        func points() throws(WireError) -> Int { try object.read("points") }
        func word<Word: CodedValue>(_ key: StaticString) throws(WireError) -> Word {
            guard let word: Word = try object.readKnown(key) else { throw .unknownType }
            return word
        }
        switch try word("kind") as Kind {
        case .joined: self = .joined(try seat())
        case .left: self = .left(try seat())
        case .away: self = .away(try seat())
        case .returned: self = .returned(try seat())
        case .seatReleased: self = .seatReleased(try seat())
        case .ready: self = .ready(try seat())
        case .countdown: self = .countdown
        case .started: self = .started
        case .claimed: self = .claimed(try seat())
        case .picked: self = .picked(try seat(), try object.read("card"))
        case .unpicked:
            self = .unpicked(try seat(), try object.read("card"), points: try points())
        case .setFound:
            self = .setFound(try seat(), try object.read("cards"), points: try points())
        case .mismatch:
            self = .mismatch(try seat(), try object.read("cards"), points: try points())
        case .timedOut:
            let why: TurnReason = try word("why")
            self = .timedOut(try seat(), why, points: try points())
        case .passed:
            let why: TurnReason = try word("why")
            self = .passed(try seat(), why, points: try points())
        case .dealt:
            self = .dealt(
                try seat(), try object.read("cards") { $0.count <= 81 },
                setsBefore: try object.read("sets", where: \.isCount), points: try points())
        case .refilled: self = .refilled(try object.read("cards") { $0.count <= 81 })
        case .hinted:
            self = .hinted(
                try seat(), shown: try object.read("shown") { 0...3 ~= $0 }, points: try points())
        case .asked:
            let what: Proposal = try word("what")
            self = .asked(try seat(), what)
        case .withdrew:
            let what: Proposal = try word("what")
            self = .withdrew(
                try seat(), what, because: try object.readKnown("why", isOptional: true))
        case .paused: self = .paused
        case .resumed: self = .resumed
        case .suddenDeath: self = .suddenDeath
        case .resigned: self = .resigned(try seat())
        case .over: self = .over
        }
    }
}

extension Trio: CodedAs {
    package static func decoded(_ code: [Card]) -> Trio? { Trio(code) }
    package var encoded: [Card] { cards }
}
