import SetProtocol

/// Puts what happens at a table into words for one player, who is "you".
struct Narrator {
    /// Where the words are read.
    enum Register: Sendable {
        case screen
        /// As a line that may be read aloud: it begins with its topic, names cards by their slots, and
        /// spells out a minus sign.
        case line
    }

    var register = Register.line
    /// The player's seat; `nil` for a watcher.
    let seat: Seat?
    /// The players' names, also of one who has just left.
    let names: PerSeat<String>
    let cardWords: CardWords
    var rules = Rules.duel
    var cards: [Card?] = []

    // MARK: Players

    var isDuel: Bool { rules.players == .two }

    func name(of seat: Seat) -> String {
        let name = names[seat]
        if name.isEmpty { return seat == .first ? "the first player" : "the second player" }
        return SafeText.name(name)
    }

    /// The subject of a sentence, which begins it on the screen.
    func doer(_ seat: Seat) -> String {
        seat == self.seat ? register == .screen ? "You" : "you" : name(of: seat)
    }

    /// "Your" or the name with an s.
    func possessive(_ seat: Seat) -> String { seat == self.seat ? "your" : "\(name(of: seat))'s" }

    private func present(_ seat: Seat) -> String {
        "\(doer(seat)) \(seat == self.seat ? "are" : "is")"
    }

    private func past(_ seat: Seat) -> String {
        "\(doer(seat)) \(seat == self.seat ? "were" : "was")"
    }

    // MARK: Cards

    private func place(of card: Card) -> SlotName? {
        cards.firstIndex(of: card).map(SlotName.init(slot:))
    }

    /// A card by its slot and in words, such as "B2 two striped red ovals".
    func named(_ card: Card) -> String {
        let words = cardWords.describe(card)
        return place(of: card).map { "\($0) \(words)" } ?? words
    }

    func named(_ cards: [Card]) -> String { cards.map(named).joined(separator: ", ") }

    func places(of cards: [Card]) -> String {
        cards.map { place(of: $0)?.description ?? named($0) }.listed()
    }

    // MARK: Numbers

    /// A number to be read aloud: many screen readers skip a minus sign.
    static func number(_ number: Int) -> String {
        number < 0 ? "minus \(number.magnitude)" : String(number)
    }

    static func count(_ number: Int, _ thing: String) -> String {
        "\(self.number(number)) \(number.plural(thing))"
    }

    /// Points won or lost, to end a sentence.
    private func end(_ points: Int) -> String {
        guard points != 0 else { return "." }
        return switch register {
        case .screen: ". \(points > 0 ? "+" : "")\(points.counted("point"))."
        case .line where points > 0: " and gained \(Self.count(points, "point"))."
        case .line: " and lost \(Self.count(-points, "point"))."
        }
    }

    /// A running time, rounded to seconds.
    static func seconds(_ duration: Duration) -> String {
        count((duration.wholeMilliseconds + 500) / 1000, "second")
    }

    /// A time of the rules, exact to a tenth of a second.
    static func exactSeconds(_ duration: Duration) -> String {
        let tenths = duration.wholeMilliseconds / 100
        guard tenths % 10 != 0 else { return count(tenths / 10, "second") }
        return "\(tenths / 10).\(tenths % 10) seconds"
    }
}

// MARK: - What just happened

extension Narrator {
    /// A sentence, in a line behind its topic.
    private func say(_ topic: String, _ sentence: String) -> String {
        register == .line ? "\(topic): \(sentence)" : sentence
    }

    private func timedOut(_ seat: Seat, _ reason: TurnReason, _ points: Int) -> String {
        let words =
            register == .line
            ? "found no set"
            : reason == .claim ? "ran out of time" : "found no set in time. No points lost"
        return say("Time is up", "\(doer(seat)) \(words)\(end(points))")
    }

