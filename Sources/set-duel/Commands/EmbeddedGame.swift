import SetClient
import SetHost
import SetProtocol

/// The commands that need no other machine: `play`, `solo`, and `demo`.
struct EmbeddedGame {
    let context: CommandContext

    private var configuration: Configuration { context.configuration }
    private var directory: StateDirectory? { StateDirectory(environment: context.environment) }

    /// A duel against the computer, recorded for replay.
    func play() async -> Ending {
        var journal = directory.map { JournalOptions(directory: $0.computerDuels) }
        // Nobody could return to a duel of a program that has ended.
        journal?.resumes = false
        // In line mode, cards are heard one after another.
        let isHeard = context.isPlain && StandardStream.output.isTerminal
        let isRelaxed = isHeard && !configuration.hasChosenTimes
        let rules =
            isRelaxed ? HostPace.relaxed.applied(to: configuration.rules) : configuration.rules
        return await withLocalHost(rules, journal) { local in
            if context.isPlain {
                let wait = isHeard ? "; it waits two seconds for each new card" : ""
                Output.line("Computer: \(configuration.strength.rawValue)\(wait).")
            }
            let bot = Bot(
                strength: configuration.strength, seed: botSeed(0),
                listening: isHeard ? .seconds(2) : .zero)
            let hello = Hello(name: configuration.name, table: local.code)
            return await seat([("Computer", bot)], at: local) { [client] in
                await client.run(at: local.endpoint, hello)
            }
        }
    }

    func solo() async -> Ending {
        guard let directory else {
            return await withLocalHost(configuration.rules) { await solo(at: $0, nil) }
        }
        let isResuming = configuration.isResuming
        let games = SavedGames(in: directory, isResuming: isResuming)
        if isResuming, games.recordings.isEmpty {
            return Ending(
                .noInput,
                games.damage.map { "the saved game is damaged: \($0.sentence)" }
                    ?? "no saved game to continue: start one with set-duel solo"
                    + configuration.plainOption)
        }
        let monitor = SavingMonitor()
        return await withLocalHost(configuration.rules, games.journal, monitor) { local in
            var saved = SavedGame(monitor: monitor, isBesideAnother: !games.recordings.isEmpty)
            if isResuming {
                saved.past = games.recordings.first { $0.welcome.table == local.code }
                saved.isBesideAnother = false
                // If other programs are playing all of them, this table is a new one.
                guard saved.past != nil else {
                    return Ending(
                        .noInput, "your saved game is open in another set-duel: continue it there")
                }
            }
            return await solo(at: local, saved)
        }
    }

    private func solo(at local: LocalHost, _ saved: SavedGame?) async -> Ending {
        var client = client
        client.saved = saved
        return await client.run(
            at: local.endpoint, Hello(name: configuration.name, table: local.code))
    }

    /// A duel between two computer players to watch: at a pace that can be seen on a screen, heard in
    /// line mode at a terminal, and waited for in a pipe.
    func demo() async -> Ending {
        let isScreen = !context.isPlain
        let (reveal, countdown, haste) =
            switch (isScreen, StandardStream.output.isTerminal) {
            case (true, _): (2500, 3000, 4)
            case (false, true): (5000, 3000, 1)
            case (false, false): (150, 300, 40)
            }
        var rules = configuration.rules
        rules.reveal = .milliseconds(reveal)
        rules.countdown = .milliseconds(countdown)
        return await withLocalHost(rules) { local in
            // Shows one game; on a screen, its report stays until somebody leaves.
            let (ada, blaise) = (bot(1, haste), bot(2, haste))
            let hello = Hello(name: "Watcher", role: .watch, table: local.code)
            var client = client
            client.isDemonstration = true
            return await seat([("Ada", ada), ("Blaise", blaise)], at: local) { [client] in
                await client.run(at: local.endpoint, hello)
            }
        }
    }

    private func bot(_ number: UInt64, _ haste: Int) -> Bot {
        Bot(
            strength: configuration.strength, seed: botSeed(number), haste: haste,
            wantsRematch: false)
    }

    private var client: ClientCommand { ClientCommand(context: context, venue: .embedded) }

    /// The seed also fixes the random choices of the computer players.
    private func botSeed(_ number: UInt64) -> UInt64 {
        configuration.seed.map { $0 ^ 0x5EED_0FB0_7000_0000 &+ number }
            ?? .random(in: .min ... .max)
    }

    private func withLocalHost(
        _ rules: Rules, _ journal: JournalOptions? = nil, _ monitor: SavingMonitor? = nil,
        _ body: (LocalHost) async -> Ending
    ) async -> Ending {
        if journal != nil { Signal.ignoreFileLimits() }
        do {
            let local = try await LocalHost(
                rules: rules, seed: configuration.seed, journal: journal, monitor: monitor)
            let ending = await body(local)
            await local.host.shutDown(isRestarting: ending.keepsGame)
            if journal != nil { await local.host.drained() }
            return ending
        } catch {
            return Ending(error)
        }
    }

    /// Admits the person first, who therefore gets the first seat, then the computer players, and
    /// disconnects them at the end.
    ///
    /// The person's leaving closes the table, so that no computer player
    /// waits for somebody who never came.
    private func seat(
        _ bots: [(name: String, bot: Bot)], at local: LocalHost,
        beside person: @escaping @Sendable () async -> Ending
    ) async -> Ending {
        async let played = {
            let ending = await person()
            await local.host.shutDown()
            return ending
        }()
        let executor = QueueExecutor(label: "set-duel.computer")
        var sessions: [BotSession] = []
        guard await local.host.playerArrived() else { return await played }
        for (name, bot) in bots {
            do {
                let link = try await HostLink.connect(to: local.endpoint, on: executor)
                let session = BotSession(bot, over: link, on: executor)
                await session.start(Hello(name: name, table: local.code))
                sessions.append(session)
            } catch {
                // If the person has already left, the table is closed.
                guard await local.host.isListening else { break }
                await local.host.shutDown()
                _ = await played
                return Ending(error)
            }
        }
        let ending = await played
        for session in sessions { await session.stop() }
        return ending
    }
}
