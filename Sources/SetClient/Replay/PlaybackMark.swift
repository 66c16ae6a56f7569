import SetProtocol

/// Something in a recording that is worth jumping to.
struct PlaybackMark: Hashable, Sendable {
    /// Ordered by what a column of the time line shows rather than another.
    enum Kind: Hashable, Sendable {
        /// The game began, paused, resumed or ended.
        case turned
        case dealt(Seat)
        /// Three cards were not a set, or a turn was not used.
        case failed(Seat)
        case found(Seat)

        var rank: Int {
            switch self {
            case .turned: 0
            case .dealt: 1
            case .failed: 2
            case .found: 3
            }
        }
    }

    let time: TableInstant
    let kind: Kind

    /// `nil` for a moment without interest.
    init?(_ moment: Recording.Moment) {
        guard case .state(let state) = moment.message, let event = state.event else { return nil }
        time = moment.time
        switch event {
        case .setFound(let seat, _, _): kind = .found(seat)
        case .mismatch(let seat, _, _): kind = .failed(seat)
        case .timedOut(let seat, let reason, _), .passed(let seat, let reason, _):
            // Not to use a turn that the other player's failure or deal gave is no failure.
            guard reason == .claim else { return nil }
            kind = .failed(seat)
        case .dealt(let seat, _, _, _): kind = .dealt(seat)
        case .started, .suddenDeath, .paused, .resumed, .resigned, .left, .away, .returned, .over:
            kind = .turned
        case _: return nil
        }
    }
}
