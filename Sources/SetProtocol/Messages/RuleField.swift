package typealias RulePath<Value> = any WritableKeyPath<Rules, Value> & Sendable

/// One row of the table that describes ``Rules``: its name, its meaning and the values it takes.
package struct RuleField: Sendable {
    package enum Kind: Sendable {
        /// A time from zero to the bound, whole milliseconds on the wire, seconds for people.
        case time(RulePath<Duration>, ClosedRange<Int>)
        /// A short time in milliseconds, for the wire and for people; zero is off.
        case milliseconds(RulePath<Duration>, ClosedRange<Int>)
        case number(RulePath<Int>, ClosedRange<Int>)
        /// One of some numbers; zero is off.
        case count(RulePath<Int>, [Int])
        case flag(RulePath<Bool>)
        case word(
            [String], get: @Sendable (Rules) -> String,
            set: @Sendable (inout Rules, String) -> Void)
    }

    /// The key on the wire and, in kebab case, the option of the command line.
    package let key: String
    /// One phrase for help and for the rules screen.
    package let summary: String
    /// What only those need to know who set the rule: a default, a unit, what 0 means.
    package var note = ""
    package let kind: Kind

    package var option: String { Self.typed(key) }

    /// A word of the wire as people type it: `toTwelve` becomes `to-twelve`.
    package static func typed(_ word: String, separatedBy separator: String = "-") -> String {
        word.map { $0.isUppercase ? separator + $0.lowercased() : String($0) }.joined()
    }

    /// The rule's value as people type it: seconds, numbers, yes or no, hyphenated words.
    package func typedValue(in rules: Rules) -> String {
        switch kind {
        case .time(let path, _):
            let milliseconds = rules[keyPath: path].wholeMilliseconds
            let tenths = milliseconds % 1000 / 100
            return tenths == 0 ? "\(milliseconds / 1000)" : "\(milliseconds / 1000).\(tenths)"
        case .milliseconds(let path, _):
            let milliseconds = rules[keyPath: path].wholeMilliseconds
            return milliseconds == 0 ? Self.off : "\(milliseconds)"
        case .number(let path, _): return "\(rules[keyPath: path])"
        case .count(let path, _):
            return rules[keyPath: path] == 0 ? Self.off : "\(rules[keyPath: path])"
        case .flag(let path): return rules[keyPath: path] ? "yes" : "no"
        case .word(_, let get, _): return Self.typed(get(rules))
        }
    }

    /// What people type for none of a short time.
    package static let off = "off"

    /// Every rule, in the order of the wire and of the help.
    package static let all: [RuleField] = [
        word("players", "number of players", \.players),
        word("deck", "which cards are played: all 81, or the 27 solid ones", \.deck),
        time("claim", "time to pick three cards after a claim", \.claim, upTo: 120_000),
        time(
            "answer",
            "time to pick after the other player's claim fails", \.answer,
            note: "by default, twice the claim time; 0 means no limit"),
        time("grace", "time to pick after the other player deals", \.grace, upTo: 120_000),
        time(
            "reveal",
            "how long a found set stays on the board", \.reveal, upTo: 10_000,
            note: "0 means until the next pick, deal, or claim"),
        time("countdown", "countdown before the first cards are dealt", \.countdown, upTo: 10_000),
        RuleField(
            key: "lagFairness",
            summary: "maximum latency compensation in a race", note: "in milliseconds, or off",
            kind: .milliseconds(\.lagFairness, 0...400)),
        time("seatKept", "how long the host keeps a disconnected player's seat", \.seatKept),
        number("drops", "how many times a game waits for a disconnected player", \.drops, 0...100),
        time(
            "awayTime",
            "total time a game waits for a disconnected player", \.awayTime,
            upTo: 1_200_000, note: "by default, twice --seat-kept"),
        word("refill", "when new cards replace a found set", \.refill),
        word("victory", "what decides the winner", \.victory),
        word("draw", "what happens if the game is tied", \.draw),
        RuleField(
            key: "firstTo", summary: "how many sets win a game at once",
            note: "3 to 20, or off", kind: .count(\.firstTo, [0] + Array(3...20))),
        RuleField(
            key: "bestOf", summary: "how many games a match has at most",
            note: "3, 5, 7, or 9, or off for no end", kind: .count(\.bestOf, [0, 3, 5, 7, 9])),
        word("rotate", "who makes room for the queue after a game", \.rotate),
        RuleField(key: "hints", summary: "whether players can ask for hints", kind: .flag(\.hints)),
        number("setPoints", "points for a set, before any bonus", \.setPoints, 1...99),
        number("quickBonus", "extra points for a quick set", \.quickBonus, 0...99),
        time("quickWithin", "how soon after new cards a set counts as quick", \.quickWithin),
        number(
            "briskBonus", "extra points for a brisk set: slower than a quick one", \.briskBonus,
            0...99),
        time("briskWithin", "how soon after new cards a set counts as brisk", \.briskWithin),
        number("mismatchPoints", "points for three cards that are not a set", \.mismatchPoints),
        number(
            "timeoutPoints", "points for a claim that times out or is passed", \.timeoutPoints),
        number("wrongDealPoints", "points for dealing when the board had a set", \.wrongDealPoints),
        number(
            "rightDealPoints", "points for dealing when the board had no set", \.rightDealPoints,
            0...99),
        number("hintPoints", "points for each card a hint shows", \.hintPoints),
        number("deselectPoints", "points for unpicking a card", \.deselectPoints),
        number(
            "firstWindow", "handicap: player 1's share of each time limit, in percent",
            \.firstWindow, 10...100),
        number(
            "secondWindow", "handicap: player 2's share of each time limit, in percent",
            \.secondWindow, 10...100),
    ]

    private static func time(
        _ key: String, _ summary: String, _ path: RulePath<Duration>,
        upTo bound: Int = 600_000, note: String = ""
    ) -> RuleField {
        RuleField(key: key, summary: summary, note: note, kind: .time(path, 0...bound))
    }

    private static func number(
        _ key: String, _ summary: String, _ path: RulePath<Int>,
        _ range: ClosedRange<Int> = -99...0
    ) -> RuleField {
        RuleField(key: key, summary: summary, kind: .number(path, range))
    }

    private static func word<Word: CaseIterable & RawRepresentable & Sendable>(
        _ key: String, _ summary: String, _ path: RulePath<Word>
    ) -> RuleField where Word.RawValue == String {
        RuleField(
            key: key, summary: summary,
            kind: .word(
                Word.allCases.map(\.rawValue),
                get: { $0[keyPath: path].rawValue },
                set: { rules, text in
                    if let word = Word(rawValue: text) { rules[keyPath: path] = word }
                }))
    }
}
