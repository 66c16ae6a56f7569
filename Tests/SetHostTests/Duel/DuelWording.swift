import SetHost
import SetProtocol
import SetTestSupport

/// Says what came of a step, in the words of the stories and of the table of outcomes.
struct DuelWording {
    /// Whose "me" the words are.
    let me: Seat
    /// Whether the words name the cards that were picked.
    var namesCards = false

    /// The effects, and where the duel stands after them if they changed anything.
    func outcome(_ effects: [DuelEffect], from before: DuelScene, to after: DuelScene) -> String {
        let words = words(effects, from: before, to: after)
        return before == after ? words : "\(words) -> \(phase(of: after))"
    }

    /// The effects alone.
    func words(_ effects: [DuelEffect], from before: DuelScene, to after: DuelScene) -> String {
        // Shuffle messages have separate tests.
        let effects = effects.filter { !$0.isAboutShuffle }
        guard !effects.isEmpty else { return before == after ? "nothing" : "SILENT CHANGE" }
        let words = effects.map(effect).joined(separator: ", ")
        // What happens to both seats at once happens in their order.
        return words.replacing("away other, away me", with: "away me, away other")
            .replacing(/released (me|other), close/, with: "close")
    }

    private func effect(_ effect: DuelEffect) -> String {
        switch effect {
        case .publish(let state): state.event.map(event) ?? "state"
        case .refuse(let refused, let seat):
            "refused \(refused.why?.rawValue ?? "")" + (seat == me ? "" : " to \(name(seat))")
        case .show(let hint, let seat): "hint of \(hint.cards.count) to \(name(seat))"
        case .race(let race): "race won by \(name(race.winner))\(margin(race))"
        case .promise: "promise"
        case .reveal: "reveal"
        case .say(let seat, _): "said by \(name(seat))"
        case .makeRoom(let seat): "room made by \(name(seat))"
        case .promote(_, let seat): "\(name(seat)) promoted"
        case .close: "close"
        }
    }

    private func margin(_ race: Race) -> String {
        guard race.margin >= .milliseconds(1) else { return "" }
        let credit = race.adjustment > .zero ? " with \(DuelLook.text(race.adjustment)) credit" : ""
        return " by \(DuelLook.text(race.margin))\(credit)"
    }

    private func event(_ event: TableEvent) -> String {
        let words =
            switch event {
            case .joined(let seat): "joined \(name(seat))"
            case .left(let seat): "left \(name(seat))"
            case .away(let seat): "away \(name(seat))"
            case .returned(let seat): "returned \(name(seat))"
            case .seatReleased(let seat): "released \(name(seat))"
            case .ready(let seat): "ready \(name(seat))"
            case .countdown: "countdown"
            case .started: "started"
            case .claimed(let seat): "claimed \(name(seat))"
            case .picked(let seat, let card): "picked \(name(seat))\(names([card]))"
            case .unpicked(let seat, let card, _): "unpicked \(name(seat))\(names([card]))"
            case .setFound(let seat, let trio, _): "set \(name(seat))\(names(trio.cards))"
            case .mismatch(let seat, let trio, _): "mismatch \(name(seat))\(names(trio.cards))"
            case .timedOut(let seat, let reason, _): "timeout \(name(seat)) \(reason)"
            case .passed(let seat, let reason, _): "passed \(name(seat)) \(reason)"
            case .dealt(let seat, let cards, let sets, _):
                "dealt \(name(seat)) \(cards.count) with \(sets) sets there"
            case .refilled(let cards): "refilled \(cards.count)"
            case .hinted(let seat, let shown, _): "hinted \(name(seat)) \(shown)"
            case .asked(let seat, let proposal): "asked \(name(seat)) \(proposal)"
            case .withdrew(let seat, let proposal, let reason):
                "\(reason?.rawValue ?? "withdrew") \(name(seat)) \(proposal)"
            case .paused: "paused"
            case .resumed: "resumed"
            case .suddenDeath: "sudden death"
            case .resigned(let seat): "resigned \(name(seat))"
            case .over: "over"
            }
        guard let points = event.charge?.points, points != 0 else { return words }
        return words + (points > 0 ? " +\(points)" : " \(points)")
    }

    func phase(of scene: DuelScene) -> String {
        switch scene.duel.phase {
        case .waiting: "waiting"
        case .countdown(_, then: .start): "countdown to start"
        case .countdown(_, then: .resume): "countdown to resume"
        case .open(reveal: nil, _): scene.duel.game.foundTrio == nil ? "open" : "open with match"
        case .open: "open with reveal"
        case .turn(let turn):
            "turn of \(name(turn.seat)) \(turn.reason) \(scene.view.undecidedCount)"
        case .paused(because: .agreed, _, _): "paused agreed"
        case .paused(because: .away(let isFaceUp), _, _):
            isFaceUp ? "paused away" : "paused away face down"
        case .over(let result):
            "over by \(result.decider?.rawValue ?? "") for \(result.winner.map(name) ?? "no one")"
        }
    }

    private func name(_ seat: Seat) -> String { seat == me ? "me" : "other" }

    private func names(_ cards: [Card]) -> String {
        namesCards ? " " + cards.map(DuelLook.name).joined(separator: " ") : ""
    }
}

extension TableState {
    /// How many cards are chosen in the turn that is running.
    var undecidedCount: Int {
        selection?.verdict == .undecided ? selection?.cards.count ?? 0 : 0
    }
}
