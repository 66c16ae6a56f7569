import SetProtocol
import SetTestSupport
import Testing

@Suite("Rate limits")
struct TransportRateLimitTests {
    static func moment(_ milliseconds: Int) -> MonotonicInstant {
        MonotonicInstant(.milliseconds(milliseconds))
    }

    @Test(
        "A rate limit allows the burst, then one for each interval",
        arguments: [
            // Two at once, then one each 100 ms.
            ([0, 0, 0], [true, true, false]),
            ([0, 0, 99, 100, 100], [true, true, false, true, false]),
            ([0, 0, 100, 200, 300], [true, true, true, true, true]),
            // The reserve fills up again, but not beyond the burst.
            ([0, 0, 200, 200, 200], [true, true, true, true, false]),
            ([0, 0, 90_000, 90_000, 90_000], [true, true, true, true, false]),
            // A refusal costs nothing.
            (
                [0, 0, 50, 60, 70, 80, 90, 100],
                [true, true, false, false, false, false, false, true]
            ),
            // It does not matter how long the clock had been running.
            ([700_000, 700_000, 700_000], [true, true, false]),
        ] as [([Int], [Bool])])
    func table(moments: [Int], allowed: [Bool]) {
        var limit = RateLimit(.init(10, per: .seconds(1), burst: 2))
        #expect(moments.map { limit.allows(at: Self.moment($0)) } == allowed)
    }

    @Test("A rate limit allows twenty messages a second, and no more")
    func standardMessages() {
        var limit = RateLimit(WireLimits.standard.messages)
        let allowed = (0..<100_000).count { limit.allows(at: Self.moment($0)) }
        // 100 seconds of asking every millisecond: the burst and twenty a second.
        #expect(allowed == 40 + 20 * 100 - 1)
    }

    @Test("A rate limit promises what the documents say")
    func standard() {
        let limits = WireLimits.standard
        #expect(limits.lineBytes == 4096)
        #expect(limits.helloLineBytes == 512)
        #expect(limits.helloTime == .seconds(5))
        #expect(limits.queuedLines == 64)
        #expect(limits.queuedBytes == 65_536)
        #expect(limits.messages == .init(20, per: .seconds(1), burst: 40))
        #expect(limits.chat == .init(4, per: .seconds(10), burst: 4))
        #expect(limits.sendBufferBytes == 32_768)
    }
}
