/// One rule of the protocol document about what a host sends to its clients, as a sentence.
package enum ConformanceLaw: String, CaseIterable, Hashable, Sendable {
    // The connection.
    case firstLine = "The first line is a welcome, and the second is a state."
    case lastLine = "No line follows bye or error."
    case welcome =
        "A player gets a seat and a token; a watcher gets neither, or a place in the queue."
    case rules = "Each rule has an allowed value, and no rule changes."
    case privacy = "Only players receive hints."
    case said = "A chat message carries the name of its seat."
    // A single state.
    case cardCount = "The board, the deck, and the discard pile hold the whole deck."
    case distinctCards = "No card is on the board twice."
    case shape = "A state has exactly the parts that belong to its phase."
    case window = "A turn lasts as long as the rules allow its player."
    case clock = "A clock has the right reason and total time."
    case verdict = "Three picked cards get the correct verdict."
    case faceDown = "Cards are face down in an agreed pause or for a disconnected player."
    // Consecutive states.
    case revision = "Revisions increase by one, or for a watcher by at least one."
    case eventOrder = "An event happens only in a state that allows it."
    case boardNumber = "The board number increases only when the claimable cards change."
    case phase = "A phase starts and ends only with its events."
    case cards = "Cards come and go only with their events, and keep their slots."
    case discard = "Only found cards are discarded, when they leave the board."
    case refill = "A refill puts as many cards as the rule says into the empty slots."
    case deal = "A deal adds three cards and gives the number of sets before it."
    case selection = "The picked cards are on the board and free."
    case set = "A found set is a set, and a mismatch is not."
    case turn = "A turn goes to the player in its event."
    case points = "Points change as the event and the rules say."
    case sets = "Sets are counted when they are found."
    case wins = "Wins are counted at the end of a game and reset when a new player sits down."
    case game = "The game number increases by one when a game starts."
    case players = "A player has a seat from joined to left and keeps one name."
    case queue =
        "Those who wait keep their order: a newcomer is the last, and who leaves or sits down is gone."
    case presence = "A player is away between the `away` and `returned` events."
    case readiness = "A player stays ready after the `ready` event until both have agreed."
    case proposals = "A player's request is the last one asked and not withdrawn."
    case mustEnd = "A game is over at once when the deck is empty and no set is left."
    case result = "The winner and the reason follow the rules."
    case suddenDeath = "A tied game continues as sudden death only if the rules say so."
    case repetition =
        "A state without an event is the first one, repeats the last one, or changes the queue."
    // The cards of a whole game.
    case putAway = "A discarded card does not return in the same game."
    case deckOrder = "Cards are dealt in the order of the revealed deck."
    case commitment = "The host commits to each deck once, before its first card."
    case reveal = "A finished deck is revealed and matches its commitment."
    // Time.
    case countsDown = "The remaining time decreases as time passes."
    case notEarly = "No time limit ends early."
    case notLate = "No time limit ends late."
    case standstill = "A game waits for disconnected players as often and as long as the rules say."
    // Messages to a single client.
    case hint = "A hint shows cards of one set on the board, one more card each time."
    case race = "A race names the player who got the turn and an adjustment within the rules."
    case refusal = "A refusal fits the request and the state before it."
    case answer = "A pong follows the replies to everything sent before its ping."
}

/// A message that the protocol document does not allow.
package struct ConformanceFault: Hashable, Sendable, CustomStringConvertible {
    package let law: ConformanceLaw
    /// What the host sent, and what it should have sent.
    let details: String

    package var description: String { "\(law): \(details)" }
}

/// Faults as they are found, in order.
struct ConformanceFindings {
    private(set) var faults: [ConformanceFault] = []

    /// Records a fault if `holds` is false.
    mutating func demand(
        _ holds: Bool, _ law: ConformanceLaw, _ details: @autoclosure () -> String
    ) {
        if !holds { faults.append(ConformanceFault(law: law, details: details())) }
    }

    mutating func demand<Value: Equatable>(
        _ published: Value, is expected: Value, _ law: ConformanceLaw,
        _ what: @autoclosure () -> String
    ) {
        demand(published == expected, law, "\(what()) is \(published), not \(expected)")
    }
}
