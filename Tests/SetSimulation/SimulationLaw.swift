/// What must hold at every simulated table, after every input and every effect.
package enum SimulationLaw: String, CaseIterable, Sendable {
    // MARK: The duel, checked by SimulationInspector

    /// Deck, board and discard are the cards of the rules.
    case everyCardIsSomewhere
    /// In each feature the variants of deck and board sum to a multiple of three.
    case featuresSumToNothing
    /// The duel wants to be woken exactly when its phase or a kept seat needs it.
    case deadlinesAreArmed
    /// A refusal leaves the duel as it was.
    case refusalsChangeNothing
    /// Every change is published.
    case changesArePublished
    /// A newcomer sees the state that was published last.
    case statesAgree
    /// No state and no hint names a card of the deck.
    case deckIsSecret
    /// The player whose turn it is acts before its end, and the turn times out at its end, not
    /// earlier.
    case windowsHold
    /// A game with nothing left to find is over, and players who all agreed do not wait.
    case nothingHangs
    /// The conformance model, which was written from the protocol document alone, allows every state
    /// of the duel, and every line to a client.
    case documentHolds

    // MARK: The table, checked by TableOracle, the clients and the journal's readers

    /// What is sent follows from the journal, in its order, and all of it is sent.
    case toldIsWritten
    /// Each client sees one contiguous part of what was sent to everybody.
    case thereIsOneOrder
    /// No window and no hold exceeds its limit.
    case windowsEnd
    /// Nobody learns of a held claim, and its player cannot end the hold.
    case heldClaimsAreSilent
    /// Every race, judged again from the journal, ends the same.
    case racesAreFair
    /// Messages count from their arrival and are applied in the order of arrival.
    case arrivalsDecide
    /// Recovery after a crash restores everything that was published.
    case journalsAreWhole
    /// An audit of the journal finds nothing.
    case auditsAgree
    /// Those who wait and are here sit down in the order in which they came.
    case queueIsInOrder
    /// A welcomed player is not dismissed by the same input.
    case welcomesAreMeant
    /// No round trip is measured as shorter than it is.
    case linesAreNotShort

    /// The laws that ``SimulationInspector`` checks.
    package static let aboutDuels = Array(allCases.prefix { $0 != .toldIsWritten })
}

package struct SimulationFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let law: SimulationLaw
    package let detail: String

    package init(_ law: SimulationLaw, _ detail: String) {
        (self.law, self.detail) = (law, detail)
    }

    package var description: String { "\(law): \(detail)" }
}
