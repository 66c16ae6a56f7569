import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Table duties")
struct TableDeskTests {
    private static func at(_ milliseconds: Int) -> MonotonicInstant {
        MonotonicInstant(.milliseconds(milliseconds))
    }

    @Test("A claim that arrived before the other player's silence timed out counts")
    func silence() {
        var desk = TableDesk()
        desk.open()
        // Both answer the first ping, and the second participant no other.
        for case .tell(.ping(let nonce), let participant)
            in desk.take(.wokeUp(congested: []), at: Self.at(1))
        { desk.say(.pong(nonce), participant.number, at: Self.at(2)) }
        var events: [TableEvent] = []
        let claim = TableDesk.line(.claim(Claim(board: desk.core.duel.game.boardNumber)), 1)
        while desk.core.seat(of: ParticipantID(2)) != nil, let next = desk.core.nextWake {
            let isLast = next >= Self.at(5002)
            let early = next.advanced(by: .microseconds(-1))
            let effects = desk.take(
                .wokeUp(congested: []), at: next, reading: isLast ? [(claim, early)] : [])
            for effect in effects {
                if case .tell(.ping(let nonce), ParticipantID(1)) = effect {
                    desk.say(.pong(nonce), 1, at: next)
                }
                if case .tellAll(.state(let state)) = effect, let event = state.event {
                    events.append(event)
                }
            }
        }
        #expect(events.first == .claimed(.first), "\(events)")
    }

    @Test("Nothing is journaled after a table has closed, even in the batch that closed it")
    func closedInBatch() throws {
        var desk = TableDesk { ($0.seatKept, $0.claim) = (.seconds(1), .seconds(2)) }
        desk.open()
        desk.say(.claim(Claim(board: desk.core.duel.game.boardNumber)), 2, at: Self.at(1000))
        desk.take(.closed(ParticipantID(1)), at: Self.at(1000))
        desk.take(.wokeUp(congested: []), at: Self.at(2000))
        // The turn is over, and before that its player has left.
        let effects = desk.take(
            .wokeUp(congested: []), at: Self.at(3000),
            reading: [(TableDesk.line(.leave, 2), Self.at(2999))])
        let end = try #require(effects.firstIndex(of: .finishJournal))
        for case .append(let entry, _, _) in effects[end...] { Issue.record("\(entry)") }
    }

    @Test("A player who takes over an open connection sees the hints already paid for")
    func hint() throws {
        var desk = TableDesk { $0.hints = true }
        desk.open()
        desk.say(.hint, 1, at: Self.at(10))
        let token = try #require(desk.tokens[1])
        let hello = Hello(name: "Ann", token: token)
        let effects = desk.take(.hello(hello, from: ParticipantID(3)), at: Self.at(20))
        let hints = effects.filter { effect in
            if case .tell(.hint, ParticipantID(3)) = effect { true } else { false }
        }
        #expect(hints.count == 1)
    }

