#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

// What the kernel knows of a connection (`struct tcp_info`, linux/tcp.h). The C library's own declaration of it
// is older and ends before the fields that are read here, which is why they have offsets.

extension Descriptor {
    /// The smallest round trip that the kernel has measured on this connection lately.
    ///
    /// It is that of the kernels at both ends: a program cannot delay it.
    ///
    /// - Returns: `nil` where the kernel does not tell, or has not measured any yet.
    var leastRoundTrip: Duration? {
        guard let microseconds = tcpInformation(at: 148), microseconds < .max else { return nil }
        return .microseconds(Int64(microseconds))
    }

    /// How many segments of this connection have come out of order so far (`tcpi_rcv_ooopack`).
    ///
    /// - Returns: `nil` where the kernel does not tell.
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
