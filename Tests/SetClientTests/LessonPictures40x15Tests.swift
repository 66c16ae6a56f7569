import SetTestSupport
import Testing

@testable import SetClient

/// What the lesson looks like at 40 by 15, card by card as boxes.
@Suite struct LessonPictures40x15 {
    @Test("shows each moment as drawn here", arguments: pictures)
    func picture(of moment: LessonMoment, _ picture: String) {
        expectPicture(moment.player(40, 15).picture, picture)
    }

    static let pictures: [(LessonMoment, String)] = [
        (
            .number,
            """
             1 of 7  The cards              ●○○○○○○
                  Learn the game in a minute.
             Cards differ in four features. First,
             the number: one, two or three symbols.

             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                 one          two         three
              number   one, two, three



                    enter  go on   esc  quit
            """
        ),
        (
            .color,
            """
             1 of 7  The cards              ●○○○○○○
                 Cards differ in four features.
                 Fourth, the color: red, green
                    or violet. Hard to tell
                  apart? C changes the colors.
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                 red         green        violet
              number   one, two, three
              shape    diamonds, squiggles, ovals
              shading  solid, striped, open
              color    red, green, violet
               enter  go on   ←  back   esc  quit
            """
        ),
        (
            .lastCheck,
            """
             2 of 7  A set                  ●●○○○○○
             A set: three cards, where each feature
               is all the same or all different.
                    The color: all the same.
                   All four are fine: a set!
              match......  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                violet       violet       violet
                number   2 3 1 ✓
                shape    oval squiggle diamond ✓
                shading  all open ✓
                color    all violet ✓
               enter  go on   ←  back   esc  quit
            """
        ),
        (
            .question,
            """
             3 of 7  Is it a set?           ●●●○○○○
                     Are these three a set?
              Look at one feature after the other.


             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............


                     y  yes, a set     n  no


                 tab  skip   ⌫  back   esc  quit
            """
        ),
        (
            .nearMiss,
            """
             3 of 7  Is it a set?           ●●●○○○○
                 Almost: one feature breaks it.
                 The number is 2, 2 and 3: two
                  alike. That is never a set.

              mismatch...  mismatch...  mismatch...
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                 two          two        three ✗
                 number   2 2 3 ✗ two alike
                 shape    all squiggle ✓
                 shading  striped solid open ✓
                 color    red violet green ✓
               enter  go on   ←  back   esc  quit
            """
        ),
        (
            .allDifferent,
            """
             3 of 7  Is it a set?           ●●●○○○○
                     Right, this is a set!
               Each feature is all different, and
                that is as good as all the same.

              match......  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............

                number   2 3 1 ✓
                shape    squiggle diamond oval ✓
                shading  striped solid open ✓
                color    violet red green ✓
               enter  go on   ←  back   esc  quit
            """
        ),
        (
            .third,
            """
             4 of 7  The third card         ●●●●○○○
               Which card makes these two a set?
                Each feature all the same or all
              different. Press the card's letter,
                 or arrows and enter, or click.
             ............ ............ ╭╌╌╌╌╌╌╌╌╌╌╮
             ............ ............ ╎    ?     ╎
             ............ ............ ╎          ╎
             ............ ............ ╰╌╌╌╌╌╌╌╌╌╌╯
             a........... s........... d...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............

              a s d  pick  tab  skip  ⌫  back  esc
            """
        ),
        (
            .wrongThird,
            """
             4 of 7  The third card         ●●●●○○○
                         Not that one.
                 The shading is open, solid and
               solid: two alike. Try another one.

             ............ ............ ╭╌╌╌╌╌╌╌╌╌╌╮
             ............ ............ ╎    ?     ╎
             ............ ............ ╎          ╎
             ............ ............ ╰╌╌╌╌╌╌╌╌╌╌╯
             a mismatch.. s........... d...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                   shading open solid solid ✗
              a s d  pick  tab  skip  ⌫  back  esc
            """
        ),
        (
            .rightThird,
            """
             4 of 7  The third card         ●●●●○○○
                     Yes, now it is a set!
                   Any two cards have exactly
                      one third like this.

              match......  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
              ~..........               ~..........
             ............              ............
             ............              ............
             ............              ............
             number ✓  shape ✓  shading ✓  color ✓
               enter  go on   ←  back   esc  quit
            """
        ),
        (
            .search,
            """
             5 of 7  Find a set             ●●●●●○○
               One set is among these six cards.
                 Touch its three cards: by the
                 letters on them, by the arrows
                  and enter, or by the mouse.
             q........... w........... e...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             a........... s........... d...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............

                !  hint  tab  skip  ⌫  back  esc
            """
        ),
        (
            .hint,
            """
             5 of 7  Find a set             ●●●●●○○
                A hint: this card is in the set.
                     Which two go with it?


             q ?......... w........... e...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             a........... s........... d...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............

                !  hint  tab  skip  ⌫  back  esc
            """
        ),
        (
            .wrongSearch,
            """
             5 of 7  Find a set             ●●●●●○○
                         Not a set yet.
                 The number is 3, 1 and 3: two
               alike. Others fail too. Try again.

             q........... w mismatch.. e mismatch..
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             a........... s mismatch.. d...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                ✓ shape · ✗ number shading color
                !  hint  tab  skip  ⌫  back  esc
            """
        ),
        (
            .found,
            """
             5 of 7  Find a set             ●●●●●○○
                         You found it!
                    That is the game: seeing
                    sets. Next: being first.

              match...... ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
              match...... ............  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             number ✓  shape ✓  shading ✓  color ✓
               enter  go on   ←  back   esc  quit
            """
        ),
        (
            .race,
            """
             6 of 7  The race               ●●●●●●○
                In a duel you race for each set.
                 See the set? Press space: now
                  it is yours, for 5 seconds.
                  Then touch its three cards.
             q........... w........... e...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             a........... s........... d...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                 the time begins when you claim
             space  claim  tab  skip  ⌫  back  esc
            """
        ),
        (
            .late,
            """
             6 of 7  The race               ●●●●●●○
                          Time is up.
                     In a duel that costs 2
                 points, and the other gets 10
                  seconds. Space tries again.
              ~..........  ~..........  ~..........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
              ~..........  ~..........  ~..........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
               0 s ────────────────────────────────
             enter  on  space  again  ←  back  esc
            """
        ),
        (
            .wrongRace,
            """
             6 of 7  The race               ●●●●●●○
                            No set.
                The color: two alike. In a duel
               that costs 2 points, and the other
              gets 10 seconds. Space tries again.
             ............  mismatch...  mismatch...
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
              mismatch... ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                    color green red green ✗
             enter  on  space  again  ←  back  esc
            """
        ),
        (
            .won,
            """
             6 of 7  The race               ●●●●●●○
                        You found a set!
                    In a duel: 3 points, up
                     to 5 if you are quick.

              match...... ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             ............  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             number ✓  shape ✓  shading ✓  color ✓
               enter  go on   ←  back   esc  quit
            """
        ),
        (
            .keys,
            """
             6 of 7  The race               ●●●●●●○
                    The race in one picture
             See a set?       space  claims it
              your turn      3 s ██████████▉───────
              ✓ a set        3 points, 5 if quick
              ✗ no, or late  2 points lost, and
                             10 s for the other
             See none?        +  three more cards
              ✓ right        1 point
              ✗ wrong        2 points lost
             Also             -  give up (-2)
                              !  a hint, when alone
                              ?  shows every key

               enter  go on   ←  back   esc  quit
            """
        ),
        (
            .end,
            """
             7 of 7  Ready                  ●●●●●●●
                     That is all you need.
                  Enter starts a duel against
                  the weakest computer player:
                 it looks long and errs often.
              match......  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............

             ? shows every key in the game.
             set-duel lesson shows all this again.


                enter  play   ←  back   esc  done
            """
        ),
    ]
}
