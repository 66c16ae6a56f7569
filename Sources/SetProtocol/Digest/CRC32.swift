/// A checksum that finds accidents, not forgeries: CRC-32 as in Ethernet and zip (IEEE 802.3).
package struct CRC32: Hashable, Sendable {
    private var register: UInt32 = 0xFFFF_FFFF

    package init() {}

    package init(of bytes: some Sequence<UInt8>) {
        update(bytes)
    }

    package mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            register = register >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: register) ^ byte)]
        }
    }

    package var value: UInt32 { ~register }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
    }
}
