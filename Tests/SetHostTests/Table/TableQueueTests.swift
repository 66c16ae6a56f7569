import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("The queue of watchers", .serialized, .inTurn)
struct TableQueueTests {
    private static func at(_ seconds: Int) -> MonotonicInstant {
        MonotonicInstant(.seconds(seconds))
    }

    /// Ann and Bob play, Cyd waits for a seat.
    private static func table(
        features: [ProtocolFeature] = ProtocolFeature.allCases,
        _ change: (inout Rules) -> Void = { _ in }
    ) -> TableDesk {
        var desk = TableDesk(change)
        desk.open(features: features)
        desk.come("Cyd", 3, as: .watch, at: at(1))
        desk.say(.queue, 3, at: at(1))
        return desk
    }

    private static func names(_ desk: TableDesk) -> [String?] {
        [desk.core.duel.players.first?.name, desk.core.duel.players.second?.name]
    }

    private static func welcomes(_ effects: [TableEffect], to number: Int) -> [Welcome] {
        effects.compactMap { effect in
            guard case .tell(.welcome(let welcome), ParticipantID(number)) = effect else {
                return nil
            }
            return welcome
        }
    }

    private static func wake(_ desk: inout TableDesk, at seconds: Int) -> [TableEffect] {
        desk.take(.wokeUp(congested: []), at: at(seconds))
    }

    @Test("A watcher who queues gets a token and a name, and all see who waits")
    func queued() throws {
        var desk = Self.table()
        #expect(desk.core.duel.queue.map(\.name) == ["Cyd"])
        desk.come("Cyd", 4, as: .watch, at: Self.at(2))
        let effects = desk.say(.queue, 4, at: Self.at(2))
        let welcome = try #require(Self.welcomes(effects, to: 4).first)
        #expect(welcome.seat == nil && welcome.token != nil && welcome.name == "Cyd 2")
        let states = effects.compactMap { effect -> TableState? in
            guard case .tellAll(.state(let state)) = effect else { return nil }
            return state
        }
        #expect(states.map(\.queue) == [["Cyd", "Cyd 2"]])
        // Once more leaves the queue.
        let last = desk.say(.queue, 4, at: Self.at(4))
        #expect(Self.welcomes(last, to: 4).map(\.token) == [nil])
        // The journal entry is written before anything is sent.
        guard case .append? = last.first(where: { if case .read = $0 { false } else { true } })
        else {
            Issue.record("\(last)")
            return
        }
        #expect(desk.core.duel.queue.map(\.name) == ["Cyd"])
    }

    @Test(
        "What a watcher asks of the queue does not overtake what a player said before",
        arguments: [(ClientMessage.queue, 3), (.queue, 4), (.leave, 3)])
    func order(message: ClientMessage, watcher: Int) {
        var desk = Self.table()
        desk.come("Dan", 4, as: .watch, at: Self.at(2))
        let effects = desk.take(
            TableDesk.line(message, watcher), at: Self.at(21),
            reading: [(TableDesk.line(.resign, 1), Self.at(20))])
        let times = effects.compactMap { effect -> Duration? in
            guard case .append(.input, let time, _) = effect else { return nil }
            return time.sinceOpening
        }
        #expect(times.first == .seconds(20) && times.last == .seconds(21))
    }

