import Foundation
import SetSimulation
import SetTestSupport
import Testing

/// Whole tables by chance: the production core between simulated lines, clocks, disks and clients.
///
/// A duel that breaks a law is named by its seed; `swift run -c release set-duel-simulate --seed 17` plays
/// it again and prints its last events. `SIMULATION_TABLES` plays more of them, and to their end.
@Suite("Simulated tables")
struct TableSimulationTests {
    private static let wanted = ProcessInfo.processInfo.environment["SIMULATION_TABLES"]
        .flatMap(UInt64.init)
    private static let count = wanted ?? 300
    /// In the plain suite only the beginning of each duel is played: the time is better spent on
    /// many of them.
    private static let options = {
        var options = TableSimulation.Options()
        if wanted == nil { options.mostEvents = 120 }
        return options
    }()

    @Test("keep every law whatever happens to lines, clocks, disks and programs")
    func laws() async {
        let reports = await Self.reports(of: 1...Self.count)
        for report in reports.filter({ $0.fault != nil }).prefix(5) {
            Issue.record(
                "seed \(report.seed), event \(report.events): \(report.fault?.description ?? "")")
        }
        let met = reports.reduce(into: Set<String>()) { $0.formUnion($1.met) }
        #expect(Self.everything.subtracting(met) == [])
        // Most faults of a referee need a claim that waits; some duels come to it later than they are played here.
        let held = reports.count { $0.met.contains("held") }
        #expect((Self.wanted == nil ? 4 : 3) * held >= reports.count, "\(held)")
    }

    @Test("follow from their seed to the bit", arguments: [3, 4, 5] as [UInt64])
    func replay(_ seed: UInt64) {
        var options = TableSimulation.Options()
        (options.isHashing, options.mostEvents) = (true, 300)
        let (first, again) = (
            TableSimulation.run(seed: seed, options), TableSimulation.run(seed: seed, options)
        )
        #expect(first.journalHash == again.journalHash)
        #expect(first.lineHash == again.lineHash)
        #expect(first.events == again.events && first.time == again.time)
        let other = TableSimulation.run(seed: seed + 10, options)
        #expect(other.lineHash != first.lineHash && other.journalHash != first.journalHash)
    }

    /// What must have been met for this to prove anything.
    private static let everything: Set<String> = [
        "aimed", "busy", "cut", "silent", "killed", "recovered", "held", "claimed", "timedOut",
        "setFound", "returned", "away", "badMessage", "staleBoard",
    ]

    static func reports(of seeds: ClosedRange<UInt64>) async -> [TableSimulation.Report] {
        await withTaskGroup(of: [TableSimulation.Report].self) { group in
            let lanes: UInt64 = 8
            for lane in 0..<lanes {
                group.addTask {
                    var reports: [TableSimulation.Report] = []
                    for seed in seeds where seed % lanes == lane {
                        reports.append(TableSimulation.run(seed: seed, options))
                        // Tests that wait for a socket must not starve meanwhile.
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
@Suite("The oracle of simulated tables")
struct TableOracleTests {
    @Test("finds what is wired wrongly on purpose", arguments: PlantedFault.allCases)
    func finds(_ planted: PlantedFault) {
        var options = TableSimulation.Options()
        options.planted = planted
        let found = (1...planted.seeds as ClosedRange<UInt64>).lazy
            .compactMap { TableSimulation.run(seed: $0, options).fault }
        #expect(found.first.map { planted.laws.contains($0.law) } == true, "\(found.first as Any)")
    }
}

extension PlantedFault {
    /// Within how many duels it must be found.
    fileprivate var seeds: UInt64 { 40 }

    /// As what it may be found.
    fileprivate var laws: [TableLaw] {
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
