import SetHost
import SetProtocol

extension HostOptions {
    /// Those of a host of this program.
    init(_ rules: Rules, seed: UInt64?, isPrivate: Bool) {
        self.init()
        (version, self.rules) = (Version.number, rules)
        (self.seed, self.isPrivate) = (seed, isPrivate)
    }
}

/// A host in this process that other machines can reach.
struct OpenHost {
    let host: Host
    let address: SocketAddress
    /// The code of its one table; `nil` for a host that is open to all.
    let code: TableCode?

    /// - Parameter takesOver: Whether a socket that was handed to this process comes before the
    ///   address.
    init(
        _ options: HostOptions, on listen: IPAddress?, port: UInt16, executor: QueueExecutor,
        takesOver: Bool = false
    ) async throws(TransportError) {
        host = Host(options: options, executor: executor)
        let handedOver = takesOver ? try await host.listenWhereHandedOver() : nil
        if let handedOver {
            address = handedOver
        } else {
            address = try await host.listen(on: listen, port: port)
        }
        code = await host.openPrivateTable()
    }

    /// Lets players find the host on the local network, unless it is private.
    ///
    /// - Returns: Why nobody finds it; `nil` if they do.
    func announce() async -> String? {
        guard code == nil else { return nil }
        do throws(SystemCallError) {
            try await host.announce(address)
            return nil
        } catch {
            return "players on this network must type the address: cannot use UDP port "
                + "\(HostStatus.searchPort): \(error.reason)"
        }
    }

    /// Whether it listens on every address of this machine.
    var isOpenToAll: Bool { address.host.isUnspecified }

    /// The address of the host for players on other machines.
    var endpoint: SocketAddress {
        let reachable = isOpenToAll ? IPAddress.reachableOnThisMachine() ?? .loopback : address.host
        return SocketAddress(reachable, port: address.port)
    }

    var endpointHere: SocketAddress {
        isOpenToAll ? SocketAddress(.loopback, port: address.port) : address
    }

    /// The command with which others join: `set-duel join ADDRESS --table CODE`.
    func invitation(to command: Command) -> String {
        "set-duel \(command.rawValue) \(endpoint)" + (code.map { " --table \($0)" } ?? "")
    }

    /// Says goodbye to everybody and waits until the goodbyes are sent.
    ///
    /// - Parameter isRestarting: Whether the tables are to be taken up again by the next host.
    func close(isRestarting: Bool = false) async {
        await host.shutDown(isRestarting: isRestarting)
        await host.drained()
    }
}
