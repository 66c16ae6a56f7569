import SetProtocol

/// What happened at the table, in plain words: one sentence an entry of the log.
package enum EventWords {
    /// The sentence for an entry, with cards in the words of a theme.
    ///
    /// - Parameters:
    ///   - entry: What happened.
    ///   - mySeat: The seat that is called "you"; `nil` for a watcher.
    ///   - theme: What cards are called.
    /// - Returns: Text that is safe to show, whatever the names and the chat are.
    package static func sentence(for entry: LogEntry, mySeat: Seat?, theme: Theme) -> String {
        sentence(for: entry, mySeat: mySeat, theme: theme, on: .dark)
    }

    /// The sentence for an entry, with the color names that go with a ground.
    package static func sentence(
        for entry: LogEntry, mySeat: Seat?, theme: Theme, on ground: Ground
    ) -> String {
        let words = Narrator(entry.names, mySeat, theme, ground, isBrief: false)
        return words.sentence(for: entry)
    }

    /// A shorter sentence for the log on the screen, where the cards can be seen.
    package static func brief(
        for entry: LogEntry, mySeat: Seat?, theme: Theme, on ground: Ground
    ) -> String {
        let words = Narrator(entry.names, mySeat, theme, ground, isBrief: true)
        return words.sentence(for: entry)
    }

    /// Whether an entry is worth a line where lines are few.
    static func isNews(_ event: TableEvent) -> Bool {
        switch event {
        case .joined, .left, .away, .returned, .seatReleased, .ready, .started, .setFound,
            .mismatch, .timedOut, .passed, .dealt, .hinted, .asked, .withdrew, .paused, .resumed,
            .suddenDeath, .resigned:
            true
        case .countdown, .claimed, .picked, .unpicked, .refilled, .over: false
        }
    }
}

/// Tells events from one player's point of view.
private struct Narrator {
    let names: PerSeat<String>
    let mySeat: Seat?
    let theme: Theme
    let ground: Ground
    let isBrief: Bool

    init(
        _ names: PerSeat<String>, _ mySeat: Seat?, _ theme: Theme, _ ground: Ground, isBrief: Bool
    ) {
        self.names = names.map { SafeText.sanitized($0, limit: SafeText.nameColumns) }
        (self.mySeat, self.theme, self.ground, self.isBrief) = (mySeat, theme, ground, isBrief)
    }

    func sentence(for entry: LogEntry) -> String {
        switch entry.content {
        // Nobody agrees to what has just been shown to be wrong.
        case .event(.passed(let seat, .grace, _)) where entry.isDealRight:
            "\(who(seat)) agreed that there was no set."
        case .event(let event): sentence(for: event)
        case .race(let race): sentence(for: race)
        case .said(let seat, let name, let text): said(seat, name, text)
        case .shuffle(let sentence): sentence
        case .refused(.notYourTurn, _) where isBrief && mySeat != nil:
            // How long it lasts is told by the bar, which goes on while this stands still.
            "It is \(mySeat.map { names[$0.opponent] } ?? "")'s turn: wait until it ends."
        case .refused(_, let message), .remark(let message): SafeText.sanitized(message)
        }
    }

    private func sentence(for race: Race) -> String {
        let winner = who(race.winner)
        let were = race.winner == mySeat ? "were" : "was"
        let made = race.adjustment.roundedMilliseconds
        let fairness = made == 0 || isBrief ? "" : ", with \(made) ms made up for the slower line"
        if race.isDeadHeat {
            return "A dead heat: the turn goes to \(whom(race.winner))\(fairness)."
        }
        let margin = race.margin.roundedMilliseconds
        return "\(winner) \(were) faster by \(margin) ms\(fairness)."
    }

    private func whom(_ seat: Seat) -> String { seat == mySeat ? "you" : names[seat] }

    private func said(_ seat: Seat?, _ name: String, _ text: String) -> String {
        let safe = SafeText.sanitized(text)
        guard let seat else {
            let watcher = SafeText.sanitized(name, limit: SafeText.nameColumns)
            return "\(watcher) (watching): \(safe)"
        }
        return "\(who(seat)): \(safe)"
    }

    // MARK: Events

    private func sentence(for event: TableEvent) -> String {
        switch event {
        case .joined, .left, .away, .returned, .seatReleased, .ready, .asked, .withdrew, .resigned:
            people(event)
        case .countdown: "Get ready."
        case .started: "The cards are dealt: find a set."
        case .paused: "The game is paused."
        case .resumed: "The game goes on."
        case .suddenDeath: "The game is level: twelve fresh cards, and the next set wins."
        case .over: "The game is over."
        case .claimed(let seat): "\(who(seat)) saw a set: \(possessive(seat)) turn."
        case .picked(let seat, let card): "\(who(seat)) picked \(words(card))."
        case .unpicked(let seat, let card, let points):
            "\(who(seat)) took back \(words(card)).\(cost(points))"
        case .setFound(let seat, let trio, let points): found(seat, trio, points)
        case .mismatch(let seat, let trio, let points): missed(seat, trio, points)
        case .timedOut(let seat, let reason, let points): timedOut(seat, reason, points)
        case .passed(let seat, let reason, let points): passed(seat, reason, points)
        case .dealt(let seat, let cards, let setsBefore, let points):
            dealt(seat, cards, setsBefore, points)
        case .refilled(let cards): refilled(cards)
        case .hinted(let seat, let shown, let points): hinted(seat, shown, points)
        }
    }

