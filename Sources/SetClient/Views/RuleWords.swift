import SetProtocol

extension RuleField {
    /// The rule's name in words.
    var words: String {
        Self.typed(key, separatedBy: " ")
    }

    /// The rule's value for people.
    func text(_ rules: Rules) -> String {
        guard case .time(let path, _) = kind else { return typedValue(in: rules) }
        if rules[keyPath: path] == .zero, let zero = Self.zeroTimes[key] { return zero }
        return typedValue(in: rules) + " s"
    }

    /// What no time at all means, where it is more than no time.
    private static let zeroTimes = [
        "claim": "not needed", "answer": "no limit", "grace": "none", "reveal": "till touched",
    ]
}
