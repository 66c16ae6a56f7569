import Dispatch
import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("Host output lines", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct LineWriterTests {
    @Test("Unread host output delays nobody and is limited to 1,000 lines")
    func stuck() async {
        let reader = DispatchSemaphore(value: 0)
        let read = Locked<[String]>([])
        let writer = LineWriter(label: "test.lines") { line in
            reader.wait()
            read.withLock { $0.append(line) }
        }
        for number in 1...1500 { writer.write("line \(number)") }
        #expect(read.value.isEmpty)
        for _ in 1...1501 { reader.signal() }
        await writer.written()
        let lines = read.value.filter { $0.hasPrefix("line") }
        #expect(lines == (1...1000).map { "line \($0)" })
        #expect(read.value.filter { $0.hasPrefix("500 lines dropped") }.count == 1)
        writer.write("the next")
        await writer.written()
        #expect(read.value.last == "the next")
    }
}
