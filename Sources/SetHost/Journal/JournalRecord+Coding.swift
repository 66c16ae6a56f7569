import SetProtocol

// What the lines of a journal hold. A new input needs a case in each of the two switches.

extension JournalHeader: CodedObject {
    package func writeMembers(to coder: inout Coder) {
        coder.write("n", 0)
        coder.write("journal", Self.format)
        coder.write("table", table)
        coder.write("serial", serial)
        coder.write("private", isPrivate)
        coder.write("opened", opened)
        coder.write("seed", seed.number.hex)
        if let salt = seed.salt { coder.write("salt", salt) }
        coder.write("rules", rules)
        if repeats { coder.write("repeats", true) }
    }

    package init(members object: JSONView) throws(WireError) {
        let rules: Rules = try object.read("rules")
        guard rules.unknownWords.isEmpty, let seed = UInt64(hex: try object.read("seed")) else {
            throw .invalid(rules.unknownWords.isEmpty ? "seed" : "rules")
        }
        self.init(
            table: try object.read("table"),
            serial: try object.read("serial") { 0...Self.lastSerial ~= $0 },
            isPrivate: try object.read("private"), opened: try object.read("opened"),
            rules: rules, seed: ShuffleSeed(number: seed, salt: try object.read("salt")))
        repeats = try object.read("repeats") ?? false
    }
}

extension JournalRecord: CodedObject {
    package func writeMembers(to coder: inout Coder) {
        coder.write("n", number)
        coder.write("us", time.sinceOpening.wholeMicroseconds)
        coder.write("revision", revision)
        entry.writeMembers(to: &coder)
    }

    package init(members object: JSONView) throws(WireError) {
        self.init(
            number: try object.read("n"), time: TableInstant(try object.readTime("us")),
            revision: try object.read("revision"), entry: try JournalEntry(members: object))
    }
}

private enum JournalWord: String, CodedValue {
    case token, joined, received, measured, connected, deadlinePassed, connectionLost, returned
    case left, restarted, closed
    case queued, unqueued, waiter, seated
    case promised, judged, ended
}

extension JournalEntry {
    fileprivate func writeMembers(to coder: inout Coder) {
        switch self {
        case .token(let seat, let digest):
            coder.write(.token, seat)
            coder.write("sha256", digest)
        case .input(.joined(let seat, let name)):
            coder.write(.joined, seat)
            coder.write("name", name)
        case .input(.received(let message, let seat, let arrival, let isContested)):
            coder.write(.received, seat)
            coder.write("arrival", arrival.sinceOpening.wholeMicroseconds)
            if isContested { coder.write("contested", true) }
            coder.write("message", message.withoutSecret)
        case .input(.measured(let times)): coder.write(.measured, roundTrips: times)
        case .input(.connected(let times)): coder.write(.connected, roundTrips: times)
        case .input(.deadlinePassed): coder.write(.deadlinePassed)
        case .input(.connectionLost(let seat)): coder.write(.connectionLost, seat)
        case .input(.returned(let seat)): coder.write(.returned, seat)
        case .input(.left(let seat)): coder.write(.left, seat)
        case .input(.queued(let token, let name)):
            coder.write(.queued)
            coder.write("sha256", token)
            coder.write("name", name)
        case .input(.unqueued(let token)):
            coder.write(.unqueued)
            coder.write("sha256", token)
        case .input(.waiter(let token, let isHere)):
            coder.write(.waiter)
            coder.write("sha256", token)
            coder.write("here", isHere)
        case .input(.seated(let seats)):
            coder.write(.seated)
            coder.write("seats", seats)
        case .input(.restarted): coder.write(.restarted)
        case .input(.closed): coder.write(.closed)
        case .note(.promised(let commitment)):
            coder.write(.promised)
            coder.write("game", commitment.game)
            coder.write("sha256", commitment.digest)
        case .note(.judged(let race)):
            coder.write(.judged)
            coder.write("winner", race.winner)
            coder.write("margin", race.margin.wholeMicroseconds)
            coder.write("adjusted", race.adjustment.wholeMicroseconds)
            coder.write("deadHeat", race.isDeadHeat)
        case .note(.ended(let ending)):
            coder.write(.ended)
            ending.writeMembers(to: &coder)
        }
    }

