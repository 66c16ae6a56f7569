import SetClient
import SetProtocol

/// Plays or watches at a host, in full screen or line mode, until the player leaves.
struct ClientCommand {
    let configuration: Configuration
    let environment: [String: String]
    /// Whether to slow a script down to the limits of a host; a host in this process has none.
    var isPaced = true
    /// The stage to play on; `nil` to use the terminal, or line mode if it cannot be drawn on.
    var stage: TerminalStage?
    /// Which process runs the table.
    var venue = TableModel.Venue.elsewhere
    /// The address for a second player, if it differs from the one used here.
    var address: String?

    /// Connects, says hello, and hands over the terminal.
    ///
    /// - Parameters:
    ///   - endpoint: Where the host is.
    ///   - hello: Who wants what there.
    ///   - untilGameOver: Whether to end with the game instead of asking for another.
    /// - Returns: How it went.
    func run(
        at endpoint: Endpoint, _ hello: Hello, untilGameOver: Bool = false
    ) async -> Ending {
        let executor = stage?.executor ?? QueueExecutor(label: "set-duel.client")
        // A host in this process answers at once, so there is nothing to announce.
        if isPlain, venue == .elsewhere { Output.line("Connecting to \(endpoint)…") }
        let link: HostLink
        do {
            link = try await HostLink.connect(to: endpoint, on: executor)
        } catch {
            return Ending(error)
        }
        return await run(over: link, on: executor, at: endpoint, hello, untilGameOver)
    }

    /// Says hello over an existing connection and hands over the terminal.
    func run(
        over link: HostLink, on executor: QueueExecutor, at endpoint: Endpoint, _ hello: Hello,
        _ untilGameOver: Bool = false
    ) async -> Ending {
        let problems = await keepSeat(over: link, at: endpoint, hello)
        if isPlain {
            for problem in problems { Output.error(problem.sentence) }
            return Ending(await plain(link, hello, on: executor, untilGameOver: untilGameOver))
        }
        return await fullScreen(
            link, hello, on: executor, at: endpoint, untilGameOver: untilGameOver,
            notice: problems.first?.brief)
    }

    /// Stores the seat in case this program is killed, and returns to the seat of an earlier run.
    ///
    /// - Returns: Stored seats that cannot be used.
    private func keepSeat(
        over link: HostLink, at endpoint: Endpoint, _ hello: Hello
    ) async -> [FileProblem] {
        // A host in this process ends with it, and a watcher has no seat.
        guard isPaced, address == nil, hello.role == .play,
            let directory = StateDirectory(environment: environment)
        else { return [] }
        let keeper = SeatKeeper(in: directory, host: endpoint, name: hello.name)
        let isWanted = !configuration.wantsNewSeat
        let now = WallClock.secondsSince1970
        let (seat, problems) =
            isWanted ? await keeper.leftBehind(at: hello.table, now: now) : (nil, [])
        await link.keepSeat(with: keeper, returningTo: seat)
        return problems
    }

    /// Line mode is used if requested, and where a screen cannot be drawn or keys cannot be read.
    var isPlain: Bool {
        stage == nil
            && (configuration.isPlain || !StandardStream.output.isTerminal
                || !StandardStream.inputIsTerminal || environment["TERM"] ?? "dumb" == "dumb")
    }

    private var preferences: SettingsModel {
        SettingsModel(
            configuration.settings, configuration.preferences, seed: .random(in: .min ... .max))
    }

    private func plain(
        _ link: HostLink, _ hello: Hello, on executor: QueueExecutor, untilGameOver: Bool
    ) async -> SessionEnd {
        for problem in configuration.preferences.problems { Output.error(problem.sentence) }
        let client = LineModeClient(preferences, venue: venue)
        let session = LineModeSession(client, over: link, on: executor, isPaced: isPaced) {
            Output.line($0)
        }
        return await session.run(hello, readsInput: !untilGameOver, untilGameOver: untilGameOver)
    }

    private func stage(on executor: QueueExecutor) throws(TerminalError) -> TerminalStage {
        if let stage { return stage }
        return try TerminalStage(
            environment: environment, color: configuration.color,
            background: configuration.background, on: executor)
    }

    private func fullScreen(
        _ link: HostLink, _ hello: Hello, on executor: QueueExecutor, at endpoint: Endpoint,
        untilGameOver: Bool, notice: String? = nil
    ) async -> Ending {
        let isHere = endpoint.host == "localhost" || IPAddress(endpoint.host)?.isLoopback == true
        do throws(TerminalError) {
            var model = TableModel(venue: venue)
            if let notice = notice ?? configuration.preferences.notice {
                model.remark(notice, at: MonotonicClock.now)
            }
            let stage = try stage(on: executor)
            let screen = TableScreen(
                model, preferences,
                address: address
                    ?? (isHere ? Self.addressElsewhere(endpoint) : endpoint.description),
                isDemonstration: untilGameOver)
            let session = TableSession(
                screen, over: link, on: stage,
                settingsFile: configuration.preferences.settingsFile)
            let end = await session.run(hello)
            return Ending(end, settings: await session.settings)
        } catch {
            return Ending(SessionEnd(error))
        }
    }
}

extension ClientCommand {
    /// The address of a host on this machine for other machines, as far as it is known: only its
    /// port is.
    ///
    /// - Returns: `nil` if the port is the default.
    static func addressElsewhere(_ endpoint: Endpoint) -> String? {
        endpoint.port == Endpoint.standardPort ? nil : "HOST:\(endpoint.port)"
    }
}

extension TransportError {
    /// The exit code if no connection can be made.
    var exitCode: ExitCode {
        switch self {
        case .unknownHost, .lookupFailed, .noAddress: .noHost
        case .refused, .unreachable, .timedOut, .cancelled, .failed: .unavailable
        case .addressInUse, .addressNotAvailable, .notPermitted, .badHandOver: .cannotCreate
        }
    }
}

extension SessionEnd {
    /// The exit code after a session that ended this way.
    var exitCode: Int32 {
        switch kind {
        case .left, .dismissed: ExitCode.success.rawValue
        case .refused: ExitCode.refused.rawValue
        case .otherProtocol: ExitCode.protocolMismatch.rawValue
        case .lost: ExitCode.unavailable.rawValue
        case .signal(let number): 128 + number
        }
    }
}
