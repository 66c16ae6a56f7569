import Dispatch
import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What no host can do without: a Dispatch queue that wakes up when bytes come from one of two
/// sockets, reads them, and writes the same line to both.
final class BareRelay {
    private let queue = DispatchQueue(label: "bench.relay")
    private var sources: [any DispatchSourceRead] = []
    /// The ends that the relay reads and writes.
    private var far: [LoadSocket] = []
    /// The tables at whose other ends it is.
    private(set) var tables: [LoadTable] = []

    /// Relays for some tables.
    ///
    /// - Parameter line: What is written to both players whenever anything comes from one.
    init(tables count: Int, line: [UInt8]) throws {
        for _ in 0..<count {
            let pairs = try LoadSocket.pairs(2)
            far += pairs.map(\.far)
            tables.append(
                LoadTable(relayed: PerSeat(first: pairs[0].near, second: pairs[1].near)))
            relay(pairs.map(\.far.descriptor), line)
        }
    }

    private func relay(_ descriptors: [CInt], _ line: [UInt8]) {
        for descriptor in descriptors {
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler {
                withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
                    guard recv(descriptor, buffer.baseAddress, buffer.count, 0) > 0 else { return }
                    for other in descriptors {
                        line.withUnsafeBytes { _ = write(other, $0.baseAddress, $0.count) }
                    }
                }
            }
            sources.append(source)
            source.resume()
        }
    }

    /// Stops before the descriptors are closed.
    func stop() {
        for source in sources { source.cancel() }
        queue.sync {}
    }
}
