import Dispatch
import Glibc
import SetProtocol

/// A host that, once triggered, sends the same lines as fast as they are accepted.
package struct FloodHost: Sendable {
    /// What the flood has come to.
    private struct Course {
        struct State {
            var sent = 0
            /// Whether plenty has been sent, nobody has taken anything for a second, or nobody is there.
            var hasFlooded = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        let begun = DispatchSemaphore(value: 0)
        let state = Locked(State())

        /// Notes that it is enough for those who wait for that.
        func flooded() {
            let waiting = state.withLock { state in
                defer { (state.hasFlooded, state.waiting) = (true, []) }
                return state.waiting
            }
            for one in waiting { one.resume() }
        }
    }

    package let address: String
    /// How much is enough to see that nothing piles up.
    package static let plenty = LongRun.count(6, inLongRun: 64) << 20
    private let course = Course()

    /// Listens on a free port of this machine, for one client.
    ///
    /// - Parameters:
    ///   - greeting: What is said at once.
    ///   - lines: What is said over and over.
    package init(_ greeting: [HostMessage], then lines: [[UInt8]]) throws {
        let socket = try WireSocket(listeningOn: 0)
        address = "127.0.0.1:\(socket.localPort)"
        let (course, greeting) = (course, greeting.flatMap { WireCodec.encode($0) })
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
            _ = client.send(greeting)
            course.begun.wait()
            var rest = flood[...]
            while true {
                guard Self.isReady(client, Int16(POLLOUT)) else {
                    course.flooded()
                    continue
                }
                guard case .moved(let count) = client.send(Array(rest)) else { break }
                let sent = course.state.withLock { state in
                    state.sent += count
                    return state.sent
                }
                if sent >= Self.plenty { course.flooded() }
                rest = count == rest.count ? flood[...] : rest.dropFirst(count)
            }
            course.flooded()
        }
    }

    /// Waits a second at most.
    private static func isReady(_ socket: WireSocket, _ events: Int16) -> Bool {
        var request = pollfd(fd: socket.number, events: events, revents: 0)
        return poll(&request, 1, 1000) > 0
    }

    package func begin() { course.begun.signal() }

    /// Waits until plenty has been sent, nobody has taken anything for a second, or nobody is there.
    package func hasFlooded() async {
        await withCheckedContinuation { continuation in
            let isEnough = course.state.withLock { state in
                if !state.hasFlooded { state.waiting.append(continuation) }
                return state.hasFlooded
            }
            if isEnough { continuation.resume() }
        }
    }

    package var sent: Int { course.state.withLock { $0.sent } }
}