    @Test("A departure is in the journal before the goodbye", arguments: [true, false])
    func leaving(isRunning: Bool) throws {
        var desk = TableDesk()
        desk.open()
        if !isRunning { desk.say(.resign, 2, at: Self.at(5)) }
        let effects = desk.take(TableDesk.line(.leave, 1), at: Self.at(10))
        let written = try #require(
            effects.firstIndex { if case .append = $0 { true } else { false } })
        let announced = try #require(
            effects.firstIndex {
                if case .tell(.bye, ParticipantID(1)) = $0 { true } else { false }
            })
        #expect(written < announced)
        // Nothing but the goodbye is sent to a player who leaves.
        #expect(effects[announced + 1] == .finish(ParticipantID(1)))
        #expect(
            effects.firstIndex { if case .tellAll = $0 { true } else { false } } ?? .max > announced
        )
    }

    @Test("The journal notes when a table closes, and is synced before the goodbyes")
    func closing() throws {
        var desk = TableDesk()
        desk.open()
        let effects = desk.take(.closing(canResume: true), at: Self.at(5))
        guard case .append(_, let time, _)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(time == TableInstant(.milliseconds(5)))
        let synced = try #require(effects.firstIndex(of: .syncJournal))
        let announced = effects.firstIndex { if case .tell(.bye, _) = $0 { true } else { false } }
        #expect(synced < (announced ?? 0))
    }

    @Test("The journal is synced at the end of a game")
    func over() {
        var desk = TableDesk()
        desk.open()
        #expect(desk.say(.resign, 1, at: Self.at(10)).contains(.syncJournal))
    }

    @Test("A watcher whose hello arrived before the last event sees at most the full window")
    func watcher() {
        var desk = TableDesk()
        desk.open()
        desk.say(.claim(Claim(board: desk.core.duel.game.boardNumber)), 1, at: Self.at(100))
        let hello = Hello(name: "Wim", role: .watch)
        let shown = desk.take(.hello(hello, from: ParticipantID(3)), at: Self.at(60)).compactMap {
            if case .tell(.state(let state), ParticipantID(3)) = $0 { state } else { nil }
        }
        #expect(shown.map { $0.turn?.countdown?.remaining } == [.seconds(5)])
    }

    @Test("A ping behind unsent bytes measures nothing", arguments: [false, true])
    func congested(isCongested: Bool) {
        var desk = TableDesk()
        desk.open()
        for _ in 0..<8 {
            guard let next = desk.core.nextWake else { break }
            let effects = desk.take(
                .wokeUp(congested: isCongested ? [ParticipantID(1)] : []), at: next)
            for case .tell(.ping(let nonce), ParticipantID(1)) in effects {
                desk.say(.pong(nonce), 1, at: next.advanced(by: .milliseconds(80)))
            }
        }
        desk.say(.say("hm"), 1, at: Self.at(9000))
        #expect(desk.core.duel.roundTrips.first == (isCongested ? .zero : .milliseconds(80)))
    }

    @Test("A watcher who chats too much does not limit other watchers")
    func watchers() {
        var desk = TableDesk()
        desk.open()
        for participant in [3, 4] {
            let hello = Hello(name: "W\(participant)", role: .watch)
            desk.take(.hello(hello, from: ParticipantID(participant)), at: .zero)
        }
        var announced = 0
        for _ in 0..<20 {
            for case .tellAll(.said) in desk.say(.say("hm"), 3, at: Self.at(100)) { announced += 1 }
        }
        #expect(announced == 4)
        for case .tellAll(.said) in desk.say(.say("hi"), 4, at: Self.at(110)) { announced += 1 }
        #expect(announced == 5)
    }

    @Test("Lines of one connection stay in order, whatever their arrival times")
    func stampsOfOneLine() {
        var desk = TableDesk()
        desk.open()
        var arrivals: [TableInstant] = []
        for (message, time) in [(ClientMessage.say("a"), 500), (.say("b"), 470)] {
            for case .append(.input(.received(_, _, let arrival, _)), _, _)
                in desk.say(message, 1, at: Self.at(time))
            { arrivals.append(arrival) }
        }
        #expect(arrivals == [.ms(500), .ms(500)])
    }

    @Test(
        "Empty lines count as messages", arguments: ["", "{\"type\":\"ready\"}"])
    func emptyLines(_ text: String) {
        var desk = TableDesk()
        desk.open()
        var effects: [TableEffect] = []
        for _ in 0..<1000 {
            effects += desk.take(
                .line(Array(text.utf8)[...], from: ParticipantID(1)), at: Self.at(9))
        }
        #expect(
            effects.contains(
                .tell(.refused(Refused(request: nil, why: .tooFast)), to: ParticipantID(1))))
        #expect(effects.contains(.finish(ParticipantID(1))))
        #expect(desk.core.seat(of: ParticipantID(1)) == nil)
    }

    @Test("A flooding connection is not read further while a table reads earlier input")
    func floodBehindRequest() throws {
        var desk = TableDesk()
        desk.open()
        let participant = ParticipantID(1)
        let empty = TableInput.line([], from: participant)
        // The sender is read on only if the other has sent something, too.
        let other = (TableDesk.line(.pass, 2), Self.at(9))
        let reading = [other] + (0..<200).map { _ in (empty, Self.at(9)) }
        let effects = desk.take(TableDesk.line(.pass, 1), at: Self.at(9), reading: reading)
        let ignored = try #require(effects.firstIndex(of: .ignore(participant)))
        let expelled = try #require(effects.firstIndex(of: .finish(participant)))
        #expect(ignored < expelled)
        #expect(effects[..<ignored] == [.read([ParticipantID(2)]), .read([participant])])
    }

    @Test("Returning confirms no token, and a token issued later moves the time on")
    func recovered() throws {
        var desk = TableDesk()
        var entries: [(JournalEntry, TableInstant, Revision)] = []
        func keep(_ effects: [TableEffect]) {
            for case .append(let entry, let time, let revision) in effects {
                entries.append((entry, time, revision))
            }
        }
        keep(desk.take(.hello(Hello(name: "Ann"), from: ParticipantID(1)), at: .zero))
        let old = try #require(desk.tokens[1])
        keep(desk.take(.closed(ParticipantID(1)), at: Self.at(1000)))
        let hello = Hello(name: "Ann", token: old)
        keep(desk.take(.hello(hello, from: ParticipantID(2)), at: Self.at(2000)))
        // Over a newer connection while the older one stands: only a secret is noted.
        keep(desk.take(.hello(hello, from: ParticipantID(3)), at: Self.at(9000)))
        var encoder = JournalEncoder()
        var bytes = encoder.line(for: desk.header)
        for (entry, time, revision) in entries {
            bytes += encoder.line(for: entry, at: time, revision: revision)
        }
        let replay = try JournalReplay.end(of: try JournalReader.read(bytes))
        #expect(replay.time == .ms(9000))
        // The host is killed here: nobody has read the newer secrets.
        var next = TableDesk()
        next.core = TableCore(
            desk.header, opening: Self.at(50_000), limits: .standard, hostLimits: .standard)
        for case .append(let entry, let time, let revision)
            in next.take(.resumed(replay), at: Self.at(50_000))
        { bytes += encoder.line(for: entry, at: time, revision: revision) }
        #expect(throws: Never.self) { try JournalReader.read(bytes) }
        let effects = next.take(.hello(hello, from: ParticipantID(4)), at: Self.at(51_000))
        #expect(effects.contains(.admit(ParticipantID(4))))
    }
}
