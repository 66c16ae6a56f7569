import SetHost
import SetProtocol

/// `set-duel host`: opens tables until a signal stops it.
struct HostCommand {
    let configuration: Configuration

    func run() async -> Ending {
        var options = HostOptions(
            configuration.rules, seed: configuration.seed, isPrivate: configuration.isPrivate)
        options.hostLimits = configuration.hostLimits
        let errors = LineWriter(label: "set-duel.errors") { Output.error($0) }
        let lines = LineWriter(label: "set-duel.lines") { Output.line($0) }
        options.listeningNotice = { errors.write($0.listeningSentence) }
        // In a terminal, sentences say who comes and goes.
        let isWatched = StandardStream.output.isTerminal && StandardStream.error.isTerminal
        if configuration.log ?? (isWatched ? .quiet : .normal) == .normal {
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
            [.interrupt, .terminate] + (isInTerminal ? [.hangUp] : []),
            asksFirst: StandardStream.inputIsTerminal)
        let executor = QueueExecutor(label: "set-duel.host")
        let open: OpenHost
        do {
            open = try await OpenHost(
                options, on: configuration.listen, port: configuration.port, executor: executor,
                takesOver: true)
        } catch {
            return Ending(.cannotCreate, error.sentence)
        }
        Output.line("listening on \(open.address)")
        if configuration.isAnnounced, let problem = await open.announce() { Output.line(problem) }
        let isOpen = open.code == nil && open.isOpenToAll
        let scope = isOpen ? "anyone who can reach this machine can join" : ""
        if StandardStream.output.isTerminal {
            Output.line("join with: \(open.invitation(to: .join))")
            Output.line(
                [scope, "press ctrl-c to stop"].filter { !$0.isEmpty }.joined(separator: "; "))
            await Self.announceGuests(of: open.host) { lines.write($0) }
        } else {
            Output.line(
                "join with: \(open.invitation(to: .join))" + (scope.isEmpty ? "" : "   (\(scope))"))
        }
        for line in configuration.derivedRules { Output.line(line) }
        await open.host.onResumption { lines.write($0.sentence) }
        let signal = await end(of: open.host, by: interruption, lines)
        // A stopped host ends in time, whatever disks and connections do.
        Interruption.end(after: .milliseconds(2500))
        // Ctrl-C closes the tables permanently; after any other signal, the host may be started
        // again.
        await open.close(isRestarting: signal != .interrupt)
        await lines.written()
        await errors.written()
        return .success
    }

    /// Waits for a signal; at a terminal, ctrl-c asks first while somebody plays.
    private func end(
        of host: Host, by interruption: Interruption, _ lines: LineWriter
    ) async -> Signal? {
        let signal = await interruption.next()
        guard signal == .interrupt, StandardStream.inputIsTerminal else { return signal }
        // The second one counts even if the host is too busy to say who is there.
        host.countPlayers { guests in
            guard guests > 0 else { return interruption.insist(on: .interrupt) }
            let verb = guests == 1 ? "is" : "are"
            lines.write(
                "\(guests.counted("player")) \(verb) at a table: press ctrl-c again to stop the host"
            )
        }
        return await interruption.next()
    }

    static func announceGuests(
        of host: Host, _ say: @escaping @Sendable (String) -> Void
    ) async {
        let guests = Locked(HostGuests())
        await host.onStates { table, state in
            guests.withLock { $0.lines(for: state, at: table) }.forEach(say)
        }
    }
}
