/// One thing that the document of the protocol says of what a host tells its clients.
///
/// The raw value names the law in logs; ``sentence`` says what it demands.
package enum ConformanceLaw: String, CaseIterable, Hashable, Sendable {
    // The connection.
    case firstLine, lastLine, welcome, rules, privacy, said
    // One state by itself.
    case cardCount, distinctCards, shape, window, clock, verdict, faceDown
    // One state after another.
    case revision, eventOrder, boardNumber, phase, cards, discard, refill, deal, selection, set
    case turn, points, sets, wins, game, players, presence, readiness, proposals
    case mustEnd, result, suddenDeath, repetition
    // The cards of a whole game.
    case putAway, deckOrder, commitment, reveal
    // Time.
    case countsDown, notEarly, notLate, standstill
    // What one client alone receives.
    case hint, race, refusal, answer

    /// The laws that have held for every host there has ever been.
    package static let aboutCards: Set<ConformanceLaw> = [
        .cardCount, .distinctCards, .verdict, .selection, .set, .putAway, .deckOrder,
    ]
    /// The laws of the game itself, independent of connections and of a slow host.
    package static let aboutGames: Set<ConformanceLaw> = aboutCards.union([
        .window, .boardNumber, .cards, .discard, .refill, .deal, .turn, .points, .sets, .wins,
        .mustEnd, .result, .suddenDeath, .commitment, .reveal, .notEarly,
    ])

    /// What the law demands, in one sentence.
    package var sentence: String {
        switch self {
        case .firstLine: "The first line is welcome, then comes a state."
        case .lastLine: "Nothing comes after bye or error."
        case .welcome: "A player has a seat and a new token, a watcher neither."
        case .rules: "Each rule has a value that the table of rules allows, and none changes."
        case .privacy: "Only players receive hints."
        case .said: "What is said has the name of the seat that says it."
        case .cardCount: "Cards on the board, in the deck and put away are 81 together."
        case .distinctCards: "No card lies on the board twice."
        case .shape: "A state has the parts that belong to its phase, and no others."
        case .window: "A turn's whole time is what the rules give its holder."
        case .clock: "A clock has the reason and the whole time that fit the moment."
        case .verdict: "Three chosen cards have the verdict that they deserve."
        case .faceDown: "Cards lie face down in an agreed pause, or unseen by a lost player."
        case .revision: "Revisions grow by one, and for a watcher by at least one."
        case .eventOrder: "An event happens only in a state that allows it."
        case .boardNumber: "The board number grows when what can be claimed changes, only then."
        case .phase: "A phase begins and ends with the events that say so."
        case .cards: "Cards come and go only with the events that say so, and keep their slots."
        case .discard: "Found cards are put away when they leave the board, and nothing else is."
        case .refill: "A refill brings as many cards as the rule says, into the holes."
        case .deal: "A deal adds three cards and tells how many sets there were."
        case .selection: "The chosen cards are those that were picked, on the board and free."
        case .set: "A set found is a set, and a mismatch is none."
        case .turn: "A turn goes to the player to whom the event gives it."
        case .points: "Points change by what the event says, and that is what the rules say."
        case .sets: "Sets are counted when they are found."
        case .wins: "Games won are counted at the end of a game, until somebody else sits down."
        case .game: "The number of the game grows by one when a game begins."
        case .players: "Players have a seat from joined to left, and keep their names."
        case .presence: "A player is away from away to returned."
        case .readiness: "A player is ready from the event that says so until what it agreed to."
        case .proposals: "What a player asks for is what was asked and not withdrawn."
        case .mustEnd: "A game is over at once when the deck is empty and no set is left."
        case .result: "The winner is who the rules say, by what the rules say."
        case .suddenDeath: "A level game goes on as sudden death if the rules say so, only then."
        case .repetition: "A state without event is the first one, and tells nothing new."
        case .putAway: "A card that was put away does not come back in the same game."
        case .deckOrder: "Cards are dealt in the order in which the revealed deck has them."
        case .commitment: "Each deck is promised once, before its first card."
        case .reveal: "A deck that is done with is shown, and is the one that was promised."
        case .countsDown: "What remains goes down by the time that passes."
        case .notEarly: "No time runs out before it is over."
        case .notLate: "A time that is over ends what it was given for."
        case .standstill: "A game waits for a lost player as often and long as the rules say."
        case .hint: "A hint shows cards of one set on the board, one more each time."
        case .race: "A race names who got the turn, and no more than the rules make up for."
        case .refusal: "A refusal fits the request and the state before it."
        case .answer: "A pong comes after the answers to what was sent before its ping."
        }
    }
}

/// Something a host told that the document does not allow.
package struct ConformanceFault: Hashable, Sendable, CustomStringConvertible {
    /// What it breaks.
    package var law: ConformanceLaw
    /// What the host sent, and what it should have sent.
    package var details: String

    /// Describes a fault.
    package init(law: ConformanceLaw, details: String) {
        (self.law, self.details) = (law, details)
    }

    /// The law's name and the details, for a log.
    package var description: String { "\(law.rawValue): \(details)" }
}

/// Faults as they are found, in order.
struct ConformanceFindings {
    private(set) var faults: [ConformanceFault] = []

    /// Notes a fault unless what is demanded holds.
    ///
    /// - Returns: Whether it holds.
    @discardableResult
    mutating func demand(
        _ holds: Bool, _ law: ConformanceLaw, _ details: @autoclosure () -> String
    ) -> Bool {
        if !holds { faults.append(ConformanceFault(law: law, details: details())) }
        return holds
    }

    /// Notes a fault unless two values are equal.
    mutating func demand<Value: Equatable>(
        _ told: Value, is expected: Value, _ law: ConformanceLaw, _ what: @autoclosure () -> String
    ) {
        demand(told == expected, law, "\(what()) is \(told), not \(expected)")
    }
}
