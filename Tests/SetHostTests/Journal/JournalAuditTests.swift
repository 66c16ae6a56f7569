import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Journal audit")
struct JournalAuditTests {
    private static let seeds = (1...12).map { UInt64($0) }.fewerWhenSlow

    private func fault(_ forgery: JournalForgery) -> JournalFault? { fault(forgery.bytes) }

    private func fault(_ bytes: [UInt8]) -> JournalFault? {
        do throws(JournalFault) {
            _ = try JournalAudit(try JournalReader.read(bytes))
            return nil
        } catch {
            return error
        }
    }

    private func forgery(_ seed: UInt64) throws -> JournalForgery {
        JournalForgery(try Simulation.history(seed: seed).lines())
    }

    /// A journal with a decision between two claims and, as the first end of a game, one with a result.
    private func eventful() throws -> JournalForgery {
        for seed in UInt64(0)..<200 {
            let forgery = try forgery(seed)
            guard let ended = forgery.numbers(of: "ended").first else { continue }
            let hasResult = forgery.lines[ended - 1].contains("points")
            if hasResult, !forgery.numbers(of: "judged").isEmpty { return forgery }
        }
        throw JournalFault(line: 0, .empty)
    }

    @Test("An audit accepts what a host wrote and reports what it checked", arguments: seeds)
    func holds(seed: UInt64) throws {
        let history = Simulation.history(seed: seed)
        let forgery = JournalForgery(try history.lines())
        let audit = try JournalAudit(try JournalReader.read(forgery.bytes))
        #expect(audit.inputs == history.steps.count)
        let published = history.steps.flatMap(\.effects).compactMap { effect in
            if case .publish(let state) = effect { state.event } else { nil }
        }
        let claims = published.count { $0.traits.kind == .claimed }
        let sets = published.count { $0.traits.kind == .setFound }
        #expect(audit.games.reduce(0) { $0 + $1.claims } == claims)
        #expect(audit.games.reduce(0) { $0 + $1.sets } == sets)
        let promises = forgery.numbers(of: "promised").count
        #expect(audit.games.reduce(0) { $0 + $1.promises.count } == promises)
        #expect(audit.sentences.count >= 2)
    }

    @Test("An audit finds an altered race decision and names its line")
    func decisions() throws {
        let journal = try eventful()
        for line in journal.numbers(of: "judged") {
            let isFirst = journal.lines[line - 1].contains("\"winner\":0")
            var forged = journal
            try forged.replace(
                "\"winner\":\(isFirst ? 0 : 1)", with: "\"winner\":\(isFirst ? 1 : 0)", inLine: line
            )
            #expect(fault(forged) == JournalFault(line: line, .announcedOtherwise(.judged)))
            forged = journal
            try forged.replace("\"margin\":", with: "\"margin\":1", inLine: line)
            #expect(fault(forged) == JournalFault(line: line, .announcedOtherwise(.judged)))
        }
    }

    @Test("An audit finds an altered arrival time of a claim in a race")
    func arrivals() throws {
        let journal = try eventful()
        let judged = try #require(journal.numbers(of: "judged").first)
        var forged = journal
        try forged.replace("\"arrival\":", with: "\"arrival\":-", inLine: judged - 1)
        let found = try #require(fault(forged))
        #expect(judged - 1...judged + 1 ~= found.line)
    }

    /// Changes of a state with a found set, and the fault that each leads to.
    private static let lies: [(change: @Sendable (inout TableState) -> Void, StateReview.Fault)] = [
        ({ $0.deck += 1 }, .cardCount), ({ $0.cards[0] = $0.cards[1] }, .cardTwice),
        ({ state in state.cards[0] = Card.all.first { !state.cards.contains($0) } }, .cardGone),
        (
            { state in
                state.replaceTrio { _, others in
                    let (first, second) = (others.away[0], others.here[0])
                    return Trio(first, second, .third(completing: first, second))
                }
            }, .offBoard
        ),
        ({ state in state.replaceTrio { Trio($0[0], $0[1], $1.here[0]) } }, .noSet),
        ({ $0.players.first?.points += 1 }, .points), ({ $0.players.second?.sets += 1 }, .sets),
    ]

    @Test("A review of states finds cards and sums that cannot be", arguments: lies.indices)
    func unlawful(index: Int) throws {
        let (change, fault) = Self.lies[index]
        let history = Simulation.history(seed: 2)
        var review = StateReview(history.header.rules)
        for step in history.steps {
            for case .publish(var state) in step.effects {
                guard state.event?.traits.kind == .setFound else {
                    try review.observe(state)
                    continue
                }
                change(&state)
                #expect(throws: fault) { try review.observe(state) }
                return
            }
        }
        Issue.record("no set was found")
    }

