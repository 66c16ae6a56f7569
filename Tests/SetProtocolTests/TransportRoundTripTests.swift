import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Kernel round trips", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportRoundTripTests {
    /// What a kernel fills in for a connection with data, after which some numbers are changed.
    private static func information(
        size: Int = 232, _ changes: [Int: UInt32] = [:]
    ) -> TCPInformation? {
        var bytes = [UInt8](repeating: 0, count: 240)
        let numbers: [Int: UInt32] = [
            0: 1, 16: 1448, 20: 536, 140: 20, 148: 81, 152: 7, 224: 2,
        ].merging(changes) { $1 }
        bytes.withUnsafeMutableBytes { buffer in
            for (offset, number) in numbers {
                buffer.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
            }
        }
        return bytes.withUnsafeBytes {
            TCPInformation(UnsafeRawBufferPointer(rebasing: $0[..<size]))
        }
    }

    @Test(
        "What the kernel knows of a connection is believed only in the layout that Linux gives it")
    func layout() throws {
        let known = try #require(Self.information())
        #expect(known.leastRoundTrip == .microseconds(81) && known.segmentsOutOfOrder == 2)
        // Before the first round trip.
        let new = try #require(Self.information([148: .max]))
        #expect(new.leastRoundTrip == nil && new.segmentsOutOfOrder == 2)
        // Linux before 5.4 ends earlier.
        let old = try #require(Self.information(size: 224))
        #expect(old.leastRoundTrip == .microseconds(81) && old.segmentsOutOfOrder == nil)
        #expect(Self.information(size: 104) == nil)
        for wrong: [Int: UInt32] in [
            [224: 21], [152: 21], [148: 0], [140: 0], [16: 0], [16: 1 << 20], [0: 0],
        ] {
            #expect(Self.information(wrong) == nil, "\(wrong)")
        }
    }

    @Test("The kernel's round trip is known on Linux, and gone with the connection")
    func loopback() async throws {
        let loopback = try await Loopback()
        let (host, client) = try await loopback.connect()
        let (hostEvents, clientEvents) = (await host.startForTest(), await client.startForTest())
        await loopback.executor.run { host.send(Array("hello".utf8)) }
        #expect(await clientEvents.next() == .line("hello"))
        await loopback.executor.run { client.send(Array("hello".utf8)) }
        #expect(await hostEvents.next() == .line("hello"))
        let measured = await loopback.executor.run { host.leastRoundTrip }
        #if canImport(Glibc)
        let least = try #require(measured)
        #expect(least > .zero && least < Duration.seconds(10).whenSlow)
        #else
        #expect(measured == nil)
        #endif
        await loopback.executor.run { host.close() }
        #expect(await loopback.executor.run { host.leastRoundTrip } == nil)
    }
}
