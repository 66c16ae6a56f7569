/// What must hold at every simulated table, after every input and every effect.
package enum SimulationLaw: String, CaseIterable, Sendable {
    // MARK: The duel, checked by SimulationInspector

    /// Deck, board and discard are the 81 cards.
    case everyCardIsSomewhere
    /// In each feature the variants of deck and board sum to a multiple of three.
    case featuresSumToNothing
    /// The duel wants to be woken exactly when its phase or a kept seat needs it.
    case deadlinesAreArmed
    /// A refusal leaves the duel as it was.
    case refusalsChangeNothing
    /// Every change is published.
    case changesArePublished
    /// Each published state's revision is one more than the last.
    case revisionsCount
    /// Board numbers never fall.
    case boardNumbersGrow
    /// A newcomer sees the state that was published last.
    case statesAgree
    /// Cards lie face down while the game is paused, and only then.
    case standstillHidesCards
    /// A state has a turn during a turn, a result at the end, and parts that fit together.
    case statesAreWhole
    /// In each state the points are the sum of what the events announced.
    case pointsAreTold
    /// In each state the sets are as many as the events announced.
    case setsAreTold
    /// The player whose turn it is has a seat, and was present when the turn began.
    case holdersAreSeated
    /// No state and no hint names a card of the deck.
    case deckIsSecret
    /// Found sets are sets on the board, mismatches are not sets, and a deal reports the right
    /// number of sets.
    case eventsAreTrue
    /// The player whose turn it is acts before its end, and the turn times out at its end, not
    /// earlier.
    case windowsHold
    /// A refill brings as many cards as the rules say; only gaps are filled, and no other card
    /// moves.
    case cardsKeepTheirSlots
    /// A game with nothing left to find is over, and players who all agreed do not wait.
    case nothingHangs

    // MARK: The table, checked by TableOracle, the clients and the journal's readers

    /// What is sent follows from the journal, in its order, and all of it is sent.
    case toldIsWritten
    /// Each client sees one contiguous part of what was sent to everybody.
    case thereIsOneOrder
    /// No window and no hold exceeds its limit.
    case windowsEnd
    /// Nobody learns of a held claim, and its player cannot end the hold.
    case heldClaimsAreSilent
    /// A granted turn ends only through what its holder does or fails to do.
    case grantsAreFinal
    /// Every race, judged again from the journal, ends the same.
    case racesAreFair
    /// Messages count from their arrival and are applied in the order of arrival.
    case arrivalsDecide
    /// Recovery after a crash restores everything that was published.
    case journalsAreWhole
    /// The conformance model, which was written from the protocol document alone, allows every line.
    case documentHolds
    /// An audit of the journal finds nothing.
    case auditsAgree
    /// A welcomed player is not dismissed by the same input.
    case welcomesAreMeant
    /// No round trip is measured as shorter than it is.
    case linesAreNotShort

    /// The laws that ``SimulationInspector`` checks.
    package static let aboutDuels = Array(allCases.prefix { $0 != .toldIsWritten })
}

/// A broken law.
package struct SimulationFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let law: SimulationLaw
    /// How it was broken.
    package let detail: String

    package init(_ law: SimulationLaw, _ detail: String) {
        (self.law, self.detail) = (law, detail)
    }

    /// The law and how it was broken.
    package var description: String { "\(law): \(detail)" }
}
