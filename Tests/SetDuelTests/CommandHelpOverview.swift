extension CommandHelpTests {
    static let overview = """
        set-duel: a race to see sets, between two people at two terminals

        Usage: set-duel COMMAND [OPTION]...

        Commands:
          set-duel play                 duel against the computer in this terminal
          set-duel host                 open tables that others can join
          set-duel join [HOST[:PORT]]   take a seat at a host's table
          set-duel watch [HOST[:PORT]]  look on at a host's table
          set-duel solo                 play alone, against the deck
          set-duel demo                 let two computer players duel
          set-duel replay [FILE|-]      look at a recorded duel again, or check it
          set-duel lesson               learn the game in a minute
          set-duel themes [ACTION [NAME [NEW]]]
                                        list, show, check, copy, delete or edit themes
          set-duel rules                print the rules of the game
          set-duel doctor               tell what is known of this terminal, and why
          set-duel completion [SHELL]   print completions for bash, zsh or fish
          set-duel version              print the version
          set-duel help [COMMAND]       explain a command

        In a terminal 'set-duel' alone opens a menu, 'set-duel --plain' one in lines.
        For two: 'set-duel host' on one machine, then 'set-duel join HOST' on each of
        two.
        'set-duel COMMAND --help' lists the options of a command.

        """

    static let replay = """
        set-duel replay: look at a recorded duel again, or check it

        Usage: set-duel replay [FILE|-] [OPTION]...

        Options:
              --verify                  do it all again and check every decision, print
                                        the verdict
          -g, --game=NUMBER             which game of the duel, from 1
              --speed=NUMBER            how fast: 1, 2, 4, 8, 16 times as fast (1)
              --journal=DIR             where the newest journal is looked for
                                        (~/.local/state/set-duel/journal)
              --plain                   lines of text instead of a full screen
              --theme=NAME              how the cards look: classic, color-blind, high
                                        contrast, characters, mono, penguins, gradient,
                                        paper, one of your own, or random (classic)
              --color-blind             colors that everybody can tell apart
              --motion=WORD             how much moves: full, reduced, none (full)
              --keyboard=NAME           the letters on the cards: qwerty, qwertz,
                                        azerty, dvorak, colemak, or one of your own
                                        (qwerty)
              --color=WHEN              auto, always or never (auto); also --no-color
              --ground=WORD             what the terminal draws on: auto, dark or light
                                        (auto); also --dark, --light
          -h, --help                    print this help

        Every option can be set by a variable too: --verify by SET_DUEL_VERIFY.

        """
}
