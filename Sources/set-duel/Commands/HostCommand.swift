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
        options.hostLimits = configuration.hostLimits
        options.listeningNotice = { Output.error($0.sentence) }
        Program.allowDescriptors(options.hostLimits.descriptors)
        if let directory = configuration.journal {
            options.journal = JournalOptions(directory: directory)
            options.journalNotice = { Output.error($0.sentence) }
            Signal.ignoreFileLimits()
        }
        // Whoever reads that it listens may tell it to end.
        let interruption = Interruption([.interrupt, .terminate, .hangUp])
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
        for table in await open.host.resumedTables { Output.line(table.sentence) }
        let signal = await interruption.first()
        // Whatever disks and lines do, a host that is told to end does so.
        Interruption.end(after: .milliseconds(2500))
        // A person who stops the host has had enough; a machine that does will start it again.
        await open.close(isRestarting: signal == .terminate)
        return .success
    }
}
