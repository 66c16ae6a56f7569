import SetProtocol

/// Why the cards that were named are not to be had.
enum CardNameError: Error, Hashable, Sendable {
    /// No card was named, or a wrong number of them.
    case wrongNumber(expected: String)
    /// The word is no name of a place.
    case notAName(String)
    /// The board has no such place.
    case noSuchPlace(String, on: Int)
    /// The card there lies face down.
    case faceDown(SlotName)
    /// The same card was named more than once.
    case namedTwice
    /// The game does not let cards be touched now.
    case refused(Refusal)

    /// What the player is told.
    var sentence: String {
        switch self {
        case .wrongNumber(let expected): "\(expected)."
        case .notAName(let word):
            "Unknown card \(SafeText.sanitized(word, limit: 20)): use a name such as B2."
        case .noSuchPlace(let name, on: 0): "There is no card \(name): the board is empty."
        case .noSuchPlace(let name, on: let count):
            "There is no card \(name): the board goes from A1 to \(SlotName(slot: count - 1))."
        case .faceDown(let name): "Card \(name) is face down."
        case .namedTwice: Refusal.sameCardTwice.sentence
        case .refused(let refusal): refusal.sentence
        }
    }
}

// MARK: - Named cards

extension LineModeClient {
    /// Reads words that should all be names of places, does something with them, and explains
    /// what is wrong if that cannot be done.
    mutating func naming(
        _ words: [String],
        _ body: (inout LineModeClient, [LineModeRequest.Name]) throws(CardNameError) -> Output
    ) -> Output {
        do throws(CardNameError) {
            var names: [LineModeRequest.Name] = []
            for word in words {
                guard let name = LineModeRequest.Name(word) else { throw .notAName(word) }
                names.append(name)
            }
            return try body(&self, names)
        } catch {
            return answer(["Refused: \(error.sentence)"])
        }
    }

    /// Chooses or claims exactly three cards.
    mutating func set(
        _ names: [LineModeRequest.Name], at now: MonotonicInstant
    ) throws(CardNameError) -> Output {
        guard names.count == 3 else {
            throw .wrongNumber(expected: "Name three cards, for example: set b2 c1 d3")
        }
        return try touch(names, at: now)
    }

    /// Touches cards; at least one must be named.
    mutating func pick(
        _ names: [LineModeRequest.Name], at now: MonotonicInstant
    ) throws(CardNameError) -> Output {
        guard !names.isEmpty else {
            throw .wrongNumber(expected: "Name at least one card, for example: pick b2")
        }
        return try touch(names, at: now)
    }

    /// Chooses, claims or marks, whichever is possible now.
    ///
    /// Three cards are meant as a whole: what was chosen or marked before and is not among them
    /// does not count any more.
    mutating func touch(
        _ names: [LineModeRequest.Name], at now: MonotonicInstant
    ) throws(CardNameError) -> Output {
        let cards = try playable(names)
        if model.mayPick {
            return answer([], cards.count == 3 ? choose(cards, at: now) : touch(cards, at: now))
        }
        guard cards.count == 3 else {
            let effects = touch(cards, at: now)
            return answer(effects.isEmpty ? [words.line(forMarks: model.marks)] : [], effects)
        }
        if model.table?.phase == .open { return call(.claimCards(cards), at: now) }
        _ = model.perform(.clear, at: now)
        let effects = touch(cards, at: now)
        return answer([words.line(forMarks: model.marks)], effects)
    }

    /// Says "I see a set"; in one's own turn chooses the named or the marked cards.
    mutating func claim(
        _ names: [LineModeRequest.Name], at now: MonotonicInstant
    ) throws(CardNameError) -> Output {
        let cards = try playable(names)
        if model.mayPick {
            if !cards.isEmpty { return try touch(names, at: now) }
            guard !model.marks.isEmpty else {
                throw .refused(model.rules.needsClaim ? .alreadyYourTurn : .noClaimNeeded)
            }
            return answer([], model.perform(.claim, at: now))
        }
        switch cards.count {
        case 0: return call(.claim, at: now)
        case 3: return call(.claimCards(cards), at: now)
        case _:
            _ = model.perform(.clear, at: now)
            let effects = touch(cards, at: now)
            let output = call(.claim, at: now)
            return answer(output.lines, effects + output.effects)
        }
    }

    private mutating func call(_ move: Move, at now: MonotonicInstant) -> Output {
        let effects = model.perform(move, at: now)
        return answer(effects.isEmpty ? ["Claim: already sent."] : [], effects)
    }

    /// Says what lies at the named places.
    func describe(_ names: [LineModeRequest.Name]) throws(CardNameError) -> Output {
        guard !names.isEmpty else {
            throw .wrongNumber(expected: "Name a card, for example: what b2")
        }
        var lines: [String] = []
        for name in names {
            let slot = try slot(name)
            lines.append("Card: \(words.place(slot, model.table?.cards[slot], remarks)).")
        }
        return answer(lines)
    }

    // MARK: Picks

    private mutating func touch(_ cards: [Card], at now: MonotonicInstant) -> [ClientEffect] {
        var effects: [ClientEffect] = []
        for card in cards { effects += model.perform(.touchCard(card), at: now) }
        return effects
    }

    /// Chooses exactly three cards, whatever was chosen of them or besides them.
    private mutating func choose(_ cards: [Card], at now: MonotonicInstant) -> [ClientEffect] {
        var chosen: [Card] = []
        if let selection = model.table?.selection, selection.verdict == .undecided {
            chosen = selection.cards
        }
        let strays = chosen.filter { !cards.contains($0) }
        return touch(strays + cards.filter { !chosen.contains($0) }, at: now)
    }

    // MARK: Names

    /// The cards at the named places, if the game lets anybody touch cards now.
    private func playable(_ names: [LineModeRequest.Name]) throws(CardNameError) -> [Card] {
        if let refusal = refusalForSeat ?? refusalForPhase { throw .refused(refusal) }
        guard names.count <= 3 else {
            throw .wrongNumber(expected: "A set has three cards: name at most three")
        }
        var cards: [Card] = []
        for name in names {
            let slot = try slot(name)
            guard let card = model.table?.cards[slot] else {
                throw .faceDown(SlotName(slot: slot))
            }
            guard !cards.contains(card) else { throw .namedTwice }
            cards.append(card)
        }
        return cards
    }

    private func slot(_ name: LineModeRequest.Name) throws(CardNameError) -> Int {
        let cards = model.table?.cards ?? []
        guard let slot = name.slot, cards.indices.contains(slot) else {
            throw .noSuchPlace(name.typed, on: cards.count)
        }
        return slot
    }

    /// Why no card can be touched; `nil` when one can.
    var refusalForPhase: Refusal? {
        guard let table = model.table else { return .waitingForReady }
        let isAnybodyAway = model.rules.seats.contains { table.players[$0]?.isPresent == false }
        switch table.phase {
        case .open, .turn, nil: return nil
        case .waiting:
            let isFull = model.rules.seats.allSatisfy { table.players[$0] != nil }
            return isFull ? .waitingForReady : .waitingForOpponent
        case .countdown: return .countdownRunning
        case .paused: return isAnybodyAway ? .opponentAway : .gamePaused
        case .over: return .gameOver
        }
    }
}
