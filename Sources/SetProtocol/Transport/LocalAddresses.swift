import SystemLibrary

extension IPAddress {
    /// An address under which others can probably reach this machine; `nil` if there is none.
    ///
    /// The first of an interface that is up, IPv4 before IPv6 because it is shorter to read out.
    /// Link-local addresses are skipped: they mean something else on every machine. Those of containers
    /// and virtual machines come last.
    package static func reachableOnThisMachine(
        _ interfaces: [NetworkInterface] = NetworkInterface.up()
    ) -> IPAddress? {
        let found = interfaces.filter(\.address.leadsElsewhere)
        let outside = found.filter { !$0.leadsInside }.map(\.address)
        let addresses = outside.isEmpty ? found.map(\.address) : outside
        return addresses.first(where: \.isV4) ?? addresses.first
    }

    /// An address under which others can probably reach a host on this machine; `nil` if there is
    /// none, or the host listens for this machine alone.
    ///
    /// Nobody is called: where somebody listens, the address and port cannot be had a second time.
    package static func ofHostOnThisMachine(port: UInt16) -> IPAddress? {
        guard let address = reachableOnThisMachine() else { return nil }
        let place = SocketAddress(address, port: port)
        do throws(SystemCallError) {
            try Descriptor.stream(for: place).bind(to: place)
            return nil
        } catch {
            return error.number == EADDRINUSE ? address : nil
        }
    }

    package var isV4: Bool { if case .v4 = self { true } else { false } }

    private var leadsElsewhere: Bool {
        guard !isLoopback, !isUnspecified else { return false }
        switch self {
        case .v4(let bytes): return bytes >> 16 != 0xA9FE
        case .v6(let high, _, _): return high >> 54 != 0xFE80 >> 6
        }
    }
}

/// An address of an interface that is up.
package struct NetworkInterface: Hashable, Sendable {
    /// The number of the interface.
    package let index: UInt32
    package let address: IPAddress
    /// What is sent there reaches all neighbors on the interface; `nil` if there are none.
    package let neighbors: IPAddress?
    /// Whether it leads to containers or virtual machines on this machine, by the names that Docker,
    /// Podman, libvirt, and LXC give.
    package let leadsInside: Bool

    package static func up() -> [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap { entry in
            entry.flatMap { NetworkInterface($0.pointee) }
        }
    }

}

extension NetworkInterface {
    private init?(_ entry: ifaddrs) {
        guard entry.ifa_flags & UInt32(IFF_UP) != 0, let pointer = entry.ifa_addr,
            let address = SocketAddress(kernelForm: pointer)?.host
        else { return nil }
        (index, self.address) = (if_nametoindex(entry.ifa_name), address)
        let name = String(cString: entry.ifa_name)
        leadsInside = ["docker", "br-", "veth", "podman", "cni", "virbr", "lxc"]
            .contains(where: name.hasPrefix)
        let mask = entry.ifa_netmask.flatMap { SocketAddress(kernelForm: $0)?.host }
        switch (address, mask) {
        case (.v4(let bytes), .v4(let mask)?) where mask != .max: neighbors = .v4(bytes | ~mask)
        // All nodes of the link (RFC 4291).
        case (.v6(let high, _, let scope), _) where high >> 54 == 0x3FA:
            neighbors = .v6(high: 0xFF02 << 48, low: 1, scope: scope)
        case _: neighbors = nil
        }
    }
}
