import Dispatch
import SetProtocol

/// Asks a host what it says about itself, over a connection of its own.
package enum StatusQuestion {
    /// The round trip is from the question to its answer, once the connection was there.
    package typealias Answer = (status: HostStatus, roundTrip: Duration)

    /// Connects, asks, and hangs up; each may take ``HostLink/firstTimeout``.
    ///
    /// - Returns: `nil` if the host gave no such answer, as hosts of before do.
    package static func ask(_ endpoint: Endpoint) async throws(TransportError) -> Answer? {
        let executor = QueueExecutor(label: "set-duel.status")
        let addresses = try await SocketAddress.resolve(endpoint, within: HostLink.firstTimeout)
        let connection = try await LineConnection.connect(
            to: addresses, executor: executor, timeout: HostLink.firstTimeout)
        let answer = OneTimeEvent<Answer?>()
        let timer = DeadlineTimer(executor: executor) { answer.happen(nil) }
        executor.queue.async {
            let start = MonotonicClock.now
            timer.arm(at: start.advanced(by: HostLink.firstTimeout))
            connection.start { event in
                guard case .line(let line, at: let arrival) = event,
                    case .status(let status)? = try? WireCodec.decodeHostMessage(line)
                else { return answer.happen(nil) }
                // The kernel's clock may have been read a moment earlier than this one.
                answer.happen((status, max(.zero, start.duration(to: arrival))))
            }
            connection.send(WireCodec.encode(.status))
        }
        let found = await answer.wait() ?? nil
        executor.queue.async { connection.finish() }
        return found
    }
}
