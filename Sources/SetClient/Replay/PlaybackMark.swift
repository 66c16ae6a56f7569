import SetProtocol

/// Something in a recording that somebody may want to look at.
struct PlaybackMark: Hashable, Sendable {
    /// What it was.
    enum Kind: Hashable, Sendable {
        /// Three cards were a set.
        case found(Seat)
        /// Three cards were none, or a turn was not used.
        case failed(Seat)
        /// Three cards were added.
        case dealt(Seat)
        /// The course of the game changed: it began, stood still, went on or ended.
        case turned
    }

    let time: TableInstant
    let kind: Kind

    /// The mark of a moment; `nil` for what is on the way from one to the next.
    init?(_ moment: Recording.Moment) {
        guard case .state(let state) = moment.message, let event = state.event else { return nil }
        time = moment.time
        switch event {
        case .setFound(let seat, _, _): kind = .found(seat)
        case .mismatch(let seat, _, _), .timedOut(let seat, _, _): kind = .failed(seat)
        case .passed(let seat, let reason, _):
            // To let somebody else's turn go is no failure, and nothing to see.
            guard reason == .claim else { return nil }
            kind = .failed(seat)
        case .dealt(let seat, _, _, _): kind = .dealt(seat)
        case .started, .suddenDeath, .paused, .resumed, .resigned, .left, .away, .returned, .over:
            kind = .turned
        case .joined, .seatReleased, .ready, .countdown, .claimed, .picked, .unpicked, .refilled,
            .hinted, .asked, .withdrew:
            return nil
        }
    }
}
