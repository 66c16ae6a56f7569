import SystemLibrary

/// What the kernel knows of a connection: `struct tcp_info` (linux/tcp.h), which only grows.
///
/// The C library's own declaration of it is older and ends before the fields that are read here, which is why
/// they have offsets. They decide races, so a kernel whose structure looks otherwise is not believed.
struct TCPInformation {
    /// The smallest recent round trip (`tcpi_min_rtt`); `nil` before it is known.
    let leastRoundTrip: Duration?
    /// How many segments have arrived out of order so far (`tcpi_rcv_ooopack`); `nil` before Linux 5.4.
    let segmentsOutOfOrder: UInt32?

    /// Reads what the kernel has filled in; `nil` if it cannot be that structure.
    init?(_ bytes: UnsafeRawBufferPointer) {
        func number(at offset: Int) -> UInt32 {
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
        guard bytes.count >= 156 else { return nil }
        let (segments, dataSegments, least) = (number(at: 140), number(at: 152), number(at: 148))
        let outOfOrder = bytes.count >= 228 ? number(at: 224) : nil
        // The state, the sizes of segments, and counts that are parts of another.
        guard 1...12 ~= bytes[0], 1...65_535 ~= number(at: 16), 1...65_535 ~= number(at: 20),
            dataSegments <= segments, outOfOrder ?? 0 <= segments, least > 0
        else { return nil }
        // Ten minutes: no connection lasts with more.
        leastRoundTrip = least <= 600_000_000 ? .microseconds(Int64(least)) : nil
        segmentsOutOfOrder = outOfOrder
    }
}

extension Descriptor {
    /// What the kernel knows of this connection, if anything; no program can delay its round trips.
    var tcpInformation: TCPInformation? {
        // More than the kernel's has.
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { info in
            Platform.tcpInformation(number, into: info).flatMap {
                TCPInformation(UnsafeRawBufferPointer(rebasing: info[..<$0]))
            }
        }
    }
}
