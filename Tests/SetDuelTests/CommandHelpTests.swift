import SetTestSupport
import Testing

@testable import set_duel

/// The texts of help, as somebody sees them: they are changed here on purpose or not at all.
@Suite("Help")
struct CommandHelpTests {
    /// What stands in the help of every command that opens a table for two.
    static let rules = """
        Table rules:
              --claim=SECONDS           time to pick three cards after a claim (5)
              --answer=SECONDS          time to pick after the other player's claim
                                        fails; by default, twice the claim time; 0 means
                                        no limit (10)
              --grace=SECONDS           time to pick after the other player deals (7)
              --reveal=SECONDS          how long a found set stays on the board; 0 means
                                        until the next pick, deal, or claim (1.5)
              --countdown=SECONDS       countdown before the first cards are dealt (3)
              --lag-fairness=MS         maximum latency compensation in a race; in
                                        milliseconds, or off (150)
              --seat-kept=SECONDS       how long the host keeps a disconnected player's
                                        seat (60)
              --drops=NUMBER            how many times a game waits for a disconnected
                                        player (5)
              --away-time=SECONDS       total time a game waits for a disconnected
                                        player; by default, twice --seat-kept (120)
              --refill=WORD             when new cards replace a found set: to-twelve,
                                        always, never (to-twelve)
              --victory=WORD            what decides the winner: points, sets (points)
              --draw=WORD               what happens if the game is tied: sudden-death,
                                        stands (sudden-death)
              --hints                   whether players can ask for hints (no); also
                                        --no-hints
              --set-points=NUMBER       points for a set, before any bonus (3)
              --quick-bonus=NUMBER      extra points for a quick set (2)
              --quick-within=SECONDS    how soon after new cards a set counts as quick
                                        (5)
              --brisk-bonus=NUMBER      extra points for a brisk set: slower than a
                                        quick one (1)
              --brisk-within=SECONDS    how soon after new cards a set counts as brisk
                                        (15)
              --mismatch-points=NUMBER  points for three cards that are not a set (-2)
              --timeout-points=NUMBER   points for a claim that times out or is passed
                                        (-2)
              --wrong-deal-points=NUMBER
                                        points for dealing when the board had a set (-2)
              --right-deal-points=NUMBER
                                        points for dealing when the board had no set (1)
              --hint-points=NUMBER      points for each card a hint shows (-1)
              --deselect-points=NUMBER  points for unpicking a card (0)
              --first-window=NUMBER     handicap: player 1's share of each time limit,
                                        in percent (100)
              --second-window=NUMBER    handicap: player 2's share of each time limit,
                                        in percent (100)
        """

    /// What stands in the help of a game alone.
    static let soloRules = """
        Table rules:
              --claim=SECONDS           time to pick three cards after a claim (0)
              --reveal=SECONDS          how long a found set stays on the board; 0 means
                                        until the next pick, deal, or claim (0)
              --countdown=SECONDS       countdown before the first cards are dealt (0)
              --refill=WORD             when new cards replace a found set: to-twelve,
                                        always, never (always)
              --hints                   whether players can ask for hints (yes); also
                                        --no-hints
              --set-points=NUMBER       points for a set, before any bonus (3)
              --quick-bonus=NUMBER      extra points for a quick set (2)
              --quick-within=SECONDS    how soon after new cards a set counts as quick
                                        (5)
              --brisk-bonus=NUMBER      extra points for a brisk set: slower than a
                                        quick one (1)
              --brisk-within=SECONDS    how soon after new cards a set counts as brisk
                                        (15)
              --mismatch-points=NUMBER  points for three cards that are not a set (-2)
              --timeout-points=NUMBER   points for a claim that times out or is passed
                                        (-2)
              --wrong-deal-points=NUMBER
                                        points for dealing when the board had a set (-2)
              --right-deal-points=NUMBER
                                        points for dealing when the board had no set (1)
              --hint-points=NUMBER      points for each card a hint shows (-1)
              --deselect-points=NUMBER  points for unpicking a card (0)
              --first-window=NUMBER     handicap: player 1's share of each time limit,
                                        in percent (100)
        """

