import Testing

@testable import set_duel

extension InvocationErrorTests {
    // MARK: - Rules and variables

    static let rules: [Wrong] = [
        Wrong(
            "host --claim 0",
            """
            set-duel: --claim must be at least 1 second in a duel, or nobody's turn would end
            Try: set-duel host --help
            """),
        Wrong(
            "play --claim=0.999",
            """
            set-duel: --claim must be at least 1 second in a duel, or nobody's turn would end
            Try: set-duel play --help
            """),
        Wrong(
            "host --claim 121",
            """
            set-duel: --claim must be seconds from 0 to 120, not "121"
            --claim=SECONDS: time to choose after claiming (5).
            Try: set-duel host --help
            """),
        Wrong(
            "host --reveal 1.2345",
            """
            set-duel: --reveal must be seconds from 0 to 10, not "1.2345"
            --reveal=SECONDS: how long a found set stays to be looked at (1.5).
            Try: set-duel host --help
            """),
        Wrong(
            "host --grace -1",
            """
            set-duel: --grace must be seconds from 0 to 120, not "-1"
            --grace=SECONDS: time to choose after the other dealt (7).
            Try: set-duel host --help
            """),
        Wrong(
            "host --set-points 100",
            """
            set-duel: --set-points must be a whole number from 1 to 99, not "100"
            --set-points=NUMBER: points for a set (3).
            Try: set-duel host --help
            """),
        Wrong(
            "host --refill sometimes",
            """
            set-duel: --refill must be to-twelve, always or never, not "sometimes"
            --refill=WORD: when the places of a found set get new cards: to-twelve, always, never (to-twelve).
            Try: set-duel host --help
            """),
        Wrong(
            "host --first-window 9",
            """
            set-duel: --first-window must be a whole number from 10 to 100, not "9"
            --first-window=NUMBER: handicap: percent of every window for the first seat (100).
            Try: set-duel host --help
            """),
    ]

    static let variables: [Wrong] = [
        Wrong(
            "host", ["SET_DUEL_PORT": "abc"],
            """
            set-duel: SET_DUEL_PORT must be a whole number from 0 to 65535, not "abc"
            --port=NUMBER: the port to listen on, 0 = any free one (7381).
            Try: set-duel host --help
            """),
        Wrong(
            "join", ["SET_DUEL_PLAIN": "maybe"],
            """
            set-duel: SET_DUEL_PLAIN must be yes or no, not "maybe"
            Try: set-duel join --help
            """),
        Wrong(
            "host", ["SET_DUEL_HINTS": "2"],
            """
            set-duel: SET_DUEL_HINTS must be yes or no, not "2"
            Try: set-duel host --help
            """),
        Wrong(
            "host --port=x", ["SET_DUEL_PORT": "1"],
            """
            set-duel: --port must be a whole number from 0 to 65535, not "x"
            --port=NUMBER: the port to listen on, 0 = any free one (7381).
            Try: set-duel host --help
            """),
    ]
}
