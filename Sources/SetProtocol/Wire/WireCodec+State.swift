// The state of a table, which is most of what a host says. The keys stand in the order in which a
// person reading along wants them.

extension TableState: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("revision", &revision)
        try coder.field("board", &board)
        try coder.word("phase", &phase)
        try coder.word("event", isOptional: true, &event)
        try coder.field("cards", &cards) { $0.count <= 81 }
        try coder.field("deck", &deck) { 0...81 ~= $0 }
        try coder.field("discard", &discard) { 0...81 ~= $0 }
        try coder.field("lastDiscard", &lastDiscard)
        try coder.field("selection", &selection)
        try coder.field("turn", &turn)
        try coder.field("clock", &clock)
        try coder.field("players", &players)
        try coder.field("game", &game, where: \.isCount)
        try coder.field("suddenDeath", &isSuddenDeath)
        try coder.field("result", &result)
        try coder.field("match", ifAny: &match)
        var waiting = queue.isEmpty ? nil : queue
        try coder.field("queue", ifAny: &waiting)
        queue = waiting ?? []
        try coder.field("message", ifAny: &message)
    }
}

extension Selection: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("seat", &seat)
        try coder.field("cards", &cards) { 1...3 ~= $0.count }
        try coder.word("verdict", &verdict)
    }
}

extension Turn: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("seat", &seat)
        try coder.word("why", &reason)
        var remaining = countdown?.remaining
        try coder.field("ms", &remaining)
        if let remaining {
            var total = countdown?.total ?? .zero
            try coder.field("of", &total)
            countdown = Countdown(remaining: remaining, total: total)
        } else if coder.isWriting {
            coder.write("of", Duration?.none)
        }
    }
}

extension Clock: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.word("why", &reason)
        try countdown.code(&coder)
    }
}

extension Countdown {
    fileprivate mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("ms", &remaining)
        try coder.field("of", &total)
    }
}

extension PlayerState: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("name", &name)
        try coder.field("points", &points)
        try coder.field("sets", &sets, where: \.isCount)
        try coder.field("wins", &wins, where: \.isCount)
        try coder.field("present", &isPresent)
        try coder.field("ready", &isReady)
        try coder.word("asks", isOptional: true, &asks)
    }
}

extension GameResult: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("winner", &winner)
        try coder.word("by", &decider)
    }
}

extension Match: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("of", &games) { 1...99 ~= $0 }
        try coder.field("winner", &winner)
    }
}

extension Rules: Coded {
    /// Rules that are not given keep their value in a duel, so that a host may know fewer rules than
    /// its client; words of a newer host are kept apart.
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        for field in RuleField.all {
            switch field.kind {
            case .time(let path, let range), .milliseconds(let path, let range):
                var number = self[keyPath: path].wholeMilliseconds
                try coder.rule(field.key, &number) { range ~= $0 }
                self[keyPath: path] = .milliseconds(number)
            case .number(let path, let range):
                try coder.rule(field.key, &self[keyPath: path]) { range ~= $0 }
            case .count(let path, let counts):
                try coder.rule(field.key, &self[keyPath: path], where: counts.contains)
            case .flag(let path): try coder.rule(field.key, &self[keyPath: path])
            case .word(let words, let get, let set):
                var word = unknownWords[field.key] ?? get(self)
                try coder.rule(field.key, &word)
                if words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
                    set(&self, word)
                } else {
                    unknownWords[field.key] = word
                }
            }
        }
    }
}
