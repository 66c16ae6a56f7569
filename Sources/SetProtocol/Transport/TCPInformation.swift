#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

// What the kernel knows of a connection (`struct tcp_info`, linux/tcp.h). The C library's own declaration of it
// is older and ends before the fields that are read here, which is why they have offsets.

extension Descriptor {
    /// The smallest recent round trip that the kernel measured; `nil` if unknown.
    ///
    /// It is between the two kernels: a program cannot delay it.
    var leastRoundTrip: Duration? {
        guard let microseconds = tcpInformation(at: 148), microseconds < .max else { return nil }
        return .microseconds(Int64(microseconds))
    }

    /// How many segments have arrived out of order so far (`tcpi_rcv_ooopack`); `nil` if unknown.
    var segmentsOutOfOrder: UInt32? { tcpInformation(at: 224) }

    /// A number of `struct tcp_info`; `nil` where the kernel's has none there.
    private func tcpInformation(at offset: Int) -> UInt32? {
        #if canImport(Glibc)
        // More than the kernel's has, which only grows.
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { info in
            var size = socklen_t(info.count)
            let answer = getsockopt(
                number, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &size)
            guard answer == 0, Int(size) >= offset + MemoryLayout<UInt32>.size else { return nil }
            return info.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
        #else
        nil
        #endif
    }
}
