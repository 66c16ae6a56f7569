import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What the main screens look like at 40 by 15, card by card as boxes.
@Suite struct TableViewPictures40x15 {
    @Test("The table at 40 by 15 looks as drawn here", arguments: pictures)
    func picture(of moment: Moment) {
        expectPicture(TableViewPicture(moment.scene, 40, 15).text, moment.picture)
    }

    struct Moment: CustomTestStringConvertible, Sendable {
        let scene: ViewScene
        let picture: String
        var testDescription: String { scene.rawValue }

        init(_ scene: ViewScene, _ picture: String) {
            (self.scene, self.picture) = (scene, picture)
        }
    }

    static let pictures: [Moment] = [
        Moment(
            .alone,
            """
             ● You          deck 81     ◆ open seat

             ╭────────────── Table ──────────────╮
             │            K 7 M 2 Q X            │
             │                                   │
             │      The other player runs:       │
             │ set-duel join HOST --table K7M2QX │
             │ or pastes it under Join a duel in │
             │             the menu              │
             │                                   │
             │              I  rules             │
             ╰───────────────────────────────────╯


              enter  ready  :  chat  tab  menu  ?
            """),
        Moment(
            .open,
            """
             ● You 12 pts   deck 60     ◆ Bob 4 pts
            q........ w........ e........ r........
            ......... ......... ......... .........
            ......... ......... ......... .........
            a........ s........ d........ f........
            ......... ......... ......... .........
            ......... ......... ......... .........
            z........ x........ c........ v........
            ......... ......... ......... .........
            ......... ......... ......... .........
             See a set? Press space to claim it.



              space  claim  +  deal  tab  menu  ?
            """),
        Moment(
            .myTurn,
            """
            ▶● You 12 pts   deck 60     ◆ Bob 4 pts
            q mine... w........ e........ r........
            ......... ......... ......... .........
            ......... ......... ......... .........
            a........ s........ d........ f........
            ......... ......... ......... .........
            ......... ......... ......... .........
            z........ x........ c........ v........
            ......... ......... ......... .........
            ......... ......... ......... .........
             Your turn: two more cards.
               4 s ███████████████████████▊────────


              -  pass (-2)  :  chat  tab  menu  ?
            """),
        Moment(
            .otherTurn,
            """
             ● You 12 pts   deck 60    ▶◆ Bob 4 pts
            q theirs. w........ e........ r........
            ......... ......... ......... .........
            ......... ......... ......... .........
            a........ s........ d........ f........
            ......... ......... ......... .........
            ......... ......... ......... .........
            z........ x........ c........ v........
            ......... ......... ......... .........
            ......... ......... ......... .........
             Bob claimed a set and is picking.
               2 s █████████▋──────────────────────


              :  chat  tab  menu  ?
            """),
        Moment(
            .match,
            """
             ● You 12 pts   deck 60     ◆ Bob 4 pts
            q match.. w........ e........ r........
            ......... ......... ......... .........
            ......... ......... ......... .........
            a match.. s........ d........ f........
            ......... ......... ......... .........
            ......... ......... ......... .........
            z match.. x........ c........ v........
            ......... ......... ......... .........
            ......... ......... ......... .........
             You found a set! New cards are next.
               1 s ███████████████████▎────────────
             You +5  number ✓ · shape ✓ · shading ✓
             color ✓
              space  another  +  deal  ?   tab
            """),
        Moment(
            .mismatch,
            """
            ▶● You 12 pts   deck 60     ◆ Bob 4 pts
            q mismatc w........ e........ r........
            ......... ......... ......... .........
            ......... ......... ......... .........
            a mismatc s........ d........ f........
            ......... ......... ......... .........
            ......... ......... ......... .........
            z mismatc x........ c........ v........
            ......... ......... ......... .........
            ......... ......... ......... .........
             Bob was wrong: pick three
               8 s █████████████████████████▋──────
             Bob -2  ✓ number shape color
             shading solid striped striped ✗
              -  pass  :  chat  tab  menu  ?
            """),
        Moment(
            .grace,
            """
            ▶● You 12 pts   deck 60     ◆ Bob 4 pts
            q........ w........ e........ r........
            ......... ......... ......... .........
            ......... ......... ......... .........
            a........ s........ d........ f........
            ......... ......... ......... .........
            ......... ......... ......... .........
            z........ x........ c........ v........
            ......... ......... ......... .........
            ......... ......... ......... .........
             Bob dealt: find a set or pass
               6 s ███████████████████████▉────────
             Bob dealt: there was no set, +1 pt.

              -  pass  :  chat  tab  menu  ?
            """),
        Moment(
            .paused,
            """
             ● You 12 pts   deck 60     ◆ Bob 4 pts
            back..... back..... back..... back.....
            ......... ......... ......... .........
            ╭─────────────── Paused ───────────────╮
            │     ● You  1 win   not ready yet     │
            │     ◆ Bob  0 wins  not ready yet     │
            │ The game resumes when both are ready │
            ╰──────────────────────────────────────╯
            ......... ......... ......... .........
            ......... ......... ......... .........
             Paused. Press enter to resume.

             The game is paused.

              enter  resume  :  chat  tab  menu  ?
            """),
        Moment(
            .over,
            """
             ● You 42 pts    deck 0    ◆ Bob 31 pts
            ╭───────────── Game over ──────────────╮
            │    You win by 11 points, 42 to 31    │
            │ You joined after the game, so there  │
            │            is no report.             │
            │                                      │
            │               ● You      ◆ Bob       │
            │ points        42         31          │
            │ sets          14         11          │
            │ games won     2          0           │
            │                                      │
            │  enter  again  esc  board  Q  leave  │
            ╰──────────────────────────────────────╯

              :  chat  tab  menu  ?
            """),
        Moment(
            .help,
            """
            ╭─────────────── Keys ────────────────╮
            │ qwe…  pick card   I     rules       │
            │ ←↑↓→  point       R     resign      │
            │ enter pick/ready  O     settings    │
            │ space claim a set tab   menu        │
            │ -     pass        T     themes      │
            │ +     deal three  C     color-blind │
            │ ⌫     clear marks M     motion      │
            │ Y     yes         S     rearrange   │
            │ P     pause       ctrl-l redraw     │
            │ N     new game    esc   close       │
            │ :     chat        Q     quit        │
            │ ?     this help   ■▤□   shading     │
            ╰ any key  close ─────────────────────╯
             Game still running.  esc  close
            """),
    ]
}
