import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Table rate limits")
struct TableRateLimitsTests {
    private static let chat = WireLimits.standard.chat

    /// How often something is allowed that is tried every 10 ms for some seconds.
    private static func allowed(
        for seconds: Int, _ attempt: (inout TableRateLimits, MonotonicInstant) -> Bool
    ) -> Int {
        var rateLimits = TableRateLimits(.standard, .duel, chat: chat)
        return (0..<seconds * 100).count { step in
            attempt(&rateLimits, MonotonicInstant(.seconds(1000) + .milliseconds(step * 10)))
        }
    }

    @Test("Rate limits belong to the seat, whichever connection it uses", arguments: Seat.allCases)
    func seats(seat: Seat) {
        // What is in reserve, and what a minute brings.
        #expect(Self.allowed(for: 60) { $0.allow(.say("hi"), from: seat, at: $1) } == 4 + 23)
        #expect(Self.allowed(for: 60) { $0.allow(.pause, from: seat, at: $1) } == 5 + 29)
        #expect(Self.allowed(for: 60) { $0.returns[seat].allows(at: $1) } == 20 + 59)
    }

    @Test("Picks are limited in a duel, over all connections, and unlimited in solo games")
    func picks() {
        let pick = ClientMessage.pick(Card.all[0])
        var duel = TableRateLimits(.standard, .duel, chat: WireLimits.standard.chat)
        var solo = TableRateLimits(.standard, .solo, chat: WireLimits.standard.chat)
        let now = MonotonicInstant(.seconds(60))
        let inDuel = (0..<100).count { _ in duel.allow(pick, from: .first, at: now) }
        let alone = (0..<100).count { _ in solo.allow(pick, from: .first, at: now) }
        #expect(inDuel == 16 && alone == 100)
        let isOthers = duel.allow(pick, from: .second, at: now)
        let isLater = duel.allow(pick, from: .first, at: now.advanced(by: .milliseconds(125)))
        #expect(isOthers && isLater)
    }

    @Test("Both kinds of proposals share one limit per seat")
    func proposals() {
        var rateLimits = TableRateLimits(.standard, .duel, chat: Self.chat)
        let now = MonotonicInstant(.seconds(1000))
        let allowed = (0..<10).map { number in
            rateLimits.allow(number.isMultiple(of: 2) ? .new : .pause, from: .first, at: now)
        }
        #expect(allowed == Array(repeating: true, count: 5) + Array(repeating: false, count: 5))
        let (other, chat) = (
            rateLimits.allow(.pause, from: .second, at: now),
            rateLimits.allow(.say("hi"), from: .first, at: now)
        )
        #expect(other && chat)
    }

    @Test("Watchers share one limit, and so do races")
    func crowds() {
        #expect(Self.allowed(for: 60) { $0.watchersChat.allows(at: $1) } == 10 + 59)
        #expect(Self.allowed(for: 60) { $0.races.allows(at: $1) } == 10 + 119)
    }

    @Test(
        "What the game itself limits has no rate limit",
        arguments: [.ready, .pass, .hint, .resign, .leave, .claim(Claim(board: BoardNumber(1)))]
            as [ClientMessage])
    func game(message: ClientMessage) {
        #expect(Self.allowed(for: 1) { $0.allow(message, from: .first, at: $1) } == 100)
    }
}

@Suite("Refusals before expulsion")
struct GuestExcessTests {
    @Test("A flooding connection ends after 20 refusals, counted afresh after a quiet while")
    func excess() {
        var limits = WireLimits.standard
        limits.messages = .init(1, per: .seconds(1), burst: 1)
        var participant = Participant(
            ParticipantID(1), .first, name: "Ann", features: [], limits: limits, at: .zero)
        for round in 0..<3 {
            let now = MonotonicInstant(.seconds(round * 10))
            #expect(participant.heard(at: now) == .admitted)
            for _ in 0..<20 { #expect(participant.heard(at: now) == .refused) }
        }
        #expect(participant.heard(at: MonotonicInstant(.seconds(20))) == .disconnect)
    }
}
