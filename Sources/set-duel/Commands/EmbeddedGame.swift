import SetClient
import SetHost
import SetProtocol

/// The commands that need no other machine: `play`, `solo`, and `demo`.
struct EmbeddedGame {
    let context: CommandContext

    private var configuration: Configuration { context.configuration }
    private var directory: StateDirectory? { StateDirectory(environment: context.environment) }

    /// A duel against the computer, recorded for replay, or against a recorded player.
    func play() async -> Ending {
        if let file = configuration.ghost { return await race(file) }
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
            return await run(client, against: [("Computer", bot)], at: local)
        }
    }

    func solo() async -> Ending {
        guard let directory else {
            return await withLocalHost(configuration.rules) { await solo(at: $0, nil) }
        }
        let isResuming = configuration.isResuming
        let games = SavedGames(in: directory.soloGames, isResuming: isResuming)
        if isResuming, games.recordings.isEmpty {
            return Ending(
                .noInput,
                games.damage.map { "the saved game is damaged: \($0.sentence)" }
                    ?? "no saved game to continue: start one with set-duel solo"
                    + configuration.plainOption)
        }
        return await withLocalHost(configuration.rules, games.journal, games.monitor) { local in
            let saved = games.game(at: local.code)
            // If other programs are playing all of them, this table is a new one.
            guard !isResuming || saved.past != nil else {
                return Ending(
                    .noInput, "your saved game is open in another set-duel: continue it there")
            }
            return await solo(at: local, saved)
        }
    }

    private func solo(
        at local: LocalHost, _ saved: SavedGame?, _ occasion: TableModel.Occasion = .usual,
        _ notice: String? = nil, opening: [String] = []
    ) async -> Ending {
        var client = client
        (client.saved, client.occasion, client.notice) = (saved, occasion, notice)
        client.opening = opening
        return await client.run(at: local.endpoint, hello(at: local))
    }

    private func hello(at local: LocalHost) -> Hello {
        Hello(name: configuration.name, table: local.code)
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
            var client = client
            client.isDemonstration = true
            return await run(
                client, as: Hello(name: "Watcher", role: .watch, table: local.code),
                against: [("Ada", bot(1, haste)), ("Blaise", bot(2, haste))], at: local)
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

    /// Admits the person first, who therefore gets the first seat, then the computer players, and
    /// disconnects them at the end.
    ///
    /// The person's leaving closes the table, so that no computer player
    /// waits for somebody who never came.
    private func run(
        _ person: ClientCommand, as hello: Hello? = nil,
        against bots: [(name: String, bot: any AutomaticPlayer)], at local: LocalHost
    ) async -> Ending {
        let hello = hello ?? self.hello(at: local)
        async let played = {
            let ending = await person.run(at: local.endpoint, hello)
            await local.host.shutDown()
            return ending
        }()
        let executor = QueueExecutor(label: "set-duel.computer")
        var sessions: [BotSession] = []
        guard await local.host.playerArrived() else { return await played }
        for (name, bot) in bots {
            do {
                let link = try await HostLink(to: local.endpoint, on: executor)
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

// MARK: - Practice

extension EmbeddedGame {
    /// The deck of the day: the first try counts, a try that was left is continued, all others are
    /// practice.
    func daily() async -> Ending {
        let day = Daily.day(WallClock.now)
        guard let directory else {
            return await practice(day, "No home directory: this try does not count.")
        }
        let file = HistoryFile(ofDaysIn: directory)
        let (games, problems) = file.read()
        Output.errors(problems)
        if let result = Daily.result(day, in: games) {
            return await practice(day, "Practice: you have had your try. \(result[0])")
        }
        let saved = SavedGames(in: directory.dailyGames(day), isResuming: true)
        return await withLocalHost(
            Daily.rules, saved.journal, saved.monitor, seed: Daily.seed(day)
        ) { local in
            let game = saved.game(at: local.code)
            if !saved.recordings.isEmpty, game.past == nil {
                return Ending(.noInput, "your try of today is open in another set-duel")
            }
            let words =
                game.past == nil
                ? "Your first try counts. Its clock starts with the first cards."
                : "Your try continues where you left it; its clock stood still."
            return await solo(
                at: local, game, .daily(day, counts: true),
                opening: ["The deck of \(day)", "The same cards for everybody, no hints.", words])
        }
    }

    private func practice(_ day: String, _ notice: String) async -> Ending {
        await withLocalHost(Daily.rules, seed: Daily.seed(day)) {
            await solo(at: $0, nil, .daily(day, counts: false), notice)
        }
    }

    /// How many recorded duels against the computer are searched for missed sets.
    private static let mostJournals = 20

    /// Boards on which a set was missed, the newest first.
    func missed() async -> Ending {
        guard let directory else { return Ending(.noInput, "no history: set HOME") }
        let names = (try? FileStore.names(in: directory.computerDuels)) ?? []
        let recorded = names.suffix(Self.mostJournals).compactMap {
            try? SavedGames.read("\(directory.computerDuels)/\($0)")
        }
        let boards = MissedBoards.all(
            in: recorded.flatMap(MissedBoards.games) + HistoryFile(in: directory).read().games)
        guard !boards.isEmpty else {
            return Ending(
                .noInput, "no missed set is recorded yet: play a few games first")
        }
        return await withLocalHost(MissedBoards.rules, decks: boards) {
            await solo(at: $0, nil, .missed(boards: boards.count))
        }
    }

    /// A race against the winner of a recorded game, on the same cards.
    private func race(_ file: String) async -> Ending {
        let recording: Recording
        do throws(FileProblem) {
            recording = try SavedGames.read(file)
        } catch {
            return Ending(.noInput, error.sentence)
        }
        guard recording.welcome.rules.players == .two else {
            return Ending(.badData, "\(file): not a duel")
        }
        let number = (configuration.game ?? 1) - 1
        guard recording.games.indices.contains(number) else {
            return Ending(.badData, "\(file): it has \(recording.games.count.counted("game"))")
        }
        guard let course = Ghost.course(of: recording, game: number) else {
            return Ending(.badData, "\(file): the game was not played to its end")
        }
        let name = SafeText.name(course.ghost.name)
        return await withLocalHost(course.rules, decks: course.decks) { local in
            var client = client
            client.notice = "You race \(name), who claims at the times of the recorded game."
            return await run(client, against: [("Ghost", course.ghost)], at: local)
        }
    }
}
