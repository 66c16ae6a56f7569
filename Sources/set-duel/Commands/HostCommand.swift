import SetHost
import SetProtocol

/// `set-duel host`: opens tables until it is told to stop.
struct HostCommand {
    let configuration: Configuration

    func run() async -> ExitCode {
        var options = HostOptions()
        options.rules = configuration.rules
        options.seed = configuration.seed
        options.isPrivate = configuration.isPrivate
        let executor = QueueExecutor(label: "set-duel.host")
        let host = Host(options: options, executor: executor)
        let address: SocketAddress
        do {
            address = try await host.listen(on: configuration.listen, port: configuration.port)
        } catch {
            Output.error(error.sentence)
            return .cannotCreate
        }
        let code = await host.openPrivateTable()
        Output.line("listening on \(address)")
        Output.line(invitation(to: address, code: code))
        await Interruption.first(of: [.interrupt, .terminate, .hangUp], on: executor)
        await host.shutDown()
        await host.drained()
        return .success
    }

    /// The line to paste at the other machine, and who can use it.
    private func invitation(to address: SocketAddress, code: TableCode?) -> String {
        let isOpenToAll = address.host.isUnspecified
        let reachable = isOpenToAll ? IPAddress.reachableOnThisMachine() ?? .loopback : address.host
        let endpoint = SocketAddress(reachable, port: address.port)
        let join = "join with: set-duel join \(endpoint)" + (code.map { " --table \($0)" } ?? "")
        return isOpenToAll ? join + "   (open to every machine that can reach this one)" : join
    }
}
