import SetTestSupport
import Testing

@testable import set_duel

/// The texts of help, as somebody sees them: they are changed here on purpose or not at all.
@Suite("Help")
struct CommandHelpTests {
    /// What stands in the help of every command that opens a table for two.
    static let rules = """
        Rules of the table:
              --claim=SECONDS           time to choose after claiming (5)
              --answer=SECONDS          time to choose after the other's claim failed, 0
                                        = no limit (10)
              --grace=SECONDS           time to choose after the other dealt (7)
              --reveal=SECONDS          how long a found set stays to be looked at (1.5)
              --countdown=SECONDS       time before the first cards are dealt (3)
              --lag-fairness=MS         milliseconds a slower line gets back in a race
                                        at most, or off (150)
              --seat-kept=SECONDS       how long a lost player's seat is kept (60)
              --drops=NUMBER            how often a game waits for a lost player (5)
              --away-time=SECONDS       time to wait in all, else twice seat-kept (120)
              --refill=WORD             when the places of a found set get new cards:
                                        to-twelve, always, never (to-twelve)
              --victory=WORD            what decides a game: points, sets (points)
              --draw=WORD               what happens when a game ends level:
                                        sudden-death, stands (sudden-death)
              --hints                   whether hints may be asked for (no)
              --set-points=NUMBER       points for a set (3)
              --quick-bonus=NUMBER      extra points for a quick set (2)
              --quick-within=SECONDS    how soon after the cards a set is quick (5)
              --brisk-bonus=NUMBER      extra points for a brisk set (1)
              --brisk-within=SECONDS    how soon after the cards a set is brisk (15)
              --mismatch-points=NUMBER  points for three cards that are no set (-2)
              --timeout-points=NUMBER   points for a claim that ran out or was passed
                                        (-2)
              --wrong-deal-points=NUMBER
                                        points for dealing while a set was there (-2)
              --right-deal-points=NUMBER
                                        points for dealing when there was none (1)
              --hint-points=NUMBER      points for each card a hint shows (-1)
              --deselect-points=NUMBER  points for taking a pick back (0)
              --first-window=NUMBER     handicap: percent of every window for the first
                                        seat (100)
              --second-window=NUMBER    handicap: percent of every window for the second
                                        seat (100)
        """

    /// What stands in the help of a game alone.
    static let soloRules = """
        Rules of the table:
              --claim=SECONDS           time to choose after claiming (0)
              --answer=SECONDS          time to choose after the other's claim failed, 0
                                        = no limit (0)
              --grace=SECONDS           time to choose after the other dealt (0)
              --reveal=SECONDS          how long a found set stays to be looked at (0)
              --countdown=SECONDS       time before the first cards are dealt (0)
              --lag-fairness=MS         milliseconds a slower line gets back in a race
                                        at most, or off (150)
              --seat-kept=SECONDS       how long a lost player's seat is kept (60)
              --drops=NUMBER            how often a game waits for a lost player (5)
              --away-time=SECONDS       time to wait in all, else twice seat-kept (120)
              --refill=WORD             when the places of a found set get new cards:
                                        to-twelve, always, never (always)
              --victory=WORD            what decides a game: points, sets (points)
              --draw=WORD               what happens when a game ends level:
                                        sudden-death, stands (sudden-death)
              --hints                   whether hints may be asked for (yes)
              --set-points=NUMBER       points for a set (3)
              --quick-bonus=NUMBER      extra points for a quick set (2)
              --quick-within=SECONDS    how soon after the cards a set is quick (5)
              --brisk-bonus=NUMBER      extra points for a brisk set (1)
              --brisk-within=SECONDS    how soon after the cards a set is brisk (15)
              --mismatch-points=NUMBER  points for three cards that are no set (-2)
              --timeout-points=NUMBER   points for a claim that ran out or was passed
                                        (-2)
              --wrong-deal-points=NUMBER
                                        points for dealing while a set was there (-2)
              --right-deal-points=NUMBER
                                        points for dealing when there was none (1)
              --hint-points=NUMBER      points for each card a hint shows (-1)
              --deselect-points=NUMBER  points for taking a pick back (0)
              --first-window=NUMBER     handicap: percent of every window for the first
                                        seat (100)
              --second-window=NUMBER    handicap: percent of every window for the second
                                        seat (100)
        """

