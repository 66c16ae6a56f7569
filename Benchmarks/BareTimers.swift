import Dispatch
import SetProtocol

/// Strict Dispatch timers that do nothing but note when they fire.
final class BareTimers: Sendable {
    private let queue = DispatchQueue(label: "bench.timers")
    private let count: Int
    private let late = Locked<[Double]>([])

    init(count: Int) {
        self.count = count
    }

    func arm(_ number: Int, after time: Duration) {
        let microseconds = Int(time / .microseconds(1))
        let due = LoadClock.now + Double(microseconds)
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.schedule(deadline: .now() + .microseconds(microseconds), leeway: .nanoseconds(0))
        timer.setEventHandler { [self] in
            late.withLock { $0.append(max(0, LoadClock.now - due)) }
            timer.cancel()
        }
        timer.resume()
    }

    /// By how much each has fired late, in microseconds, when all have.
    func lateness() throws -> [Double] {
        while late.withLock(\.count) < count { try LoadSocket.rest(microseconds: 1000) }
        return late.withLock { $0 }
    }
}
