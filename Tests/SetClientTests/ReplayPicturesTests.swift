import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What a recorded duel looks like, card by card as boxes.
@Suite("Pictures of a recorded duel", .serialized, .inTurn) struct ReplayPicturesTests {
    /// The story of ``ReplayStory`` at a second of it, after some keys.
    private func picture(
        _ width: Int, _ height: Int, at second: Double, _ keys: [Key] = []
    ) throws -> String {
        var playback = try ReplayStory.playback()
        let now = ReplayStory.second(second - 2)
        playback.advance(to: now)
        for key in keys {
            let screen = ReplayScreen(
                playback, size: Size(width, height), appearance: Appearance(), now: now)
            _ = playback.take(key, on: screen, at: now)
        }
        return TableViewPicture(playback, width, height, at: now).text
    }

    @Test("at 80 by 24 shows the table, the keys and the line of time")
    func wide() throws {
        let text = try picture(80, 24, at: 22.5)
        #expect(text == Self.wrong80x24)
    }

    @Test("at 40 by 15 shows the table, the keys and the line of time")
    func small() throws {
        #expect(
            try picture(40, 15, at: 28, [.character(" "), .character("4")]) == Self.paused40x15)
    }

    @Test("at 40 by 15 tells all keys")
    func help() throws {
        let text = try picture(40, 15, at: 28, [.character("?")])
        #expect(text == Self.help40x15)
    }

    static let wrong80x24 = """
        """
    static let paused40x15 = """
        """
    static let help40x15 = """
        """
}
