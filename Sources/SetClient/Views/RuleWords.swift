import SetProtocol

extension RuleField {
    /// The rule's name in words.
    var words: String {
        Self.names[key] ?? Self.typed(key, separatedBy: " ")
    }

    /// The names that say more to a player than those of the options do.
    private static let names = [
        "grace": "after a deal", "reveal": "a set is shown", "refill": "new cards",
        "draw": "if tied", "deselectPoints": "undo points",
        "firstWindow": "first seat's time", "secondWindow": "second seat's time",
    ]

    /// The words for a rule's values, where there are better ones than those of the option.
    private static let values = [
        "refill": [
            "to-twelve": "to twelve", "always": "always three", "never": "only on a deal",
        ],
        "draw": ["sudden-death": "next set wins", "stands": "a draw"],
    ]

    /// The rules that can come to bear at a table: one player has no opponent to claim against.
    static func applying(to rules: Rules) -> [RuleField] {
        all.filter { field in
            switch field.key {
            case "answer", "grace", "lagFairness", "seatKept", "victory", "draw", "secondWindow":
                rules.players == .two
            case "claim", "timeoutPoints", "firstWindow": rules.needsClaim
            case "hintPoints": rules.hints
            case _: true
            }
        }
    }

    /// Whether the rule's number is a percentage.
    var isPercentage: Bool { key == "firstWindow" || key == "secondWindow" }

    /// The rule's value for people.
    func text(_ rules: Rules) -> String {
        let typed = typedValue(in: rules)
        switch kind {
        case .number: return typed + (isPercentage ? "%" : "")
        case .flag: return typed
        case .word:
            // A newer host's own word says more than the value that is taken for it here.
            if let word = rules.unknownWords[key] {
                return SafeText.sanitized(Self.typed(word), limit: Self.wordColumns)
            }
            return Self.values[key]?[typed] ?? typed
        case .milliseconds: return typed == Self.off ? typed : typed + " ms"
        case .time(let path, _):
            if rules[keyPath: path] == .zero, let zero = Self.zeroTimes[key] { return zero }
            return typed + " s"
        }
    }

    /// How much of a newer host's word for a rule is shown.
    private static let wordColumns = 16

    /// What no time at all means, where it is more than no time.
    private static let zeroTimes = [
        "claim": "not needed", "answer": "no limit", "grace": "none", "reveal": "until touched",
    ]
}
