import SetProtocol

extension TableState {
    /// Whether cards are being played.
    var isInPlay: Bool { phase == .open || phase == .turn }

    /// The seats whose players have lost their connection.
    var awaySeats: [Seat] { players.seats { $0?.isPresent == false } }
}

extension TableModel {
    /// Three cards that have been judged.
    package struct ShownVerdict: Hashable, Sendable {
        let seat: Seat
        let trio: Trio
        let time: MonotonicInstant
        /// Whether this player had marked some of the cards.
        let hasTakenMarks: Bool
    }

    /// Whether the opponent has just found marked cards, so that a claim is meant for these.
    func hasJustLostMarks(at now: MonotonicInstant) -> Bool {
        guard let verdict, verdict.hasTakenMarks, verdict.seat != seat, marks.count < 3 else {
            return false
        }
        return verdict.time.duration(to: now) < .milliseconds(600)
    }

    /// The words for a claim that came after the opponent's: in the turn that this one won, in the one
    /// after its mistake, or while its set is shown; `nil` for another refusal.
    func lateClaim(_ refused: Refused) -> String? {
        guard refused.request == .claim, let seat, let table else { return nil }
        let isLate =
            switch refused.why {
            case .notYourTurn:
                table.turn.map { $0.reason == ($0.seat == seat ? .answer : .claim) } ?? false
            case .staleBoard, .cardNotOnBoard:
                table.selection?.verdict == .match && table.selection?.seat == seat.opponent
            case _: false
            }
        return isLate ? lateClaim : nil
    }

    var lateClaim: String {
        "Too late: \(name(of: (seat ?? .first).opponent)) claimed first."
    }

    /// Whether only this player has yet to agree that the game starts or resumes.
    var isOpponentWaitingToStart: Bool {
        guard let table, let seat, !table.isInPlay, table.awaySeats.isEmpty else { return false }
        return table.players[seat]?.isReady == false
            && table.players[seat.opponent]?.isReady == true
    }
}

extension Proposal {
    var words: String {
        switch self {
        case .new: "a new game"
        case .pause: "a pause"
        }
    }

    /// What asks for it, agrees to it, and takes it back.
    var message: ClientMessage {
        switch self {
        case .new: .new
        case .pause: .pause
        }
    }
}

extension TableEvent {
    /// What an event is part of.
    enum Kind {
        /// People come, go, ask, or agree.
        case people
        /// The game goes on.
        case play
        /// A step that the board or the clock shows by itself.
        case step
    }

    private var traits: (kind: Kind, seat: Seat?) {
        switch self {
        case .joined(let seat), .left(let seat), .away(let seat), .returned(let seat),
            .seatReleased(let seat), .ready(let seat), .hinted(let seat, _, _),
            .asked(let seat, _), .withdrew(let seat, _, _):
            (.people, seat)
        case .setFound(let seat, _, _), .mismatch(let seat, _, _), .timedOut(let seat, _, _),
            .passed(let seat, _, _), .dealt(let seat, _, _, _), .resigned(let seat):
            (.play, seat)
        case .started, .paused, .resumed, .suddenDeath: (.play, nil)
        case .claimed(let seat), .picked(let seat, _), .unpicked(let seat, _, _): (.step, seat)
        case .countdown, .refilled, .over: (.step, nil)
        }
    }

    /// Who did it; `nil` for what happens by itself.
    var seat: Seat? { traits.seat }

    /// Whether it is worth a line on the screen, where lines are few.
    var isNews: Bool { traits.kind != .step }

    /// Whether it ends what was true of the moment before.
    var isOfPlay: Bool { traits.kind != .people }

    /// The three cards it judges, who chose them, and what they earned or cost.
    var judged: (seat: Seat, trio: Trio, points: Int)? {
        switch self {
        case .setFound(let seat, let trio, let points), .mismatch(let seat, let trio, let points):
            (seat, trio, points)
        case _: nil
        }
    }
}
