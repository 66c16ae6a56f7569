import SetProtocol

/// What must hold after every event at every simulated table, besides the laws of duels.
package enum TableLaw: String, CaseIterable, Sendable {
    /// The duel keeps its own laws: 81 cards, told points, one turn.
    case duelsAreLawful
    /// What is told follows from what is written down, in its order, and all of it is told.
    case toldIsWritten
    /// What each client sees is one piece, without a gap, of what was told to everybody.
    case thereIsOneOrder
    /// No window and no hold outlives its bound.
    case windowsEnd
    /// Nobody hears of a claim that is held, and its player cannot end the hold.
    case heldClaimsAreSilent
    /// A granted turn ends with what its holder does or leaves undone.
    case grantsAreFinal
    /// Every race, judged again from what is written, ends the same.
    case racesAreFair
    /// What players say counts from its arrival and in the order of arrival.
    case arrivalsDecide
    /// What is read back after a crash is what everybody had been told.
    case journalsAreWhole
    /// The model that was written from the document of the protocol alone allows every line.
    case documentHolds
    /// An audit of the journal finds nothing.
    case auditsAgree
    /// Who is welcomed stays until something happens.
    case welcomesAreMeant
    /// No line is measured shorter than it is.
    case linesAreNotShort
}

/// A law that was broken at a table.
package struct TableFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which.
    package let law: TableLaw
    /// How.
    package let detail: String

    /// Names a fault.
    package init(_ law: TableLaw, _ detail: String) {
        (self.law, self.detail) = (law, detail)
    }

    /// The law and how it was broken.
    package var description: String { "\(law): \(detail)" }
}
