import SetClient
import SetProtocol

/// `set-duel lesson`: the game in a minute, and then a first duel for those who want one.
struct LessonCommand {
    let configuration: Configuration
    let environment: [String: String]
    /// The stage to give it on; `nil` to take the terminal, or lines where it cannot be drawn on.
    var stage: TerminalStage?

    /// How a lesson ended and with which settings, which the player may have changed in it.
    private struct Result {
        let outcome: LessonPage.Outcome
        let settings: ClientSettings
    }

    /// Gives the lesson.
    ///
    /// - Returns: How it went, or how the duel after it went.
    func run() async -> Ending {
        if let stage { return await run(on: stage) }
        let client = ClientCommand(configuration: configuration, environment: environment)
        guard !client.isPlain else {
            for problem in configuration.preferences.problems { Output.error(problem.sentence) }
            let outcome = inLines()
            return await after(Result(outcome: outcome, settings: configuration.settings))
        }
        do throws(TerminalError) {
            // The duel after it is played on the same stage.
            let stage = try TerminalStage(
                environment: environment, color: configuration.color, stay: .kept,
                on: QueueExecutor(label: "set-duel.lesson"))
            let ending = await run(on: stage)
            await stage.close()
            return ending
        } catch {
            return Ending(SessionEnd(error))
        }
    }

    private func run(on stage: TerminalStage) async -> Ending {
        let page = LessonPage(
            settings: configuration.settings, themes: configuration.preferences.library.themes,
            seed: seed)
        let session = ScreenSession(
            page, on: stage, settingsFile: configuration.preferences.settingsFile)
        switch await session.run() {
        case .done(let outcome):
            let settings = await session.screen.settings
            return await after(Result(outcome: outcome, settings: settings), on: stage)
        case .ended(let end): return Ending(end)
        }
    }

    /// Remembers that nobody needs to be pointed to the lesson any more, and begins the duel if
    /// that is wanted.
    private func after(_ result: Result, on stage: TerminalStage? = nil) async -> Ending {
        let complaint = complaintAfterNoting()
        var ending = Ending.success
        ending.settings = result.settings
        if result.outcome == .playNow {
            var configuration = configuration
            configuration.settings = result.settings
            configuration.strength = .beginner
            ending = await EmbeddedGame(
                configuration: configuration, environment: environment, stage: stage
            ).play()
        }
        ending.message = ending.message ?? complaint
        return ending
    }

    private var seed: UInt64 { configuration.seed ?? .random(in: .min ... .max) }

    private func inLines() -> LessonPage.Outcome {
        let preferences = SettingsModel(configuration.settings, configuration.preferences, seed: 0)
        var lesson = LineModeLesson(theme: preferences.theme, seed: seed)
        var lines = lesson.begin()
        while true {
            for line in lines { Output.line(line) }
            if let outcome = lesson.outcome { return outcome }
            lines = readLine().map { lesson.read($0) } ?? lesson.inputEnded()
        }
    }

    /// Keeps that the lesson has been seen.
    ///
    /// - Returns: Why that could not be kept.
    private func complaintAfterNoting() -> String? {
        do throws(FileProblem) {
            try configuration.preferences.settingsFile?.merge([.lessonSeen: "yes"])
            return nil
        } catch {
            return "cannot save settings: \(error.sentence)"
        }
    }
}