    /// The options of commands that print to a terminal, or about one.
    static let terminal = """
              --color=WHEN              use colors: auto, always, or never (auto); also
                                        --no-color
              --background=WORD         terminal background: auto, dark, or light
                                        (auto); also --dark, --light
              --drawing=WORD            how cards are drawn: auto, pixels, sextant,
                                        quadrant, ascii (auto)
              --gaps=WORD               whether the terminal leaves gaps between
                                        characters that should touch: auto, yes, no
                                        (auto)
          -h, --help                    print this help
        """

    /// The options of commands that show cards.
    static let look = """
              --plain                   print lines of text instead of drawing a screen
              --theme=NAME              card theme: classic, color-blind, high contrast,
                                        characters, mono, penguins, gradient, paper,
                                        your own theme, or random (classic)
              --color-blind             use colors that everyone can tell apart
              --motion=WORD             animation: full, reduced, none (full)
              --keyboard=NAME           keyboard layout for the letters on the cards:
                                        qwerty, qwertz, azerty, dvorak, colemak, or your
                                        own layout (qwerty)
        \(terminal)
        """

    static let texts: [Command: String] = [
        .play: """
        set-duel play: play a duel against the computer

        Usage: set-duel play [OPTION]...

        Options:
          -c, --strength=WORD           strength of computer players: beginner, easy,
                                        medium, hard, master, even (easy)
          -s, --seed=NUMBER             shuffle seed, for practice and tests
          -n, --name=NAME               your name, as others see it
        \(look)

        Table rules: the same as for 'set-duel host --help'.

        You can also set each option with an environment variable, such as
        SET_DUEL_STRENGTH for --strength.

        """,
        .host: """
        set-duel host: open tables that others can join

        Usage: set-duel host [OPTION]...

        Options:
          -p, --port=NUMBER             port to listen on; 0 picks a free port (7381)
          -l, --listen=ADDRESS          address to listen on (all addresses)
              --private                 open one private table; players need its code to
                                        join
          -s, --seed=NUMBER             shuffle seed, for practice and tests
              --journal=DIR             directory for journals, which let duels survive
                                        a restart (~/.local/state/set-duel/journal)
              --no-journal              keep no journals; duels end when the host stops
              --max-tables=NUMBER       maximum number of tables (512)
              --max-connections=NUMBER  maximum number of connections (960)
              --per-address=NUMBER      maximum number of connections from one address
                                        (32)
              --guesses=NUMBER          wrong codes allowed per minute from one address,
                                        or off (5; off for this machine)
              --log=WORD                log level on standard error: normal or quiet
                                        (normal; quiet in a terminal)
              --log-addresses           log full addresses instead of networks
              --plain                   print lines of text instead of drawing a screen
          -h, --help                    print this help

        \(rules)

        You can also set each option with an environment variable, such as
        SET_DUEL_PORT for --port.

        """,
        .join: """
        set-duel join: take a seat at a host's table

        Usage: set-duel join [HOST[:PORT]] [OPTION]...

        Options:
          -t, --table=CODE              table code
              --new                     take a new seat, even if the host still keeps
                                        yours
              --new-table               open a new table; the next player joins you
                                        there
          -n, --name=NAME               your name, as others see it
        \(look)

        You can also set each option with an environment variable, such as
        SET_DUEL_TABLE for --table.

        """,
        .watch: """
        set-duel watch: watch a duel at a host's table

        Usage: set-duel watch [HOST[:PORT]] [OPTION]...

        Options:
          -t, --table=CODE              table code
          -n, --name=NAME               your name, as others see it
        \(look)

        You can also set each option with an environment variable, such as
        SET_DUEL_TABLE for --table.

        """,
        .solo: """
        set-duel solo: play alone, with no opponent

        Usage: set-duel solo [OPTION]...

        Options:
          -s, --seed=NUMBER             shuffle seed, for practice and tests
              --resume                  continue the solo game that you left
          -n, --name=NAME               your name, as others see it
        \(look)

        \(soloRules)

        You can also set each option with an environment variable, such as
        SET_DUEL_SEED for --seed.

        """,
        .demo: """
        set-duel demo: watch two computer players duel

        Usage: set-duel demo [OPTION]...

        Options:
          -s, --seed=NUMBER             shuffle seed, for practice and tests
          -c, --strength=WORD           strength of computer players: beginner, easy,
                                        medium, hard, master, even (easy)
        \(look)

        The demo takes about four minutes. Press esc to leave. With --plain, or in
        a pipe, it exits at the end.

        You can also set each option with an environment variable, such as
        SET_DUEL_SEED for --seed.

        """,
        .replay: replay,
        .lesson: """
        set-duel lesson: learn the game in two minutes

        Usage: set-duel lesson [OPTION]...

        Options:
          -s, --seed=NUMBER             shuffle seed, for practice and tests
          -n, --name=NAME               your name, as others see it
        \(look)

        You can also set each option with an environment variable, such as
        SET_DUEL_SEED for --seed.

        """,
        .themes: """
        set-duel themes: list, show, check, copy, delete, or edit themes

        Usage: set-duel themes [ACTION [NAME [NEW]]] [OPTION]...

        Actions:
          list                          list all themes with sample cards (the default)
          show NAME                     print one theme
          check FILE                    check a theme file and list its errors
          copy NAME NEW                 copy a theme to a new theme of your own
          delete NAME                   delete one of your themes
          edit NAME                     edit your theme, or a copy of a built-in theme,
                                        in a form
          open NAME                     open your theme's file in $VISUAL or $EDITOR,
                                        then check it

        Options:
        \(terminal)

        You can also set each option with an environment variable, such as
        SET_DUEL_COLOR for --color.

        """,
        .rules: """
        set-duel rules: print the rules of the game

        Usage: set-duel rules [OPTION]...

        Options:
          -h, --help                    print this help

        """,
        .doctor: """
        set-duel doctor: report what set-duel detected about this terminal

        Usage: set-duel doctor [OPTION]...

        Options:
        \(terminal)

        You can also set each option with an environment variable, such as
        SET_DUEL_COLOR for --color.

        """,
        .completion: """
        set-duel completion: print completions for bash, zsh, or fish

        Usage: set-duel completion [SHELL] [OPTION]...

        Options:
          -h, --help                    print this help

        """,
        .version: """
        set-duel version: print the version

        Usage: set-duel version [OPTION]...

        Options:
          -h, --help                    print this help

        """,
        .help: """
        set-duel help: show help for a command

        Usage: set-duel help [COMMAND] [OPTION]...

        Options:
          -h, --help                    print this help

        Without COMMAND, lists all commands.

        """,
    ]

