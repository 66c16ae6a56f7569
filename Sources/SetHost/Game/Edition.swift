/// The rules of play that a duel follows.
///
/// A journal holds inputs, so a duel must be replayed under the rules it was recorded with. New
/// duels use ``newest``; older editions exist only to read journals.
///
/// | edition | journals | differs from the one before |
/// |---|---|---|
/// | first | formats 1 and 2 | |
/// | second | format 3 | the board number stays when a found set leaves and no card comes; a deal never brings cards for free; a game waits for a lost player only so often and so long, and so long for one who is not ready to end a pause; a pause counts as time to search; who waits stays ready when the other leaves |
/// | third | format 4 | a proposal lapses, and can be declined; a player who became ready after the other left stays ready for a newcomer, and game numbers continue; a claim up to 100 ms after a grant is reported as a race |
/// | fourth | format 5 | time to study the other cards while a found set is shown counts also after its replacement |
/// | fifth | format 6 | a claim pressed before its player can have reacted to the other player's set is a lost race; a lost connection counts also in the countdown after an agreed pause, in the pause once it has ended, in the countdown to a sudden death, and ten seconds after the other player has returned to a restarted host |
package enum Edition: Int, Hashable, Sendable, Comparable {
    case first = 1
    case second
    case third
    case fourth
    case fifth

    /// The edition of new duels.
    package static let newest = Edition.fifth

    /// Orders editions by age, the oldest first.
    package static func < (left: Edition, right: Edition) -> Bool {
        left.rawValue < right.rawValue
    }
}
