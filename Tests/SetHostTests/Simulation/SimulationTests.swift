import Foundation
import SetSimulation
import SetTestSupport
import Testing

/// Whole tables by chance: the production core between simulated connections, clocks, disks and clients.
///
/// A failure names its seed; `swift run -c release set-duel-simulate --seed 17` plays it again and
/// prints its last events. `SIMULATION_TABLES` plays more tables, and to their end, as a long run does.
@Suite("Simulated tables")
struct SimulationTests {
    private static let wanted =
        ProcessInfo.processInfo.environment["SIMULATION_TABLES"].flatMap(UInt64.init)
        ?? (LongRun.isOn ? 1000 : nil)
    private static let count = wanted ?? 300
    /// Otherwise only a few duels are played to the end: the time is better spent on many beginnings.
    private static func options(of seed: UInt64) -> Simulation.Options {
        var options = Simulation.Options()
        if wanted == nil, seed > 30 { options.mostEvents = 120 }
        return options
    }

    @Test("Simulated tables keep every law despite faulty connections, clocks, disks, and crashes")
    func laws() async {
        let reports = await Self.reports(of: 1...Self.count)
        for report in reports.filter({ $0.fault != nil }).prefix(5) {
            Issue.record(
                "seed \(report.seed), event \(report.events): \(report.fault?.description ?? "")")
        }
        let met = reports.reduce(into: Set<String>()) { $0.formUnion($1.met) }
        let everything = Self.count < 1000 ? Self.essentials : Simulation.everything
        #expect(everything.subtracting(met) == [])
        // Most faults of a referee need a held claim; some duels come to it later than they are played here.
        let held = reports.count { $0.met.contains("held") }
        #expect((Self.wanted == nil ? 4 : 3) * held >= reports.count, "\(held)")
    }

    @Test("A simulated table follows from its seed to the bit", arguments: [3, 4, 5] as [UInt64])
    func replay(_ seed: UInt64) {
        var options = Simulation.Options()
        (options.isHashing, options.mostEvents) = (true, 300)
        let (first, again) = (
            Simulation.run(seed: seed, options), Simulation.run(seed: seed, options)
        )
        #expect(first.journalHash == again.journalHash)
        #expect(first.lineHash == again.lineHash)
        #expect(first.events == again.events && first.time == again.time)
        let other = Simulation.run(seed: seed + 10, options)
        #expect(other.lineHash != first.lineHash && other.journalHash != first.journalHash)
    }

    /// What even the beginnings of duels must have met for this to prove anything.
    private static let essentials: Set<String> = [
        "aimed", "busy", "cut", "silent", "killed", "recovered", "held", "claimed", "timedOut",
        "setFound", "revealed", "returned", "away", "badMessage", "staleBoard", "hinted", "dealt",
    ]

    static func reports(of seeds: ClosedRange<UInt64>) async -> [Simulation.Report] {
        await withTaskGroup(of: [Simulation.Report].self) { group in
            let lanes: UInt64 = 8
            for lane in 0..<lanes {
                group.addTask {
                    var reports: [Simulation.Report] = []
                    for seed in seeds where seed % lanes == lane {
                        reports.append(Simulation.run(seed: seed, options(of: seed)))
                        // Tests that wait for a socket must not starve.
                        await Task.yield()
                    }
                    return reports
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }
}

/// An oracle that finds nothing is only worth something if it would find something.
@Suite("Simulation oracle")
struct TableOracleTests {
    @Test("The oracle reports each planted wiring fault", arguments: PlantedFault.allCases)
    func finds(_ planted: PlantedFault) {
        var options = Simulation.Options()
        options.planted = planted
        let found = (1...planted.seeds as ClosedRange<UInt64>).lazy
            .compactMap { Simulation.run(seed: $0, options).fault }
        #expect(found.first.map { planted.laws.contains($0.law) } == true, "\(found.first as Any)")
    }
}

extension PlantedFault {
    /// Within how many duels it must be found.
    fileprivate var seeds: UInt64 { 40 }

    /// As what it may be found.
    fileprivate var laws: [SimulationLaw] {
        switch self {
        case .stampsOfLooking, .nothingRead: [.arrivalsDecide]
        case .lateTimer: [.windowsEnd, .documentHolds]
        case .toldBeforeWritten, .wrongCard, .wrongPoints: [.toldIsWritten]
        case .forgottenRecord: [.toldIsWritten, .journalsAreWhole]
        case .lostTail: [.journalsAreWhole]
        case .lostLine, .swappedLines: [.thereIsOneOrder, .documentHolds]
        case .loudClaim, .revokedGrant, .wrongWinner: [.toldIsWritten]
        case .welcomeAndGoodbye: [.welcomesAreMeant]
        case .shortLines: [.linesAreNotShort]
        }
    }
}
