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
        "secondWindow": "player 2's time", "deck": "cards", "rotate": "makes room",
    ]

    /// The words for values that differ from those of the options.
    private static let values = [
        "refill": ["to-twelve": "to twelve"],
        "draw": ["sudden-death": "next set wins", "stands": "a draw"],
        "deck": ["full": "all 81", "junior": "27 solid ones"],
    ]

    /// The rules that can matter at a table: some need an opponent, claims, or hints.
    package static func applying(to rules: Rules) -> [RuleField] {
        all.filter { field in
            switch field.key {
            case "answer", "grace", "lagFairness", "seatKept", "drops", "awayTime", "victory",
                "draw", "secondWindow", "bestOf", "rotate":
                rules.players == .two
            case "claim", "timeoutPoints", "firstWindow": rules.needsClaim
            case "hintPoints": rules.hints
            case _: true
            }
        }
    }

    var isPercentage: Bool { key == "firstWindow" || key == "secondWindow" }

    /// The rule's value for people; to be read aloud, with its units and its minus sign in words.
    func text(_ rules: Rules, isSpoken: Bool = false) -> String {
        let typed = typedValue(in: rules)
        switch kind {
        case .number(let path, _):
            let unit = isSpoken ? " percent" : "%"
            let number = isSpoken ? Narrator.number(rules[keyPath: path]) : typed
            return number + (isPercentage ? unit : "")
        case .flag, .count: return typed
        case .word:
            // A newer host's own word says more than the value used for it here.
            if let word = rules.unknownWords[key] {
                return SafeText.sanitized(Self.typed(word), limit: Self.wordColumns)
            }
            return Self.values[key]?[typed] ?? typed
        case .milliseconds:
            return typed == Self.off ? typed : typed + (isSpoken ? " milliseconds" : " ms")
        case .time(let path, _):
            if rules[keyPath: path] == .zero, let zero = zeroTime(rules) { return zero }
            return isSpoken ? Narrator.exactSeconds(rules[keyPath: path]) : typed + " s"
        }
    }

    private static let wordColumns = 16

    /// What a time of zero means for this rule, if it is no time like others.
    private func zeroTime(_ rules: Rules) -> String? {
        switch key {
        case "claim": rules.needsClaim ? "no limit" : "not needed"
        case "answer": "no limit"
        case "grace": "none"
        case "reveal": "until you act"
        case _: nil
        }
    }
}

extension Rules {
    /// The default rules of a duel, or of a solo game.
    var usual: Rules { players == .two ? .duel : .solo }

    /// The number of cards that a game begins with.
    var startWord: String { deck == .full ? "twelve" : "nine" }
}

// MARK: - Read aloud

extension Narrator {
    /// How these rules differ from the default ones, if they do; on request with all limits of a duel.
    func lineForUnusualRules(tellsTimes: Bool = false) -> String? {
        let facts = RuleField.applying(to: rules).compactMap { field -> String? in
            let here = field.text(rules, isSpoken: true)
            let usually = field.text(rules.usual, isSpoken: true)
            let isTime = isDuel && ["claim", "answer", "grace"].contains(field.key)
            guard here != usually || isTime && tellsTimes else { return nil }
            return "\(field.words): \(here)" + (isTime ? "" : " (default: \(usually))")
        }
        return facts.isEmpty ? nil : "Rules: \(facts.joined(separator: "; "))."
    }

    /// The rules, a sentence each, with one introduction: a topic on each line would be read aloud
    /// each time.
    ///
    /// - Parameter isWhole: Whether to include usual rules that a player seldom needs.
    func linesForRules(isWhole: Bool) -> [String] {
        let facts = RuleField.applying(to: rules).compactMap { field -> String? in
            let value = field.text(rules, isSpoken: true)
            if !isWhole, Self.seldomNeeded.contains(field.key),
                value == field.text(rules.usual, isSpoken: true)
            {
                return nil
            }
            let summary = field.summary.exchanging(":", for: ",")
            return "\(summary): \(field.isPercentage ? field.typedValue(in: rules) : value)."
        }
        return ["Rules: " + facts[0]] + facts.dropFirst().map(\.capitalizedFirst)
            + (isWhole ? [] : ["For all rules, type rules all."])
    }

    private static let seldomNeeded: Set<String> = [
        "deck", "firstTo", "bestOf", "rotate", "reveal", "countdown", "lagFairness", "seatKept",
        "drops",
        "awayTime", "refill", "victory",
        "firstWindow", "secondWindow", "hintPoints", "deselectPoints",
    ]
}
