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
}
