import SetClient
import SetProtocol

/// Plays or watches at a host, in full screen or line mode, until the player leaves.
struct ClientCommand {
    var context: CommandContext
    /// Which process runs the table.
    var venue = TableModel.Venue.elsewhere
    /// The solo game to record the seat of; `nil` for none.
    var saved: SavedGame?
    var occasion = TableModel.Occasion.usual
    /// What the player reads first.
    var notice: String?
    /// What the player reads before the game, which then waits for them: a title and sentences.
    var opening: [String] = []
    /// The address for a second player, if it differs from the one used here.
    var address: String?
    /// Whether others on this network find the host.
    var isFindable = false
    /// Whether to end with the game instead of asking for another.
    var isDemonstration = false

    private var configuration: Configuration { context.configuration }

    /// Connects, says hello, and hands over the terminal.
    func run(at endpoint: Endpoint, _ hello: Hello) async -> Ending {
        guard context.isPlain else {
            return await context.onStage { stage in
                if let ending = await open(on: stage) { return unopened(ending) }
                return await onScreen(stage, at: endpoint, hello)
            }
        }
        guard await opensInLines() else { return unopened(.success) }
        // A host in this process answers at once, so there is nothing to announce.
        if venue == .elsewhere {
            Output.line("Connecting to \(endpoint)… Press ctrl-c to cancel.")
        }
        let executor = QueueExecutor(label: "set-duel.client")
        do throws(Ending) {
            let link = try await connect(to: endpoint, as: hello.role, on: executor)
            for problem in await keepSeat(over: link, at: endpoint, hello) {
                Output.error(problem.sentence)
            }
            return await inLines(link, at: endpoint, hello, on: executor)
        } catch {
            return error
        }
    }

    /// Stores the seat in case this program is killed, and returns to the seat of an earlier run; saves
    /// the host that has welcomed the player as the one joined last; has finished games noted.
    ///
    /// - Returns: Stored seats that cannot be used.
    private func keepSeat(
        over link: HostLink, at endpoint: Endpoint, _ hello: Hello
    ) async -> [FileProblem] {
        let directory = StateDirectory(environment: context.environment)
        if let directory, let history = history(in: directory) {
            await link.keepHistory(with: history)
        }
        // A host in this process ends with it, and a watcher has no seat.
        guard venue == .elsewhere else { return [] }
        let (host, preferences) = (endpoint.description, context.preferences)
        if host.count <= Setting.noteLength {
            await link.onWelcome { _ = preferences.save([.lastHost: host]) }
        }
        guard let directory else { return [] }
        let keeper = SeatKeeper(
            in: directory, host: endpoint, name: hello.name,
            returnsToAnyName: !configuration.isNameChosen)
        // A watcher may get a seat, but had none before.
        let isWanted = !configuration.wantsNewSeat && hello.role == .play
        let now = WallClock.secondsSince1970
        let (seat, problems) =
            isWanted ? await keeper.leftBehind(at: hello.table, now: now) : (nil, [])
        await link.keepSeat(with: keeper, returningTo: seat)
        return problems
    }

    private func history(in directory: StateDirectory) -> HistoryKeeper? {
        var (file, days, day): (HistoryFile?, HistoryFile?, String?)
        if configuration.settings.keepsHistory { file = HistoryFile(in: directory) }
        switch occasion {
        case .usual where isDemonstration, .missed, .daily(_, counts: false): return nil
        case .usual: break
        case .daily(let today, counts: true):
            (days, day) = (HistoryFile(ofDaysIn: directory), today)
        }
        return HistoryKeeper(
            file, days: days, against: venue == .embedded ? .computer : .player, daily: day,
            past: saved?.past)
    }

    private func inLines(
        _ link: HostLink, at endpoint: Endpoint, _ hello: Hello, on executor: QueueExecutor
    ) async -> Ending {
        Output.errors(context.preferences.problems)
        let client = LineModeClient(
            context.settings, venue: venue, saving: saved?.saving ?? .never, past: saved?.past,
            address: addressToJoin(endpoint), occasion: occasion)
        if let notice { Output.line(notice) }
        let session = LineModeSession(
            client, over: link, on: executor, typed: Output.typed)
        saved?.monitor.watch { session.cannotSave($0) }
        let end = await session.run(
            hello, readsInput: !isDemonstration || StandardStream.inputIsTerminal,
            untilGameOver: isDemonstration)
        var ending = Ending(end)
        ending.keepsGame = await session.isWorthSaving
        return ending
    }

    private func addressToJoin(_ endpoint: Endpoint) -> String {
        let isHere = endpoint.host == "localhost" || IPAddress(endpoint.host)?.isLoopback == true
        return address ?? (isHere ? Self.addressElsewhere(endpoint) : endpoint.description)
    }

