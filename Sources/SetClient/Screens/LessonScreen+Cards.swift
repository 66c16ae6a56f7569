import SetProtocol

// MARK: - Cards

extension LessonScreen {
    /// What lies in a slot; `nil` for the place of a card that is to be found.
    func card(inSlot slot: Int) -> Card? {
        let cards: [Card?] =
            switch lesson.scene {
            case .looks(let feature): lesson.cards.looks(of: feature)
            case .check, .end: lesson.cards.set.cards
            case .question(let question): lesson.cards.trio(for: question).cards
            case .third:
                lesson.cards.pair + [lesson.isSolved ? lesson.cards.third : nil]
                    + lesson.cards.choices.map { lesson.isSolved && $0 == lesson.tried ? nil : $0 }
            case .search: lesson.search.board.cards
            case .race: lesson.race.board.cards
            case .keys: []
            }
        return cards.indices ~= slot ? cards[slot] : nil
    }

    /// The slots of the cards that can be touched.
    var touchableSlots: [Int] {
        lesson.touchable.isEmpty ? [] : (lesson.scene == .third ? Array(3...5) : Array(0...5))
    }

    /// What the arrows can point at: cards by their slots, or answers by their places.
    var pointable: [Int] {
        answers.buttons.isEmpty ? touchableSlots : Array(answers.buttons.indices)
    }

    /// The key printed on the card in a slot; empty where there is nothing to touch.
    func label(ofSlot slot: Int) -> String {
        touchableSlots.contains(slot) && labels.indices ~= slot ? labels[slot] : ""
    }

    /// The card with a key.
    func card(labelled label: String) -> Card? {
        touchableSlots.first { labels.indices ~= $0 && labels[$0] == label }
            .flatMap { card(inSlot: $0) }
    }

    /// The next card in a direction that can be touched; `nil` at the edge.
    func neighbor(of slot: Int, _ direction: BoardLayout.Direction) -> Int? {
        board.neighbor(of: slot, direction).flatMap { touchableSlots.contains($0) ? $0 : nil }
    }

    /// What is to be told about a card beside its symbols.
    ///
    /// - Parameter pointed: The slot that the arrows point at.
    func state(ofSlot slot: Int, pointed: Int?, at now: MonotonicInstant) -> CardState {
        var state = CardState(isUnderCursor: pointed == slot && touchableSlots.contains(slot))
        guard let card = card(inSlot: slot) else { return state }
        switch lesson.scene {
        case .looks, .keys: break
        case .check(let feature): if feature == .color { state.standing = .match }
        case .end: state.standing = .match
        case .question(let question):
            if lesson.isSolved { state.standing = question.isSet ? .match : .mismatch }
        case .third:
            if lesson.isSolved {
                if slot < 3 { state.standing = .match } else { state.isDimmed = true }
            } else if slot >= 3, card == lesson.tried {
                state.standing = .mismatch
            }
        case .search:
            state.standing = standing(of: card, on: lesson.search.board)
            state.isHinted = lesson.search.hints(at: now).contains(card)
        case .race:
            state.standing = standing(of: card, on: lesson.race.board)
            state.isMarked = lesson.race.marks.contains(card)
            if case .late = lesson.race.state { state.isDimmed = true }
        }
        return state
    }

    private func standing(of card: Card, on board: LessonBoard) -> CardState.Standing {
        guard board.picks.contains(card) else { return .free }
        switch board.verdict {
        case .undecided: return .mine
        case .match: return .match
        case .mismatch: return .mismatch
        }
    }
}
