import Dispatch
import SetProtocol
import Testing

@testable import SetHost

@Suite("Writing journals")
struct JournalWriterTests {
    @Test("Nothing overtakes what waits for the same piece, whatever other tables wait for")
    func order() {
        let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var options = JournalOptions(directory: "/nonexistent")
        options.beforeWork = { _ in
            entered.signal()
            gate.wait()
        }
        let executor = QueueExecutor(label: "test")
        let writer = JournalWriter(options, executor: executor, tell: { _ in })
        let log = Locked<[String]>([])
        func piece() -> Int { writer.give(1) { [] } }
        func wait(for piece: Int, _ name: String) {
            writer.whenSettled(piece) { log.withLock { $0.append(name) } }
        }

        let first = executor.wait { piece() }
        entered.wait()
        let second = executor.wait {
            let second = piece()
            wait(for: second, "another table")
            wait(for: first, "welcome")
            return second
        }
        gate.signal()
        entered.wait()
        // The first piece is written and answered; the thread is at the second.
        executor.wait { wait(for: first, "pong") }
        #expect(log.withLock { $0.filter { $0 != "another table" } } == ["welcome", "pong"])

        executor.wait { _ = piece() }
        gate.signal()
        entered.wait()
        #expect(executor.wait { writer.isSettled(second) })
        #expect(log.withLock { Set($0) } == ["another table", "welcome", "pong"])
        gate.signal()
    }
}