    @Test("Ten seconds after a game the loser makes room, and watches from then on")
    func rotation() throws {
        var desk = Self.table()
        let token = desk.tokens[3]
        desk.say(.resign, 1, at: Self.at(20))
        #expect(Self.wake(&desk, at: 29).allSatisfy { if case .moved = $0 { false } else { true } })
        #expect(Self.names(desk) == ["Ann", "Bob"])
        let effects = Self.wake(&desk, at: 30)
        #expect(Self.names(desk) == ["Cyd", "Bob"])
        let new = try #require(Self.welcomes(effects, to: 3).first)
        #expect(new.seat == .first && new.token == token)
        let old = try #require(Self.welcomes(effects, to: 1).first)
        #expect(old.seat == nil && old.token == nil)
        #expect(effects.contains(.moved(ParticipantID(3), to: .first)))
        #expect(effects.contains(.moved(ParticipantID(1), to: nil)))
        #expect(desk.core.duel.phase.name == .waiting && desk.core.duel.queue.isEmpty)
        // They play; the loser may only watch, or queue again.
        desk.say(.ready, 2, at: Self.at(31))
        desk.say(.ready, 3, at: Self.at(31))
        #expect(desk.core.isPlaying)
        let refused = desk.say(.pick(DuelDecks.firstSet[0]), 1, at: Self.at(32))
        #expect(
            refused == [
                .tell(.refused(Refused(request: .pick, why: .onlyWatching)), to: ParticipantID(1))
            ])
        desk.say(.queue, 1, at: Self.at(33))
        #expect(desk.core.duel.queue.map(\.name) == ["Ann"])
    }

    @Test(
        "A winner who is ready for the next game does not wait for the report of the last",
        arguments: [ClientMessage.ready, .new])
    func hurry(message: ClientMessage) {
        var desk = Self.table()
        desk.say(.resign, 1, at: Self.at(20))
        desk.say(message, 2, at: Self.at(21))
        #expect(Self.names(desk) == ["Cyd", "Bob"])
        #expect(desk.core.duel.players.second?.isReady == true)
        // So is a loser who has read it.
        var other = Self.table()
        other.say(.resign, 1, at: Self.at(20))
        other.say(message, 1, at: Self.at(21))
        #expect(Self.names(other) == ["Cyd", "Bob"])
    }

    @Test("A place that is taken over costs the journal nothing, and returns to it are limited")
    func returns() {
        var desk = Self.table()
        let token = desk.tokens[3]
        func appends(_ effects: [TableEffect]) -> Int {
            effects.count { if case .append = $0 { true } else { false } }
        }
        for turn in 1...50 {
            let number = 3 + turn % 2
            let effects = desk.come("Cyd", number, as: .watch, token: token, at: Self.at(3))
            #expect(appends(effects) == 0)
        }
        var (written, refused) = (0, 0)
        for _ in 0..<100 {
            written += appends(desk.take(.closed(ParticipantID(3)), at: Self.at(4)))
            let effects = desk.come("Cyd", 3, as: .watch, token: token, at: Self.at(4))
            if effects.last == .turnAway(ParticipantID(3), .tooOften) { refused += 1 }
            written += appends(effects)
        }
        #expect(refused > 50 && written < 50)
        #expect(desk.core.duel.queue.map(\.name) == ["Cyd"])
    }

    @Test("A player whose client does not know the queue keeps the seat")
    func formerClient() {
        var desk = Self.table(features: [])
        desk.say(.resign, 1, at: Self.at(20))
        // Also while the connection is lost.
        let token = desk.tokens[1]
        desk.take(.closed(ParticipantID(1)), at: Self.at(20))
        _ = Self.wake(&desk, at: 40)
        #expect(Self.names(desk) == ["Ann", "Bob"])
        desk.come("Ann", 1, token: token, features: [], at: Self.at(41))
        desk.say(.ready, 1, at: Self.at(41))
        desk.say(.ready, 2, at: Self.at(41))
        #expect(desk.core.isPlaying)
    }

    @Test("A table whose queue has emptied sleeps until the next ping")
    func emptied() throws {
        var desk = Self.table()
        desk.say(.resign, 1, at: Self.at(20))
        // A seat is offered, and the only one who waited leaves the queue.
        desk.say(.queue, 3, at: Self.at(21))
        for number in 1...3 { desk.take(.closed(ParticipantID(number)), at: Self.at(22)) }
        #expect(desk.core.seatsOfferedSince == nil)
        #expect(try #require(desk.core.nextWake) > Self.at(22))
        #expect(desk.core.nextWake == desk.core.duel.nextDeadline.map(desk.core.instant))
    }

    @Test(
        "Where nobody makes room, there is no queue",
        arguments: ["off", "player", "solo", "former"])
    func noQueue(case: String) {
        var desk = Self.table { rules in
            if `case` == "off" { rules.rotate = .off }
            if `case` == "solo" { rules.players = .one }
        }
        // Nor for a client that could not be welcomed again.
        desk.come("Dan", 4, as: .watch, features: [], at: Self.at(4))
        let number = `case` == "player" ? 1 : `case` == "former" ? 4 : 3
        let effects = desk.say(.queue, number, at: Self.at(5))
        #expect(
            effects.last
                == .tell(
                    .refused(Refused(request: .queue, why: .noQueue)), to: ParticipantID(number)))
    }

    @Test("With \"both\", both make room if two wait, and the loser alone if one does")
    func both() {
        var desk = Self.table { $0.rotate = .both }
        desk.come("Dan", 4, as: .watch, at: Self.at(2))
        desk.say(.queue, 4, at: Self.at(2))
        desk.say(.resign, 2, at: Self.at(20))
        _ = Self.wake(&desk, at: 30)
        #expect(Self.names(desk) == ["Dan", "Cyd"])
        var one = Self.table { $0.rotate = .both }
        one.say(.resign, 2, at: Self.at(20))
        _ = Self.wake(&one, at: 30)
        #expect(Self.names(one) == ["Ann", "Cyd"])
    }

    @Test("In a match, seats change only after its last game")
    func match() {
        var desk = Self.table { $0.bestOf = 3 }
        desk.say(.resign, 1, at: Self.at(20))
        _ = Self.wake(&desk, at: 40)
        #expect(Self.names(desk) == ["Ann", "Bob"])
        desk.say(.ready, 1, at: Self.at(41))
        desk.say(.ready, 2, at: Self.at(41))
        desk.say(.resign, 1, at: Self.at(50))
        _ = Self.wake(&desk, at: 60)
        #expect(Self.names(desk) == ["Cyd", "Bob"])
    }

    @Test("A seat that is given up goes to the queue, and not to a newcomer")
    func freeSeat() {
        var desk = TableDesk()
        desk.come("Ann", 1, at: .zero)
        desk.come("Cyd", 3, as: .watch, at: Self.at(1))
        desk.say(.queue, 3, at: Self.at(1))
        _ = Self.wake(&desk, at: 1)
        #expect(Self.names(desk) == ["Ann", "Cyd"])
        // After a game, once its report has been read.
        var other = Self.table()
        other.say(.leave, 1, at: Self.at(20))
        #expect(other.core.duel.freeSeat == nil)
        #expect(other.core.overview.hasRoom == false)
        let turned = other.come("Eve", 4, at: Self.at(21))
        #expect(turned.last == .turnAway(ParticipantID(4), .tableFull))
        _ = Self.wake(&other, at: 30)
        #expect(Self.names(other) == ["Cyd", "Bob"])
    }

    @Test("Both seats go to the queue if both players leave after a game")
    func bothLeave() {
        var desk = Self.table()
        desk.come("Dan", 4, as: .watch, at: Self.at(2))
        desk.say(.queue, 4, at: Self.at(2))
        desk.say(.leave, 1, at: Self.at(20))
        desk.say(.leave, 2, at: Self.at(21))
        #expect(!desk.core.isClosed)
        _ = Self.wake(&desk, at: 32)
        #expect(Self.names(desk) == ["Cyd", "Dan"])
        // With nobody left to wait, the table closes.
        var empty = Self.table()
        empty.say(.leave, 1, at: Self.at(20))
        empty.say(.leave, 2, at: Self.at(21))
        empty.say(.queue, 3, at: Self.at(22))
        #expect(empty.core.isClosed)
        // Who waits may be away for a moment.
        var lost = Self.table()
        lost.take(.closed(ParticipantID(3)), at: Self.at(19))
        lost.say(.leave, 1, at: Self.at(20))
        lost.say(.leave, 2, at: Self.at(21))
        #expect(!lost.core.isClosed)
    }

    @Test("A place is kept for a lost connection as long as a seat, and is passed over meanwhile")
    func lost() throws {
        var desk = Self.table()
        let token = desk.tokens[3]
        desk.come("Dan", 4, as: .watch, at: Self.at(2))
        desk.say(.queue, 4, at: Self.at(2))
        desk.take(.closed(ParticipantID(3)), at: Self.at(3))
        desk.say(.resign, 1, at: Self.at(20))
        _ = Self.wake(&desk, at: 30)
        #expect(Self.names(desk) == ["Dan", "Bob"])
        #expect(desk.core.duel.queue.map(\.name) == ["Cyd"])
        let back = desk.come("Cyd", 3, as: .watch, token: token, at: Self.at(40))
        #expect(Self.welcomes(back, to: 3).map(\.token) == [token])
        #expect(desk.core.duel.queue.map(\.kept) == [nil])
        desk.take(.closed(ParticipantID(3)), at: Self.at(50))
        var last = Self.at(50)
        for _ in 0..<2000 where !desk.core.duel.queue.isEmpty {
            let next = try #require(desk.core.nextWake)
            last = next
            // The players' clients answer.
            for case .tell(.ping(let nonce), let to) in desk.take(.wokeUp(congested: []), at: next)
            {
                desk.say(.pong(nonce), to.number, at: next)
            }
        }
        #expect(desk.core.duel.queue.isEmpty)
        #expect(last == Self.at(50 + 60))
    }

    @Test("A watcher who was given a seat while disconnected returns to the seat")
    func promotedWhileAway() throws {
        var desk = Self.table()
        let token = desk.tokens[3]
        desk.say(.resign, 1, at: Self.at(20))
        _ = Self.wake(&desk, at: 30)
        desk.take(.closed(ParticipantID(3)), at: Self.at(31))
        let back = desk.come("Cyd", 4, as: .watch, token: token, at: Self.at(33))
        #expect(Self.welcomes(back, to: 4).map(\.seat) == [.first])
    }

    @Test("The queue and the seats that it gave are in the journal, with their tokens")
    func journal() throws {
        var desk = TableDesk()
        var replay = JournalReplay(desk.header)
        var number = 1
        func follow(_ effects: [TableEffect]) throws {
            for case .append(let entry, let time, let revision) in effects {
                let record = JournalRecord(
                    number: number, time: time, revision: revision, entry: entry)
                // As a file would hold it.
                var bytes: [UInt8] = []
                Coder.append(record, to: &bytes)
                let read: JournalRecord = try JSONView.read(bytes[...])
                #expect(read == record)
                _ = try replay.apply(read)
                number += 1
            }
        }
        try follow(desk.come("Ann", 1, at: .zero))
        try follow(desk.come("Bob", 2, at: .zero))
        for player in 1...2 { try follow(desk.say(.ready, player, at: Self.at(1))) }
        for (name, watcher) in [("Cyd", 3), ("Dan", 4)] {
            try follow(desk.come(name, watcher, as: .watch, at: Self.at(2)))
            try follow(desk.say(.queue, watcher, at: Self.at(3)))
        }
        let tokens = desk.tokens
        try follow(desk.take(.closed(ParticipantID(4)), at: Self.at(4)))
        try follow(desk.say(.resign, 1, at: Self.at(5)))
        try follow(Self.wake(&desk, at: 15))
        #expect(replay.duel == desk.core.duel)
        #expect(replay.tokens.seat(of: try #require(tokens[3])) == .first)
        #expect(replay.tokens.seat(of: try #require(tokens[1])) == nil)
        #expect(replay.duel.queue.map(\.token) == [try #require(tokens[4]).digest])
        // A host that was killed goes on from there: the place is kept for its time.
        var other = TableDesk()
        other.take(.resumed(replay), at: Self.at(20))
        #expect(other.core.duel.queue.map(\.name) == ["Dan"])
        #expect(
            other.core.duel.queue[0].kept?.end
                == replay.time.advanced(by: other.core.duel.rules.seatKept))
        let back = other.come("Dan", 1, as: .watch, token: tokens[4], at: Self.at(21))
        #expect(Self.welcomes(back, to: 1).map(\.name) == ["Dan"])
        let seated = other.come("Cyd", 2, token: tokens[3], at: Self.at(22))
        #expect(Self.welcomes(seated, to: 2).map(\.seat) == [.first])
    }
}