    /// The words for an event.
    ///
    /// In line mode, new cards, points, turns, and results have lines of their own, made from the
    /// state, so that they hold even if an event was missed.
    ///
    /// - Parameter state: The table after it; `nil` on the screen.
    /// - Returns: `nil` where those lines say it all, and on the screen for what is no news.
    func sentence(for event: TableEvent, in state: TableState? = nil) -> String? {
        guard register == .line || event.isNews else { return nil }
        return switch event {
        case .joined(let seat): say("Player", "\(doer(seat)) sat down.")
        case .left(let seat): say("Player", "\(doer(seat)) left the table.")
        case .away(let seat): away(seat)
        case .returned(let seat): say("Player", "\(present(seat)) back.")
        case .seatReleased(let seat): seatReleased(seat)
        case .ready(let seat): ready(seat, in: state)
        case .countdown: state.map(countdown)
        case .started:
            state.map { "Start: \($0.isSuddenDeath ? "sudden death" : "game \($0.game)")." }
                ?? "The cards are dealt: find a set."
        case .claimed(let seat): state?.turn == nil ? "Claim: \(doer(seat)) claimed a set." : nil
        case .picked(let seat, let card): picked(seat, card, in: state)
        case .unpicked(let seat, let card, let points):
            "Unpick: \(doer(seat)) unpicked \(named(card))\(end(points))"
        case .setFound(let seat, let trio, let points):
            found(seat, trio, points, SetEarnings(points, for: trio, on: cards, rules))
        case .mismatch(let seat, let trio, let points): missed(seat, trio, points, in: state)
        case .timedOut(let seat, let reason, let points): timedOut(seat, reason, points)
        case .passed(let seat, _, let points):
            say("Pass", "\(doer(seat)) passed\(end(points))")
        case .dealt(let seat, _, let sets, let points): dealt(seat, sets, points)
        case .refilled(let cards): cards.isEmpty ? state.map(notRefilled) : nil
        case .hinted(let seat, let shown, let points): hinted(seat, shown, points)
        case .asked(let seat, let proposal): asked(seat, proposal, in: state)
        case .withdrew(let seat, let proposal, let reason): withdrew(seat, proposal, reason)
        case .paused: state.map(paused) ?? "The game is paused."
        case .resumed: register == .line ? "Resume: the game continues." : "The game continues."
        case .suddenDeath:
            "\(register == .line ? "Sudden death" : "Tied"): \(rules.startWord) new cards; the next set wins."
        case .resigned(let seat): say("Resign", "\(doer(seat)) resigned.")
        case .over: state?.result == nil ? "Over: the game is over." : nil
        }
    }

    func sentence(for race: Race) -> String {
        let made = race.adjustment.roundedMilliseconds
        let fairness =
            made == 0 || register == .screen ? "" : ", after \(made) ms of latency compensation"
        // A host may call a closer margin a win; nobody can tell such claims apart.
        if race.isDeadHeat || race.margin < .milliseconds(1) {
            let heat = register == .line ? "a dead heat" : "A dead heat"
            let winner = race.winner == seat ? "you" : name(of: race.winner)
            return say("Race", "\(heat); the turn goes to \(winner)\(fairness).")
        }
        let milliseconds = max(1, race.margin.roundedMilliseconds)
        let margin =
            milliseconds < 1000
            ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
        let isLost = register == .screen && race.winner == seat?.opponent
        let result = "\(past(race.winner)) faster by \(margin)\(fairness)."
        return say("Race", "\(isLost ? "Too late: " : "")\(result)")
    }

    /// Chat; without a seat, a watcher's.
    func chat(_ seat: Seat?, _ name: String, _ text: String) -> String {
        let speaker = seat.map(doer) ?? "\(SafeText.name(name)) (watching)"
        return say("Chat", "\(speaker): \(SafeText.sanitized(text))")
    }

    // MARK: Coming and going

    private func away(_ seat: Seat) -> String {
        let time = register == .line ? " for \(Self.exactSeconds(rules.seatKept))" : ""
        let owner = seat == self.seat ? "Your" : possessive(seat)
        return say("Player", "\(past(seat)) disconnected. \(owner) seat is being kept\(time).")
    }

