import SetClient
import SetProtocol

/// `set-duel lesson`: the game in a minute, and then a first duel for those who want one.
struct LessonCommand {
    let configuration: Configuration
    let environment: [String: String]

    /// How a lesson ended and with which settings, which the player may have changed in it.
    private struct Result {
        let outcome: LessonPage.Outcome
        let settings: ClientSettings
    }

    /// Gives the lesson.
    ///
    /// - Returns: How it went, or how the duel after it went.
    func run() async -> Int32 {
        let client = ClientCommand(configuration: configuration, environment: environment)
        let result: Result
        if client.isPlain {
            for problem in configuration.preferences.problems { Output.error(problem.sentence) }
            result = Result(outcome: inLines(), settings: configuration.settings)
        } else {
            switch await onScreen() {
            case .done(let done): result = done
            case .ended(let end):
                if let message = end.message { Output.error(message) }
                return end.exitCode
            }
        }
        noteAsSeen()
        guard result.outcome == .playNow else { return ExitCode.success.rawValue }
        var configuration = configuration
        configuration.settings = result.settings
        configuration.strength = .beginner
        return await EmbeddedGame(configuration: configuration, environment: environment).play()
    }

    private var seed: UInt64 { configuration.seed ?? .random(in: .min ... .max) }

    private func onScreen() async -> PageEnd<Result> {
        let page = LessonPage(
            settings: configuration.settings, themes: configuration.preferences.library.themes,
            seed: seed)
        do throws(TerminalError) {
            let stage = try TerminalStage(
                environment: environment, color: configuration.color,
                on: QueueExecutor(label: "set-duel.lesson"))
            let session = PageSession(
                page, on: stage, settingsFile: configuration.preferences.settingsFile)
            switch await session.run() {
            case .done(let outcome):
                return .done(Result(outcome: outcome, settings: await session.page.settings))
            case .ended(let end): return .ended(end)
            }
        } catch {
            return .ended(SessionEnd(.lost, error.sentence))
        }
    }

    private func inLines() -> LessonPage.Outcome {
        let model = ClientModel(
            settings: configuration.settings, themes: configuration.preferences.library.themes)
        var lesson = PlainLesson(theme: model.theme, seed: seed)
        var lines = lesson.begin()
        while true {
            for line in lines { Output.line(line) }
            if let outcome = lesson.outcome { return outcome }
            lines = readLine().map { lesson.read($0) } ?? lesson.inputEnded()
        }
    }

    /// Remembers that nobody needs to be pointed to it any more.
    private func noteAsSeen() {
        guard configuration.preferences.settings.isLessonSeen != true else { return }
        do throws(FileProblem) {
            try configuration.preferences.settingsFile?.merge(StoredSettings(isLessonSeen: true))
        } catch {
            Output.error("Not kept for next time: \(error.sentence)")
        }
    }
}