    private func people(_ event: TableEvent) -> String {
        switch event {
        case .joined(let seat): "\(who(seat)) sat down."
        case .left(let seat): "\(who(seat)) left the table."
        case .away(let seat): "\(who(seat)) lost the connection: the seat is kept."
        case .returned(let seat): seat == mySeat ? "You are back." : "\(who(seat)) is back."
        case .seatReleased(let seat):
            "\(who(seat)) did not come back in time: the game may be ended."
        case .ready(let seat): seat == mySeat ? "You are ready." : "\(who(seat)) is ready."
        case .asked(let seat, let proposal):
            "\(who(seat)) \(seat == mySeat ? "ask" : "asks") for a \(words(proposal))."
        case .withdrew(let seat, let proposal):
            "\(who(seat)) no longer \(seat == mySeat ? "ask" : "asks") for a \(words(proposal))."
        case .resigned(let seat): "\(who(seat)) gave the game up."
        case .countdown, .started, .claimed, .picked, .unpicked, .setFound, .mismatch, .timedOut,
            .passed, .dealt, .refilled, .hinted, .paused, .resumed, .suddenDeath, .over:
            ""
        }
    }

    private func found(_ seat: Seat, _ trio: Trio, _ points: Int) -> String {
        isBrief
            ? "\(who(seat)) found a set.\(cost(points))"
            : "\(who(seat)) found a set: \(words(trio.cards)).\(cost(points))"
    }

    private func missed(_ seat: Seat, _ trio: Trio, _ points: Int) -> String {
        let reason = VerdictWords.reason(for: trio, theme, on: ground)
        return isBrief
            ? "\(who(seat)) chose no set: \(reason).\(cost(points))"
            : "\(who(seat)) chose no set: \(words(trio.cards)). The \(reason).\(cost(points))"
    }

    private func timedOut(_ seat: Seat, _ reason: TurnReason, _ points: Int) -> String {
        switch reason {
        case .claim: "\(who(seat)) ran out of time.\(cost(points))"
        case .answer, .grace: "\(who(seat)) found nothing in time; it cost nothing."
        }
    }

    private func passed(_ seat: Seat, _ reason: TurnReason, _ points: Int) -> String {
        switch reason {
        case .claim: "\(who(seat)) gave up the claim.\(cost(points))"
        case .answer, .grace: "\(who(seat)) passed."
        }
    }

    private func dealt(_ seat: Seat, _ cards: [Card], _ setsBefore: Int, _ points: Int) -> String {
        guard !isBrief else { return brieflyDealt(seat, setsBefore, points) }
        let truth =
            switch setsBefore {
            case 0: "there had been no set."
            case 1: "but there had been a set."
            case let count: "but there had been \(count) sets."
            }
        let fact = "\(who(seat)) dealt \(count(cards)): \(truth)\(cost(points))"
        return cards.isEmpty ? fact : "\(fact) New: \(words(cards))."
    }

    /// What matters of a deal, short enough for the narrowest screen.
    private func brieflyDealt(_ seat: Seat, _ setsBefore: Int, _ points: Int) -> String {
        let truth =
            switch setsBefore {
            case 0: "no set was there"
            case 1: "a set was there"
            case let count: "\(count) sets were there"
            }
        let price = points == 0 ? "" : ", \(points > 0 ? "+" : "")\(points)"
        return "\(who(seat)) dealt: \(truth)\(price)."
    }

    private func refilled(_ cards: [Card]) -> String {
        guard !cards.isEmpty else { return "The set was put away." }
        return isBrief
            ? "New cards: \(cards.count)." : "The set was put away. New: \(words(cards))."
    }

    private func hinted(_ seat: Seat, _ shown: Int, _ points: Int) -> String {
        guard shown > 0 else {
            return "\(who(seat)) asked for a hint: there is no set.\(cost(points))"
        }
        let cards = shown == 1 ? "one card" : shown == 2 ? "two cards" : "a whole set"
        return "\(who(seat)) \(seat == mySeat ? "were" : "was") shown \(cards).\(cost(points))"
    }

    // MARK: Words

    private func who(_ seat: Seat) -> String { seat == mySeat ? "You" : names[seat] }

    private func possessive(_ seat: Seat) -> String {
        seat == mySeat ? "your" : "\(names[seat])'s"
    }

    private func words(_ card: Card) -> String { CardWords.describe(card, theme, on: ground) }

    private func words(_ cards: [Card]) -> String {
        guard let last = cards.last, cards.count > 1 else { return cards.map(words).joined() }
        return cards.dropLast().map(words).joined(separator: ", ") + " and " + words(last)
    }

    private func words(_ proposal: Proposal) -> String {
        switch proposal {
        case .new: "new game"
        case .pause: "pause"
        }
    }

    private func count(_ cards: [Card]) -> String {
        switch cards.count {
        case 1: "a card"
        case 2: "two cards"
        case 3: "three cards"
        case let count: "\(count) cards"
        }
    }

    /// What something earned or cost, with a space before it; nothing when it did neither.
    private func cost(_ points: Int) -> String {
        guard points != 0 else { return "" }
        return " \(points > 0 ? "+" : "")\(points) point\(abs(points) == 1 ? "" : "s")."
    }
}
