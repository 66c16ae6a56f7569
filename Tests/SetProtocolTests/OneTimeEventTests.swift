import SetProtocol
import SetTestSupport
import Testing

@Suite("An event that happens once", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct OneTimeEventTests {
    @Test("A one-time event wakes everybody who waits, and keeps its first value")
    func happens() async {
        let event = OneTimeEvent<Int>()
        let values = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 { group.addTask { await event.wait() } }
            event.happen(1)
            event.happen(2)
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 1, count: 20))
        #expect(await event.wait() == 1 && event.value == 1)
    }

    @Test("A cancelled task stops waiting for a one-time event, whenever it is cancelled")
    func cancelled() async {
        let event = OneTimeEvent<Int>()
        // Started together: a task that had to wait for a thread a thousand times in a row would be
        // late on a busy machine.
        await withTaskGroup(of: Int?.self) { group in
            for turn in 0..<1000 {
                let task = Task { await event.wait() }
                group.addTask {
                    if turn % 2 == 0 { await Task.yield() }
                    task.cancel()
                    return await task.value
                }
            }
            for await value in group { #expect(value == nil) }
        }
        event.happen(3)
        // Even then, a past event is delivered.
        let late = Task { await event.wait() }
        late.cancel()
        #expect(await late.value == 3)
    }
}
