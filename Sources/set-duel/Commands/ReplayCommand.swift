import SetClient
import SetHost
import SetProtocol

/// `set-duel replay`: shows a recorded duel on the screen or as lines, or verifies it.
struct ReplayCommand {
    let configuration: Configuration
    let environment: [String: String]
    /// The stage; `nil` for the terminal, or line mode if the terminal cannot be drawn on.
    var stage: TerminalStage?

    /// Why there is nothing to show.
    private struct Complaint: Error {
        let text: String
        let code: ExitCode
    }

    /// Finds the journal and shows or verifies it.
    ///
    /// - Parameter operand: A file, `-` for standard input, or `nil` for the newest journal.
    /// - Returns: How it ended; with exit code 65 for an invalid journal, 66 if there is none.
    /// - Throws: If the requested game does not exist.
    func run(_ operand: String?) async throws(UsageError) -> Ending {
        let (file, journal): (String, Journal)
        do throws(Complaint) {
            if let operand { file = operand } else { file = try newest() }
            journal = try read(file)
            if configuration.isVerifying {
                try verify(journal, file)
                return .success
            }
        } catch {
            return Ending(complaint: error.text, error.code)
        }
        let recording: Recording
        do throws(JournalFault) {
            recording = try Recording(journal)
        } catch {
            let complaint = complaint(error, file)
            return Ending(complaint: complaint.text, complaint.code)
        }
        return await show(recording, try game(of: recording))
    }

    // MARK: - Finding and reading

    private func newest() throws(Complaint) -> String {
        guard let directory = configuration.journal else {
            throw Complaint(
                text: "no journal directory: set HOME or name a file",
                code: .noInput)
        }
        // Their names begin with the time.
        func opened(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
        let usual = StateDirectory(environment: environment)
        let duel = directory == usual?.journals ? usual?.computerDuels : nil
        let ownDuel = duel.flatMap { try? JournalDirectory.newest(in: $0) }
        do throws(FileError) {
            let hosted = try JournalDirectory.newest(in: directory)
            let newest = [hosted, ownDuel].compactMap(\.self).max { opened($0) < opened($1) }
            if let newest { return newest }
        } catch {
            if error == .notFound, let ownDuel { return ownDuel }
            guard error == .notFound else {
                throw Complaint(text: "\(directory): \(error.sentence)", code: .noInput)
            }
        }
        throw Complaint(
            text: "no duel has been recorded yet: play or host one first", code: .noInput)
    }

    private func read(_ file: String) throws(Complaint) -> Journal {
        let bytes: [UInt8]
        do throws(FileError) {
            let limit = JournalReader.sizeLimit
            bytes =
                file == "-"
                ? try StandardInput.readAll(limit: limit) : try FileStore.read(file, limit: limit)
        } catch {
            let code: ExitCode =
                switch error {
                case .tooLarge: .badData
                case .failed: .inputOutput
                case .notFound, .notPermitted, .notAFile, .notPrivate, .exists, .inUse: .noInput
                }
            throw Complaint(text: "\(name(file)): \(error.sentence)", code: code)
        }
        do throws(JournalFault) {
            return try JournalReader.read(bytes)
        } catch {
            throw complaint(error, file)
        }
    }

    private func name(_ file: String) -> String { file == "-" ? "standard input" : file }

    private func complaint(_ fault: JournalFault, _ file: String) -> Complaint {
        let advice =
            fault.reason == .tooLong ? " (use 'set-duel replay --verify' to check all of it)" : ""
        return Complaint(
            text: "\(name(file)):\(fault.line): \(fault.sentence)\(advice)", code: .badData)
    }

    private func game(of recording: Recording) throws(UsageError) -> Int? {
        guard let game = configuration.game else { return nil }
        let count = recording.games.count
        guard game <= count else {
            throw UsageError(
                message: "no game \(game) in this journal",
                advice: count == 1 ? "It has one game." : "It has \(count) games.",
                command: .replay)
        }
        return game - 1
    }

    // MARK: - Checking

    private func verify(_ journal: Journal, _ file: String) throws(Complaint) {
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

    private func show(_ recording: Recording, _ game: Int?) async -> Ending {
        let client = ClientCommand(
            configuration: configuration, environment: environment, stage: stage)
        guard !client.isPlain else {
            for problem in configuration.preferences.problems { Output.error(problem.sentence) }
            await inLines(recording, game)
            return .success
        }
        do throws(TerminalError) {
            let now = MonotonicClock.now
            let stage = if let stage { stage } else { try ownStage() }
            var playback = Playback(
                recording, game: game ?? 0, speed: configuration.speed, at: now)
            if let notice = configuration.preferences.notice { playback.remark(notice, at: now) }
            let session = ScreenSession(
                TableScreen(playback, preferences), on: stage,
                settingsFile: configuration.preferences.settingsFile)
            return Ending(await session.end(), settings: await session.screen.settings)
        } catch {
            return Ending(SessionEnd(error))
        }
    }

    private func ownStage() throws(TerminalError) -> TerminalStage {
        try TerminalStage(
            environment: environment, choices: configuration.terminal,
            on: QueueExecutor(label: "set-duel.replay", readsTerminal: true))
    }

    private var preferences: SettingsModel {
        SettingsModel(
            configuration.settings, configuration.preferences, seed: .random(in: .min ... .max))
    }

    /// A person at a terminal goes from event to event; a pipe gets everything.
    private func inLines(_ recording: Recording, _ game: Int?) async {
        let client = LineModeClient(preferences, venue: .recorded)
        var replay = LineModeReplay(recording, game: game, as: client)
        guard StandardStream.output.isTerminal, StandardStream.inputIsTerminal else {
            return replay.tell { Output.line($0) }
        }
        var answer: [String]? = replay.introduce()
        while let lines = answer {
            for line in lines { Output.line(line) }
            answer = await Output.typed.line().flatMap { replay.read($0) }
        }
    }
}
