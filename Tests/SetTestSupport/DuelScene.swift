import SetHost
import SetProtocol

/// A duel and its clock, moved by hand.
///
/// Time passes only through ``wait(_:)``, ``runOut()`` and ``jump(_:)``, so a test decides whether
/// the timer is punctual, early or late.
package struct DuelScene: Sendable {
    package var duel: Duel
    /// The time that has passed since the table opened.
    package var now = TableInstant.zero

    /// An empty table whose games are played with prepared decks.
    ///
    /// - Parameters:
    ///   - rules: What is played.
    ///   - decks: The deck of each game in turn; shuffled ones come after them.
    package init(rules: Rules = Rules(), decks: [[Card]] = [DuelDecks.twoSets]) {
        duel = Duel(rules: rules, decks: DeckSource(ShuffleSeed(number: 1), after: decks))
    }

    package var view: TableState { duel.snapshot(at: now) }
    package var points: PerSeat<Int> { duel.game.tallies.map(\.points) }
    package var sets: PerSeat<Int> { duel.game.tallies.map(\.sets) }
    /// The number that a claim or a deal must name.
    package var board: BoardNumber { duel.game.boardNumber }
    /// How long it is until the next deadline.
    package var timeLeft: Duration? { duel.nextDeadline.map { now.duration(to: $0) } }
}

extension DuelScene: Equatable {
    /// Whether nothing has changed but the time.
    package static func == (left: DuelScene, right: DuelScene) -> Bool { left.duel == right.duel }
}

// MARK: - Events

extension DuelScene {
    /// A player sends a message.
    ///
    /// A claim, a deal, or a pick while the table is open waits until the player can have reacted to it.
    @discardableResult
    package mutating func send(_ message: ClientMessage, from seat: Seat) -> [DuelEffect] {
        switch message {
        case .claim, .deal: seeTable(seat)
        case .pick where view.phase == .open: seeTable(seat)
        default: break
        }
        return duel.receive(message, from: seat, at: now)
    }

    /// A player sends several messages, one after the other.
    @discardableResult
    package mutating func send(_ messages: [ClientMessage], from seat: Seat) -> [DuelEffect] {
        messages.flatMap { send($0, from: seat) }
    }

    /// A player claims on the present board.
    @discardableResult
    package mutating func claim(_ cards: [Card]? = nil, by seat: Seat) -> [DuelEffect] {
        send(.claim(Claim(board: board, cards: cards)), from: seat)
    }

    @discardableResult
    package mutating func pick(_ cards: [Card], by seat: Seat) -> [DuelEffect] {
        send(cards.map { .pick($0) }, from: seat)
    }

    /// A player deals on the present board.
    @discardableResult
    package mutating func deal(by seat: Seat) -> [DuelEffect] {
        send(.deal(board), from: seat)
    }

    /// Nobody answers to a table together with the message that opens it, nor to the other's set at
    /// once.
    private mutating func seeTable(_ seat: Seat) {
        while duel.hasLost(toSetBefore: now, of: seat) { jump(.milliseconds(50)) }
        guard duel.opening.opener == seat, duel.opening.at == now else { return }
        now = now.advanced(by: .microseconds(1))
    }

    @discardableResult
    package mutating func sit(_ seat: Seat) -> [DuelEffect] {
        duel.joined(seat, name: seat == .first ? "Ann" : "Bob", at: now)
    }

    @discardableResult
    package mutating func lose(_ seat: Seat) -> [DuelEffect] {
        duel.connectionLost(seat, at: now)
    }

    @discardableResult
    package mutating func comeBack(_ seat: Seat) -> [DuelEffect] {
        duel.returned(seat, at: now)
    }

    /// A player goes for good.
    @discardableResult
    package mutating func leave(_ seat: Seat) -> [DuelEffect] {
        duel.left(seat, at: now)
    }
}

// MARK: - Time

extension DuelScene {
    /// Time passes, and the timer wakes the duel at each deadline on the way.
    @discardableResult
    package mutating func wait(_ duration: Duration) -> [DuelEffect] {
        let goal = now.advanced(by: duration)
        var effects: [DuelEffect] = []
        while let deadline = duel.nextDeadline, deadline <= goal {
            now = max(now, deadline)
            effects += wake()
        }
        now = goal
        return effects
    }

    /// Time passes until the next deadline, and the timer wakes the duel then.
    @discardableResult
    package mutating func runOut() -> [DuelEffect] {
        timeLeft.map { wait($0) } ?? []
    }

    /// Time passes, and no timer wakes the duel.
    package mutating func jump(_ duration: Duration) {
        now = now.advanced(by: duration)
    }

    @discardableResult
    package mutating func wake() -> [DuelEffect] {
        duel.deadlinePassed(at: now)
    }
}
