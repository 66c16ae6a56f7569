import SetTestSupport
import Testing

@testable import SetProtocol

#if canImport(Glibc)
import Glibc

/// Segments that come in another order than they were sent in, as by a filter that lets only short ones through.
@Suite("Reordered segments", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportReorderingTests {
    @Test("A line with reordered segments arrived when it was read")
    func endFirst() async throws {
        let loopback = try await Loopback()
        var isOfReading = false
        // A machine that stalls can spoil one line, but not all of them.
        for _ in 0..<5 where !isOfReading { isOfReading = try await arrivesWhenRead(loopback) }
        #expect(isOfReading)
    }

    private func arrivesWhenRead(_ loopback: Loopback) async throws -> Bool {
        let address = loopback.socket.boundAddress
        let descriptor = try Descriptor.connectedForTest(to: address)
        let stamps = Locked<[MonotonicInstant]>([])
        let connection = LineConnection(
            adopting: descriptor, peer: address, executor: loopback.executor,
            limits: .standard, lineLimit: 4096
        ) { descriptor, buffer, stamp in
            let outcome = descriptor.receive(into: buffer, stamp: &stamp)
            if case .moved = outcome { stamps.withLock { $0.append(stamp) } }
            return outcome
        }
        var accepted = loopback.accepted.makeAsyncIterator()
        let peer = try #require(await accepted.next())
        #expect(descriptor.tcpInformation?.segmentsOutOfOrder == 0)
        try #require(descriptor.dropLongSegments())
        var events = await connection.startForTest().makeAsyncIterator()
        await loopback.executor.run {
            peer.send([UInt8](repeating: 0x20, count: 1000))
            peer.send(Array("claim".utf8))
        }
        try await Task.sleep(for: .milliseconds(50))
        #expect(descriptor.tcpInformation?.segmentsOutOfOrder == 1)
        descriptor.dropNothing()
        // The peer's kernel sends the long one again by itself.
        for text in [String(repeating: " ", count: 1000), "claim"] {
            guard case .line(let line, let arrival) = await events.next() else { return false }
            #expect(String(decoding: line, as: UTF8.self) == text)
            guard let stamp = stamps.value.last, arrival > stamp else { return false }
        }
        return true
    }
}

extension Descriptor {
    /// One instruction of a filter (linux/filter.h).
    private struct Instruction {
        var code: UInt16
        /// How many instructions to leave out.
        var whenTrue: UInt8 = 0
        var whenFalse: UInt8 = 0
        var operand: UInt32 = 0
    }

    /// A filter as the kernel takes it.
    private struct Filter {
        var count: UInt16
        var first: UnsafePointer<Instruction>
    }

    /// Has the kernel drop what is longer than a header and some words.
    fileprivate func dropLongSegments() -> Bool {
        let instructions = [
            Instruction(code: 0x80),  // The length of the segment, with its header.
            Instruction(code: 0x25, whenFalse: 1, operand: 200),  // Is it greater?
            Instruction(code: 0x06),  // Nothing of it.
            Instruction(code: 0x06, operand: .max),  // All of it.
        ]
        return instructions.withUnsafeBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return false }
            var filter = Filter(count: UInt16(buffer.count), first: first)
            let size = socklen_t(MemoryLayout<Filter>.size)
            return setsockopt(number, SOL_SOCKET, SO_ATTACH_FILTER, &filter, size) == 0
        }
    }

    /// Takes the filter away.
    fileprivate func dropNothing() {
        var nothing: Int32 = 0
        setsockopt(
            number, SOL_SOCKET, SO_DETACH_FILTER, &nothing, socklen_t(MemoryLayout<Int32>.size))
    }
}
#endif
