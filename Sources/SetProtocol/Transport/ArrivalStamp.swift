import SystemLibrary

// When bytes reached this machine, as far as the kernel tells: a program that is given the processor
// late must not change who was first.

/// Reads what has come to a socket; the last argument is set to the kernel's stamp of its last byte.
typealias StampedRead =
    @Sendable (Descriptor, UnsafeMutableRawBufferPointer, inout MonotonicInstant) -> TransferOutcome

/// Decides when the bytes of one connection arrived, and rejects implausible stamps.
///
/// The kernel stamps each segment as it arrives, in any order, and reports the stamp of the segment
/// with the last byte read. A client could send the end of a line early to get an early stamp. Two
/// rules prevent that:
///
/// - Bytes that could not be read at some moment arrived after it, so no line counts as older than
///   the last moment at which the connection was empty.
///
/// - Once segments have arrived out of order, no old stamp is trusted: a line then counts from the
///   moment it was read.
package struct ArrivalClock {
    /// From which age on a stamp is looked at twice; that of a host with time to spare is younger.
    static let suspiciousAge = Duration.milliseconds(1)

    /// The longest that a program is believed to have been kept from reading: many callers at once can
    /// keep a host from it for a tenth of a second.
    ///
    /// The kernel stamps by the wall clock: when that is set, what waits to be read is off by no more.
    package static let oldest = Duration.milliseconds(200)

    /// The last moment at which nothing was left to read; `nil` before it is known.
    private var lastEmpty: MonotonicInstant?

    /// Records the result of a read and returns when its last byte arrived.
    ///
    /// `stamp` is the kernel's. `segmentsOutOfOrder` is called only for an old stamp. A stream read
    /// that returns less than `capacity` has left nothing behind (epoll(7)).
    mutating func arrival(
        of outcome: TransferOutcome, capacity: Int, began: MonotonicInstant,
        stamp: MonotonicInstant,
        segmentsOutOfOrder: () -> UInt32?
    ) -> MonotonicInstant {
        var arrival = lastEmpty.map { max($0, stamp) } ?? stamp
        if arrival.duration(to: began) > Self.suspiciousAge, (segmentsOutOfOrder() ?? 0) > 0 {
            arrival = began
        }
        switch outcome {
        case .moved(let count): if count < capacity { lastEmpty = began }
        case .notReady: lastEmpty = began
        case .endOfStream, .failed: break
        }
        return arrival
    }
}

extension Descriptor {
    /// Receives bytes and sets `stamp` to the kernel's arrival time of the last one; where the kernel
    /// tells none, the moment of reading counts.
    func receive(
        into buffer: UnsafeMutableRawBufferPointer, stamp: inout MonotonicInstant
    ) -> TransferOutcome {
        while true {
            var time: timespec?
            let count = Platform.receive(number, buffer, &time)
            if count > 0 {
                // The age first: between the two clocks this thread may have to wait, and nothing
                // arrives before it was sent.
                let age = time.map(Self.age) ?? .zero
                stamp = MonotonicClock.now.advanced(by: .zero - age)
                return .moved(count)
            }
            if count == 0 { return .endOfStream }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .notReady : .failed(.last(.recv))
        }
    }

    /// How long ago the kernel stamped something.
    private static func age(of stamp: timespec) -> Duration {
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return .zero }
        return min(max(.zero, duration(now) - duration(stamp)), ArrivalClock.oldest)
    }

    private static func duration(_ time: timespec) -> Duration {
        .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