    private func onScreen(
        _ stage: TerminalStage, at endpoint: Endpoint, _ hello: Hello
    ) async -> Ending {
        let link: HostLink
        do throws(Ending) {
            link =
                venue == .elsewhere
                ? try await connectBehindPage(to: endpoint, as: hello.role, on: stage)
                : try await connect(to: endpoint, as: hello.role, on: stage.executor)
        } catch {
            return error
        }
        let problems = await keepSeat(over: link, at: endpoint, hello)
        var model = TableModel(
            venue: venue, host: venue == .elsewhere ? endpoint.description : nil,
            saving: saved?.saving ?? .never, past: saved?.past, occasion: occasion)
        let derived = configuration.derivedRules
        if let notice = notice ?? problems.first?.brief ?? context.preferences.notice
            ?? model.noticeOfSavedGame
            ?? (derived.isEmpty ? nil : derived.listed().capitalizedFirst + ".")
        {
            model.remark(notice, at: MonotonicClock.now)
        }
        let screen = TableScreen(
            model, context.settings,
            address: addressToJoin(endpoint), isFindable: isFindable,
            isDemonstration: isDemonstration, isTelevision: hello.isTelevision,
            isFromMenu: context.stage != nil)
        let session = ScreenSession(
            screen, on: stage, settingsFile: context.preferences.settingsFile
        ) { link.send($0) }
        saved?.monitor.watch { reason in
            session.change { $0.model.cannotSave(reason, at: MonotonicClock.now) }
        }
        let end = await session.play(over: link, hello)
        let last = await session.screen
        var ending = Ending(end, settings: last.settings)
        ending.summary = last.summary(at: MonotonicClock.now)
        ending.keepsGame = last.model.isWorthSaving
        return ending
    }
}

// MARK: - Waiting for the player

extension ClientCommand {
    /// Waits on a page until the player starts; returns how it ended if the player did not.
    private func open(on stage: TerminalStage) async -> Ending? {
        guard let title = opening.first else { return nil }
        let page = WaitingPage(
            after: context.front, context.settings, title: title,
            lines: opening.dropFirst().map { .words($0) }, way: "leave", start: "start")
        return switch await ScreenSession(page, on: stage).run() {
        case .done(.over): nil
        case .done(.givenUp): .success
        case .ended(let end): Ending(end)
        }
    }

    /// How it ended before the game, which is kept if it had been left earlier.
    private func unopened(_ ending: Ending) -> Ending {
        var ending = ending
        ending.keepsGame = saved?.past != nil
        return ending
    }

    /// Waits until the player types that they are ready; returns whether they did.
    private func opensInLines() async -> Bool {
        guard let title = opening.first else { return true }
        let ways = "Type ready to start, or quit."
        Output.line("\(title). \((opening.dropFirst() + [ways]).joined(separator: " "))")
        while let line = await Output.typed.line() {
            switch line.filter({ !$0.isWhitespace }).lowercased() {
            case "", "ready": return true
            case "q", "quit": return false
            case _: Output.line(ways)
            }
        }
        return false
    }
}

// MARK: - Connecting

extension ClientCommand {
    private static let pageDelay = Duration.milliseconds(200)

    private func connect(
        to endpoint: Endpoint, as role: Hello.Role, on executor: QueueExecutor
    ) async throws(Ending) -> HostLink {
        do {
            return try await HostLink(to: endpoint, on: executor)
        } catch {
            throw ending(after: error, as: role)
        }
    }

    /// Connects behind a page that says where to and that the player can leave.
    private func connectBehindPage(
        to endpoint: Endpoint, as role: Hello.Role, on stage: TerminalStage
    ) async throws(Ending) -> HostLink {
        let page = ScreenSession(
            WaitingPage(
                connectingTo: endpoint, for: HostLink.firstTimeout, after: context.front,
                context.settings),
            on: stage)
        var (link, failure): (HostLink?, Ending?) = (nil, nil)
        await withTaskGroup(of: Result<HostLink, Ending>?.self) { group in
            group.addTask {
                // Most hosts answer before a page could be read.
                guard (try? await Task.sleep(for: Self.pageDelay)) != nil else { return nil }
                switch await page.run() {
                case .ended(let end): return .failure(Ending(end))
                case .done(.givenUp): return .failure(Ending(TransportError.cancelled))
                case .done(.over): return nil
                }
            }
            group.addTask {
                do throws(Ending) {
                    return .success(try await connect(to: endpoint, as: role, on: stage.executor))
                } catch {
                    return .failure(error)
                }
            }
            for await result in group {
                switch result {
                case .success(let made): link = made
                // What the player did counts, not that it canceled the attempt.
                case .failure(let ending): failure = failure ?? ending
                case nil: break
                }
                await page.finish(.over)
                group.cancelAll()
            }
        }
        if let failure {
            link?.finish()
            throw failure
        }
        guard let link else { throw .success }
        return link
    }

    /// Says what may be wrong if nobody named a host.
    func ending(after error: TransportError, as role: Hello.Role) -> Ending {
        var ending = Ending(error)
        if case .refused = error, configuration.isHostAssumed {
            ending.message =
                "no host is running on this machine; name a host, as in "
                + "set-duel \(role == .watch ? "watch" : "join") 192.168.1.20"
                + configuration.plainOption
        }
        return ending
    }

    /// The address of a host on this machine for other machines, or for this one if the host listens
    /// for it alone.
    static func addressElsewhere(_ endpoint: Endpoint) -> String {
        IPAddress.ofHostOnThisMachine(port: endpoint.port)
            .map { SocketAddress($0, port: endpoint.port).description } ?? endpoint.description
    }
}
