import SetClient
import SetHost
import SetProtocol

/// `set-duel replay`: shows a recorded duel on the screen or as lines, or verifies it.
struct ReplayCommand {
    let context: CommandContext

    private var configuration: Configuration { context.configuration }

    /// Finds the journal and shows or verifies it.
    ///
    /// - Parameter operand: A file, `-` for standard input, or `nil` for the newest journal.
    /// - Throws: With exit code 65 for an invalid journal, 66 if there is none.
    func run(_ operand: String?) async throws(Ending) -> Ending {
        let file = if let operand { operand } else { try newest() }
        let journal = try read(file)
        if configuration.isVerifying {
            try verify(journal, file)
            return .success
        }
        let recording = try Result { () throws(JournalFault) in try Recording(journal) }
            .mapError { complaint($0, file) }.get()
        let game = try game(of: recording)
        return context.isPlain
            ? await inLines(recording, game)
            : await context.onStage { await onScreen(recording, game, $0) }
    }

    // MARK: - Finding and reading

    private func newest() throws(Ending) -> String {
        guard let directory = configuration.journal else {
            throw Ending(.noInput, "no journal directory: set HOME or name a file")
        }
        // Their names begin with the time.
        func opened(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
        let usual = StateDirectory(environment: context.environment)
        let duel = directory == usual?.journals ? usual?.computerDuels : nil
        let ownDuel = duel.flatMap { try? JournalDirectory.newest(in: $0) }
        var hosted: String?
        do throws(FileError) {
            hosted = try JournalDirectory.newest(in: directory)
        } catch  where error != .notFound {
            throw Ending(.noInput, "\(directory): \(error.sentence)")
        } catch {}
        let newest = [hosted, ownDuel].compactMap(\.self).max { opened($0) < opened($1) }
        if let newest { return newest }
        throw Ending(
            .noInput,
            "no duel is recorded here: duels are recorded where they are hosted "
                + "(play or host one, or ask the host for the file and run set-duel replay FILE)")
    }

    private func read(_ file: String) throws(Ending) -> Journal {
        let bytes = try Result { () throws(FileError) in
            let limit = JournalReader.sizeLimit
            return file == "-"
                ? try StandardInput.readAll(limit: limit) : try FileStore.read(file, limit: limit)
        }.mapError { Ending(ExitCode($0), "\(name(file)): \($0.sentence)") }.get()
        return try Result { () throws(JournalFault) in try JournalReader.read(bytes) }
            .mapError { complaint($0, file) }.get()
    }

    private func name(_ file: String) -> String { file == "-" ? "standard input" : file }

    private func complaint(_ fault: JournalFault, _ file: String) -> Ending {
        let advice =
            fault.reason == .tooLong ? " (use 'set-duel replay --verify' to check all of it)" : ""
        return Ending(.badData, "\(name(file)):\(fault.line): \(fault.sentence)\(advice)")
    }

    private func game(of recording: Recording) throws(Ending) -> Int? {
        guard let game = configuration.game else { return nil }
        let count = recording.games.count
        guard game <= count else {
            throw .usage(
                "no game \(game) in this journal",
                advice: count == 1 ? "It has one game." : "It has \(count) games.", for: .replay)
        }
        return game - 1
    }

    // MARK: - Checking

    private func verify(_ journal: Journal, _ file: String) throws(Ending) {
        do throws(JournalFault) {
            let audit = try JournalAudit(journal)
            for sentence in audit.sentences {
                Output.line(SafeText.sanitized(sentence, limit: 1000))
            }
            guard audit.isClosed || !JournalDirectory.isOfClosedTable(file) else {
                throw JournalFault(line: audit.lines, .cutOff)
            }
            Output.line(
                "Verdict: the journal is valid\(audit.isClosed ? "" : " but ends early").")
        } catch {
            Output.line("Verdict: the journal is invalid. See line \(error.line).")
            throw complaint(error, file)
        }
    }

    // MARK: - Showing

    private func onScreen(
        _ recording: Recording, _ game: Int?, _ stage: TerminalStage
    ) async -> Ending {
        let now = MonotonicClock.now
        var playback = Playback(recording, game: game ?? 0, speed: configuration.speed, at: now)
        if let notice = context.preferences.notice { playback.remark(notice, at: now) }
        let session = ScreenSession(
            TableScreen(playback, context.settings), on: stage,
            settingsFile: context.preferences.settingsFile)
        return Ending(await session.end(), settings: await session.screen.settings)
    }

    /// A person at a terminal goes from event to event; a pipe gets everything.
    private func inLines(_ recording: Recording, _ game: Int?) async -> Ending {
        Output.errors(context.preferences.problems)
        let client = LineModeClient(context.settings, venue: .recorded)
        var replay = LineModeReplay(recording, game: game, as: client)
        guard StandardStream.output.isTerminal, StandardStream.inputIsTerminal else {
            replay.tell { Output.line($0) }
            return .success
        }
        var answer: [String]? = replay.introduce()
        while let lines = answer {
            for line in lines { Output.line(line) }
            answer = await Output.typed.line().flatMap { replay.read($0) }
        }
        return .success
    }
}