    private func seatReleased(_ seat: Seat) -> String {
        let fact = say("Player", "\(doer(seat)) did not come back in time.")
        guard self.seat == seat.opponent else { return fact }
        return fact
            + (register == .screen
                ? " You can end the game." : " Type new to end the game, or keep waiting.")
    }

    // MARK: Agreement

    private func ready(_ seat: Seat, in state: TableState?) -> String {
        let fact = say("Ready", "\(present(seat)) ready.")
        guard seat.opponent == self.seat, state?.players[seat.opponent]?.isReady == false else {
            return fact
        }
        if state?.phase == .paused, let clock = state?.clock, clock.reason == .ready {
            let time = Self.seconds(clock.countdown.remaining)
            return "\(fact) Type resume, or the game resumes in \(time)."
        }
        return "\(fact) Type ready when you are ready too."
    }

    private func countdown(in state: TableState) -> String {
        let remaining = state.clock?.countdown.remaining ?? .zero
        let time = remaining < .milliseconds(500) ? "now" : "in \(Self.seconds(remaining))"
        let what = state.awaitsFirstCards ? "cards will be dealt" : "game resumes"
        let match =
            state.awaitsFirstCards && state.isMatchPoint ? " This game decides the match." : ""
        return "Start: the \(what) \(time).\(match)"
    }

    private func asked(_ seat: Seat, _ proposal: Proposal, in state: TableState?) -> String {
        if proposal == .pause, state?.players[seat.opponent]?.asks == .pause {
            return say("Pause", "\(doer(seat)) agreed. The pause begins after this turn.")
        }
        let request = say("Ask", "\(doer(seat)) asked for \(proposal.words).")
        guard register == .line, self.seat != nil, isDuel else { return request }
        guard seat == self.seat else { return request + " Answer yes or no." }
        return request + " \(name(of: seat.opponent)) must agree. "
            + "Type \(proposal.rawValue) again to withdraw it."
    }

    private func withdrew(
        _ seat: Seat, _ proposal: Proposal, _ reason: WithdrawalReason?
    ) -> String {
        let thing = proposal.words
        let owner = seat == self.seat && register == .screen ? "Your" : possessive(seat)
        return switch reason {
        case .declined: say("Ask", "\(doer(seat.opponent)) said no to \(thing).")
        case .lapsed: say("Ask", "\(owner) request for \(thing) expired.")
        case nil: say("Ask", "\(doer(seat)) withdrew the request for \(thing).")
        }
    }

    private func paused(in state: TableState) -> String {
        let lost = state.awaySeats.first
        if let lost, !state.cards.contains(nil) {
            return "Pause: waiting for \(name(of: lost)) to return. The cards stay face up."
        }
        let end =
            lost.map { "\(name(of: $0)) is back" }
            ?? (isDuel ? "both players type resume" : "you type resume")
        return "Pause: the cards are face down until \(end)."
    }

    // MARK: Cards

    private func picked(_ seat: Seat, _ card: Card, in state: TableState?) -> String {
        let number = state?.selection.map { ", \($0.cards.count) of 3" } ?? ""
        // The player has just named it, and a turn is short.
        if seat == self.seat { return "Pick: \(places(of: [card]))\(number)." }
        return "Pick: \(doer(seat)) picked \(named(card))\(number)."
    }

    fileprivate func found(
        _ seat: Seat, _ trio: Trio, _ points: Int, _ earnings: SetEarnings
    ) -> String {
        guard register == .line else {
            let detail = earnings.words(including: "")
            return "\(doer(seat)) found a set\(end(points).dropLast())\(detail)."
        }
        let detail = earnings.words(including: "including ")
        let result = "Set: \(subject(seat))\(Self.count(points, "point"))\(detail)"
        guard seat == self.seat else { return "\(result): \(places(of: trio.cards))." }
        // The player has just named the cards, and learns why they are a set.
        let features = trio.explanation.filter { $0.pattern == .allDifferent }.map(\.feature.name)
        let differences =
            features.count == Feature.allCases.count
            ? "All features differ"
            : features.listed().capitalizedFirst + (features.count == 1 ? " differs" : " differ")
        return "\(result). \(differences)."
    }

