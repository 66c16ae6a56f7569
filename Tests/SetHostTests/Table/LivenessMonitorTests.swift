import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Liveness")
struct LivenessMonitorTests {
    /// A participant who answers pings until the cable is pulled, watched as a table does.
    private struct Watch {
        var liveness = LivenessMonitor(timeout: WireLimits.standard.silence, at: .zero)
        var now = MonotonicInstant.zero
        var random: SeededGenerator

        /// Runs until the participant is taken for lost.
        ///
        /// - Returns: When that was.
        mutating func run(cableIsPulledAt cut: MonotonicInstant) -> MonotonicInstant {
            var nextPing = now
            while true {
                let wake = min(nextPing, liveness.end ?? nextPing)
                now = wake.advanced(by: .microseconds(Int(random.below(20_000))))
                liveness.overslept(by: wake.duration(to: now))
                if nextPing <= now {
                    let answer = now.advanced(by: .milliseconds(random.below(300)))
                    if answer < cut {
                        liveness.heard(at: answer)
                        liveness.answered()
                    }
                    nextPing = now.advanced(by: .milliseconds(800 + random.below(401)))
                }
                if liveness.isLost(at: now) { return now }
            }
        }
    }

    @Test(
        "A dead connection is noticed within six seconds, not before it is dead", arguments: 0..<500
    )
    func pulled(_ seed: UInt64) {
        var watch = Watch(random: SeededGenerator(seed: seed))
        let cut = MonotonicInstant(.milliseconds(1000 + Int(watch.random.below(60_000))))
        let noticed = watch.run(cableIsPulledAt: cut)
        #expect(noticed > cut)
        #expect(cut.duration(to: noticed) <= .seconds(6))
    }

    @Test("A person who answers no pings is not taken for a dead connection")
    func person() {
        var liveness = LivenessMonitor(timeout: .seconds(5), at: .zero)
        liveness.heard(at: MonotonicInstant(.seconds(1)))
        #expect(liveness.end == nil && !liveness.isLost(at: MonotonicInstant(.seconds(1000))))
        liveness.answered()
        #expect(liveness.end == MonotonicInstant(.seconds(6)))
        #expect(!liveness.isLost(at: MonotonicInstant(.milliseconds(5999))))
        #expect(liveness.isLost(at: MonotonicInstant(.seconds(6))))
    }

    @Test("Reading older input late does not make a connection seem dead")
    func outOfOrder() {
        var liveness = LivenessMonitor(timeout: .seconds(5), at: .zero)
        liveness.answered()
        liveness.heard(at: MonotonicInstant(.seconds(2)))
        liveness.heard(at: MonotonicInstant(.seconds(1)))
        #expect(liveness.end == MonotonicInstant(.seconds(7)))
    }

    @Test("A connection that the host did not read is not taken for dead")
    func overslept() {
        var liveness = LivenessMonitor(timeout: .seconds(5), at: .zero)
        liveness.answered()
        liveness.overslept(by: .seconds(20))
        #expect(!liveness.isLost(at: MonotonicInstant(.seconds(24))))
        #expect(liveness.isLost(at: MonotonicInstant(.seconds(25))))
    }
}

@Suite("Seat tokens")
struct TableSecretTests {
    @Test("A token returns its seat until a newer one is confirmed or the seat is given up")
    func rotation() {
        var secrets = SetHost.SeatTokens()
        var random = SeededGenerator(seed: 1)
        let first = secrets.issue(to: .first, using: &random)
        let second = secrets.issue(to: .second, using: &random)
        #expect(secrets.seat(of: first) == .first && secrets.seat(of: second) == .second)
        let newer = secrets.issue(to: .first, using: &random)
        // The line may have broken before the newer one was read.
        #expect(secrets.seat(of: first) == .first && secrets.seat(of: newer) == .first)
        secrets.confirm(.first)
        #expect(secrets.seat(of: first) == nil && secrets.seat(of: newer) == .first)
        let hadOne = secrets.void(.first)
        let hasOne = secrets.void(.first)
        #expect(hadOne && !hasOne && secrets.seat(of: newer) == nil)
        #expect(secrets.seat(of: second) == .second)
    }

    @Test("Tokens are not guessed in ten thousand tries, near misses included")
    func guesses() throws {
        var secrets = SetHost.SeatTokens()
        var system = SystemRandomNumberGenerator()
        let real = Seat.allCases.map { secrets.issue(to: $0, using: &system) }
        var random = SeededGenerator(seed: 2)
        var taken = 0
        for _ in 0..<LongRun.count(10_000, inLongRun: 1_000_000) {
            if secrets.seat(of: SeatToken(using: &random)) != nil { taken += 1 }
        }
        #expect(taken == 0)
        for token in real {
            for place in 0..<32 {
                var digits = Array(token.hex)
                digits[place] = digits[place] == "0" ? "1" : "0"
                #expect(secrets.seat(of: try #require(SeatToken(hex: String(digits)))) == nil)
            }
        }
    }

    @Test("Tokens come from the system's randomness and differ every time")
    func drawn() {
        var secrets = SetHost.SeatTokens()
        var system = SystemRandomNumberGenerator()
        let tokens = (0..<1000).map { _ in secrets.issue(to: .first, using: &system).hex }
        #expect(Set(tokens).count == tokens.count)
    }

    @Test("Up to 24 tokens are valid at a time: the confirmed one and the newest")
    func most() throws {
        var secrets = SetHost.SeatTokens()
        var random = SeededGenerator(seed: 1)
        let confirmed = secrets.issue(to: .first, using: &random)
        secrets.confirm(.first)
        let tokens = (0..<25).map { _ in secrets.issue(to: .first, using: &random) }
        let areGood = ([confirmed] + tokens).map { secrets.seat(of: $0) != nil }
        #expect(areGood == [true, false, false] + Array(repeating: true, count: 23))
    }
}
