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
        let text = try picture(40, 15, at: 28, [.character(" "), .character("4")])
        #expect(text == Self.paused40x15)
    }

    @Test("at 40 by 15 tells all keys")
    func help() throws {
        let text = try picture(40, 15, at: 28, [.character("?")])
        #expect(text == Self.help40x15)
    }

    static let wrong80x24 = """
         ● Ann 4 pts  1 set   deck 66  found 3  classic  watching  ◆ Bob -2 pts  0 sets
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
        ................... ................... ................... ...................
         deck......  Open: both are looking for a set.                       found.....
         ..........                                                          ..........
         ..........  Bob -2  ✓ number shading · ✗ shape color                ..........
         ..........   space  pause  ←   →  5 s  ↑   ↓  event  ?   q          ..........
         ▶  ×1  0:21 ━━━┃━━━━━━━●━━━━━━━━━━━━×█────────+────────────┃ 0:38  game 1 of 2
        """
    static let paused40x15 = """
        """
    static let help40x15 = """
         ● Ann 4p 1s    deck 66    ◆ Bob -2p 0s
        ╭─────────────── Keys ────────────────╮
        │ space pause, play +     faster      │
        │ ←     5 s back    1…5   ×1 to ×16   │
        │ →     5 s on      esc   report      │
        │ ↑     last event  ?     this help   │
        │ ↓     next event  I     rules       │
        │ home  game start  O     settings    │
        │ end   game end    T     themes      │
        │ [     game before C     color-blind │
        │ ]     next game   M     motion      │
        │ -     slower      q     quit        │
        ╰ any key closes ─────────────────────╯
          space  pause  ←   →  5 s  ?   q
         ▶  ×1 0:26 ━┃━━●━━━×━━█+────┃ 0:38 1/2
        """
}
