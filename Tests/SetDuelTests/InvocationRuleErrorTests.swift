import Testing

@testable import set_duel

extension InvocationErrorTests {
    // MARK: - Rules and variables

    static let rules: [Wrong] = [
        Wrong(
            "host --claim 0",
            """
            set-duel: invalid --claim: must be at least 1 second in a duel, or turns would never end
            Try: set-duel host --help
            """),
        Wrong(
            "play --claim=0.999",
            """
            set-duel: invalid --claim: must be at least 1 second in a duel, or turns would never end
            Try: set-duel play --help
            """),
        Wrong(
            "host --claim 121",
            """
            set-duel: invalid value '121' for --claim: must be a number of seconds from 0 to 120
            --claim=SECONDS: time to pick three cards after a claim (5)
            Try: set-duel host --help
            """),
        Wrong(
            "host --reveal 1.2345",
            """
            set-duel: invalid value '1.2345' for --reveal: must be a number of seconds from 0 to 10
            --reveal=SECONDS: how long a found set stays on the board; 0 means until the next pick, deal, or claim (1.5)
            Try: set-duel host --help
            """),
        Wrong(
            "host --grace -1",
            """
            set-duel: invalid value '-1' for --grace: must be a number of seconds from 0 to 120
            --grace=SECONDS: time to pick after the other player deals (7)
            Try: set-duel host --help
            """),
        Wrong(
            "host --set-points 100",
            """
            set-duel: invalid value '100' for --set-points: must be a whole number from 1 to 99
            --set-points=NUMBER: points for a set, before any bonus (3)
            Try: set-duel host --help
            """),
        Wrong(
            "host --refill sometimes",
            """
            set-duel: invalid value 'sometimes' for --refill: must be to-twelve, always, or never
            --refill=WORD: when new cards replace a found set: to-twelve, always, never (to-twelve)
            Try: set-duel host --help
            """),
        Wrong(
            "host --first-window 9",
            """
            set-duel: invalid value '9' for --first-window: must be a whole number from 10 to 100
            --first-window=NUMBER: handicap: player 1's share of each time limit, in percent (100)
            Try: set-duel host --help
            """),
    ]

    static let variables: [Wrong] = [
        Wrong(
            "host", ["SET_DUEL_PORT": "abc"],
            """
            set-duel: invalid value 'abc' for SET_DUEL_PORT: must be a whole number from 0 to 65535
            --port=NUMBER: port to listen on; 0 picks a free port (7381)
            Try: set-duel host --help
            """),
        Wrong(
            "join", ["SET_DUEL_PLAIN": "maybe"],
            """
            set-duel: invalid value 'maybe' for SET_DUEL_PLAIN: must be yes or no
            Try: set-duel join --help
            """),
        Wrong(
            "host", ["SET_DUEL_HINTS": "2"],
            """
            set-duel: invalid value '2' for SET_DUEL_HINTS: must be yes or no
            Try: set-duel host --help
            """),
        Wrong(
            "host --port=x", ["SET_DUEL_PORT": "1"],
            """
            set-duel: invalid value 'x' for --port: must be a whole number from 0 to 65535
            --port=NUMBER: port to listen on; 0 picks a free port (7381)
            Try: set-duel host --help
            """),
    ]
}
