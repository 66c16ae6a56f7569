import SetClient
import SetProtocol

/// What a command works with: its configuration, the environment, and the stage of the menu, if it was chosen there.
struct CommandContext: Sendable {
    @Boxed var configuration: Configuration
    let environment: [String: String]
    /// The stage to play on; `nil` to use the terminal, or line mode if it cannot be drawn on.
    var stage: TerminalStage?
    /// The page of the menu; `nil` if nothing was chosen there.
    @Boxed var front: MainMenu? = nil

    /// Line mode is used if requested, and where a screen cannot be drawn or keys cannot be read.
    var isPlain: Bool { stage == nil && (configuration.isPlain || !Self.canDraw(environment)) }

    static func canDraw(_ environment: [String: String]) -> Bool {
        StandardStream.output.isTerminal && StandardStream.inputIsTerminal
            && environment["TERM"] ?? "dumb" != "dumb"
    }

    var preferences: Preferences { configuration.preferences }

    var settings: SettingsModel {
        SettingsModel(
            configuration.settings, themes: preferences.library.themes,
            keyboards: preferences.keyboards, seed: .random(in: .min ... .max))
    }

    /// Runs something on the stage; on the terminal, which it then gives back, if there is none.
    func onStage(_ body: (TerminalStage) async -> Ending) async -> Ending {
        if let stage { return await body(stage) }
        do throws(TerminalError) {
            let stage = try TerminalStage(
                environment: environment, choices: configuration.terminal,
                on: QueueExecutor(label: "set-duel.client", readsTerminal: true))
            let ending = await body(stage)
            await stage.close()
            return ending
        } catch {
            return Ending(SessionEnd(error))
        }
    }
}
