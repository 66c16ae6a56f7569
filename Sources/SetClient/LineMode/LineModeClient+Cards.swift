import SetProtocol

// MARK: - Named cards

extension LineModeClient {
    /// Performs a command on cards, or says what is wrong with their names.
    ///
    /// - Parameter command: `nil` for names alone.
    mutating func perform(
        _ command: TableCommand?, on words: [String], at now: MonotonicInstant
    ) -> Output {
        do throws(CardNameError) {
            if command == .where { return try find(words) }
            var names: [LineModeRequest.Name] = []
            for word in words {
                guard let name = LineModeRequest.Name(word, keyboard) else { throw .notAName(word) }
                names.append(name)
            }
            switch command {
            case .claim: return try claim(names, at: now)
            case .what: return try describe(names)
            case .third: return try third(names)
            case .set where names.count != 3:
                throw .wrongNumber(expected: "Name three cards, for example: set b2 c1 a3")
            case .pick where names.isEmpty:
                throw .wrongNumber(expected: "Name at least one card, for example: pick b2")
            case _: return try touch(names, at: now)
            }
        } catch {
            if case .refused(let refusal) = error { return refuse(refusal) }
            return answer(["Refused: \(error.sentence)"])
        }
    }

    /// Picks, claims, or marks, whichever is possible now; three cards replace earlier picks and marks.
    private mutating func touch(
        _ names: [LineModeRequest.Name], at now: MonotonicInstant
    ) throws(CardNameError) -> Output {
        let named = try playable(names)
        // One card of a set that is shown puts it away, with its other cards.
        let shown = model.foundCard.flatMap { _ in model.table?.selection?.cards } ?? []
        let cards = named.first(where: shown.contains).map { [$0] } ?? named
        if model.awaitsPicks { return answer([linePicking(cards, at: now)]) }
        if model.mayPick {
            return picked(cards.count == 3 ? choose(cards, at: now) : touch(cards, at: now))
        }
        let isWhole = cards.count == 3
        if isWhole, model.table?.phase == .open { return call(.claimCards(cards), at: now) }
        if isWhole { _ = model.perform(.clear, at: now) }
        let before = model.marks
        let effects = touch(cards, at: now)
        let isMarked = isWhole || effects.isEmpty || model.marks != before
        // A fourth mark takes the place of the oldest, and a marked card that is named again loses it.
        let lost = before.filter { !model.marks.contains($0) }
        let removed = lost.isEmpty ? "" : " Removed: \(words.places(of: lost))."
        let isSet = model.marks.count == 3 && model.table?.phase == .open
        let next = isSet ? " Type claim to claim them." : ""
        let marked = isMarked ? [words.line(forMarks: model.marks) + removed + next] : []
        let why = isWhole ? ["Wait: it is not your turn, so they are only marked."] : []
        return answer(marked + why, effects)
    }

