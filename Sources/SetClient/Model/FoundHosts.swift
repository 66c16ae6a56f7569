import SetProtocol

/// A host that was found on the local network.
package struct FoundHost: Equatable, Sendable {
    package fileprivate(set) var address: SocketAddress
    package fileprivate(set) var status: HostStatus
    package fileprivate(set) var roundTrip: Duration
    let interface: UInt32
}

/// The hosts found so far, each once, in the order in which they answered.
///
/// A host answers over each of its addresses, with the same number, name, and port. On one interface it has one of
/// each kind; another answer there comes from somebody else who uses its number, and gets its own row. What
/// a row leads to never changes.
package struct FoundHosts: Equatable, Sendable {
    package private(set) var list: [FoundHost] = []

    /// Bounds what a hostile network can show: in all, and from one other machine, which seldom runs
    /// several hosts.
    package static let (most, mostPerMachine) = (64, 4)

    package init() {}

    /// - Returns: Whether there is anything new to show.
    package mutating func add(_ found: FoundHost) -> Bool {
        let place = list.firstIndex { known in
            known.status.host == found.status.host
                && (known.address == found.address
                    || known.status.machine == found.status.machine
                        && known.address.port == found.address.port
                        && (known.interface != found.interface
                            || known.address.host.isV4 != found.address.host.isV4))
        }
        guard let place else {
            let others = list.count { $0.address.host == found.address.host }
            let isFull = others >= Self.mostPerMachine && !found.address.host.isLoopback
            if list.count < Self.most, !isFull { list.append(found) }
            return list.last == found
        }
        let known = list[place]
        guard known.address == found.address else { return false }
        list[place].status = found.status
        list[place].roundTrip = min(known.roundTrip, found.roundTrip)
        return list[place] != known
    }

    /// - Returns: Whether there was such a host.
    mutating func remove(where isGone: (SocketAddress) -> Bool) -> Bool {
        let count = list.count
        list.removeAll { isGone($0.address) }
        return list.count < count
    }
}
