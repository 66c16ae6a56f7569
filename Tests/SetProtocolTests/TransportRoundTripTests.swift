import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Kernel round trips", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportRoundTripTests {
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
