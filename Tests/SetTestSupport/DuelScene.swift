import SetHost
import SetProtocol

/// A duel and its clock, moved by hand.
///
/// Time passes only through ``wait(_:)``, ``runOut()`` and ``jump(_:)``, so a test decides whether
/// the timer is punctual, early or late.
public struct DuelScene: Sendable {
    /// The duel.
    public var duel: Duel
    /// The time that has passed since the table opened.
    public var now = TableTime.zero

    /// An empty table whose games are played with prepared decks.
    ///
    /// - Parameters:
    ///   - rules: What is played.
    ///   - decks: The deck of each game in turn; shuffled ones come after them.
    public init(rules: Rules = Rules(), decks: [[Card]] = [DuelDecks.twoSets]) {
        duel = Duel(rules: rules, decks: DeckSource(prepared: decks, thenSeed: 1))
    }

    /// What everybody sees.
    public var view: TableState { duel.snapshot(at: now) }
    /// The points of each seat.
    public var points: PerSeat<Int> { duel.game.tallies.map(\.points) }
    /// The sets of each seat.
    public var sets: PerSeat<Int> { duel.game.tallies.map(\.sets) }
    /// The number that a claim or a deal must name.
    public var board: BoardNumber { duel.game.boardNumber }
    /// How long it is until the next deadline.
    public var timeLeft: Duration? { duel.nextDeadline.map { now.duration(to: $0) } }
}

extension DuelScene: Equatable {
    /// Whether nothing has changed but the time.
    public static func == (left: DuelScene, right: DuelScene) -> Bool { left.duel == right.duel }
}

// MARK: - Events

extension DuelScene {
    /// A player sends a message; a claim or deal a moment later if they have just opened the table themselves.
    @discardableResult
    public mutating func send(_ message: ClientMessage, from seat: Seat) -> [DuelEffect] {
        switch message {
        case .claim, .deal: seeTable(seat)
        default: break
        }
        return duel.receive(message, from: seat, at: now)
    }

    /// A player sends several messages, one after the other.
    @discardableResult
    public mutating func send(_ messages: [ClientMessage], from seat: Seat) -> [DuelEffect] {
        messages.flatMap { send($0, from: seat) }
    }

    /// A player claims on the present board.
    @discardableResult
    public mutating func claim(_ cards: [Card]? = nil, by seat: Seat) -> [DuelEffect] {
        send(.claim(Claim(board: board, cards: cards)), from: seat)
    }

    /// A player picks cards one by one.
    @discardableResult
    public mutating func pick(_ cards: [Card], by seat: Seat) -> [DuelEffect] {
        send(cards.map { .pick($0) }, from: seat)
    }

    /// A player deals on the present board.
    @discardableResult
    public mutating func deal(by seat: Seat) -> [DuelEffect] {
        send(.deal(board), from: seat)
    }

    /// Nobody answers to a table together with the message that opens it.
    private mutating func seeTable(_ seat: Seat) {
        guard duel.opening.opener == seat, duel.opening.at == now else { return }
        now = now.advanced(by: .microseconds(1))
    }

    /// A player sits down.
    @discardableResult
    public mutating func sit(_ seat: Seat) -> [DuelEffect] {
        duel.joined(seat, name: seat == .first ? "Ann" : "Bob", at: now)
    }

    /// A player's connection breaks.
    @discardableResult
    public mutating func lose(_ seat: Seat) -> [DuelEffect] {
        duel.connectionLost(seat, at: now)
    }

    /// A lost player comes back.
    @discardableResult
    public mutating func comeBack(_ seat: Seat) -> [DuelEffect] {
        duel.returned(seat, at: now)
    }

    /// A player goes for good.
    @discardableResult
    public mutating func leave(_ seat: Seat) -> [DuelEffect] {
        duel.left(seat, at: now)
    }
}

// MARK: - Time

extension DuelScene {
    /// Time passes, and the timer wakes the duel at each deadline on the way.
    @discardableResult
    public mutating func wait(_ duration: Duration) -> [DuelEffect] {
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
    public mutating func runOut() -> [DuelEffect] {
        timeLeft.map { wait($0) } ?? []
    }

    /// Time passes, and no timer wakes the duel.
    public mutating func jump(_ duration: Duration) {
        now = now.advanced(by: duration)
    }

    /// The timer wakes the duel.
    @discardableResult
    public mutating func wake() -> [DuelEffect] {
        duel.deadlinePassed(at: now)
    }
}
