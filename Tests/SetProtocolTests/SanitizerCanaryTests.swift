import Dispatch
import Foundation
import Synchronization
import Testing

/// Planted faults that a sanitizer must report; `scripts/sanitize` looks for the reports first.
///
/// They are in the tests themselves, so that they go the way of every finding: a run that does not
/// see them would see nothing else either. Nobody else asks for them.
@Suite("Planted faults")
struct SanitizerCanaryTests {
    private static let planted = ProcessInfo.processInfo.environment["SET_DUEL_CANARY"]

    /// How often each of them counts.
    private static let rounds = 50

    @Test(
        "A planted race is found by the thread sanitizer",
        .enabled(if: planted == "thread"))
    func race() {
        let counter = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        defer { counter.deallocate() }
        counter.initialize(to: 0)
        let address = UInt(bitPattern: counter)
        let both = DispatchGroup()
        let turns = Turns()
        for number in 0..<2 {
            DispatchQueue(label: "canary \(number)").async(group: both) {
                let counter = UnsafeMutablePointer<Int>(bitPattern: address)
                for round in 0..<Self.rounds {
                    // By turns, so that each finds a trace of the other that is fresh: of an old one the
                    // sanitizer may have forgotten whence it came, and then it says nothing.
                    while turns.taken.load(ordering: .relaxed) != 2 * round + number {}
                    counter?.pointee += 1
                    turns.taken.add(1, ordering: .relaxed)
                }
            }
        }
        both.wait()
        #expect(counter.pointee == 2 * Self.rounds)
    }

    @Test(
        "A planted overflow is found by the address sanitizer", .enabled(if: planted == "address"))
    func overflow() {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 10)
        defer { memory.deallocate() }
        for place in 0...10 { memory[place] = UInt8(place) }
        #expect(memory[0] == 0)
    }
}

/// How many turns have been taken; relaxed, so that nothing is ordered by it.
private final class Turns: Sendable {
    let taken = Atomic(0)
}
