import Dispatch
import Glibc
import SetProtocol

/// One address that connects to a port of this machine again and again, about 4,000 times a second, and says
/// nothing.
package final class CallFlood: Sendable {
    /// How many of its connections it keeps: as many as a kernel lets wait to be accepted, and more.
    private static let mostKept = 400
    /// After this number of calls it ends by itself.
    private static let mostCalls = 60_000

    private let port: UInt16
    private let source: UInt8
    private let progress = Locked((calls: 0, resets: 0, isOver: false))

    /// - Parameter source: The last number of the address 127.0.0 that it comes from.
    package init(port: UInt16, source: UInt8) {
        (self.port, self.source) = (port, source)
    }

    package var calls: Int { progress.value.calls }

    /// How many of its connections were reset by the time it let go of them.
    package var resets: Int { progress.value.resets }

    /// Starts on a separate thread.
    package func start() {
        DispatchQueue(label: "test.flood").async { [self] in
            var kept: [WireSocket] = []
            while !progress.value.isOver, calls < Self.mostCalls {
                let socket = try? WireSocket(
                    port: port, receiveBuffer: nil, source: source, isPatient: false)
                if let socket { kept.append(socket) }
                let wasReset = kept.count > Self.mostKept && kept.removeFirst().wasReset
                progress.withLock { progress in
                    progress.calls += 1
                    if wasReset { progress.resets += 1 }
                }
                usleep(200)
            }
        }
    }

    package func stop() {
        progress.withLock { $0.isOver = true }
    }
}
