import SystemLibrary

extension IPAddress {
    /// An address under which others can probably reach this machine; `nil` if there is none.
    ///
    /// The first of an interface that is up, IPv4 before IPv6 because it is shorter to read out.
    /// Link-local addresses are skipped: they mean something else on every machine.
    package static func reachableOnThisMachine() -> IPAddress? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var found: [IPAddress] = []
        var next = list
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard interface.ifa_flags & UInt32(IFF_UP) != 0, let pointer = interface.ifa_addr,
                let address = SocketAddress(kernelForm: pointer)?.host, address.leadsElsewhere
            else { continue }
            found.append(address)
        }
        return found.first(where: \.isV4) ?? found.first
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

    private var isV4: Bool { if case .v4 = self { true } else { false } }

    private var leadsElsewhere: Bool {
        guard !isLoopback, !isUnspecified else { return false }
        switch self {
        case .v4(let bytes): return bytes >> 16 != 0xA9FE
        case .v6(let high, _, _): return high >> 54 != 0xFE80 >> 6
        }
    }
}
