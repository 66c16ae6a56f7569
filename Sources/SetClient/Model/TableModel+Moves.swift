import SetProtocol

// MARK: - From the player

extension TableModel {
    /// Does what the player wants, as far as it is the client's to do, and asks the host for the
    /// rest.
    ///
    /// - Returns: What to do, in order.
    package mutating func perform(_ move: Move, at now: MonotonicInstant) -> [ClientEffect] {
        if isWatching, move.isForPlayers {
            // The host refuses whatever else only players may do, in the same words.
            notice = note(
                .refused(.onlyWatching, message: Refusal.onlyWatching.sentence), at: now)
            return []
        }
        if let why = obstacle(to: move) {
            remark(why, at: now)
            return []
        }
        switch move {
        case .touch(let slot): return touch(slot: slot)
        case .touchCard(let card): return touch(card)
        case .claim: return claim(marks)
        case .claimCards(let cards): return claim(cards)
        case .deal: return ask { .deal($0.board) }
        case .pass: return ask { _ in .pass }
        case .hint: return ask { _ in .hint }
        case .ready: return ask { agreement(in: $0) }
        case .new: return ask { _ in .new }
        case .pause: return ask { _ in isPausedByAgreement ? .ready : .pause }
        case .resign: return [.send(.resign)]
        case .say(let text): return [.send(.say(text))]
        case .clear: return clear()
        case .shuffle:
            shuffle(at: now)
            return []
        case .leave: return [.send(.leave), .quit]
        }
    }

    /// Why a move cannot be asked for at all now; `nil` when it can.
    func obstacle(to move: Move) -> String? {
        guard move.needsHost else { return nil }
        if outage != nil { return "Not now: reconnecting to the host." }
        if case .say = move { return nil }
        return isPhaseUnknown ? Self.unknownPhase : nil
    }

    private var isPausedByAgreement: Bool {
        table?.phase == .paused && table?.clock?.reason != .away
    }

    /// Agrees to start or to go on, or in a running game to what the opponent asks for, by name: what is
    /// asked for may change while this is on its way.
    private func agreement(in table: TableState) -> ClientMessage {
        guard table.phase == .open || table.phase == .turn, let seat,
            let proposal = table.players[seat.opponent]?.asks
        else { return .ready }
        return switch proposal {
        case .new: .new
        case .pause: .pause
        }
    }

    private func ask(_ message: (TableState) -> ClientMessage) -> [ClientEffect] {
        table.map { [.send(message($0))] } ?? []
    }

    // MARK: Cards

    private mutating func touch(slot: Int) -> [ClientEffect] {
        guard let table, table.cards.indices.contains(slot) else { return [] }
        return table.cards[slot].map { touch($0) } ?? []
    }

    /// A touch picks in one's own turn, ends the showing of a found set, and marks otherwise.
    private mutating func touch(_ card: Card) -> [ClientEffect] {
        guard let table, seat != nil, table.cards.contains(card) else { return [] }
        if mayPick {
            marks.removeAll { $0 == card }
            return [.send(.pick(card))]
        }
        guard rules.needsClaim else { return [] }
        if table.phase == .open || table.phase == .turn { mismatchTime = nil }
        if isTaken(card) { return [.send(.pick(card))] }
        if let place = marks.firstIndex(of: card) {
            marks.remove(at: place)
        } else if table.phase == .open || table.phase == .turn {
            if marks.count == 3 { marks.removeFirst() }
            marks.append(card)
        }
        return []
    }

    private func isTaken(_ card: Card) -> Bool {
        table?.selection?.verdict == .match && table?.selection?.cards.contains(card) == true
    }

    /// Claims, or in one's own turn picks the marked cards.
    private mutating func claim(_ cards: [Card]) -> [ClientEffect] {
        guard let table, seat != nil else { return [] }
        if mayPick {
            marks.removeAll(where: cards.contains)
            return cards.map { .send(.pick($0)) }
        }
        guard call?.board != table.board else { return [] }
        call = Call(board: table.board, marks: cards.count == 3 ? [] : cards)
        return [.send(.claim(Claim(board: table.board, cards: cards.count == 3 ? cards : nil)))]
    }

    private mutating func clear() -> [ClientEffect] {
        marks = []
        guard outage == nil, mayPick, let selection = table?.selection,
            selection.verdict == .undecided,
            selection.seat == seat
        else { return [] }
        return selection.cards.map { .send(.pick($0)) }
    }
}
