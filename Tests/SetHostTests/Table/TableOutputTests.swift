import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Table output")
struct TableOutputTests {
    private static func at(_ milliseconds: Int) -> MonotonicInstant {
        MonotonicInstant(.milliseconds(milliseconds))
    }

    /// A table where the first player's connection is fast and the second's slow.
    private static func unequalTable() -> TableDesk {
        var desk = TableDesk()
        desk.open()
        for _ in 0..<8 {
            guard let next = desk.core.nextWake else { break }
            for case .tell(.ping(let nonce), let participant) in desk.take(
                .wokeUp(congested: []), at: next)
            {
                let delay = participant.number == 1 ? 2 : 102
                desk.say(
                    .pong(nonce), participant.number, at: next.advanced(by: .milliseconds(delay)))
            }
        }
        return desk
    }

    private static func pongs(_ effects: [TableEffect]) -> [ParticipantID] {
        effects.compactMap { effect in
            guard case .tell(.pong, let participant) = effect else { return nil }
            return participant
        }
    }

    @Test("A ping behind a held claim is answered after the claim")
    func pingBehindHeldClaim() throws {
        var desk = Self.unequalTable()
        let board = desk.core.duel.game.boardNumber
        let claimed = Self.at(20_000)
        desk.say(.claim(Claim(board: board)), 1, at: claimed)
        #expect(desk.core.duel.heldClaim != nil)
        let ping = ClientMessage.ping(Nonce("n"))
        #expect(Self.pongs(desk.say(ping, 1, at: claimed.advanced(by: .milliseconds(1)))) == [])
        // The other player's pings tell nothing of it.
        let other = desk.say(ping, 2, at: claimed.advanced(by: .milliseconds(2)))
        #expect(Self.pongs(other) == [ParticipantID(2)])
        let end = try #require(desk.core.duel.nextDeadline)
        let effects = desk.take(.wokeUp(congested: []), at: desk.core.instant(at: end))
        let claimedAt = effects.firstIndex { effect in
            guard case .tellAll(.state(let state)) = effect else { return false }
            return state.event == .claimed(.first)
        }
        let pongAt = effects.firstIndex { effect in
            guard case .tell(.pong, ParticipantID(1)) = effect else { return false }
            return true
        }
        #expect(try #require(claimedAt) < #require(pongAt))
    }

    private static func appends(_ effects: [TableEffect]) -> Int {
        effects.count { if case .append = $0 { true } else { false } }
    }

    @Test(
        "A refused request is not written to the journal",
        arguments: [
            .pass, .hint, .pick(DuelDecks.firstSet[0]), .deal(BoardNumber(7)),
            .claim(Claim(board: BoardNumber(7))), .ready,
        ] as [ClientMessage])
    func refusals(_ message: ClientMessage) {
        var desk = Self.unequalTable()
        let before = desk.core.duel
        // What was measured since the last message is not written down either.
        for second in 0..<5 {
            #expect(Self.appends(desk.say(message, 1, at: Self.at(20_000 + second * 1000))) == 0)
        }
        #expect(desk.core.duel == before)
        #expect(Self.appends(desk.say(.say("hm"), 1, at: Self.at(30_000))) > 0)
    }

    @Test("A hint that shows nothing new is not written to the journal")
    func repeatedHint() {
        var desk = TableDesk { $0.hints = true }
        desk.open()
        for second in 1...3 {
            #expect(Self.appends(desk.say(.hint, 1, at: Self.at(second * 1000))) > 0)
        }
        let effects = desk.say(.hint, 1, at: Self.at(9000))
        #expect(Self.appends(effects) == 0)
        #expect(effects.contains { if case .tell(.hint, _) = $0 { true } else { false } })
    }

    // MARK: - Watchers

    /// A table with two players, two watchers, and a turn that lasts as long as its holder likes.
    private static func watchedTable() -> TableDesk {
        var limits = HostLimits.standard
        limits.picks = RateLimit.Rate(1000, per: .seconds(1), burst: 1000)
        var desk = TableDesk(limits: limits) { $0.claim = .seconds(120) }
        desk.open()
        for participant in [3, 4] {
            let hello = Hello(name: "W\(participant)", role: .watch)
            desk.take(.hello(hello, from: ParticipantID(participant)), at: at(1))
        }
        desk.say(.claim(Claim(board: desk.core.duel.game.boardNumber)), 1, at: at(5000))
        return desk
    }

    @Test("Watchers get at most ten states a second of a player's picks, then the newest")
    func coalescedStates() throws {
        var desk = Self.watchedTable()
        let card = try #require(desk.core.duel.game.board.cards.first)
        var (toPlayers, toWatchers) = (0, 0)
        var newest: Revision?
        for step in 0..<200 {
            let now = Self.at(10_000 + step * 50)
            var effects = desk.say(.pick(card), 1, at: now)
            if let next = desk.core.nextWake, next <= now.advanced(by: .milliseconds(50)) {
                effects += desk.take(.wokeUp(congested: []), at: next)
            }
            for effect in effects {
                switch effect {
                case .tellAll(.state(let state)):
                    (toPlayers, toWatchers) = (toPlayers + 1, toWatchers + 1)
                    newest = state.revision
                case .tellSome(.state(let state), let participants):
                    if participants == [ParticipantID(1), ParticipantID(2)] { toPlayers += 1 }
                    guard participants == [ParticipantID(3), ParticipantID(4)] else { continue }
                    toWatchers += 1
                    newest = state.revision
                case _: continue
                }
            }
        }
        #expect(toPlayers == 200)
        #expect(80...125 ~= toWatchers, "ten a second for ten seconds, and a burst of twenty")
        let end = desk.core.nextWake.map { desk.take(.wokeUp(congested: []), at: $0) } ?? []
        for case .tellSome(.state(let state), _) in end { newest = state.revision }
        #expect(newest == desk.core.duel.revision)
    }

    @Test("Watchers get every state in which cards come or go")
    func importantStates() throws {
        var desk = Self.watchedTable()
        let card = try #require(desk.core.duel.game.board.cards.first)
        for step in 0..<30 { desk.say(.pick(card), 1, at: Self.at(10_000 + step)) }
        let sets = CardSet(desk.core.duel.game.board.cards).sets
        let set = try #require(sets.first { !$0.contains(card) })
        var effects: [TableEffect] = []
        for (order, card) in set.cards.enumerated() {
            effects += desk.say(.pick(card), 1, at: Self.at(14_000 + order))
        }
        let found = effects.contains { effect in
            guard case .tellAll(.state(let state)) = effect, case .setFound = state.event else {
                return false
            }
            return true
        }
        #expect(found)
    }
}
