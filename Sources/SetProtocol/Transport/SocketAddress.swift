/// An IPv4 peer that reached an IPv6 socket is an IPv4 address here, so one machine counts once.
package enum IPAddress: Hashable, Sendable {
    /// Four bytes, the first one highest.
    case v4(UInt32)
    /// Sixteen bytes, the first one highest, and the interface of a link-local address or zero.
    case v6(high: UInt64, low: UInt64, scope: UInt32)

    package static let loopback = IPAddress.v4(0x7F00_0001)
    package static let loopbackV6 = IPAddress.v6(high: 0, low: 1, scope: 0)
    /// Every IPv4 address of this machine, to listen on.
    package static let anyV4 = IPAddress.v4(0)
    /// Every address of this machine, to listen on.
    package static let anyV6 = IPAddress.v6(high: 0, low: 0, scope: 0)

    /// Whether the address can only be reached from this machine.
    package var isLoopback: Bool {
        switch self {
        case .v4(let bytes): bytes >> 24 == 127
        case .v6(let high, let low, _): high == 0 && low == 1
        }
    }

    package var isUnspecified: Bool {
        switch self {
        case .v4(let bytes): bytes == 0
        case .v6(let high, let low, _): high == 0 && low == 0
        }
    }
}

package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: IPAddress
    /// The port; 0 lets the system choose one to listen on.
    package var port: UInt16

    package init(_ host: IPAddress, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address as people write it: `127.0.0.1:7381` or `[::1]:7381`.
    package var description: String {
        switch host {
        case .v4: "\(host):\(port)"
        case .v6: "[\(host)]:\(port)"
        }
    }
}
