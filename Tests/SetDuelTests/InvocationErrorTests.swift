import SetTestSupport
import Testing

@testable import set_duel

@Suite("A wrong command line")
struct InvocationErrorTests {
    /// A command line and the whole of what is said about it.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let environment: [String: String]
        let text: String
        var testDescription: String { arguments.joined(separator: " ").debugDescription }

        init(_ line: String, _ environment: [String: String], _ text: String) {
            arguments = line.split(separator: " ").map(String.init)
            (self.environment, self.text) = (environment, text)
        }

        init(_ line: String, _ text: String) { self.init(line, [:], text) }

        init(_ arguments: [String], _ text: String) {
            (self.arguments, environment, self.text) = (arguments, [:], text)
        }
    }

    static let words: [Wrong] = [
        Wrong(
            "jion",
            """
            set-duel: there is no command "jion"
            Did you mean join?
            Try: set-duel --help
            """),
        Wrong(
            "HOST",
            """
            set-duel: there is no command "HOST"
            Did you mean host?
            Try: set-duel --help
            """),
        Wrong(
            "frobnicate",
            """
            set-duel: there is no command "frobnicate"
            Try: set-duel --help
            """),
        Wrong(
            [""],
            """
            set-duel: there is no command ""
            Try: set-duel --help
            """),
        Wrong(
            ["\u{1B}[2J\nboo"],
            """
            set-duel: there is no command "?[2J?boo"
            Try: set-duel --help
            """),
        Wrong(
            "play extra",
            """
            set-duel: "extra" is one word too many
            Try: set-duel play --help
            """),
        Wrong(
            "join ann bob",
            """
            set-duel: "bob" is one word too many
            Try: set-duel join --help
            """),
        Wrong(
            "help host join",
            """
            set-duel: "join" is one word too many
            Try: set-duel help --help
            """),
        Wrong(
            "help hsot",
            """
            set-duel: there is no command "hsot"
            Did you mean host?
            Try: set-duel --help
            """),
    ]

    static let options: [Wrong] = [
        Wrong(
            "join --tabel K7M2QX",
            """
            set-duel: there is no option --tabel for join
            Did you mean --table?
            Try: set-duel join --help
            """),
        Wrong(
            "join --zebra",
            """
            set-duel: there is no option --zebra for join
            Try: set-duel join --help
            """),
        Wrong(
            "join --port=1",
            """
            set-duel: there is no option --port for join
            Try: set-duel join --help
            """),
        Wrong(
            "rules --hepl",
            """
            set-duel: there is no option --hepl for rules
            Did you mean --help?
            Try: set-duel rules --help
            """),
        Wrong(
            "solo -x",
            """
            set-duel: there is no option -x for solo
            Try: set-duel solo --help
            """),
        Wrong(
            "host -hx",
            """
            set-duel: there is no option -x for host
            Try: set-duel host --help
            """),
        Wrong(
            "--plain rules",
            """
            set-duel: there is no option --plain for rules
            Try: set-duel rules --help
            """),
        Wrong(
            "--seed 4 host",
            """
            set-duel: --seed belongs behind a command
            As in: set-duel play --seed NUMBER
            Try: set-duel --help
            """),
        Wrong(
            "--zebra",
            """
            set-duel: there is no option --zebra before a command
            Try: set-duel --help
            """),
        Wrong(
            "-p 1 host",
            """
            set-duel: --port belongs behind a command
            As in: set-duel host --port NUMBER
            Try: set-duel --help
            """),
        Wrong(
            "host --port",
            """
            set-duel: --port needs NUMBER
            Try: set-duel host --help
            """),
        Wrong(
            "host -p",
            """
            set-duel: --port needs NUMBER
            Try: set-duel host --help
            """),
        Wrong(
            "demo --plain=3",
            """
            set-duel: --plain takes no value
            Try: set-duel demo --help
            """),
        Wrong(
            "host --help=me",
            """
            set-duel: --help takes no value
            Try: set-duel host --help
            """),
        Wrong(
            "--version=2",
            """
            set-duel: --version takes no value
            Try: set-duel --help
            """),
        Wrong(
            "host --no-private=1",
            """
            set-duel: there is no option --no-private for host
            Did you mean --private?
            Try: set-duel host --help
            """),
        Wrong(
            "host --no-port",
            """
            set-duel: there is no option --no-port for host
            Try: set-duel host --help
            """),
    ]

    static let values: [Wrong] = [
        Wrong(
            "host --per-address=0",
            """
            set-duel: --per-address must be a whole number from 1 to 100000, not "0"
            --per-address=NUMBER: the most connections at a time from one address (32).
            Try: set-duel host --help
            """),
        Wrong(
            "host --guesses=0",
            """
            set-duel: --guesses must be a whole number from 1 to 100000, or off, not "0"
            --guesses=NUMBER: wrong codes that any address may send in a minute, or off (5, but off for this machine).
            Try: set-duel host --help
            """),
        Wrong(
            "host --log=verbose",
            """
            set-duel: --log must be normal or quiet, not "verbose"
            --log=WORD: what is logged on standard error: normal or quiet (normal).
            Try: set-duel host --help
            """),
        Wrong(
            "host --port=99999",
            """
            set-duel: --port must be a whole number from 0 to 65535, not "99999"
            --port=NUMBER: the port to listen on, 0 = any free one (7381).
            Try: set-duel host --help
            """),
        Wrong(
            "host -p=1",
            """
            set-duel: --port must be a whole number from 0 to 65535, not "=1"
            --port=NUMBER: the port to listen on, 0 = any free one (7381).
            Try: set-duel host --help
            """),
        Wrong(
            "host --port --private",
            """
            set-duel: --port must be a whole number from 0 to 65535, not "--private"
            --port=NUMBER: the port to listen on, 0 = any free one (7381).
            Try: set-duel host --help
            """),
        Wrong(
            "host --listen localhost",
            """
            set-duel: --listen must be an IPv4 or IPv6 address, not "localhost"
            --listen=ADDRESS: the one address to listen on (all of this machine's).
            Try: set-duel host --help
            """),
        Wrong(
            "solo --seed -1",
            """
            set-duel: --seed must be a whole number from 0 to 18446744073709551615, not "-1"
            --seed=NUMBER: fix the shuffle, for practice and tests.
            Try: set-duel solo --help
            """),
        Wrong(
            "join -t K7M2Q",
            """
            set-duel: --table must be six letters and digits, not "K7M2Q"
            --table=CODE: the code of the table.
            Try: set-duel join --help
            """),
    ]

    static let more: [Wrong] = [
        Wrong(
            ["join", "-n", "\u{1B}[31mred"],
            """
            set-duel: --name must be 1 to 16 visible characters, not "?[31mred"
            --name=NAME: what the others see you as.
            Try: set-duel join --help
            """),
        Wrong(
            "watch --name=",
            """
            set-duel: --name must be 1 to 16 visible characters, not ""
            --name=NAME: what the others see you as.
            Try: set-duel watch --help
            """),
        Wrong(
            "play --strength genius",
            """
            set-duel: --strength must be beginner, easy, medium, hard or master, not "genius"
            --strength=WORD: the computer: beginner, easy, medium, hard, master (medium).
            Try: set-duel play --help
            """),
        Wrong(
            "play --theme foo",
            """
            set-duel: --theme must be one of the themes, not "foo"
            --theme=NAME: how the cards look: classic, color-blind, high contrast, characters, \
            mono, penguins, gradient, paper, one of your own, or random (classic).
            Try: set-duel play --help
            """),
        Wrong(
            "demo --color sometimes",
            """
            set-duel: --color must be auto, always or never, not "sometimes"
            --color=WHEN: auto, always or never (auto); also --no-color.
            Try: set-duel demo --help
            """),
        Wrong(
            "solo --keyboard qwert",
            """
            set-duel: --keyboard must be qwerty, qwertz, azerty, dvorak or colemak, not "qwert"
            --keyboard=NAME: the letters on the cards: qwerty, qwertz, azerty, dvorak, colemak, or one of your own (qwerty).
            Try: set-duel solo --help
            """),
        Wrong(
            "join a:b:c:d",
            """
            set-duel: "a:b:c:d" is no host: write a name, an IPv4 address or an IPv6 address.
            Try: set-duel join --help
            """),
        Wrong(
            "watch ann:0",
            """
            set-duel: "0" is no port: write a number from 1 to 65535.
            Try: set-duel watch --help
            """),
        Wrong(
            ["join", ""],
            """
            set-duel: No host is named: write HOST or HOST:PORT.
            Try: set-duel join --help
            """),
    ]

    @Test(
        "is refused with words, advice and the help that explains it",
        arguments: words + options + values + more + rules + variables)
    func texts(_ wrong: Wrong) {
        let error = #expect(throws: UsageError.self) {
            let invocation = try Invocation(wrong.arguments, environment: wrong.environment)
            if invocation.command == .help {
                _ = try SetDuel.help(on: invocation.operands.first)
            }
            _ = try Configuration(invocation, environment: wrong.environment)
        }
        #expect(error?.text == wrong.text)
    }
}
