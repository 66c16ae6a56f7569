import SetClient
import SetProtocol

/// `set-duel lesson`: the game in two minutes, followed by an optional first duel.
struct LessonCommand {
    let configuration: Configuration
    let environment: [String: String]
    /// The stage; `nil` for the terminal, or line mode if the terminal cannot be drawn on.
    var stage: TerminalStage?

    /// - Returns: How the lesson ended, or the duel after it.
    func run() async -> Ending {
        if let stage { return await run(on: stage) }
        let client = ClientCommand(configuration: configuration, environment: environment)
        guard !client.isPlain else {
            for problem in configuration.preferences.problems { Output.error(problem.sentence) }
            return await after(wantsDuel: await inLines(), configuration.settings)
        }
        do throws(TerminalError) {
            // The duel after the lesson uses the same stage.
            let stage = try TerminalStage(
                environment: environment, choices: configuration.terminal, stay: .kept,
                on: QueueExecutor(label: "set-duel.lesson", readsTerminal: true))
            let ending = await run(on: stage)
            await stage.close()
            return ending
        } catch {
            return Ending(SessionEnd(error))
        }
    }

    private func run(on stage: TerminalStage) async -> Ending {
        let session = ScreenSession(
            TableScreen(lessonFor: preferences, seed: seed, isFromMenu: self.stage != nil),
            on: stage, settingsFile: configuration.preferences.settingsFile)
        switch await session.run() {
        case .done:
            let screen = await session.screen
            return await after(
                wantsDuel: screen.lesson?.wantsDuel == true, screen.settings, on: stage)
        case .ended(let end): return Ending(end)
        }
    }

    /// Saves that the lesson has been seen, and starts the duel if the player wants it.
    private func after(
        wantsDuel: Bool, _ settings: ClientSettings, on stage: TerminalStage? = nil
    ) async -> Ending {
        var complaint: String?
        do throws(FileProblem) {
            try configuration.preferences.settingsFile?.merge([.lessonSeen: "yes"])
        } catch {
            complaint = "cannot save settings: \(error.sentence)"
        }
        var ending = Ending.success
        ending.settings = settings
        if wantsDuel {
            var configuration = configuration
            configuration.settings = settings
            configuration.strength = .beginner
            ending = await EmbeddedGame(
                configuration: configuration, environment: environment, stage: stage
            ).play()
        }
        ending.message = ending.message ?? complaint
        return ending
    }

    private var seed: UInt64 { configuration.seed ?? .random(in: .min ... .max) }

    private var preferences: SettingsModel {
        SettingsModel(configuration.settings, configuration.preferences, seed: seed)
    }

    private func inLines() async -> Bool {
        var lesson = LineModeLesson(preferences, seed: seed)
        var lines = lesson.begin()
        while true {
            for line in lines { Output.line(line) }
            if lesson.hasEnded { return lesson.wantsDuel }
            lines = lesson.read(await Output.typed.line())
        }
    }
}