    fileprivate init(members object: JSONView) throws(WireError) {
        switch try object.read("what") as JournalWord {
        case .token: self = .token(try object.read("seat"), try object.read("sha256"))
        case .joined:
            let name = try object.read("name", where: SafeText.isAllowedName)
            self = .input(.joined(try object.read("seat"), name: name))
        case .received:
            self = .input(
                .received(
                    try object.read("message"), from: try object.read("seat"),
                    arrival: TableInstant(.microseconds(try object.read("arrival") as Int)),
                    isContested: try object.read("contested") ?? false))
        case .measured: self = .input(.measured(try object.readRoundTrips()))
        case .connected: self = .input(.connected(try object.readRoundTrips()))
        case .deadlinePassed: self = .input(.deadlinePassed)
        case .connectionLost: self = .input(.connectionLost(try object.read("seat")))
        case .returned: self = .input(.returned(try object.read("seat")))
        case .left: self = .input(.left(try object.read("seat")))
        case .queued:
            let name: String = try object.read("name", where: SafeText.isAllowedName)
            self = .input(.queued(try object.read("sha256"), name: name))
        case .unqueued: self = .input(.unqueued(try object.read("sha256")))
        case .waiter:
            self = .input(.waiter(try object.read("sha256"), isHere: try object.read("here")))
        case .seated: self = .input(.seated(try object.read("seats") { $0.count <= 2 }))
        case .restarted: self = .input(.restarted)
        case .closed: self = .input(.closed)
        case .promised:
            let game = try object.read("game", where: \Int.isCount)
            self = .note(.promised(Commitment(game: game, digest: try object.read("sha256"))))
        case .judged:
            self = .note(
                .judged(
                    Race(
                        winner: try object.read("winner"), margin: try object.readTime("margin"),
                        adjustment: try object.readTime("adjusted"),
                        isDeadHeat: try object.read("deadHeat"))))
        case .ended: self = .note(.ended(try GameEnding(members: object)))
        }
    }
}

extension GameEnding {
    fileprivate func writeMembers(to coder: inout Coder) {
        coder.write("game", game)
        if let result {
            if let decider = result.decider { coder.write("by", decider) }
            if let winner = result.winner { coder.write("winner", winner) }
            coder.write("points", points)
            coder.write("sets", sets)
        }
        guard let shuffle else { return }
        coder.write("salt", shuffle.salt)
        coder.write("deck", shuffle.deck)
    }

    fileprivate init(members object: JSONView) throws(WireError) {
        self.init(game: try object.read("game", where: \.isCount))
        if let decider: GameResult.Decider = try object.read("by") {
            result = GameResult(winner: try object.read("winner"), decider: decider)
            (points, sets) = (try object.read("points"), try object.read("sets"))
        }
        if let salt: Salt = try object.read("salt") {
            shuffle = Shuffle(deck: try object.read("deck") { $0.count <= 81 }, salt: salt)
        }
    }
}

extension Coder {
    fileprivate mutating func write(_ what: JournalWord, _ seat: Seat? = nil) {
        write("what", what)
        if let seat { write("seat", seat) }
    }

    fileprivate mutating func write(_ what: JournalWord, roundTrips: PerSeat<Duration>) {
        write("what", what)
        write("roundTrips", roundTrips.map(\.wholeMicroseconds))
    }
}

extension JSONView {
    fileprivate func readRoundTrips() throws(WireError) -> PerSeat<Duration> {
        let times: PerSeat<Int> = try read("roundTrips") { times in
            times.seats { 0...3_600_000_000 ~= $0 } == Seat.allCases
        }
        return times.map { .microseconds($0) }
    }

    fileprivate func readTime(_ key: StaticString) throws(WireError) -> Duration {
        .microseconds(try read(key, where: \Int.isCount))
    }
}

extension ClientMessage {
    /// The message without the token of a hello: tokens are never written.
    fileprivate var withoutSecret: ClientMessage {
        guard case .hello(var hello) = self else { return self }
        hello.token = nil
        return .hello(hello)
    }
}
