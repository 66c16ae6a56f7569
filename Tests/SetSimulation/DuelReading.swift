import SetHost
import SetProtocol

extension [DuelEffect] {
    package var states: [TableState] {
        compactMap { effect in
            guard case .publish(let state) = effect else { return nil }
            return state
        }
    }

    package var events: [TableEvent] { states.compactMap(\.event) }

    package var refusals: [Refusal] {
        compactMap { effect in
            guard case .refuse(let refused, to: _) = effect else { return nil }
            return refused.why
        }
    }

    package var hints: [Hint] {
        compactMap { effect in
            guard case .show(let hint, to: _) = effect else { return nil }
            return hint
        }
    }
}

extension DuelEffect {
    package var isAboutShuffle: Bool {
        switch self {
        case .promise, .reveal: true
        case .publish, .refuse, .show, .race, .say, .makeRoom, .promote, .close: false
        }
    }
}

extension TableEvent {
    /// The points that the event gave a seat or took from it; `nil` for an event without points.
    package var charge: (seat: Seat, points: Int)? {
        guard let seat = traits.seat, let points = traits.points else { return nil }
        return (seat, points)
    }

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
    package var kind: String { traits.kind.rawValue }
}
