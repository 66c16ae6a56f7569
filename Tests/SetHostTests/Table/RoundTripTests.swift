import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Round trips")
struct RoundTripTests {
    /// A connection that is pinged once a second and answers after a delay.
    private struct Line {
        var trip = RoundTrip()
        var now = MonotonicInstant.zero
        var nonce: UInt64 = 0

        mutating func ping(answeredAfter delay: Duration, times: Int = 1) {
            for _ in 0..<times {
                nonce += 1
                trip.pinged(nonce, at: now)
                trip.answered(nonce, at: now.advanced(by: delay))
                now = now.advanced(by: .seconds(1))
            }
        }
    }

    @Test("A round trip counts as zero before five pongs")
    func fewSamples() {
        var line = Line()
        line.ping(answeredAfter: .milliseconds(80), times: 4)
        #expect(line.trip.measured == .zero)
        line.ping(answeredAfter: .milliseconds(90))
        #expect(line.trip.measured == .milliseconds(80))
    }

    @Test("A round trip is the minimum of the last pongs, and falls at once")
    func least() {
        var line = Line()
        line.ping(answeredAfter: .milliseconds(80), times: 8)
        line.ping(answeredAfter: .milliseconds(300), times: 3)
        #expect(line.trip.measured == .milliseconds(80))
        line.ping(answeredAfter: .milliseconds(20))
        #expect(line.trip.measured == .milliseconds(20))
    }

    @Test("A round trip rises only after 16 slower pongs, and by 10 ms a second")
    func rise() {
        var line = Line()
        line.ping(answeredAfter: .milliseconds(20), times: 16)
        line.ping(answeredAfter: .milliseconds(220), times: 15)
        #expect(line.trip.measured == .milliseconds(20))
        line.ping(answeredAfter: .milliseconds(220))
        #expect(line.trip.measured == .milliseconds(30))
        line.ping(answeredAfter: .milliseconds(220), times: 14)
        #expect(line.trip.measured == .milliseconds(170))
        line.ping(answeredAfter: .milliseconds(220), times: 20)
        #expect(line.trip.measured == .milliseconds(220))
    }

    @Test("A pong that was not asked for, is repeated, or comes too late is ignored")
    func strays() {
        var line = Line()
        line.ping(answeredAfter: .milliseconds(50), times: 5)
        let before = line.trip.measured
        let forged = line.trip.answered(4_711, at: line.now)
        let repeated = line.trip.answered(line.nonce, at: line.now)
        line.trip.pinged(99, at: line.now)
        let late = line.trip.answered(99, at: line.now.advanced(by: .milliseconds(5_001)))
        line.trip.pinged(100, at: line.now)
        let early = line.trip.answered(100, at: line.now.advanced(by: .milliseconds(-1)))
        #expect([forged, repeated, late, early] == [false, false, false, false])
        #expect(line.trip.measured == before)
    }

    @Test("At most four pings are unanswered at a time")
    func outstanding() {
        var trip = RoundTrip()
        for nonce in 1...5 as ClosedRange<UInt64> { trip.pinged(nonce, at: .zero) }
        let oldest = trip.answered(1, at: .zero)
        let others = (2...5 as ClosedRange<UInt64>).map { trip.answered($0, at: .zero) }
        #expect(!oldest)
        #expect(others == [true, true, true, true])
    }
}
