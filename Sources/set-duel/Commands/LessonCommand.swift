import SetClient
import SetProtocol

/// `set-duel lesson`: the game in two minutes, followed by an optional first duel.
struct LessonCommand {
    var context: CommandContext

    func run() async -> Ending {
        guard context.isPlain else { return await context.onStage(onScreen) }
        Output.errors(context.preferences.problems)
        var lesson = LineModeLesson(context.settings, seed: seed)
        var lines = lesson.begin()
        while true {
            for line in lines { Output.line(line) }
            if lesson.hasEnded { break }
            lines = lesson.read(await Output.typed.line())
        }
        return await after(wantsDuel: lesson.wantsDuel, context.configuration.settings)
    }

    private func onScreen(_ stage: TerminalStage) async -> Ending {
        let session = ScreenSession(
            TableScreen(
                lessonFor: context.settings, seed: seed, isFromMenu: context.stage != nil),
            on: stage, settingsFile: context.preferences.settingsFile)
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
        let complaint = context.preferences.save([.lessonSeen: "yes"])
        var ending = Ending.success
        ending.settings = settings
        if wantsDuel {
            var context = context
            context.stage = stage
            context.configuration.settings = settings
            context.configuration.strength = .beginner
            context.configuration.rules.deck = .junior
            ending = await EmbeddedGame(context: context).play()
        }
        ending.message = ending.message ?? complaint
        return ending
    }

    private var seed: UInt64 { context.configuration.seed ?? .random(in: .min ... .max) }
}