    /// Claims; in this player's turn picks the named or the marked cards.
    private mutating func claim(
        _ names: [LineModeRequest.Name], at now: MonotonicInstant
    ) throws(CardNameError) -> Output {
        let cards = try playable(names)
        if model.awaitsPicks, !cards.isEmpty { return answer([linePicking(cards, at: now)]) }
        if model.mayPick {
            if !cards.isEmpty { return try touch(names, at: now) }
            guard !model.marks.isEmpty else {
                throw .refused(model.rules.needsClaim ? .alreadyYourTurn : .noClaimNeeded)
            }
            return picked(model.perform(.claim, at: now))
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

    /// Picks cards for the turn of a claim that is on its way.
    private mutating func linePicking(_ cards: [Card], at now: MonotonicInstant) -> String {
        let effects = touch(cards, at: now)
        assert(effects.isEmpty, "picks for a claim wait for its turn")
        namesWholeSet = model.picks.count == 3
        return "Picks: \(words.places(of: model.picks)), once your claim is granted."
    }

    private mutating func call(_ move: Move, at now: MonotonicInstant) -> Output {
        let effects = model.perform(move, at: now)
        if case .claimCards = move { namesWholeSet = !effects.isEmpty }
        return answer(effects.isEmpty ? ["Claim: already sent."] : [], effects)
    }

    private func describe(_ names: [LineModeRequest.Name]) throws(CardNameError) -> Output {
        guard !names.isEmpty else {
            throw .wrongNumber(expected: "Name a card, for example: what b2")
        }
        return answer(
            try names.map { name throws(CardNameError) in
                let slot = try slot(name)
                return "Card: \(place(slot))."
            })
    }

    /// Describes the card that two cards need, but not whether it is there: that would be a hint.
    private func third(_ names: [LineModeRequest.Name]) throws(CardNameError) -> Output {
        guard names.count == 2 else {
            throw .wrongNumber(expected: "Name two cards, for example: third a1 b2")
        }
        let cards = try named(names)
        let third = Card.third(completing: cards[0], cards[1])
        return answer(["Third: you need this card: \(cardWords.describe(third))."])
    }

    private func find(_ typed: [String]) throws(CardNameError) -> Output {
        guard let table = model.table else { return answer(["Now: waiting for the host."]) }
        if table.cards.contains(nil) { return answer(["Where: the cards are face down."]) }
        let filter = try CardFilter(typed, cardWords)
        let slots = (0..<SlotName.rows).flatMap { SlotName.slots(ofRow: $0, of: table.cards.count) }
        let found = slots.compactMap { table.cards[$0] }.filter(filter.matches)
        let places =
            found.isEmpty
            ? "no cards" : "\(found.count.counted("card")): \(words.places(of: found))"
        return answer(["Where \(filter.text): \(places)."])
    }

    // MARK: Picks

    private func picked(_ effects: [ClientEffect]) -> Output {
        answer(effects.isEmpty ? ["Wait: three cards are being judged."] : [], effects)
    }

    private mutating func touch(_ cards: [Card], at now: MonotonicInstant) -> [ClientEffect] {
        cards.reduce(into: []) { $0 += model.perform(.touchCard($1), at: now) }
    }

    /// Picks exactly three cards, taking back others.
    private mutating func choose(_ cards: [Card], at now: MonotonicInstant) -> [ClientEffect] {
        let chosen = model.picks
        let strays = chosen.filter { !cards.contains($0) }
        namesWholeSet = true
        return touch(strays + cards.filter { !chosen.contains($0) }, at: now)
    }

    // MARK: Names

    /// How long a change of the cards is hardly heard yet: a line begun sooner is meant for the cards
    /// before it.
    private static let hearing = Duration.seconds(3)

    private mutating func playable(_ names: [LineModeRequest.Name]) throws(CardNameError) -> [Card]
    {
        if let refusal = refusalForSeat ?? refusalForPhase { throw .refused(refusal) }
        guard names.count <= 3 else {
            throw .wrongNumber(expected: "A set has three cards: name at most three")
        }
        guard let typedSince else { return try named(names) }
        // A slot that is gone has changed, too, but there is no card to name.
        let isThere = 0..<(model.table?.cards.count ?? 0)
        let changed = names.compactMap(\.slot).filter {
            isThere.contains($0)
                && slots.hasChanged($0, since: typedSince.advanced(by: .zero - Self.hearing))
        }
        guard changed.isEmpty else {
            for slot in changed { slots.markAsRead(slot) }
            throw .changed(changed.map(place))
        }
        return try named(names)
    }

    /// The cards at the named places, face up and different.
    private func named(_ names: [LineModeRequest.Name]) throws(CardNameError) -> [Card] {
        var cards: [Card] = []
        for name in names {
            let slot = try slot(name)
            guard let card = model.table?.cards[slot] else { throw .faceDown(SlotName(slot: slot)) }
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

    var refusalForPhase: Refusal? {
        guard let table = model.table else { return .waitingForReady }
        switch table.phase {
        case .open, .turn, nil: return nil
        case .waiting:
            let isFull = model.rules.seats.allSatisfy { table.players[$0] != nil }
            return isFull ? .waitingForReady : .waitingForOpponent
        case .countdown: return .countdownRunning
        case .paused: return table.awaySeats.isEmpty ? .gamePaused : .opponentAway
        case .over: return .gameOver
        }
    }
}
