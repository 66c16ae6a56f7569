import SetProtocol
import SetSimulation
import Testing

@Suite("The conformance model and time") struct ConformanceTimeTests {
    @Test("The conformance model accepts times within the tolerance") func tolerance() throws {
        var script = try Breach.Source.all("03-time-out.txt").script()
        script.delay(from: 8, by: .milliseconds(160))
        #expect(script.judged().contains { $0.law == .notLate })
        let faults = script.judged(tolerance: .milliseconds(20))
        #expect(faults == [])
    }

    @Test("The time in which a host was stopped does not count, but only a silence shows a stop")
    func stopped() throws {
        let stop = Duration.seconds(3)
        var script = try Breach.Source.all("03-time-out.txt").script()
        script.ping(every: .seconds(1))
        var stopped = script
        stopped.delay(from: 8, by: stop)
        let slack = Duration.milliseconds(100)
        #expect(stopped.judged(tolerance: slack, mayStop: true) == [])
        #expect(stopped.judged(tolerance: slack).map(\.law) == [.notLate])
        // A host that goes on pinging was not stopped.
        stopped.ping(every: .seconds(1))
        #expect(stopped.judged(tolerance: slack, mayStop: true).map(\.law) == [.notLate])
        // Stops do not excuse what comes too early.
        script.delay(from: 8, by: .zero - slack - .milliseconds(10))
        #expect(script.judged(tolerance: slack, mayStop: true).map(\.law).contains(.notEarly))
    }
}
