import SetHost
import SetProtocol

/// `set-duel host`: opens tables until a signal stops it.
struct HostCommand {
    let configuration: Configuration

    func run() async -> ExitCode {
        var options = HostOptions()
        options.rules = configuration.rules
        options.seed = configuration.seed
        options.isPrivate = configuration.isPrivate
        options.hostLimits = configuration.hostLimits
        let errors = LineWriter(label: "set-duel.errors") { Output.error($0) }
        let lines = LineWriter(label: "set-duel.lines") { Output.line($0) }
        options.listeningNotice = { errors.write($0.sentence) }
        if configuration.log == .normal {
            options.log = { errors.write("time=\(WallClock.now) \($0)") }
        }
        options.logsAddresses = configuration.logsAddresses
        Program.allowDescriptors(options.hostLimits.descriptors)
        if let directory = configuration.journal {
            options.journal = JournalOptions(directory: directory)
            options.journalNotice = { errors.write($0.sentence) }
            Signal.ignoreFileLimits()
        }
        // For a host in a terminal, SIGHUP means that its window was closed; for a service,
        // "reload".
        let isInTerminal = StandardStream.inputIsTerminal || StandardStream.output.isTerminal
        Signal.ignoreServiceRequests(includingHangUp: !isInTerminal)
        // A program that reads that the host is listening may send it a signal.
        let interruption = Interruption(
            [.interrupt, .terminate] + (isInTerminal ? [.hangUp] : []))
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
        let scope = open.isOpenToAll ? "   (anyone who can reach this machine can join)" : ""
        Output.line("join with: \(open.invitation(to: .join))" + scope)
        for line in configuration.derivedRules { Output.line(line) }
        await open.host.onResumption { lines.write($0.sentence) }
        let signal = await interruption.first()
        // A stopped host ends in time, whatever disks and connections do.
        Interruption.end(after: .milliseconds(2500))
        // Ctrl-C closes the tables permanently; after any other signal, the host may be started
        // again.
        await open.close(isRestarting: signal != .interrupt)
        await lines.written()
        await errors.written()
        return .success
    }
}
