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
        var screen = ReplayScreen(try ReplayStory.playback(), SettingsModel())
        let now = ReplayStory.second(second - 2)
        let size = Size(width, height)
        _ = screen.advance(to: now)
        for key in keys {
            screen.prepare(size, Appearance(), .smooth, at: now)
            _ = screen.handle(.key(key), in: size, at: now)
        }
        return TableViewPicture(screen, width, height, at: now).text
    }

    @Test("Replay picture at 80 by 24 matches")
    func wide() throws {
        let text = try picture(80, 24, at: 22.5)
        expectPicture(text, Self.wrong80x24)
    }

    @Test("Replay picture at 40 by 15 matches")
    func small() throws {
        let text = try picture(40, 15, at: 28, [.character(" "), .character("4")])
        expectPicture(text, Self.paused40x15)
    }

    @Test("Replay help at 40 by 15 shows all keys")
    func help() throws {
        let text = try picture(40, 15, at: 28, [.character("?")])
        expectPicture(text, Self.help40x15)
    }

    static let wrong80x24 = """
         █ █       ● Ann 1 set  deck 66  table K7M2QX  watching  ◆ Bob 0 sets       ▀▀█
         ▀▀█      ━━━━────────────────  deck...  found..  ────────────────────  ▀▀▀ █▀▀
           ▀                            .......  .......                            ▀▀▀
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............
                ............... ............... ............... ...............

         Both players are looking for a set.

         Bob -2  number 1 2 3 ✓  oval oval squiggle ✗  all striped ✓  green green red ✗
          space  pause  ←   →  5 s  ↑   ↓  event  -   +  speed  ?  help  q  quit
         ▶  ×1  0:21 ━━━┃━━━━━━━●━━━━━━━━━━━━×█────────+────────────┃ 0:38  game 1 of 2
        """
    static let paused40x15 = """
         ● Ann 4 pts    deck 66    ◆ Bob -2 pts
        ......... ......... ......... .........
        ......... ......... ......... .........
        ......... ......... ......... .........
        ......... ......... ......... .........
        ......... ......... ......... .........
        ......... ......... ......... .........
        ......... ......... ......... .........
        ......... ......... ......... .........
        ......... ......... ......... .........
         Both players are looking for a set.

         ◆ -2  ✓ number shading · ✗ shape color
          space  resume  ←   →  5 s  ?   q
         || ×8 0:26 ━┃━━●━━━×━━█+────┃ 0:38 1/2
        """
    static let help40x15 = """
        ╭─────────────── Keys ────────────────╮
        │ space pause, res… 1…5   ×1 to ×16   │
        │ ←     5 s back    esc   report      │
        │ →     5 s forward ?     this help   │
        │ ↑     event back  I     rules       │
        │ ↓     event forw… O     settings    │
        │ home  game start  T     themes      │
        │ end   game end    C     color-blind │
        │ [     game back   M     motion      │
        │ ]     game forwa… ctrl-l redraw     │
        │ -     slower      q     quit        │
        │ +     faster                        │
        ╰ any key  close ─────────────────────╯
          space  pause  ←   →  5 s  ?   q
         ▶  ×1 0:26 ━┃━━●━━━×━━█+────┃ 0:38 1/2
        """
}
