import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A killed host", .serialized, .inTurn, .timeLimit(.minutes(15)))
struct HostCrashTests {
    /// How many tables a host is killed at, how many of them at once, and how often at each:
    /// together ten times, or a thousand times in a full long run.
    private static let tables = LongRun.count(1, inLongRun: 20)
    private static let (atOnce, kills) = LongRun.isOn ? (4, 50) : (1, 10)

    private let folder = JournalFolder()

    /// Two players who keep playing by themselves until the connection breaks.
    private struct Robots {
        var players: PerSeat<WirePlayer>

        /// Plays until the first of them has received the given number of messages, and then calls
        /// `strike`.
        ///
        /// Returns when both connections are broken.
        func play(until count: Int, then strike: @escaping @Sendable () -> Void) async throws {
            let announced = Locked(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seat in Seat.allCases {
                    group.addTask { [player = players[seat]] in
                        try await Self.play(player, seat) {
                            let isTime = announced.withLock {
                                $0 += 1
                                return $0 == count
                            }
                            if isTime { strike() }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }

        private static func play(
            _ player: WirePlayer, _ seat: Seat, _ heard: @Sendable () -> Void
        ) async throws {
            var generator = SeededGenerator(seed: UInt64(seat.rawValue) + 40)
            do {
                // What came while the other one was on the way back wants an answer too.
                try await answer(player, seat, &generator)
                while true {
                    let message = try await player.message()
                    heard()
                    guard case .state = message else { continue }
                    try await answer(player, seat, &generator)
                }
            } catch WireClient.Failure.ended {
                return
            }
        }

        /// What a player does: mostly takes sets, sometimes errs or deals.
        private static func answer(
            _ player: WirePlayer, _ seat: Seat, _ generator: inout SeededGenerator
        ) async throws {
            let state = await player.newest
            switch state.phase {
            case .waiting, .over:
                if state.players[seat]?.isReady == false { try await player.send(.ready) }
            case .open where state.selection?.verdict != .match:
                let set = await player.visibleSet
                // Both could ask an empty deck for cards: then nothing would happen any more.
                if state.deck > 0 && generator.below(8) == 0 || set == nil {
                    try await player.send(.deal(state.board))
                } else if generator.below(8) == 0 {
                    try await player.claim(await player.visibleNonSet)
                } else {
                    try await player.claim(set)
                }
            case .turn where state.turn?.seat == seat && state.turn?.reason != .claim:
                try await player.send(.pass)
            case .countdown, .open, .turn, .paused, nil: break
            }
        }
    }

    private static func start(_ folder: JournalFolder) async throws -> HostProcess {
        try await HostProcess(
            "--journal \(folder.path) --seed 5 --countdown 0 --reveal 0.05 --seat-kept 600")
    }

    @Test("A killed host resumes exactly: nothing announced is lost")
    func killed() async throws {
        let kills = try await withThrowingTaskGroup(of: Int.self) { group in
            for lane in 0..<Self.atOnce {
                group.addTask {
                    var kills = 0
                    for table in stride(from: lane, to: Self.tables, by: Self.atOnce) {
                        try await Self.kill(Self.kills, atTable: table)
                        kills += Self.kills
                    }
                    return kills
                }
            }
            return try await group.reduce(0, +)
        }
        if LongRun.isOn { print("killed \(kills) times") }
    }

    /// Kills the host of a table so often, at random points, and looks each time at what was kept.
    private static func kill(_ kills: Int, atTable table: Int) async throws {
        let folder = JournalFolder()
        // Not a queue of everybody's: there the blow would wait for tests that compute.
        let killing = DispatchQueue(label: "test.kill")
        var generator = SeededGenerator(seed: 99 + UInt64(table))
        var running = try await start(folder)
        var hellos = PerSeat(first: Hello(name: "Ann"), second: Hello(name: "Bob"))
        var announced: Set<String> = []
        for _ in 0..<kills {
            let first = try await WirePlayer(at: running.port, hellos.first)
            if hellos.second.table == nil { hellos.second.table = try await first.tableCode }
            let second = try await WirePlayer(at: running.port, hellos.second)
            let robots = Robots(players: PerSeat(first: first, second: second))
            let moment = Int64(generator.below(3_000))
            let identifier = running.run.identifier
            try await robots.play(until: 1 + Int(generator.below(60))) {
                // At once it would always be hit in the same state: it has just told somebody something.
                killing.asyncAfter(deadline: .now() + .microseconds(Int(moment))) {
                    _ = Foundation.kill(identifier, SIGKILL)
                }
            }
            #expect(await running.run.endByItself().status == .killed(SIGKILL))
            for seat in Seat.allCases {
                hellos[seat] = try await robots.players[seat].returning()
                let lines = await robots.players[seat].client.heard
                announced.formUnion(lines.filter { $0.hasPrefix(#"{"type":"state""#) })
            }
            try expect(
                announced, heardBy: robots, scores: await [first.newest, second.newest], in: folder)
            running = try await start(folder)
        }
        #expect(await running.stop().status == .exited(0))
    }

    /// Expects that everything the players received follows from the journal, exactly.
    private static func expect(
        _ announced: Set<String>, heardBy robots: Robots, scores: [TableState],
        in folder: JournalFolder
    ) throws {
        let journal = try folder.journal()
        var replay = JournalReplay(journal.header)
        var known: Set<String> = []
        for record in journal.records {
            for case .publish(let state) in try replay.apply(record) {
                let line = WireCodec.encode(.state(state)).dropLast()
                known.insert(String(decoding: line, as: UTF8.self))
            }
        }
        // What a newcomer is shown is no event.
        let events = announced.filter { !$0.contains(#""event":null"#) }
        let lost = events.subtracting(known)
        #expect(lost.isEmpty, "\(lost.sorted().prefix(3))")
        #expect(!events.isEmpty)
        // The table continues from the last message, except for messages that nobody received.
        let points = replay.duel.game.tallies.map(\.points)
        for state in scores where state.revision == replay.duel.revision {
            #expect(state.players.map { $0?.points } == points.map { Optional($0) })
        }
    }

    @Test("A terminated host invites everybody back, and they return")
    func terminated() async throws {
        let host = try await HostProcess("--journal \(folder.path) --countdown 0")
        var game = try await host.startGame()
        let first = game.players.first
        try await game.move()
        let state = await game.state
        #expect(await host.stop().status == .exited(0))
        let last = try await first.client.end().last
        #expect(last == #"{"type":"bye","why":"restarting","resume":true}"#)

        let again = try await HostProcess("--journal \(folder.path)")
        let back = try await WirePlayer(at: again.port, try await first.returning())
        #expect(await back.newest.players.first?.points == state.players.first?.points)
        let ending = await again.stop(SIGINT)
        #expect(ending.status == .exited(0) && ending.complaints == [])
        let farewell = try await back.client.end().last
        #expect(farewell == #"{"type":"bye","why":"closing","resume":false}"#)
        let code = try await first.tableCode
        #expect(ending.output.contains("\nresumed table \(code): \"Ann\" "))
        #expect(folder.names.allSatisfy { $0.hasSuffix("-\(code).setduel.unfinished") })
    }

    @Test("A second signal ends a host at once")
    func twice() async throws {
        let host = try await HostProcess("--journal \(folder.path)")
        // This client never closes its side, for which the host waits a second.
        let client = try WireClient(port: host.port)
        await client.send(bytes: WireCodec.encode(.hello(Hello(name: "Ann"))))
        while !(try await client.line()).contains(#""type":"state""#) {}
        // Both wait for it when it goes on, so that the second comes while it drains.
        for signal in [SIGSTOP, SIGTERM, SIGINT, SIGCONT] { await host.run.signal(signal) }
        let status = await host.run.endByItself().status
        #expect([.exited(128 + SIGTERM), .exited(128 + SIGINT)].contains(status))
    }

    @Test("A host plays on when the disk is full and reports it once")
    func fullDisk() async throws {
        let host = try await HostProcess(
            "--journal \(folder.path) --countdown 0 --reveal 0.26 --seed 7", ulimit: "-f 2")
        var game = try await host.startGame()
        let first = game.players.first
        for _ in 0..<8 { try await game.move() }
        let ending = await host.stop()
        #expect(ending.status == .exited(0))
        let last = try await first.client.end().last
        #expect(last == #"{"type":"bye","why":"closing","resume":false}"#)
        #expect(ending.errors.contains("its duel continues but will not survive a crash"))
        #expect(ending.complaints.count == 1)
        #expect(folder.names.map { $0.hasSuffix(".setduel.incomplete") } == [true])
        // What is there is sound as far as it goes.
        #expect(try folder.journal().tornBytes == 0)
    }
}
