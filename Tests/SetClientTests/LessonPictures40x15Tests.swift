import SetTestSupport
import Testing

@testable import SetClient

/// What the lesson looks like at 40 by 15, card by card as boxes.
@Suite struct LessonPictures40x15 {
    @Test("Lesson pictures at 40 by 15 match", arguments: pictures)
    func picture(of moment: LessonMoment, _ picture: String) {
        expectPicture(moment.player(40, 15).picture, picture)
    }

    static let pictures: [(LessonMoment, String)] = [
        (
            .number,
            """
             1 of 7  The cards (1 of 4)     ●○○○○○○
                 Learn the game in two minutes.
                      Cards differ in four
                  features. First, the number:
                  one, two, or three symbols.
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                 one          two         three
              number   one, two, three



                   enter  continue   esc  skip
            """
        ),
        (
            .color,
            """
             1 of 7  The cards (4 of 4)     ●○○○○○○
                 Cards differ in four features.
                 Fourth, the color: red, green,
                 or violet. Hard to tell apart?
                     C changes the colors.
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                 red         green        violet
              number   one, two, three
              shape    diamonds, squiggles, ovals
              shading  solid, striped, open
              color    red, green, violet
             enter  next  ⌫   C  other colors  esc
            """
        ),
        (
            .lastCheck,
            """
             2 of 7  A set (4 of 4)         ●●○○○○○
                 In a set, each feature is all
                   the same or all different.
                    The color: all the same.
                     All four work: a set!
              match......  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                violet       violet       violet
                number   2 3 1 ✓
                shape    oval squiggle diamond ✓
                shading  all open ✓
                color    all violet ✓
              enter  continue   ⌫  back   esc  skip
            """
        ),
        (
            .question,
            """
             3 of 7  Is it a set? (1 of 2)  ●●●○○○○
                     Are these three a set?
                  Check one feature at a time.


             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............


                     y  yes, a set     n  no


                 tab  skip   ⌫  back   esc  skip
            """
        ),
        (
            .nearMiss,
            """
             3 of 7  Is it a set? (1 of 2)  ●●●○○○○
               Not quite: one feature breaks it.
                 The number is 2, 2, and 3: two
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
              enter  continue   ⌫  back   esc  skip
            """
        ),
        (
            .allDifferent,
            """
             3 of 7  Is it a set? (2 of 2)  ●●●○○○○
                     Right, this is a set!
                      Every feature is all
                   different. That works too.

              match......  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............

                number   2 3 1 ✓
                shape    squiggle diamond oval ✓
                shading  striped solid open ✓
                color    violet red green ✓
              enter  continue   ⌫  back   esc  skip
            """
        ),
        (
            .third,
            """
             4 of 7  The third card         ●●●●○○○
                 Which card completes the set?
               Each feature: all the same or all
               different. Press a card's letter,
                use arrows and enter, or click.
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
                The shading is open, solid, and
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
                     Yes, that makes a set!
                   For any two cards, exactly
                  one card completes the set.

              match......  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
              ~..........               ~..........
             ............              ............
             ............              ............
             ............              ............
             number ✓  shape ✓  shading ✓  color ✓
              enter  continue   ⌫  back   esc  skip
            """
        ),
        (
            .search,
            """
             5 of 7  Find a set             ●●●●●○○
                These six cards contain one set.
                  Pick its three cards: press
                   their letters, use arrows
                   and enter, or click them.
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
                 Hint: this card is in the set.
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
                           Not a set.
                 The number is 3, 1, and 3: two
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
                     That is the game: find
                   sets. Next: be the first.

              match...... ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
              match...... ............  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             number ✓  shape ✓  shading ✓  color ✓
              enter  continue   ⌫  back   esc  skip
            """
        ),
        (
            .race,
            """
             6 of 7  The race (1 of 2)      ●●●●●●○
               In a duel, you race for each set.
                  See the set? Press space to
                   claim it. You then have 5
                   seconds to pick its cards.
             q........... w........... e...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             a........... s........... d...........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                your time starts when you claim
             space  claim  tab  skip  ⌫  back  esc
            """
        ),
        (
            .late,
            """
             6 of 7  The race (1 of 2)      ●●●●●●○
                          Time is up.
                 In a duel, you lose 2 points;
                    the other player gets 10
                   seconds. Space: try again.
              ~..........  ~..........  ~..........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
              ~..........  ~..........  ~..........
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............

               enter  next  space  again  ⌫   esc
            """
        ),
        (
            .wrongRace,
            """
             6 of 7  The race (1 of 2)      ●●●●●●○
                           Not a set.
               Two alike in color. In a duel, you
                lose 2 points; the other player
               gets 10 seconds. Space: try again.
             ............  mismatch...  mismatch...
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
              mismatch... ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
                    color green red green ✗
               enter  next  space  again  ⌫   esc
            """
        ),
        (
            .won,
            """
             6 of 7  The race (1 of 2)      ●●●●●●○
                        You found a set!
                 In a duel, it earns 3 points,
                  or up to 5 if you are quick.

              match...... ............ ............
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             ............  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............
             number ✓  shape ✓  shading ✓  color ✓
              enter  continue   ⌫  back   esc  skip
            """
        ),
        (
            .keys,
            """
             6 of 7  The race (2 of 2)      ●●●●●●○
                      The race at a glance
             See a set?       space  claims it
              your turn      5 s ██████████████████
              ✓ a set        3 points, 5 if quick
              ✗ a mistake    2 points lost, and
                             10 s for your opponent
             See none?        +  three more cards
              ✓ right        1 point
              ✗ wrong        2 points lost
                             either way they get 7 s
             Also             -  pass (-2)
                              ?  shows every key

              enter  continue   ⌫  back   esc  skip
            """
        ),
        (
            .end,
            """
             7 of 7  Ready                  ●●●●●●●
                     That is all you need.
                    Press enter to duel the
                  weakest computer player. It
                    is slow and often wrong.
              match......  match......  match......
             ............ ............ ............
             ............ ............ ............
             ............ ............ ............

             Press ? in a game to see every key.
             To see this again: set-duel lesson, o…


                enter  play   ⌫  back   esc  done
            """
        ),
    ]
}
