import Dispatch
import Glibc
import SetProtocol

/// A host that, once triggered, sends the same lines as fast as they are accepted.
package struct FloodHost: Sendable {
    package let address: String
    /// How much is enough to see that nothing piles up.
    package static let plenty = LongRun.count(6, inLongRun: 64) << 20
    private let begun = DispatchSemaphore(value: 0)
    private let count = Locked(0)
    /// Plenty has been sent, nobody has taken anything for a second, or nobody is there.
    private let flooded = OneTimeEvent<Void>()

    /// Listens on a free port of this machine, for one client.
    ///
    /// - Parameters:
    ///   - greeting: What is said at once.
    ///   - lines: What is said over and over.
    package init(_ greeting: [HostMessage], then lines: [[UInt8]]) throws {
        let socket = try WireSocket(listeningOn: 0)
        address = "127.0.0.1:\(socket.localPort)"
        let (begun, sent, flooded) = (begun, count, flooded)
        let opening = greeting.flatMap { WireCodec.encode($0) }
        var batch: [UInt8] = []
        while batch.count < 65_536 { batch += lines.flatMap(\.self) }
        let flood = batch
        // It waits in system calls, on a separate queue.
        DispatchQueue(label: "test.flood").async {
            var client: WireSocket?
            while client == nil {
                _ = Self.isReady(socket, Int16(POLLIN))
                client = socket.accept()
            }
            guard let client else { return }
            _ = Self.isReady(client, Int16(POLLIN))
            _ = client.send(opening)
            begun.wait()
            var rest = flood[...]
            while true {
                guard Self.isReady(client, Int16(POLLOUT)) else {
                    flooded.happen(())
                    continue
                }
                guard case .moved(let count) = client.send(Array(rest)) else { break }
                sent.withLock { $0 += count }
                if sent.value >= Self.plenty { flooded.happen(()) }
                rest = count == rest.count ? flood[...] : rest.dropFirst(count)
            }
            flooded.happen(())
        }
    }

    /// Waits a second at most.
    private static func isReady(_ socket: WireSocket, _ events: Int16) -> Bool {
        var request = pollfd(fd: socket.number, events: events, revents: 0)
        return poll(&request, 1, 1000) > 0
    }

    package func begin() { begun.signal() }

    /// Waits until plenty has been sent, nobody has taken anything for a second, or nobody is there.
    package func hasFlooded() async { _ = await flooded.wait() }

    package var sent: Int { count.value }
}
