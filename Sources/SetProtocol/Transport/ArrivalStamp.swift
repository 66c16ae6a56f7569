#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

// When bytes reached this machine, as far as the kernel tells: a program that is given the processor
// late must not change who was first.

extension Descriptor {
    /// The longest that a program is believed to have been kept from reading.
    ///
    /// The kernel's stamps are of a clock that can be set: a step of it moves an arrival by no more.
    static let oldestStamp = Duration.milliseconds(50)

    /// Asks the kernel to stamp what arrives; where it cannot, the moment of reading counts.
    func stampArrivals() {
        #if canImport(Glibc)
        try? set(SO_TIMESTAMPNS, 1, at: SOL_SOCKET)
        #endif
    }

    /// Takes bytes that have come to a socket.
    ///
    /// - Parameter arrival: Set to the moment at which the last of them came.
    func receive(
        into buffer: UnsafeMutableRawBufferPointer, arrival: inout TableTime
    ) -> TransferOutcome {
        #if canImport(Glibc)
        withUnsafeTemporaryAllocation(
            byteCount: Self.controlBytes, alignment: MemoryLayout<cmsghdr>.alignment
        ) { control in
            var piece = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            return withUnsafeMutablePointer(to: &piece) { piece in
                while true {
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (piece, 1)
                    (message.msg_control, message.msg_controllen) = (
                        control.baseAddress, control.count
                    )
                    let count = recvmsg(number, &message, 0)
                    if count > 0 {
                        arrival = MonotonicClock.now
                        let stamps = UnsafeRawBufferPointer(
                            rebasing: control[..<message.msg_controllen])
                        if let age = Self.age(in: stamps) {
                            arrival = arrival.advanced(by: .zero - age)
                        }
                        return .moved(count)
                    }
                    if count == 0 { return .endOfStream }
                    if errno == EINTR { continue }
                    return errno == EAGAIN || errno == EWOULDBLOCK
                        ? .notReady : .failed(.last(.recv))
                }
            }
        }
        #else
        let outcome = receive(into: buffer)
        arrival = MonotonicClock.now
        return outcome
        #endif
    }

    #if canImport(Glibc)
    /// Room for one stamp: a header and two 64-bit numbers, and some to spare.
    private static let controlBytes = 64

    /// How long ago the kernel stamped what was read, when it did.
    private static func age(in control: UnsafeRawBufferPointer) -> Duration? {
        let (header, size) = (
            MemoryLayout<cmsghdr>.size, MemoryLayout<cmsghdr>.size + MemoryLayout<timespec>.size
        )
        guard control.count >= size else { return nil }
        let message = control.loadUnaligned(as: cmsghdr.self)
        // The stamp comes under the number of the option that asked for it (socket(7)).
        guard message.cmsg_level == SOL_SOCKET, message.cmsg_type == SO_TIMESTAMPNS,
            message.cmsg_len >= size
        else { return nil }
        let stamp = control.loadUnaligned(fromByteOffset: header, as: timespec.self)
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
        let age =
            Duration.seconds(now.tv_sec - stamp.tv_sec)
            + .nanoseconds(now.tv_nsec - stamp.tv_nsec)
        return min(max(.zero, age), oldestStamp)
    }
    #endif
}
