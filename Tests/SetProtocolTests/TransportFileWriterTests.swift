import Dispatch
import Foundation
import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("The file writer", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportFileWriterTests {
    private let executor = QueueExecutor(label: "test")

    @Test("The file writer does its work in order and answers in order, on the executor's queue")
    func order() async {
        let writer = FileWriter(label: "test.write", executor: executor)
        let (done, answered) = (Locked<[Int]>([]), Locked<[Int]>([]))
        for number in 0..<1000 {
            writer.perform {
                done.withLock { $0.append(number) }
                return number
            } then: { [executor] number in
                #expect(executor.isCurrent)
                answered.withLock { $0.append(number) }
            }
        }
        await writer.finished()
        #expect(done.value == Array(0..<1000))
        #expect(answered.value == Array(0..<1000))
    }

    @Test("The file writer does what it was given before it is let go of")
    func lettingGo() async {
        let (answers, answer) = AsyncStream.makeStream(of: Int.self)
        var writer: FileWriter? = FileWriter(label: "test.write", executor: executor)
        for number in 0..<10 {
            writer?.perform({ number }, then: { answer.yield($0) })
        }
        writer = nil
        var numbers: [Int] = []
        for await number in answers {
            numbers.append(number)
            if number == 9 { break }
        }
        #expect(numbers == Array(0..<10))
    }

    /// Dispatch on Linux has 255 threads.
    @Test("The file writer takes no thread away from Dispatch, however many writers wait")
    func manyWriters() async {
        let writers = (0..<300).map { _ in FileWriter(label: "test.write", executor: executor) }
        for writer in writers { await writer.finished() }
        let queue = DispatchQueue(label: "test.another")
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
        for writer in writers.reversed() { await writer.finished() }
    }

    @Test("The file writer keeps nobody waiting on the executor while a write blocks")
    func blocked() async throws {
        let pipe = try #require(Descriptor.pipe())
        // A pipe holds 64 KiB: more has to wait until somebody reads.
        let file = AppendFile(adopting: pipe.writing, path: "a pipe")
        let writer = FileWriter(label: "test.write", executor: executor)
        let count = 200_000
        let isWritten = Locked(false)
        writer.perform {
            (try? file.append([UInt8](repeating: 0x41, count: count))) != nil
        } then: { isWhole in
            isWritten.withLock { $0 = isWhole }
        }
        for _ in 0..<1000 { executor.queue.sync {} }
        #expect(!isWritten.value)
        var rest = count
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while rest > 0 {
            let read = Foundation.read(pipe.reading.number, &buffer, min(rest, buffer.count))
            if read > 0 { rest -= read }
        }
        await writer.finished()
        #expect(isWritten.value)
    }
}
