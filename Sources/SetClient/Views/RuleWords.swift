import SetProtocol

extension RuleField {
    package var words: String { Self.names[key] ?? Self.typed(key, separatedBy: " ") }

    /// The names that differ from those of the options.
    private static let names = [
        "claim": "time to pick", "answer": "time after failure", "grace": "time after a deal",
        "reveal": "found set shown", "refill": "new cards", "lagFairness": "latency allowance",
        "drops": "max disconnections", "awayTime": "max time away", "draw": "if tied",
        "deselectPoints": "unpick points", "quickWithin": "quick set within",
        "briskWithin": "brisk set within", "firstWindow": "player 1's time",
        "secondWindow": "player 2's time",
    ]

    /// The words for values that differ from those of the options.
    private static let values = [
        "refill": ["to-twelve": "to twelve"],
        "draw": ["sudden-death": "next set wins", "stands": "a draw"],
    ]

    /// The rules that can matter at a table: some need an opponent, claims, or hints.
    package static func applying(to rules: Rules) -> [RuleField] {
        all.filter { field in
            switch field.key {
            case "answer", "grace", "lagFairness", "seatKept", "drops", "awayTime", "victory",
                "draw", "secondWindow":
                rules.players == .two
            case "claim", "timeoutPoints", "firstWindow": rules.needsClaim
            case "hintPoints": rules.hints
            case _: true
            }
        }
    }

    var isPercentage: Bool { key == "firstWindow" || key == "secondWindow" }

    /// The rule's value for people.
    func text(_ rules: Rules) -> String {
        let typed = typedValue(in: rules)
        switch kind {
        case .number: return typed + (isPercentage ? "%" : "")
        case .flag: return typed
        case .word:
            // A newer host's own word says more than the value used for it here.
            if let word = rules.unknownWords[key] {
                return SafeText.sanitized(Self.typed(word), limit: Self.wordColumns)
            }
            return Self.values[key]?[typed] ?? typed
        case .milliseconds: return typed == Self.off ? typed : typed + " ms"
        case .time(let path, _):
            if rules[keyPath: path] == .zero, let zero = zeroTime(rules) { return zero }
            return typed + " s"
        }
    }

    /// The limit on a newer host's word.
    private static let wordColumns = 16

    /// What a time of zero means for this rule, if it is no time like others.
    func zeroTime(_ rules: Rules) -> String? {
        switch key {
        case "claim": rules.needsClaim ? "no limit" : "not needed"
        case "answer": "no limit"
        case "grace": "none"
        case "reveal": "until you act"
        case _: nil
        }
    }
}
