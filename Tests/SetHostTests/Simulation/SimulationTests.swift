import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Whole duels by chance, held to the laws of a duel after every event.
///
/// A duel that breaks one is named by its seed; `SIMULATION_SEED=17 swift test --filter Simulation`
/// plays it again and prints its last events. `SIMULATION_COUNT` plays more duels than usual.
@Suite("Simulated duels")
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let chosenSeed = environment["SIMULATION_SEED"].flatMap(UInt64.init)
    private static let count =
        environment["SIMULATION_COUNT"].flatMap(UInt64.init) ?? (LongRun.isOn ? 1000 : 200)

    @Test("keep every law, and meet everything that can happen")
    func laws() async {
        if let seed = Self.chosenSeed {
            let report = Simulation.run(seed: seed)
            print(report.trace.joined(separator: "\n"))
            #expect(report.fault == nil)
            return
        }
        let reports = await Self.reports(of: 1...Self.count)
        for report in reports.filter({ $0.fault != nil }).prefix(5) {
            Issue.record(
                """
                SIMULATION_SEED=\(report.seed) breaks a law after \(report.events) events.
                \(report.fault?.description ?? "")
                \(report.trace.suffix(5).joined(separator: "\n"))
                """)
        }
        guard Self.count >= 1000 else { return }
        let met = reports.reduce(into: Set<String>()) { $0.formUnion($1.met) }
        #expect(Set(Self.everything).subtracting(met) == [])
        print("\(reports.count) duels, \(reports.reduce(0) { $0 + $1.events }) events")
    }

    @Test("follow from their seed alone")
    func replay() {
        let (first, second) = (Simulation.run(seed: 3), Simulation.run(seed: 3))
        #expect(first.trace == second.trace)
        #expect(first.events == second.events)
        #expect(first.trace != Simulation.run(seed: 4).trace)
    }

    private static func reports(of seeds: ClosedRange<UInt64>) async -> [Simulation.Report] {
        await withTaskGroup(of: [Simulation.Report].self) { group in
            let lanes: UInt64 = 8
            for lane in 0..<lanes {
                group.addTask {
                    var reports: [Simulation.Report] = []
                    for seed in seeds where seed % lanes == lane {
                        reports.append(Simulation.run(seed: seed))
                        // Tests that wait for a socket must not starve meanwhile.
                        await Task.yield()
                    }
                    return reports
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// What a thousand duels must have met; otherwise they prove less than they seem to.
    private static var everything: [String] {
        let refusals = Set(Refusal.allCases).subtracting([
            .onlyWatching, .tooFast, .badText, .unknownType,
        ])
        let events = [
            "joined", "left", "away", "returned", "seatReleased", "ready", "countdown", "started",
            "claimed", "picked", "unpicked", "setFound", "mismatch", "timedOut", "passed", "dealt",
            "refilled", "hinted", "asked", "withdrew", "paused", "resumed", "suddenDeath",
            "resigned", "over",
        ]
        return events + refusals.map(\.rawValue) + TablePhase.allCases.map(\.rawValue)
            + GameResult.Decider.allCases.map(\.rawValue)
    }
}