    @Test("A review of states finds a card that comes back after it was found")
    func cameBack() throws {
        for history in (1...20).lazy.map({ Simulation.history(seed: $0) }) {
            var (review, found) = (StateReview(history.header.rules), [Card]())
            for step in history.steps {
                for case .publish(var state) in step.effects {
                    if state.cards.isEmpty { found = [] }
                    // The first refill removes the set, and a later one brings a card of it back.
                    if case .refilled(let fresh) = state.event, let card = fresh.first,
                        let slot = state.cards.firstIndex(of: card), found.count > 3
                    {
                        state.cards[slot] = found[0]
                        #expect(throws: StateReview.Fault.cardTwice) { try review.observe(state) }
                        return
                    }
                    if case .setFound(_, let trio, _) = state.event { found += trio.cards }
                    try review.observe(state)
                }
            }
        }
        Issue.record("no board was refilled twice")
    }

    @Test("An audit finds an altered seed or salt through the first shuffle commitment")
    func otherSeed() throws {
        let journal = try eventful()
        let promise = try #require(journal.numbers(of: "promised").first)
        for key in ["seed", "salt"] where journal.lines[0].contains("\"\(key)\":\"") {
            let digit = try #require(
                journal.lines[0].firstRange(of: "\"\(key)\":\"")?.upperBound)
            let isZero = journal.lines[0][digit] == "0"
            var forged = journal
            forged.lines[0].replaceSubrange(digit...digit, with: isZero ? "1" : "0")
            #expect(fault(forged) == JournalFault(line: promise, .announcedOtherwise(.promised)))
        }
    }

    @Test("An audit finds an altered result, revealed deck, or commitment")
    func results() throws {
        let journal = try eventful()
        let ended = try #require(
            journal.numbers(of: "ended").first { journal.lines[$0 - 1].contains("points") })
        var forged = journal
        try forged.replace("\"points\":[", with: "\"points\":[1", inLine: ended)
        #expect(fault(forged) == JournalFault(line: ended, .announcedOtherwise(.ended)))
        forged = journal
        try forged.replace("\"salt\":\"", with: "\"salt\":\"0", inLine: ended)
        #expect(fault(forged) == JournalFault(line: ended, .unreadable("salt")))
        let promise = try #require(journal.numbers(of: "promised").first)
        forged = journal
        forged.lines[promise - 1] = forged.lines[promise - 1]
            .replacing(/"sha256":"../) { match in
                match.output.hasSuffix("00") ? "\"sha256\":\"11" : "\"sha256\":\"00"
            }
        #expect(fault(forged) == JournalFault(line: promise, .announcedOtherwise(.promised)))
    }

    @Test("An audit finds removed notes and added notes")
    func notes() throws {
        let journal = try eventful()
        for what in ["promised", "judged", "ended"] {
            let line = try #require(journal.numbers(of: what).first)
            var forged = journal
            let note = forged.lines.remove(at: line - 1)
            let kind: JournalNote.Kind =
                what == "promised" ? .promised : what == "judged" ? .judged : .ended
            if line <= forged.lines.count {
                #expect(fault(forged) == JournalFault(line: line, .unannounced(kind)))
            }
            forged = journal
            forged.lines.insert(note, at: line)
            #expect(fault(forged)?.line == line + 1)
        }
    }

    @Test("An audit never crashes, whatever lines with valid checksums say")
    func anything() async throws {
        var generator = SeededGenerator(seed: 30)
        let journal = try eventful()
        let wild = ["-9007199254740991", "9007199254740991", "0", "1", "-1", "12"]
        for _ in 0..<LongRun.count(80, inLongRun: 2000) {
            var forged = journal
            forged.lines = Array(forged.lines.prefix(40 + Int(generator.below(40))))
            for _ in 0...generator.below(3) {
                let place = Int(generator.below(UInt64(forged.lines.count)))
                switch generator.below(4) {
                case 0: forged.lines.remove(at: place)
                case 1: forged.lines.insert(forged.lines[place], at: place)
                case 2:
                    forged.lines.swapAt(place, Int(generator.below(UInt64(forged.lines.count))))
                case _:
                    let value = wild[Int(generator.below(UInt64(wild.count)))]
                    forged.lines[place] = forged.lines[place]
                        .replacing(/"(us|arrival|revision|seat|board)":-?\d+/) { match in
                            "\"\(match.output.1)\":\(value)"
                        }
                }
            }
            let bytes = forged.bytes
            _ = fault(bytes)
            if let read = try? JournalReader.read(bytes) { _ = try? Recording(read) }
            await Task.yield()
        }
    }
}

extension TableState {
    /// Replaces the found set, given its cards and the others on and off the board.
    fileprivate mutating func replaceTrio(
        _ make: ([Card], (here: [Card], away: [Card])) -> Trio?
    ) {
        guard case .setFound(let seat, let trio, let points) = event else { return }
        let others = cards.compactMap(\.self).filter { !trio.contains($0) }
        let away = Card.all.filter { !cards.contains($0) }
        guard let trio = make(trio.cards, (others, away)) else { return }
        event = .setFound(seat, trio, points: points)
    }
}