    @Test("Help for a command describes it and lists its options", arguments: Command.allCases)
    func command(_ command: Command) async throws {
        #expect(Help.text(for: command) == Self.texts[command])
    }

    @Test("Help without a command lists the commands")
    func list() {
        #expect(Help.overview == Self.overview)
    }

    @Test("Help fits into a terminal of eighty columns")
    func width() {
        let texts = [Help.overview, RulesText.text] + Command.allCases.map { Help.text(for: $0) }
        for text in texts {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test(
        "Help explains every option of its command in one line of its own",
        arguments: Command.allCases)
    func complete(_ command: Command) {
        let lines = Help.text(for: command).split(separator: "\n")
        // The rules of a table are explained once, where tables are opened.
        let elsewhere = Set(command == .play ? CommandOption.rules.map(\.name) : [])
        for option in command.options + [.help] where !elsewhere.contains(option.name) {
            let rows = lines.filter { line in
                let name = line.dropFirst(6).prefix { $0 != "=" && $0 != " " }
                return name == "--\(option.name)"
            }
            #expect(rows.count == 1)
            #expect(!option.summary.isEmpty)
        }
        let names = command.options.map(\.name)
        #expect(Set(names).count == names.count)
        let letters = command.options.compactMap(\.letter) + ["h"]
        #expect(Set(letters).count == letters.count)
    }
}
