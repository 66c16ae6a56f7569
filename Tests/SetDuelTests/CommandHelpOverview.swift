extension CommandHelpTests {
    static let overview = """
        set-duel: a two-player race to find sets, played in two terminals

        Usage: set-duel COMMAND [OPTION]...

        Commands:
          set-duel play                 play a duel against the computer
          set-duel host                 open tables that others can join
          set-duel join [HOST[:PORT]]   take a seat at a host's table
          set-duel watch [HOST[:PORT]]  watch a duel at a host's table
          set-duel solo                 play alone, with no opponent
          set-duel demo                 watch two computer players duel
          set-duel replay [FILE|-]      replay a recorded duel, or verify it
          set-duel lesson               learn the game in two minutes
          set-duel themes [ACTION [NAME [NEW]]]
                                        list, show, check, copy, delete, or edit themes
          set-duel rules                print the rules of the game
          set-duel doctor               report what set-duel detected about this
                                        terminal
          set-duel completion [SHELL]   print completions for bash, zsh, or fish
          set-duel version              print the version
          set-duel help [COMMAND]       show help for a command

        'set-duel' alone opens a menu; 'set-duel --plain' opens a text menu.
        To play a friend, run 'set-duel host' on one machine. Then both players run
        'set-duel join HOST'.
        'set-duel COMMAND --help' lists the options for a command.

        """

    static let replay = """
        set-duel replay: replay a recorded duel, or verify it

        Usage: set-duel replay [FILE|-] [OPTION]...

        Options:
              --verify                  check the journal without showing it
          -g, --game=NUMBER             game to show, counting from 1
              --speed=NUMBER            playback speed: 1, 2, 4, 8, 16 (1)
              --journal=DIR             directory to search for the newest journal
                                        (~/.local/state/set-duel/journal)
        \(look)

        You can also set each option with an environment variable, such as
        SET_DUEL_VERIFY for --verify.

        """
}
