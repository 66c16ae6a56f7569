import SetHost
import SetProtocol

extension [DuelEffect] {
    /// The published states, in order.
    package var states: [TableState] {
        compactMap { effect in
            guard case .publish(let state) = effect else { return nil }
            return state
        }
    }

    /// The published events, in order.
    package var events: [TableEvent] { states.compactMap(\.event) }

    /// The refusals, in order.
    package var refusals: [Refusal] {
        compactMap { effect in
            guard case .refuse(let refused, to: _) = effect else { return nil }
            return refused.why
        }
    }

    /// The hints shown, in order.
    package var hints: [Hint] {
        compactMap { effect in
            guard case .show(let hint, to: _) = effect else { return nil }
            return hint
        }
    }
}

extension DuelEffect {
    /// Whether it is a shuffle commitment or a reveal.
    package var isAboutShuffle: Bool {
        switch self {
        case .promise, .reveal: true
        case .publish, .refuse, .show, .race, .say, .close: false
        }
    }
}

extension TableEvent {
    /// The points that the event gave a seat or took from it; `nil` for an event without points.
    package var charge: (seat: Seat, points: Int)? {
        switch self {
        case .unpicked(let seat, _, let points), .setFound(let seat, _, let points),
            .mismatch(let seat, _, let points), .timedOut(let seat, _, let points),
            .passed(let seat, _, let points), .dealt(let seat, _, _, let points),
            .hinted(let seat, _, let points):
            (seat, points)
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .claimed, .picked, .refilled, .asked, .withdrew, .paused, .resumed, .suddenDeath,
            .resigned, .over:
            nil
        }
    }

    /// The cards that the event names.
    package var cards: [Card] {
        switch self {
        case .picked(_, let card), .unpicked(_, let card, _): [card]
        case .setFound(_, let trio, _), .mismatch(_, let trio, _): trio.cards
        case .dealt(_, let cards, _, _), .refilled(let cards): cards
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .claimed, .timedOut, .passed, .hinted, .asked, .withdrew, .paused, .resumed,
            .suddenDeath, .resigned, .over:
            []
        }
    }
}

extension TableEvent {
    /// The event's name, without its values.
    package var kind: String {
        switch self {
        case .joined: "joined"
        case .left: "left"
        case .away: "away"
        case .returned: "returned"
        case .seatReleased: "seatReleased"
        case .ready: "ready"
        case .countdown: "countdown"
        case .started: "started"
        case .claimed: "claimed"
        case .picked: "picked"
        case .unpicked: "unpicked"
        case .setFound: "setFound"
        case .mismatch: "mismatch"
        case .timedOut: "timedOut"
        case .passed: "passed"
        case .dealt: "dealt"
        case .refilled: "refilled"
        case .hinted: "hinted"
        case .asked: "asked"
        case .withdrew: "withdrew"
        case .paused: "paused"
        case .resumed: "resumed"
        case .suddenDeath: "suddenDeath"
        case .resigned: "resigned"
        case .over: "over"
        }
    }
}
