import SetTestSupport
import Testing

@testable import set_duel

@Suite("Command line errors")
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
            set-duel: unknown command 'jion'
            Did you mean join?
            Try: set-duel --help
            """),
        Wrong(
            "HOST",
            """
            set-duel: unknown command 'HOST'
            Did you mean host?
            Try: set-duel --help
            """),
        Wrong(
            "frobnicate",
            """
            set-duel: unknown command 'frobnicate'
            Try: set-duel --help
            """),
        Wrong(
            [""],
            """
            set-duel: unknown command ''
            Try: set-duel --help
            """),
        Wrong(
            ["\u{1B}[2J\nboo"],
            """
            set-duel: unknown command '?[2J?boo'
            Try: set-duel --help
            """),
        Wrong(
            "play --strength hrad",
            """
            set-duel: invalid value 'hrad' for --strength: must be beginner, easy, medium, hard, master, or even
            Did you mean hard?
            Try: set-duel play --help
            """),
        Wrong(
            "play extra",
            """
            set-duel: unexpected argument 'extra'
            Try: set-duel play --help
            """),
        Wrong(
            "join ann bob",
            """
            set-duel: unexpected argument 'bob'
            Try: set-duel join --help
            """),
        Wrong(
            "help host join",
            """
            set-duel: unexpected argument 'join'
            Try: set-duel help --help
            """),
        Wrong(
            "help hsot",
            """
            set-duel: unknown command 'hsot'
            Did you mean host?
            Try: set-duel --help
            """),
    ]

    static let options: [Wrong] = [
        Wrong(
            "join --tabel K7M2QX",
            """
            set-duel: unknown option '--tabel' for join
            Did you mean --table?
            Try: set-duel join --help
            """),
        Wrong(
            "join --zebra",
            """
            set-duel: unknown option '--zebra' for join
            Try: set-duel join --help
            """),
        Wrong(
            "join --port=1",
            """
            set-duel: unknown option '--port' for join
            Try: set-duel join --help
            """),
        Wrong(
            "rules --hepl",
            """
            set-duel: unknown option '--hepl' for rules
            Did you mean --help?
            Try: set-duel rules --help
            """),
        Wrong(
            "solo -x",
            """
            set-duel: unknown option '-x' for solo
            Try: set-duel solo --help
            """),
        Wrong(
            "host -hx",
            """
            set-duel: unknown option '-x' for host
            Try: set-duel host --help
            """),
        Wrong(
            "--plain rules",
            """
            set-duel: unknown option '--plain' for rules
            Try: set-duel rules --help
            """),
        Wrong(
            "--seed 4 host",
            """
            set-duel: --seed must follow a command
            For example: set-duel play --seed NUMBER
            Try: set-duel --help
            """),
        Wrong(
            "--zebra",
            """
            set-duel: unknown option '--zebra'
            Try: set-duel --help
            """),
        Wrong(
            "-p 1 host",
            """
            set-duel: --port must follow a command
            For example: set-duel host --port NUMBER
            Try: set-duel --help
            """),
        Wrong(
            "host --port",
            """
            set-duel: missing NUMBER for --port
            Try: set-duel host --help
            """),
        Wrong(
            "host -p",
            """
            set-duel: missing NUMBER for --port
            Try: set-duel host --help
            """),
        Wrong(
            "demo --plain=3",
            """
            set-duel: --plain does not take a value
            Try: set-duel demo --help
            """),
        Wrong(
            "host --help=me",
            """
            set-duel: --help does not take a value
            Try: set-duel host --help
            """),
        Wrong(
            "--version=2",
            """
            set-duel: --version does not take a value
            Try: set-duel --help
            """),
        Wrong(
            "host --no-private=1",
            """
            set-duel: unknown option '--no-private' for host
            Did you mean --private?
            Try: set-duel host --help
            """),
        Wrong(
            "host --no-port",
            """
            set-duel: unknown option '--no-port' for host
            Try: set-duel host --help
            """),
    ]

    static let values: [Wrong] = [
        Wrong(
            "host --per-address=0",
            """
            set-duel: invalid value '0' for --per-address: must be a whole number from 1 to 100000
            --per-address=NUMBER: maximum number of connections from one address (32)
            Try: set-duel host --help
            """),
        Wrong(
            "host --guesses=0",
            """
            set-duel: invalid value '0' for --guesses: must be a whole number from 1 to 100000, or off
            --guesses=NUMBER: wrong codes allowed per minute from one address, or off (5; off for this machine)
            Try: set-duel host --help
            """),
        Wrong(
            "host --log=verbose",
            """
            set-duel: invalid value 'verbose' for --log: must be normal or quiet
            --log=WORD: log level on standard error: normal or quiet (normal; quiet in a terminal)
            Try: set-duel host --help
            """),
        Wrong(
            "host --port=99999",
            """
            set-duel: invalid value '99999' for --port: must be a whole number from 0 to 65535
            --port=NUMBER: port to listen on; 0 picks a free port (7381)
            Try: set-duel host --help
            """),
        Wrong(
            "host -p=1",
            """
            set-duel: invalid value '=1' for --port: must be a whole number from 0 to 65535
            --port=NUMBER: port to listen on; 0 picks a free port (7381)
            Try: set-duel host --help
            """),
        Wrong(
            "host --port --private",
            """
            set-duel: invalid value '--private' for --port: must be a whole number from 0 to 65535
            --port=NUMBER: port to listen on; 0 picks a free port (7381)
            Try: set-duel host --help
            """),
        Wrong(
            "host --listen localhost",
            """
            set-duel: invalid value 'localhost' for --listen: must be an IPv4 or IPv6 address
            --listen=ADDRESS: address to listen on (all addresses)
            Try: set-duel host --help
            """),
        Wrong(
            "solo --seed -1",
            """
            set-duel: invalid value '-1' for --seed: must be a whole number from 0 to 18446744073709551615
            --seed=NUMBER: shuffle seed, for practice and tests
            Try: set-duel solo --help
            """),
        Wrong(
            "join -t K7M2Q",
            """
            set-duel: invalid value 'K7M2Q' for --table: must be six characters, such as K7M2QX
            --table=CODE: table code
            Try: set-duel join --help
            """),
    ]

    static let more: [Wrong] = [
        Wrong(
            ["join", "-n", "\u{1B}[31mred"],
            """
            set-duel: invalid value '?[31mred' for --name: must be 1 to 16 visible characters
            --name=NAME: your name, as others see it
            Try: set-duel join --help
            """),
        Wrong(
            "watch --name=",
            """
            set-duel: invalid value '' for --name: must be 1 to 16 visible characters
            --name=NAME: your name, as others see it
            Try: set-duel watch --help
            """),
        Wrong(
            "play --strength genius",
            """
            set-duel: invalid value 'genius' for --strength: must be beginner, easy, medium, hard, master, or even
            --strength=WORD: strength of computer players: beginner, easy, medium, hard, master, even (easy)
            Try: set-duel play --help
            """),
        Wrong(
            "play --theme foo",
            """
            set-duel: invalid value 'foo' for --theme: must be the name of a theme
            --theme=NAME: card theme: classic, color-blind, high contrast, characters, \
            mono, penguins, gradient, paper, your own theme, or random (classic)
            Try: set-duel play --help
            """),
        Wrong(
            "demo --color sometimes",
            """
            set-duel: invalid value 'sometimes' for --color: must be auto, always, or never
            --color=WHEN: use colors: auto, always, or never (auto); also --no-color
            Try: set-duel demo --help
            """),
        Wrong(
            "solo --keyboard qwert",
            """
            set-duel: invalid value 'qwert' for --keyboard: must be qwerty, qwertz, azerty, dvorak, colemak, or your own layout
            Did you mean qwerty?
            Try: set-duel solo --help
            """),
        Wrong(
            "join a:b:c:d",
            """
            set-duel: invalid host 'a:b:c:d': use a name, an IPv4 address, or an IPv6 address
            Try: set-duel join --help
            """),
        Wrong(
            "watch ann:0",
            """
            set-duel: invalid port '0': use a number from 1 to 65535
            Try: set-duel watch --help
            """),
        Wrong(
            ["join", ""],
            """
            set-duel: missing host: use HOST or HOST:PORT
            Try: set-duel join --help
            """),
    ]

    @Test(
        "A wrong command line is refused with words, advice and the help that explains it",
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
