import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("The queue of alarms")
struct AlarmQueueTests {
    @Test("Alarms go off in the order of their times, however they are set and taken back")
    func alarms() {
        var random = SeededGenerator(seed: 5)
        var (queue, expected) = (AlarmQueue(), [Int: MonotonicInstant]())
        let calls = Locked<[Int]>([])
        let numbers = (0..<40).map { place in
            queue.add { calls.withLock { $0.append(place) } }
        }
        for step in 0..<4000 {
            let place = Int(random.below(40))
            let time = MonotonicInstant(.milliseconds(Int(random.below(1000))))
            if random.below(4) > 0 {
                queue.set(numbers[place], at: time)
                expected[place] = time
            } else if step % 7 == 0 {
                for event in queue.takeDue(at: time) { event() }
                let due = expected.filter { $0.value <= time }
                let order = calls.withLock { calls in
                    defer { calls = [] }
                    return calls
                }
                #expect(Set(order) == Set(due.keys) && order.count == due.count)
                #expect(order.map { due[$0] ?? .zero } == due.values.sorted())
                for place in due.keys { expected[place] = nil }
            }
            #expect(queue.next == expected.values.min())
        }
    }
}
