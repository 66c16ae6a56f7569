import SetClient
import SetProtocol

/// Plays or watches at a host, in full screen or line mode, until the player leaves.
struct ClientCommand {
    @Boxed var configuration: Configuration
    let environment: [String: String]
    /// Whether to slow a script down to the limits of a host; a host in this process has none.
    var isPaced = true
    /// The stage to play on; `nil` to use the terminal, or line mode if it cannot be drawn on.
    var stage: TerminalStage?
    /// Which process runs the table.
    var venue = TableModel.Venue.elsewhere
    /// The solo game to record the seat of; `nil` for none.
    var saved: SavedGame?
    /// The address for a second player, if it differs from the one used here.
    var address: String?
    /// The page from which the player connects.
    @Boxed var front: MainMenu? = nil

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
        if isPlain {
            // A host in this process answers at once, so there is nothing to announce.
            if venue == .elsewhere {
                Output.line("Connecting to \(endpoint)… Press ctrl-c to cancel.")
            }
            let executor = QueueExecutor(label: "set-duel.client")
            let link: HostLink
            do {
                link = try await HostLink.connect(to: endpoint, on: executor)
            } catch {
                return ending(after: error, as: hello.role)
            }
            for problem in await keepSeat(over: link, at: endpoint, hello) {
                Output.error(problem.sentence)
            }
            return Ending(await plain(link, hello, on: executor, untilGameOver: untilGameOver))
        }
        let stage: TerminalStage
        do throws(TerminalError) {
            stage = if let kept = self.stage { kept } else { try ownStage() }
        } catch {
            return Ending(SessionEnd(error))
        }
        let ending: Ending
        switch await connect(to: endpoint, as: hello.role, on: stage) {
        case .connected(let link):
            let problems = await keepSeat(over: link, at: endpoint, hello)
            ending = await fullScreen(
                link, hello, on: stage, at: endpoint, untilGameOver: untilGameOver,
                notice: problems.first?.brief)
        case .ended(let end): ending = end
        }
        if self.stage == nil { await stage.close() }
        return ending
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
        let keeper = SeatKeeper(
            in: directory, host: endpoint, name: hello.name,
            returnsToAnyName: !configuration.isNameChosen)
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
        let client = LineModeClient(
            preferences, venue: venue, saving: saved?.saving ?? .never, past: saved?.past)
        let session = LineModeSession(
            client, over: link, on: executor, isPaced: isPaced, typed: Output.typed)
        saved?.monitor.watch { session.cannotSave($0) }
        let end = await session.run(
            hello, readsInput: !untilGameOver || StandardStream.inputIsTerminal,
            untilGameOver: untilGameOver)
        saved?.monitor.isKept = await session.isWorthSaving
        return end
    }

    /// The terminal, kept from the connecting page to the end of the table.
    private func ownStage() throws(TerminalError) -> TerminalStage {
        try TerminalStage(
            environment: environment, choices: configuration.terminal, stay: .kept,
            on: QueueExecutor(label: "set-duel.client", readsTerminal: true))
    }

    private func fullScreen(
        _ link: HostLink, _ hello: Hello, on stage: TerminalStage, at endpoint: Endpoint,
        untilGameOver: Bool, notice: String? = nil
    ) async -> Ending {
        let isHere = endpoint.host == "localhost" || IPAddress(endpoint.host)?.isLoopback == true
        var model = TableModel(
            venue: venue, host: venue == .elsewhere ? endpoint.description : nil,
            saving: saved?.saving ?? .never, past: saved?.past)
        let derived = configuration.derivedRules
        if let notice = notice ?? configuration.preferences.notice ?? model.noticeOfSavedGame
            ?? (derived.isEmpty ? nil : derived.listed().capitalizedFirst + ".")
        {
            model.remark(notice, at: MonotonicClock.now)
        }
        let screen = TableScreen(
            model, preferences,
            address: address ?? (isHere ? Self.addressElsewhere(endpoint) : endpoint.description),
            isDemonstration: untilGameOver, isFromMenu: self.stage != nil)
        let session = ScreenSession(
            screen, on: stage, settingsFile: configuration.preferences.settingsFile
        ) { link.send($0) }
        saved?.monitor.watch { session.cannotSave($0) }
        let end = await session.play(over: link, hello)
        let last = await session.screen
        saved?.monitor.isKept = last.isWorthSaving
        return Ending(
            end, settings: last.settings, summary: last.summary(at: MonotonicClock.now))
    }
}

// MARK: - Connecting

extension ClientCommand {
    private enum Connecting: Sendable {
        case connected(HostLink)
        case ended(Ending)
    }

    /// What happens first while a page shows the attempt.
    private enum Attempt: Sendable {
        case connected(HostLink)
        case failed(TransportError)
        case page(ScreenEnd<WaitingPage.Outcome>)
    }

    private static let pageDelay = Duration.milliseconds(200)

    /// Connects behind a page that says where to and that the player can leave.
    private func connect(
        to endpoint: Endpoint, as role: Hello.Role, on stage: TerminalStage
    ) async -> Connecting {
        guard venue == .elsewhere else {
            do {
                return .connected(try await HostLink.connect(to: endpoint, on: stage.executor))
            } catch {
                return .ended(Ending(error))
            }
        }
        let page = ScreenSession(
            WaitingPage(
                connectingTo: endpoint, for: HostLink.firstTimeout, after: front, preferences),
            on: stage)
        var link: HostLink?
        var ending = Ending.success
        await withTaskGroup(of: Attempt.self) { group in
            group.addTask {
                // Most hosts answer before a page could be read.
                guard (try? await Task.sleep(for: Self.pageDelay)) != nil else {
                    return .page(.done(.over))
                }
                return .page(await page.run())
            }
            group.addTask {
                do throws(TransportError) {
                    return .connected(
                        try await HostLink.connect(to: endpoint, on: stage.executor))
                } catch {
                    return .failed(error)
                }
            }
            for await attempt in group {
                switch attempt {
                case .connected(let made): link = made
                case .failed(.cancelled): break
                case .failed(let error): ending = self.ending(after: error, as: role)
                case .page(.ended(let end)): ending = Ending(end)
                case .page(.done(.givenUp)): ending = Ending(TransportError.cancelled)
                case .page(.done(.over)): break
                }
                await page.finish(.over)
                group.cancelAll()
            }
        }
        guard let link else { return .ended(ending) }
        guard ending.message == nil, !ending.isFinal else {
            link.finish()
            return .ended(ending)
        }
        return .connected(link)
    }

    /// Says what may be wrong if nobody named a host.
    private func ending(after error: TransportError, as role: Hello.Role) -> Ending {
        var ending = Ending(error)
        if case .refused = error, configuration.isHostAssumed {
            ending.message =
                "no host is running on this machine; name a host, as in "
                + "set-duel \(role == .watch ? "watch" : "join") 192.168.1.20"
        }
        return ending
    }
}

extension ClientCommand {
    /// The address of a host on this machine for other machines, or for this one if the host listens
    /// for it alone.
    static func addressElsewhere(_ endpoint: Endpoint) -> String {
        IPAddress.ofHostOnThisMachine(port: endpoint.port)
            .map { SocketAddress($0, port: endpoint.port).description } ?? endpoint.description
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
