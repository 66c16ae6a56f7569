import SetProtocol

extension RuleField {
    /// The rule's name in words.
    var words: String {
        Self.typed(key, separatedBy: " ")
    }

    /// The rule's value for people.
    func text(_ rules: Rules) -> String {
        let typed = typedValue(in: rules)
        switch kind {
        case .number, .flag, .word: return typed
        case .milliseconds: return typed == Self.off ? typed : typed + " ms"
        case .time(let path, _):
            if rules[keyPath: path] == .zero, let zero = Self.zeroTimes[key] { return zero }
            return typed + " s"
        }
    }

    /// What no time at all means, where it is more than no time.
    private static let zeroTimes = [
        "claim": "not needed", "answer": "no limit", "grace": "none", "reveal": "till touched",
    ]
}
