import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Every fault of a line in every state of the protocol, over real sockets.
@Suite("A faulty connection", .serialized, .inTurn, .timeLimit(.minutes(10)))
struct FaultyLineTests {
    /// The stages at which it matters whose line it is.
    private static let lopsided: [TableStage] = [
        .seated, .held, .claimed, .answering, .shown, .grace, .asked, .rematch,
    ]

    /// Every stage with every fault.
    ///
    /// If the two players differ, the bad connection is one player's or the other's in turn.
    static var cases: [FaultyLineCase] {
        // What takes longest begins first.
        LineFault.allCases.reversed().enumerated().flatMap { number, fault in
            TableStage.allCases.enumerated().flatMap { place, stage -> [FaultyLineCase] in
                // A whole game is played to come there.
                let isLong = stage == .suddenDeath
                guard !isLong || [.silence, .cut, .jitter].contains(fault) else { return [] }
                let isSame = !lopsided.contains(stage) || (number + place).isMultiple(of: 2)
                return [FaultyLineCase(stage: stage, fault: fault, hitsActing: isSame)]
            }
        }
    }

    /// Every stage with every fault of either player's connection, with either seat acting and
    /// several decks; some games are played to the end.
    static var manyCases: [FaultyLineCase] {
        var cases: [FaultyLineCase] = []
        for fault in LineFault.allCases.reversed() {
            for stage in TableStage.allCases {
                for hitsActing in lopsided.contains(stage) ? [true, false] : [true] {
                    for acting in stage.takesTwo ? Seat.allCases : [.first] {
                        for seed in stage == .suddenDeath ? [7] : [7, 8, 9] as [UInt64] {
                            cases.append(
                                FaultyLineCase(
                                    stage: stage, fault: fault, acting: acting,
                                    hitsActing: hitsActing, seed: seed,
                                    isPlayedOut: seed == 8 && acting == .first && hitsActing))
                        }
                    }
                }
            }
        }
        return cases
    }

    @Test("A faulty connection costs nobody anything, in any state")
    func everyState() async throws {
        let cases = LongRun.isOn ? Self.manyCases.sampled(every: 1) : Self.cases
        #expect(Set(cases.map(\.stage)).count == TableStage.allCases.count)
        #expect(Set(cases.map(\.fault)).count == LineFault.allCases.count)
        await Self.concurrently(cases) { try await FaultyLine.play($0) }
        if LongRun.isOn { print("\(cases.count) faults of lines") }
    }

    @Test("A faulty connection delays nobody when its player stays away")
    func forGood() async throws {
        let faults = LongRun.isOn ? LineFault.allCases.filter(\.isNoticed) : [.silence, .cut]
        var cases: [FaultyLineCase] = []
        for fault in faults {
            for stage in TableStage.allCases {
                for hitsActing in Self.lopsided.contains(stage) ? [true, false] : [true] {
                    cases.append(
                        FaultyLineCase(
                            stage: stage, fault: fault, hitsActing: hitsActing, returns: false))
                }
            }
        }
        if LongRun.isOn {
            cases = cases.sampled(every: 1)
        } else {
            let silenced: [TableStage] = [.alone, .open, .claimed, .grace, .over]
            cases.removeAll { what in
                what.stage == .suddenDeath
                    || what.fault == .silence && !silenced.contains(what.stage)
            }
        }
        await Self.concurrently(cases) { try await FaultyLine.play($0) }
    }

    /// Plays several cases at a time; one that throws is an issue and stops no other.
    static func concurrently<Case: Sendable>(
        _ cases: [Case], atATime most: Int = 32,
        _ play: @escaping @Sendable (Case) async throws -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for (number, what) in cases.enumerated() {
                if number >= most { await group.next() }
                group.addTask {
                    do { try await play(what) } catch { Issue.record("\(what): \(error)") }
                }
            }
        }
    }
}
