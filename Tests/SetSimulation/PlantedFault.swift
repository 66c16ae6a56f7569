import SetHost
import SetProtocol

/// A fault planted in the wiring of a simulation, to check that the simulation finds it.
///
/// The production code has none of these switches; only the wiring around it is wrong.
package enum PlantedFault: String, CaseIterable, Sendable {
    /// Messages are judged by when the program read them.
    case stampsOfLooking
    /// Nothing is read before an input is applied that an earlier message may precede.
    case nothingRead
    case lateTimer
    /// Announcements leave before they are in the journal.
    case toldBeforeWritten
    /// An input is missing in the journal.
    case forgottenRecord
    /// The last line of the journal is lost in a crash.
    case lostTail
    /// One client does not get a line.
    case lostLine
    /// Two lines reach a client in the wrong order.
    case swappedLines
    /// The other player learns of a held claim.
    case loudClaim
    /// A granted turn is given to the other player.
    case revokedGrant
    /// The `race` message names the loser as the winner.
    case wrongWinner
    /// A card from the deck is shown.
    case wrongCard
    /// A player is shown one point too many.
    case wrongPoints
    /// A player is admitted and dismissed at the same time.
    case welcomeAndGoodbye
    /// Answers to pings count before they can have arrived.
    case shortLines

    /// Spoils the table's effects.
    func spoil(
        _ effects: inout [TableEffect], of duel: Duel, with random: inout SeededGenerator
    ) {
        switch self {
        case .stampsOfLooking, .nothingRead, .lateTimer, .lostTail, .lostLine, .swappedLines,
            .shortLines:
            return
        case .toldBeforeWritten:
            let (announced, rest) = (effects.filter(\.isTold), effects.filter { !$0.isTold })
            effects = announced + rest
        case .forgottenRecord:
            guard random.chance(50) else { return }
            if let place = effects.firstIndex(where: \.isPick) { effects.remove(at: place) }
        case .loudClaim:
            guard case .open(_, .some) = duel.phase, effects.contains(where: \.isClaim) else {
                return
            }
            effects.append(.tellAll(.state(duel.snapshot(at: .zero))))
        case .revokedGrant:
            guard let seat = effects.lazy.compactMap(\.grantee).first else { return }
            var state = duel.snapshot(at: .zero)
            state.revision = state.revision.next
            state.event = .claimed(seat.opponent)
            state.turn?.seat = seat.opponent
            effects.append(.tellAll(.state(state)))
        case .wrongWinner:
            effects = effects.map { effect in
                guard case .tellAll(.race(var race)) = effect else { return effect }
                race.winner = race.winner.opponent
                return .tellAll(.race(race))
            }
        case .wrongCard:
            guard random.chance(20), let card = duel.game.deck.cards.first else { return }
            change(&effects) { if !$0.cards.isEmpty { $0.cards[0] = card } }
        case .wrongPoints:
            guard random.chance(20) else { return }
            change(&effects) { $0.players.first?.points += 1 }
        case .welcomeAndGoodbye:
            guard random.chance(300), let participant = effects.lazy.compactMap(\.welcomed).first
            else {
                return
            }
            effects += [.tell(.bye(.left, resume: false), to: participant), .finish(participant)]
        }
    }

    private func change(_ effects: inout [TableEffect], _ spoil: (inout TableState) -> Void) {
        effects = effects.map { effect in
            guard case .tellAll(.state(var state)) = effect else { return effect }
            spoil(&state)
            return .tellAll(.state(state))
        }
    }
}

extension TableEffect {
    fileprivate var isTold: Bool {
        switch self {
        case .tell, .tellAll, .tellSome: true
        case .append, .syncJournal, .finishJournal, .admit, .turnAway, .finish, .ignore, .moved,
            .read, .report:
            false
        }
    }

    private var input: DuelInput? {
        guard case .append(.input(let input), _, _) = self else { return nil }
        return input
    }

    fileprivate var isPick: Bool {
        guard case .received(.pick, _, _, _)? = input else { return false }
        return true
    }

    fileprivate var isClaim: Bool {
        guard case .received(.claim, _, _, _)? = input else { return false }
        return true
    }

    fileprivate var grantee: Seat? {
        guard case .tellAll(.state(let state)) = self, case .claimed(let seat)? = state.event else {
            return nil
        }
        return seat
    }

    fileprivate var welcomed: ParticipantID? {
        guard case .tell(.welcome, let participant) = self else { return nil }
        return participant
    }
}
