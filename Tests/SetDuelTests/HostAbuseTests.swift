import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A duel under abuse", .serialized, .inTurn, .timeLimit(.minutes(10)))
struct HostAbuseTests {
    @Test("A duel continues without free descriptors, timers included; the log stays short")
    func descriptors() async throws {
        let host = try await HostProcess(
            "--countdown 0 --claim 1 --answer 60 --log quiet", ulimit: "-n 32")
        let began = MonotonicClock.now
        let game = try await host.startGame()
        let players = game.players
        // More than there can be descriptors: those who are too many wait in the kernel.
        let strangers = try (0..<48).map { _ in try WireClient(port: host.port) }
        // A window runs out in the meantime.
        try await players.first.claim()
        try await players.second.event { $0.milestone == .timedOut }
        try await players.second.send(.pass)
        try await players.first.state { $0.phase == .open && $0.turn == nil }
        try await game.exchange()
        for stranger in strangers { await stranger.drop() }
        _ = try await WirePlayer(at: host.port, Hello(name: "Cleo"))
        let ending = await host.stop()
        #expect(ending.status == .exited(0))
        let lines = ending.errors.split(separator: "\n")
        let tens = Int(began.duration(to: MonotonicClock.now) / .seconds(10))
        #expect(1...1 + tens ~= lines.count, "\(lines)")
        #expect(lines.allSatisfy { $0.contains("out of file descriptors") })
    }

    @Test(
        "A line that comes byte by byte and never ends does not count as life, and disturbs nobody")
    func slowLine() async throws {
        let options = HostOptions.swift { options in
            options.limits.pingInterval = .milliseconds(100)
            options.limits.silence = .seconds(3)
        }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            let code = try await players.first.tableCode
            let slow = try await host.join(Hello(name: "Wim", role: .watch, table: code)).client
            // It answers one ping, and each other one with a byte of a line.
            var (answer, last) = ("pong", "")
            while let line = try? await slow.line() {
                last = line
                guard line.contains(#""type":"ping""#) else { continue }
                if answer.isEmpty {
                    await slow.send(bytes: [0x7B])
                } else {
                    await slow.send(line.replacing("ping", with: answer, maxReplacements: 1))
                    answer = ""
                }
            }
            #expect(last.contains(#""type":"error","why":"silent""#))
            let announced = try await WireGame(players).exchange()
            #expect(!announced.first.isEmpty && !announced.second.isEmpty)
        }
    }

    /// A gigabyte in a full long run, less otherwise; the expectations are the same.
    @Test("A line of a gigabyte does not disturb a duel and uses almost no memory")
    func giantLine() async throws {
        let host = try await HostProcess("--countdown 0 --claim 60 --answer 60")
        let game = try await host.startGame()
        try await game.exchange()
        let code = try await game.players.first.tableCode
        let before = await host.run.mostResidentBytes
        let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
        for isWatching in [false, true] {
            let stranger = WirePlayer(try WireClient(port: host.port))
            if isWatching {
                try await stranger.greet(Hello(name: "Wim", role: .watch, table: code))
            }
            // It receives the error in the middle of its line.
            let pouring = Task {
                await stranger.client.pour(chunk, upTo: LongRun.count(1 << 26, inLongRun: 1 << 30))
            }
            let announced = try await stranger.client.end().filter {
                !$0.contains(#""type":"ping""#)
            }
            #expect(announced.last?.hasPrefix(#"{"type":"error","why":"lineTooLong","#) == true)
            try await game.exchange()
            _ = await pouring.value
        }
        try await game.exchange()
        let most = await host.run.mostResidentBytes
        #expect(before > 0 && most - before < 8 << 20)
        #expect(await host.stop().status == .exited(0))
    }

    @Test("Thousands of wrong tokens do not keep the seat's owner out")
    func wrongTokens() async throws {
        let count = LongRun.count(400, inLongRun: 10_000)
        let addresses = count / 50
        let options = HostOptions.swift { options in
            // None of these connections may be left over.
            (options.hostLimits.connections, options.hostLimits.connectionsPerAddress) = (64, 32)
        }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            let game = WireGame(players)
            let right = try await players.second.returning()
            let token = try #require(right.token)
            var generator = SeededGenerator(seed: 5)
            var answers: [ConnectionError: Int] = [:]
            for number in 0..<count {
                let wrong =
                    number < 128
                    ? token.flipped(number) : SeatToken(using: &generator)
                let hello = Hello(name: "Eve", table: right.table, token: wrong)
                let source = UInt8(2 + number % addresses)
                let answer = try await Self.answer(to: hello, from: source, of: host.port)
                answers[answer, default: 0] += 1
                if number % 100 == 0 { try await game.exchange() }
            }
            #expect(answers == [.tokenUnknown: count])
            let announced = try await game.exchange()
            #expect(
                Seat.allCases.allSatisfy { seat in !announced[seat].events.contains(.away(seat)) })
            // Also from an address from which wrong ones came.
            let back = try await host.join(right, from: 2)
            #expect(await back.welcome?.seat == .second)
            try await players.first.state { $0.players.second?.name == "Bob" }
        }
    }

    /// The answer to a hello that is not admitted.
    private static func answer(
        to hello: Hello, from source: UInt8, of port: UInt16
    ) async throws -> ConnectionError {
        while true {
            let client = try WireClient(port: port, source: source)
            await client.send(bytes: WireCodec.encode(.hello(hello)))
            let lines = try await client.end()
            guard let line = lines.first,
                case .error(let error?, message: let text) =
                    try WireCodec.decodeHostMessage(Array(line.utf8)),
                lines.count == 1, hello.token.map({ !text.contains($0.hex) }) != false
            else { throw WirePlayer.Unexpected(description: "\(lines)") }
            // Those before may not all be gone yet, if they ever will.
            if error != .addressFull, error != .hostFull { return error }
        }
    }
}

extension SeatToken {
    /// A token of which one bit is another.
    ///
    /// - Parameter bit: 0...127.
    fileprivate func flipped(_ bit: Int) -> SeatToken? {
        var digits = Array(hex)
        let place = bit / 4
        let value = (digits[place].hexDigitValue ?? 0) ^ (1 << (bit % 4))
        digits[place] = Character(String(value, radix: 16))
        return SeatToken(hex: String(digits))
    }
}
