import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Table log", .serialized, .inTurn)
struct TableLogTests {
    /// A table, what is logged of it, and the addresses of its participants: each another one.
    private struct Scene {
        var desk = TableDesk()
        var log = TableLog(TableDesk().header.table, isPrivate: true)
        var events: [LogEvent] = []

        mutating func take(_ input: TableInput, at seconds: Int) {
            for effect in desk.take(input, at: MonotonicInstant(.seconds(seconds))) {
                if let event = log.event(for: effect) { events.append(event) }
                if case .admit(let participant) = effect {
                    log.admitted(participant, from: .v4(UInt32(participant.number)))
                }
            }
        }

        mutating func hello(
            _ participant: Int, role: Hello.Role = .play, token: SeatToken? = nil, at seconds: Int
        ) {
            let hello = Hello(name: "N\(participant)", role: role, token: token)
            take(.hello(hello, from: ParticipantID(participant)), at: seconds)
        }

        mutating func close(_ participant: Int, _ end: LineConnectionEnd, at seconds: Int) {
            if let event = log.closed(ParticipantID(participant), end) { events.append(event) }
            take(.closed(ParticipantID(participant)), at: seconds)
        }
    }

    private static func event(
        _ what: LogEvent.What, _ participant: UInt32, _ role: LogEvent.Role
    ) -> LogEvent {
        LogEvent(what, from: .v4(participant), at: "private", by: role)
    }

    @Test("The log reports players who join, drop and why, return, are replaced, and leave")
    func players() throws {
        var scene = Scene()
        scene.hello(1, at: 0)
        scene.hello(2, at: 1)
        scene.close(2, .reset, at: 2)
        scene.hello(3, token: scene.desk.tokens[2], at: 3)
        scene.hello(4, token: scene.desk.tokens[3], at: 4)
        scene.take(TableDesk.line(.leave, 4), at: 5)
        #expect(
            scene.events == [
                Self.event(.seated, 1, .player(.first)),
                Self.event(.seated, 2, .player(.second)),
                Self.event(.away(.reset), 2, .player(.second)),
                Self.event(.returned, 3, .player(.second)),
                Self.event(.replaced, 3, .player(.second)),
                Self.event(.left, 4, .player(.second)),
            ])
    }

    @Test("The log reports expelled players and watchers, and why")
    func expelled() {
        var scene = Scene()
        scene.hello(1, at: 0)
        scene.hello(2, at: 0)
        scene.hello(3, role: .watch, at: 0)
        scene.hello(4, role: .watch, at: 0)
        scene.take(.line(Array("{}".utf8)[...], from: ParticipantID(3)), at: 1)
        scene.close(4, .tooSlow, at: 2)
        for _ in 0..<100 { scene.take(TableDesk.line(.pass, 2), at: 3) }
        // Its connection is over a little later, which is nothing new.
        scene.close(2, .closedHere, at: 4)
        #expect(
            scene.events.dropFirst(2) == [
                Self.event(.expelled(.badMessage), 3, .watcher),
                Self.event(.expelled(.tooSlow), 4, .watcher),
                Self.event(.expelled(.tooFast), 2, .player(.second)),
                Self.event(.away(.closedHere), 2, .player(.second)),
            ])
    }

    @Test("The log reports how connections ended, in fixed words")
    func losses() {
        let ends: [(LineConnectionEnd, String)] = [
            (.endOfStream, "closed"), (.reset, "reset"), (.timedOut, "timedOut"),
            (.lineTooLong, "expelled"), (.tooSlow, "expelled"), (.closedHere, "expelled"),
        ]
        for (end, word) in ends { #expect(LogEvent.What.away(end).reason == word) }
    }

    @Test("The log contains no chat and no play")
    func quiet() {
        var scene = Scene()
        scene.hello(1, at: 0)
        scene.hello(2, at: 0)
        scene.take(TableDesk.line(.say("hi"), 1), at: 1)
        for participant in 1...2 { scene.take(TableDesk.line(.ready, participant), at: 1) }
        let board = scene.desk.core.duel.game.boardNumber
        scene.take(TableDesk.line(.claim(Claim(board: board)), 1), at: 2)
        scene.take(TableDesk.line(.pass, 1), at: 3)
        scene.take(TableDesk.line(.resign, 2), at: 4)
        #expect(scene.events.map(\.what) == [.seated, .seated])
    }
}

@Suite("Slow pongs", .serialized, .inTurn)
struct SlowPongsTests {
    private static func at(_ seconds: Int) -> MonotonicInstant {
        MonotonicInstant(.seconds(1000 + seconds))
    }

    @Test(
        "Slow pongs are logged once, after 30 s at more than 20 ms over the network's",
        arguments: [
            // The measured round trip in ms each 5 s, the kernel's, and when it is logged.
            (Array(repeating: 121, count: 20), 1, 30), (Array(repeating: 21, count: 20), 1, nil),
            (Array(repeating: 22, count: 20), 1, 30), (Array(repeating: 100, count: 20), 90, nil),
            ([50, 50, 50, 1, 50, 50, 50, 50, 50, 50, 50, 50], 0, 50),
            // Nothing is known for a while after each new connection.
            ([0, 50, 50, 50, 0, 0, 50, 50, 0, 50, 50, 50, 50], 0, 60),
        ] as [([Int], Int, Int?)])
    func slow(measured: [Int], kernel: Int, logged: Int?) {
        var pongs = SlowPongs(SlowPongs.Limits())
        var times: [Int] = []
        for (place, measured) in measured.enumerated() {
            let now = Self.at(place * 5)
            let areDue = [0, 4999].map { pongs.isDue(at: now.advanced(by: .milliseconds($0))) }
            #expect(areDue == [true, false])
            let isLogged = pongs.compare(
                .milliseconds(measured), with: .milliseconds(kernel), of: .second, at: now)
            if isLogged { times.append(place * 5) }
            let other = pongs.compare(.milliseconds(1), with: .zero, of: .first, at: now)
            #expect(!other)
        }
        #expect(times == [logged].compactMap(\.self))
    }

    @Test("Slow pongs are measured again for a new player, and not for this machine")
    func players() {
        var pongs = SlowPongs(SlowPongs.Limits())
        func isLogged(_ seconds: Int) -> Bool {
            pongs.compare(.milliseconds(50), with: .zero, of: .first, at: Self.at(seconds))
        }
        let before = [0, 30, 60].map { isLogged($0) }
        pongs.seated(.first)
        let after = [90, 120].map { isLogged($0) }
        #expect(before == [false, true, false] && after == [false, true])
        #expect(!pongs.concerns(.loopback) && !pongs.concerns(.loopbackV6))
        #expect(pongs.concerns(.v4(0xC000_0201)))
    }
}
