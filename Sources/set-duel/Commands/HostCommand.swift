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
        let open: OpenHost
        do {
            open = try await OpenHost(
                options, on: configuration.listen, port: configuration.port, executor: executor,
                takesOver: true)
        } catch {
            Output.error(error.sentence)
            return .cannotCreate
        }
        Output.line("listening on \(open.address)")
        let scope = open.isOpenToAll ? "   (open to every machine that can reach this one)" : ""
        Output.line("join with: \(open.invitation(to: .join))" + scope)
        await Interruption.first(of: [.interrupt, .terminate, .hangUp], on: executor)
        await open.close()
        return .success
    }
}
