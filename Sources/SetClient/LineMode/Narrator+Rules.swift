import SetProtocol

extension Narrator {
    /// How these rules differ from the default ones, if they do.
    func lineForUnusualRules() -> String? {
        let usual = isDuel ? Rules.duel : Rules.solo
        let differences = RuleField.applying(to: rules).compactMap { field -> String? in
            let (here, usually) = (field.spoken(in: rules), field.spoken(in: usual))
            return here == usually ? nil : "\(field.words) \(here) instead of \(usually)"
        }
        return differences.isEmpty ? nil : "Rules: \(differences.joined(separator: ", "))."
    }

    func lineForTheme(isRandom: Bool) -> String {
        let symbols = theme.symbols.all.map(\.plural).listed()
        let colors = theme.colors.all.map { $0.name[background] }.listed()
        let fills = theme.fills.all.map(\.name).listed()
        let name = SafeText.sanitized(theme.name) + (isRandom ? ", picked at random" : "")
        return "Theme: \(name): \(symbols); \(fills); \(colors)."
    }

    func linesForRules() -> [String] {
        RuleField.applying(to: rules).map {
            "Rules: \($0.words) \($0.spoken(in: rules)): \($0.summary)."
        }
    }
}

extension RuleField {
    /// The rule's value, to be read aloud.
    fileprivate func spoken(in rules: Rules) -> String {
        switch kind {
        case .time(let path, _): Narrator.exactSeconds(rules[keyPath: path])
        case .milliseconds(let path, _):
            rules[keyPath: path] == .zero ? "off" : "\(typedValue(in: rules)) milliseconds"
        case .number(let path, _):
            Narrator.number(rules[keyPath: path]) + (isPercentage ? " percent" : "")
        case .flag(let path): rules[keyPath: path] ? "yes" : "no"
        case .word: text(rules)
        }
    }
}
