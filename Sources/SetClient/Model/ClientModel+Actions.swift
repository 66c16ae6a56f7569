import SetProtocol

// MARK: - From the player

extension ClientModel {
    /// Does what the player wants, as far as it is the client's to do, and asks the host for the
    /// rest.
    ///
    /// - Returns: What to do, in order.
    public mutating func perform(_ action: Action, at now: TableTime) -> [ClientEffect] {
        if isWatching, action.isForPlayersAlone {
            // The host refuses whatever else only players may do, in the same words.
            notice = note(
                .refused(.onlyWatching, message: Refusal.onlyWatching.sentence), at: now)
            return []
        }
        if outage != nil, needsHost(action) {
            remark("Not now: the line to the host is being mended.", at: now)
            return []
        }
        if isPhaseUnknown, asksForPlay(action) {
            remark(Self.unknownPhase, at: now)
            return []
        }
        switch action {
        case .touch(let slot): return touch(slot: slot)
        case .touchCard(let card): return touch(card)
        case .point(let slot):
            cursor = slot
            return []
        case .touchPointed: return cursor.map { touch(slot: $0) } ?? []
        case .claim: return claim(marks)
        case .claimCards(let cards): return claim(cards)
        case .deal: return ask { .deal($0.board) }
        case .pass: return ask { _ in .pass }
        case .hint: return ask { _ in .hint }
        case .ready: return ask { agreement(in: $0) }
        case .new:
            guard !losesGameByNew else { return show(.question(.new)) }
            return ask { _ in .new }
        case .pause: return ask { _ in isPausedByAgreement ? .ready : .pause }
        case .resign:
            return show(.question(.resign))
        case .say(let text): return [.send(.say(text))]
        case .clear: return clear()
        case .show(let overlay): return show(self.overlay == overlay ? nil : overlay)
        case .scroll(let row):
            sheetRow = max(0, row)
            return []
        case .cancel: return cancel()
        case .confirm: return confirm()
        case .type(let edit): return type(edit, at: now)
        case .useTheme(let place):
            useTheme(place)
            return []
        case .editTheme:
            remark("Themes are edited in the menu (set-duel, then T), not at a table.", at: now)
            return []
        case .set(let edit): return set(edit)
        case .toggleColorBlind: return toggleColorBlind(at: now)
        case .nextMotion: return nextMotion(at: now)
        case .shuffle:
            shuffle(at: now)
            return []
        case .consider(let action):
            considered = action
            return []
        case .choose(let action):
            (overlay, sheetRow, considered) = (nil, 0, nil)
            return perform(action, at: now)
        case .quit:
            // Without a line nothing is given up: the seat is kept for a while.
            guard outage == nil else { return [.send(.leave), .quit] }
            if isDuelRunning { return show(.question(.quit)) }
            return closesTableByLeaving ? show(.question(.close)) : [.send(.leave), .quit]
        case .leave: return [.send(.leave), .quit]
        }
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
        if cursor != nil { cursor = slot }
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

    // MARK: Overlays

    private mutating func cancel() -> [ClientEffect] {
        draft = ""
        if let settingsBefore, overlay == .themes { settings = settingsBefore }
        settingsBefore = nil
        guard overlay == nil else {
            (overlay, sheetRow, considered) = (nil, 0, nil)
            return []
        }
        if table?.phase == .over {
            isReportHidden.toggle()
            (marks, sheetRow) = ([], 0)
            return []
        }
        return clear()
    }

    private mutating func confirm() -> [ClientEffect] {
        if overlay == .themes || overlay == .settings { return show(nil) }
        guard case .question(let question) = overlay else { return [] }
        (overlay, considered) = (nil, nil)
        switch question {
        case .quit, .close: return [.send(.leave), .quit]
        case .resign: return [.send(.resign)]
        case .new: return [.send(.new)]
        }
    }

    private mutating func type(_ edit: DraftEdit, at now: TableTime) -> [ClientEffect] {
        switch edit {
        case .insert(let text):
            insert(text, at: now)
            return []
        case .deleteBackward:
            if !draft.isEmpty { draft.removeLast() }
            return []
        case .submit:
            let text = draft
            (draft, overlay) = ("", nil)
            return text.isEmpty ? [] : [.send(.say(text))]
        }
    }

    /// Writes as much of a text into the message as one may be long; its lines become one.
    private mutating func insert(_ text: String, at now: TableTime) {
        for character in text {
            let next = character.isNewline || character == "\t" ? " " : character
            guard draft.utf8.count + next.utf8.count <= SafeText.chatBytes else {
                return remark(
                    "A message has \(SafeText.chatBytes) letters at most: the rest was cut.",
                    at: now)
            }
            draft.append(next)
        }
    }
}

extension Action {
    /// Whether it is about cards or claims, which a watcher has none of.
    fileprivate var isForPlayersAlone: Bool {
        switch self {
        case .touch, .touchCard, .touchPointed, .claim, .claimCards: true
        case .point, .deal, .pass, .hint, .ready, .new, .pause, .resign, .say, .clear, .show,
            .scroll, .cancel, .confirm, .type, .useTheme, .editTheme, .set, .toggleColorBlind,
            .nextMotion, .shuffle, .consider, .choose, .quit, .leave:
            false
        }
    }
}
