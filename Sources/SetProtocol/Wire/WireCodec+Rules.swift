// The rules in `welcome`, made from the one table that describes them.

extension JSONWriter {
    mutating func object(of rules: Rules) {
        beginObject()
        for field in RuleField.all {
            key(field.key)
            switch field.kind {
            case .time(let path, _), .milliseconds(let path, _):
                integer(rules[keyPath: path].wholeMilliseconds)
            case .number(let path, _): integer(rules[keyPath: path])
            case .flag(let path): flag(rules[keyPath: path])
            case .word(_, let get, _): string(rules.unknownWords[field.key] ?? get(rules))
            }
        }
        endObject()
    }
}

extension Rules {
    /// Reads the rules given; the others keep their value in a duel, so that a host may know fewer
    /// rules than its client.
    ///
    /// - Parameter ofNewerHost: Whether unknown words are tolerated.
    init(_ fields: WireFields, ofNewerHost: Bool = false) throws(WireError) {
        self.init()
        for field in RuleField.all {
            switch field.kind {
            case .time(let path, let range), .milliseconds(let path, let range):
                let number = try fields.rule(field.key) { $0.integer(in: range) }
                if let number { self[keyPath: path] = .milliseconds(number) }
            case .number(let path, let range):
                let number = try fields.rule(field.key) { $0.integer(in: range) }
                if let number { self[keyPath: path] = number }
            case .flag(let path):
                let flag = try fields.rule(field.key) { $0.flag() }
                if let flag { self[keyPath: path] = flag }
            case .word(let words, _, let set):
                guard let word = try fields.rule(field.key, { $0.string() }) else { continue }
                if words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
                    set(&self, word)
                } else if ofNewerHost {
                    unknownWords[field.key] = word
                } else {
                    throw .invalid(field.key)
                }
            }
        }
    }
}
