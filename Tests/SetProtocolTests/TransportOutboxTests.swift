import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("The outbox")
struct TransportOutboxTests {
    @Test(
        "The outbox gives the lines out as they were put in, in whatever pieces",
        arguments: 0..<100 as Range<UInt64>)
    func pieces(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var outbox = Outbox()
        var put: [UInt8] = []
        var ends: [Int] = []
        var given: [UInt8] = []
        for step in 0..<200 {
            if generator.below(2) == 0 {
                let line = [UInt8](repeating: UInt8(step), count: Int(generator.below(40))) + [0x0A]
                outbox.append(line)
                put += line
                ends.append(put.count)
            } else if !outbox.isEmpty {
                let count = 1 + Int(generator.below(UInt64(outbox.byteCount)))
                given += outbox.withWaitingBytes { $0.prefix(count).map { $0 } }
                outbox.remove(count)
            }
            #expect(outbox.byteCount == put.count - given.count)
            #expect(outbox.lineCount == ends.count { $0 > given.count })
            #expect(outbox.isEmpty == (put.count == given.count))
        }
        given += outbox.withWaitingBytes { $0.map { $0 } }
        #expect(given == put)
    }

    @Test(
        "The outbox is over the limits with one line or one byte more than they allow",
        arguments: [
            (3, 100, [10, 10, 10], false), (3, 100, [10, 10, 10, 10], true),
            (9, 30, [9, 9, 9], false), (9, 29, [9, 9, 9], true), (0, 0, [], false),
        ] as [(Int, Int, [Int], Bool)])
    func limits(lines: Int, bytes: Int, lengths: [Int], isOver: Bool) {
        var limits = WireLimits.standard
        (limits.queuedLines, limits.queuedBytes) = (lines, bytes)
        var outbox = Outbox()
        for length in lengths { outbox.append([UInt8](repeating: 0x61, count: length)) }
        #expect(outbox.isOver(limits) == isOver)
    }
}
