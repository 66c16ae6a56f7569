import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Waiting for a player to be ready", .serialized, .inTurn)
struct ReadyWaitTests {
    private static let limit = HostLimits.standard.readyTime

    /// Two players, the first of whom says ready a second after they sat down.
    private static func waiting(isPrivate: Bool = false) -> TableDesk {
        var desk = TableDesk(isPrivate: isPrivate)
        desk.take(.hello(Hello(name: "Ann"), from: ParticipantID(1)), at: .zero)
        desk.take(.hello(Hello(name: "Bob"), from: ParticipantID(2)), at: .zero)
        desk.say(.ready, 1, at: MonotonicInstant(.seconds(1)))
        return desk
    }

    /// Wakes a table so long after the first player was ready.
    private static func wake(
        _ desk: inout TableDesk, after time: Duration,
        reading: [(TableInput, MonotonicInstant)] = []
    ) -> [TableEffect] {
        let now = MonotonicInstant(.seconds(1) + time)
        return desk.take(.wokeUp(congested: []), at: now, reading: reading)
    }

    @Test("A player who keeps a ready opponent waiting loses the seat after two minutes")
    func freed() {
        var desk = Self.waiting()
        let token = desk.tokens[2]
        #expect(!Self.wake(&desk, after: Self.limit - .milliseconds(1)).contains(.finish(.second)))
        let effects = Self.wake(&desk, after: Self.limit)
        let error = HostMessage.error(.notReady, message: ConnectionError.notReady.sentence)
        #expect(effects.contains(.tell(error, to: .second)))
        #expect(effects.contains(.finish(.second)))
        #expect(effects.milestones == [.left(.second)])
        #expect(desk.core.duel.freeSeat == .second)
        // The seat is given back to nobody.
        let hello = Hello(name: "Bob", token: token)
        let answer = desk.take(
            .hello(hello, from: ParticipantID(3)), at: MonotonicInstant(.seconds(1) + Self.limit))
        #expect(answer.contains(.turnAway(ParticipantID(3), .tokenUnknown)))
    }

    @Test("Nothing but \"ready\" stops the two minutes: no chat, ping, or pong")
    func words() {
        var desk = Self.waiting()
        desk.say(.say("one moment"), 2, at: MonotonicInstant(.seconds(100)))
        desk.say(.ping(Nonce("a")), 2, at: MonotonicInstant(.seconds(105)))
        desk.say(.pong(Nonce("b")), 2, at: MonotonicInstant(.seconds(110)))
        #expect(!Self.wake(&desk, after: .seconds(119)).contains(.finish(.second)))
        #expect(Self.wake(&desk, after: .seconds(120)).contains(.finish(.second)))
    }

    @Test("A \"ready\" that arrived in time but was not read yet keeps the seat")
    func unread() {
        var desk = Self.waiting()
        let ready = TableDesk.line(.ready, 2)
        let effects = Self.wake(
            &desk, after: Self.limit,
            reading: [(ready, MonotonicInstant(.seconds(1) + Self.limit - .milliseconds(1)))])
        #expect(!effects.contains(.finish(.second)))
        #expect(desk.core.isPlaying)
    }

    @Test(
        "Nobody loses a seat while no ready opponent waits",
        arguments: ["alone", "both silent", "private", "away", "waiting away", "over"])
    func spared(situation: String) {
        var desk = situation == "private" ? Self.waiting(isPrivate: true) : TableDesk()
        let now = MonotonicInstant(.seconds(1))
        switch situation {
        case "alone": desk.take(.hello(Hello(name: "Ann"), from: ParticipantID(1)), at: now)
        case "both silent":
            for (name, participant) in [("Ann", 1), ("Bob", 2)] {
                desk.take(.hello(Hello(name: name), from: ParticipantID(participant)), at: now)
            }
        case "away", "waiting away":
            desk = TableDesk { $0.seatKept = .seconds(600) }
            for (name, participant) in [("Ann", 1), ("Bob", 2)] {
                desk.take(.hello(Hello(name: name), from: ParticipantID(participant)), at: now)
            }
            desk.say(.ready, 1, at: now)
            desk.take(.closed(ParticipantID(situation == "away" ? 2 : 1)), at: now)
        case "over":
            desk.open()
            desk.say(.resign, 1, at: now)
            desk.say(.ready, 1, at: now)
        case _: break
        }
        // A lost player's seat is free again before that.
        let isAway = situation.hasSuffix("away")
        let effects = Self.wake(&desk, after: isAway ? .seconds(4) : .seconds(500))
        #expect(!effects.contains { if case .finish = $0 { true } else { false } })
        #expect(effects.milestones.isEmpty)
    }

    @Test("The wait for \"ready\" wakes the table by itself")
    func wake() throws {
        var desk = Self.waiting()
        for _ in 0..<1000 {
            let next = try #require(desk.core.nextWake)
            let effects = desk.take(.wokeUp(congested: []), at: next)
            guard effects.contains(.finish(.second)) else { continue }
            #expect(next == MonotonicInstant(.seconds(1) + Self.limit))
            return
        }
        Issue.record("never freed")
    }
}

extension ParticipantID {
    fileprivate static let second = ParticipantID(2)
}

extension [TableEffect] {
    /// The events that everybody receives.
    fileprivate var milestones: [TableEvent] {
        compactMap { effect in
            guard case .tellAll(.state(let state)) = effect else { return nil }
            return state.event
        }
    }
}