    static let texts: [Command: String] = [
        .play: """
        set-duel play: duel against the computer in this terminal

        Usage: set-duel play [OPTION]...

        Options:
          -c, --strength=WORD           the computer: beginner, easy, medium, hard,
                                        master (medium)
          -s, --seed=NUMBER             fix the shuffle, for practice and tests
          -n, --name=NAME               what the others see you as
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

        \(rules)

        Every option can be set by a variable too: --strength by SET_DUEL_STRENGTH.

        """,
        .host: """
        set-duel host: open tables that others can join

        Usage: set-duel host [OPTION]...

        Options:
          -p, --port=NUMBER             the port to listen on, 0 = any free one (7381)
          -l, --listen=ADDRESS          the one address to listen on (all of this
                                        machine's)
              --private                 one table, only for those who know its code
          -s, --seed=NUMBER             fix the shuffle, for practice and tests
              --journal=DIR             where duels are written down, so that they
                                        outlive the host
                                        (~/.local/state/set-duel/journal)
              --no-journal              write nothing down: a duel ends with its host
              --max-tables=NUMBER       the most tables at a time (512)
              --max-connections=NUMBER  the most connections at a time (960)
              --per-address=NUMBER      the most connections at a time from one address
                                        (32)
              --guesses=NUMBER          wrong codes that any address may send in a
                                        minute, or off (5, but off for this machine)
              --log=WORD                what is logged on standard error: normal or
                                        quiet (normal)
              --log-addresses           log whole addresses, not only networks
          -h, --help                    print this help

        \(rules)

        Every option can be set by a variable too: --port by SET_DUEL_PORT.

        """,
        .join: """
        set-duel join: take a seat at a host's table

        Usage: set-duel join [HOST[:PORT]] [OPTION]...

        Options:
          -t, --table=CODE              the code of the table
              --new                     a new seat, even if one is kept for you
              --new-table               a new table, where the next player joins you
          -n, --name=NAME               what the others see you as
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

        Every option can be set by a variable too: --table by SET_DUEL_TABLE.

        """,
        .watch: """
        set-duel watch: look on at a host's table

        Usage: set-duel watch [HOST[:PORT]] [OPTION]...

        Options:
          -t, --table=CODE              the code of the table
          -n, --name=NAME               what the others see you as
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

        Every option can be set by a variable too: --table by SET_DUEL_TABLE.

        """,
        .solo: """
        set-duel solo: play alone, against the deck

        Usage: set-duel solo [OPTION]...

        Options:
          -s, --seed=NUMBER             fix the shuffle, for practice and tests
          -n, --name=NAME               what the others see you as
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

        \(soloRules)

        Every option can be set by a variable too: --seed by SET_DUEL_SEED.

        """,
        .demo: """
        set-duel demo: let two computer players duel

        Usage: set-duel demo [OPTION]...

        Options:
          -s, --seed=NUMBER             fix the shuffle, for practice and tests
          -c, --strength=WORD           the computer: beginner, easy, medium, hard,
                                        master (medium)
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

        On a screen it takes one to three minutes and ends by itself; esc leaves
        sooner. In lines (--plain, or into a pipe) it takes some seconds.

        Every option can be set by a variable too: --seed by SET_DUEL_SEED.

        """,
        .replay: replay,
        .lesson: """
        set-duel lesson: learn the game in a minute

        Usage: set-duel lesson [OPTION]...

        Options:
          -s, --seed=NUMBER             fix the shuffle, for practice and tests
          -n, --name=NAME               what the others see you as
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

        Every option can be set by a variable too: --seed by SET_DUEL_SEED.

        """,
        .themes: """
        set-duel themes: list, show, check, copy, delete or edit themes

        Usage: set-duel themes [ACTION [NAME [NEW]]] [OPTION]...

        Actions:
          list                          print all themes with sample cards (so does no
                                        action)
          show NAME                     print one theme
          check FILE                    tell what is wrong with a theme's file
          copy NAME NEW                 make a theme of your own from another one
          delete NAME                   delete a theme of your own
          edit NAME                     change a theme of your own in a form, or a copy
                                        of another
          open NAME                     open its file in $VISUAL or $EDITOR, then check
                                        it

        Options:
              --color=WHEN              auto, always or never (auto); also --no-color
              --ground=WORD             what the terminal draws on: auto, dark or light
                                        (auto); also --dark, --light
          -h, --help                    print this help

        Every option can be set by a variable too: --color by SET_DUEL_COLOR.

        """,
        .rules: """
        set-duel rules: print the rules of the game

        Usage: set-duel rules [OPTION]...

        Options:
          -h, --help                    print this help

        """,
        .doctor: """
        set-duel doctor: tell what is known of this terminal, and why

        Usage: set-duel doctor [OPTION]...

        Options:
              --color=WHEN              auto, always or never (auto); also --no-color
              --ground=WORD             what the terminal draws on: auto, dark or light
                                        (auto); also --dark, --light
          -h, --help                    print this help

        Every option can be set by a variable too: --color by SET_DUEL_COLOR.

        """,
        .completion: """
        set-duel completion: print completions for bash, zsh or fish

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
        set-duel help: explain a command

        Usage: set-duel help [COMMAND] [OPTION]...

        Options:
          -h, --help                    print this help

        Without a command it lists all of them.

        """,
    ]

    @Test("of a command says what it does and lists its options", arguments: Command.allCases)
    func command(_ command: Command) async throws {
        #expect(Help.text(for: command) == Self.texts[command])
    }

    @Test("without a command lists the commands")
    func list() {
        #expect(Help.overview == Self.overview)
    }

    @Test("fits into a terminal of eighty columns")
    func width() {
        let texts = [Help.overview, RulesText.text] + Command.allCases.map { Help.text(for: $0) }
        for text in texts {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test(
        "explains every option of its command in one line of its own", arguments: Command.allCases)
    func complete(_ command: Command) {
        let lines = Help.text(for: command).split(separator: "\n")
        for option in command.options + [.help] {
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
