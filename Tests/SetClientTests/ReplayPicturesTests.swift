import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What a recorded duel looks like, card by card as boxes.
@Suite("Replay pictures") struct ReplayPicturesTests {
    /// The story of ``ReplayStory`` at a second of it, after some keys.
    private func picture(
        _ width: Int, _ height: Int, at second: Double, _ keys: [Key] = []
    ) throws -> String {
        var screen = TableScreen(try ReplayStory.playback(), SettingsModel())
        let now = ReplayStory.second(second - 2)
        let size = Size(width, height)
        _ = screen.advance(to: now)
        for key in keys {
            screen.prepare(size, Appearance(), .smooth, at: now)
            _ = screen.handle(.key(key), in: size, at: now)
        }
        return try TableViewPicture(replaying: screen, width, height, at: now).text
    }

    @Test("Replay picture at 80 by 24 matches")
    func wide() throws {
        let text = try picture(80, 24, at: 22.5)
        expectPicture(text, "replay/wrong-80x24")
    }

    @Test("Replay picture at 40 by 15 matches")
    func small() throws {
        let text = try picture(40, 15, at: 28, [.character(" "), .character("4")])
        expectPicture(text, "replay/paused-40x15")
    }

    @Test("Replay help at 40 by 15 shows all keys")
    func help() throws {
        let text = try picture(40, 15, at: 28, [.character("?")])
        expectPicture(text, "replay/help-40x15")
    }
}