    private func missed(
        _ seat: Seat, _ trio: Trio, _ points: Int, in state: TableState?
    ) -> String {
        if register == .screen {
            let reason = cardWords.fault(of: trio)
            // The points first: a long reason may be cut off.
            let price = points == 0 ? "" : ", \(points.counted("point"))"
            return "\(past(seat)) wrong\(price): \(reason)."
        }
        let price = points == 0 ? "no points lost" : Self.signed(points)
        let cards = seat == self.seat ? "" : ": \(places(of: trio.cards))"
        // In their own turn, players have no time to hear why the other was wrong.
        let isOwnTurn = self.seat != nil && state?.turn?.seat == self.seat
        return "Wrong: \(subject(seat))\(price)\(cards)."
            + (isOwnTurn ? "" : " \(faults(in: trio))")
    }

    /// The player, where there are two.
    private func subject(_ seat: Seat) -> String { isDuel ? "\(doer(seat)), " : "" }

    private static func signed(_ points: Int) -> String {
        points > 0 ? "plus \(points)" : number(points)
    }

    /// The features that fail, at most two in full: more take too long to hear.
    private func faults(in trio: Trio) -> String {
        let failing = trio.explanation.filter { !$0.agrees }
        let fully = failing.count > 2 ? 1 : 2
        let faults = failing.prefix(fully).map { finding in
            let values = cardWords.values(of: finding).joined(separator: ", ")
            return "\(finding.feature.name.capitalizedFirst): \(values)."
        }
        let rest = failing.dropFirst(fully).map(\.feature.name).listed()
        return (faults + (rest.isEmpty ? [] : ["Also wrong: \(rest)."])).joined(separator: " ")
    }

    private func dealt(_ seat: Seat, _ sets: Int, _ points: Int) -> String {
        if register == .screen {
            // Short enough for the narrowest screen.
            let truth = sets == 0 ? "there was no set" : "\(sets.counted("set")) missed"
            return "\(doer(seat)) dealt: \(truth)\(end(points))"
        }
        let truth = sets == 0 ? "was no set" : sets == 1 ? "was a set" : "were \(sets) sets"
        let price = points == 0 ? "" : ", \(Self.signed(points))"
        return "Deal: \(doer(seat)) dealt\(price). There \(truth)."
    }

    private func notRefilled(in state: TableState) -> String {
        if state.deck == 0 { return "New: no cards; the deck is empty." }
        return switch rules.refill {
        case .never: "New: no cards until a player deals."
        case .toTwelve, .always: "New: no cards; the board already has \(rules.startWord)."
        }
    }

    private func hinted(_ seat: Seat, _ shown: Int, _ points: Int) -> String {
        let set = register == .line ? " of a set" : ""
        let what = shown == 0 ? "that there is no set" : Self.count(shown, "card") + set
        return say("Hint", "\(past(seat)) shown \(what)\(end(points))")
    }
}

extension CardWords {
    /// The words for an entry of the log on the screen, sanitized.
    func sentence(for entry: LogEntry) -> String {
        let narrator = Narrator(
            register: .screen, seat: entry.reader, names: entry.names, cardWords: self)
        return switch entry.content {
        case .event(.passed(let seat, .grace, _)) where entry.isDealRight:
            "\(narrator.doer(seat)) agreed that the old board had no set."
        case .event(.setFound(let seat, let trio, let points)):
            narrator.found(seat, trio, points, entry.earnings)
        case .event(let event): narrator.sentence(for: event) ?? ""
        case .race(let race): narrator.sentence(for: race)
        case .said(let seat, let name, let text): narrator.chat(seat, name, text)
        case .shuffle(let finding): finding.sentence
        case .refused(.notYourTurn, let message):
            // The bar shows the time left; a number here would stand still.
            entry.reader.map { "Wait for \(narrator.possessive($0.opponent)) turn to end." }
                ?? SafeText.sanitized(message)
        case .refused(_, let message), .remark(let message): SafeText.sanitized(message)
        }
    }
}
