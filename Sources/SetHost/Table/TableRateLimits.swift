import SetProtocol

/// The limits on what people at one table can do to each other, however often they reconnect.
///
/// A connection's limits start afresh with the next connection. Everything here is sent to others:
/// a player who keeps reconnecting, or a crowd of watchers, could otherwise send without limit. So
/// it is counted by seat, and for all watchers of a table together.
struct TableRateLimits: Hashable, Sendable {
    private var chat: PerSeat<RateLimit>
    /// `nil` in a solo game, where nobody else receives the result.
    private var picks: PerSeat<RateLimit>?
    private var proposals: PerSeat<RateLimit>
    var returns: PerSeat<RateLimit>
    var waitersReturns: RateLimit
    var watchersChat: RateLimit
    /// A late claim can be repeated again and again.
    var races: RateLimit

    init(_ limits: HostLimits, _ rules: Rules, chat: RateLimit.Rate) {
        self.chat = PerSeat(both: RateLimit(chat))
        picks = rules.players == .two ? PerSeat(both: RateLimit(limits.picks)) : nil
        proposals = PerSeat(both: RateLimit(limits.proposals))
        returns = PerSeat(both: RateLimit(limits.returns))
        waitersReturns = RateLimit(limits.returns)
        watchersChat = RateLimit(limits.watchersChat)
        races = RateLimit(limits.races)
    }

    mutating func allow(
        _ message: ClientMessage, from seat: Seat, at now: MonotonicInstant
    ) -> Bool {
        switch message {
        case .say: chat[seat].allows(at: now)
        case .new, .pause, .decline: proposals[seat].allows(at: now)
        case .pick: picks?[seat].allows(at: now) ?? true
        case .hello, .status, .ready, .claim, .deal, .pass, .hint, .resign, .leave, .queue, .ping,
            .pong:
            true
        }
    }
}

extension TableCore {
    /// Whether a participant has sent too much to be forwarded; the request is then refused.
    mutating func isTooMuch(
        _ message: ClientMessage, from place: Int, at now: MonotonicInstant
    ) -> Bool {
        guard !allows(message, from: place, at: now) else { return false }
        refuse(Refused(request: message.type, why: .tooFast), to: participants[place].number)
        return true
    }

    private mutating func allows(
        _ message: ClientMessage, from place: Int, at now: MonotonicInstant
    ) -> Bool {
        if let seat = participants[place].seat {
            return rateLimits.allow(message, from: seat, at: now)
        }
        switch message {
        case .say, .queue:
            return participants[place].chat.allows(at: now)
                && rateLimits.watchersChat.allows(at: now)
        case _: return true
        }
    }
}
