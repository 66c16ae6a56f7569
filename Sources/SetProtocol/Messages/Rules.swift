/// Everything about a game that a table may decide for itself.
///
/// The rules travel in `welcome` and are shown to both players before the start. Each field has a
/// row in ``RuleField/all``, from which the wire, the command line and the help are made.
package struct Rules: Hashable, Sendable {
    package enum Players: String, CaseIterable, Hashable, Sendable {
        /// One player, no opponent, no claims.
        case one
        case two
    }

    package enum Deck: String, CaseIterable, Hashable, Sendable {
        /// All 81 cards.
        case full
        /// The 27 cards of one shading, so that three features matter.
        case junior

        package var cards: [Card] { self == .full ? Card.all : Self.juniorCards }

        package var count: Int { cards.count }

        private static let juniorCards = Card.all.filter { $0[.shading] == .one }
    }

    /// Who makes room for the watchers in the queue after a game, or after a match.
    package enum Rotation: String, CaseIterable, Hashable, Sendable {
        case off, loser, both
    }

    /// What happens to the places of a found set.
    package enum Refill: String, CaseIterable, Hashable, Sendable {
        /// New cards only while no more than at the start would remain (the printed rules).
        case toTwelve
        /// New cards as long as the deck has any.
        case always
        /// New cards only when somebody deals.
        case never
    }

    package enum Victory: String, CaseIterable, Hashable, Sendable {
        case points
        case sets
    }

    package enum Draw: String, CaseIterable, Hashable, Sendable {
        /// Twelve fresh cards; the next set wins.
        case suddenDeath
        case stands
    }

    package var players = Players.two
    package var deck = Deck.full
    /// How long a claimed turn lasts; in a solo game zero means that no claim is needed.
    package var claim = Duration.seconds(5)
    /// How long a turn lasts that the other's failed claim gave; zero is no limit.
    package var answer = Duration.seconds(10)
    /// How long a turn lasts that the other's dealing gave; zero gives no such turn.
    package var grace = Duration.seconds(7)
    /// How long a found set stays to be looked at; zero waits for the player.
    package var reveal = Duration.milliseconds(1500)
    package var countdown = Duration.seconds(3)
    /// How much a slower connection is compensated at most in a race; zero goes by arrival.
    package var lagFairness = Duration.milliseconds(150)
    /// How long a lost player's seat is kept before the other may end the game.
    package var seatKept = Duration.seconds(60)
    package var drops = 5
    package var awayTime = Duration.seconds(120)
    package var refill = Refill.toTwelve
    package var victory = Victory.points
    package var draw = Draw.suddenDeath
    /// How many sets win a game at once; zero to play the deck to its end.
    package var firstTo = 0
    /// How many games a match has at most; zero for no matches.
    package var bestOf = 0
    package var rotate = Rotation.loser
    package var hints = false
    /// Points for a set, less one for each three cards more than at the start, at least one.
    package var setPoints = 3
    package var quickBonus = 2
    package var quickWithin = Duration.seconds(5)
    package var briskBonus = 1
    package var briskWithin = Duration.seconds(15)
    package var mismatchPoints = -2
    package var timeoutPoints = -2
    package var wrongDealPoints = -2
    package var rightDealPoints = 1
    package var hintPoints = -1
    package var deselectPoints = 0
    package var firstWindow = 100
    package var secondWindow = 100
    /// A newer host's unknown words, by key; these rules have the value of a duel here.
    package internal(set) var unknownWords: [String: String] = [:]

    package init() {}

    package static let duel = Rules()

    /// The default rules of a solo game: untimed, with hints, and found cards are replaced as long
    /// as possible.
    package static let solo: Rules = {
        var rules = Rules()
        rules.players = .one
        (rules.claim, rules.answer, rules.grace) = (.zero, .zero, .zero)
        (rules.reveal, rules.countdown) = (.zero, .zero)
        rules.refill = .always
        rules.hints = true
        return rules
    }()

    package var seats: [Seat] { players == .one ? [.first] : Seat.allCases }

    /// The seats for those who wait after a game, or after the match if there is one, in the order in
    /// which they are given: the free ones, then those of the players who make room.
    ///
    /// After a draw, nobody has lost.
    package func seatsForQueue(free: [Seat], after result: GameResult?, _ match: Match?) -> [Seat] {
        if let match, match.winner == nil { return free }
        let loser = (match?.winner ?? result?.winner)?.opponent
        let leaving: [Seat] =
            switch rotate {
            case .off: []
            case .loser: loser.map { [$0] } ?? []
            case .both: (loser ?? .first) == .first ? [.first, .second] : [.second, .first]
            }
        return free + leaving.filter { !free.contains($0) }
    }

    /// The number of cards on the board at the start, and between deals.
    package var boardSize: Int { deck == .full ? 12 : 9 }

    /// How many games decide a match; `nil` if there are no matches.
    package var winsOfMatch: Int? { bestOf > 0 && players == .two ? bestOf / 2 + 1 : nil }

    /// The rules in a word or two, for lists of hosts.
    package var brief: String {
        var rest = self
        (rest.deck, rest.firstTo, rest.bestOf) = (.full, 0, 0)
        let words = [
            deck == .junior ? "junior" : nil, firstTo > 0 ? "first to \(firstTo)" : nil,
            bestOf > 0 ? "best of \(bestOf)" : nil, rest == .duel ? nil : "custom",
        ].compactMap(\.self)
        return words.isEmpty ? "usual" : words.joined(separator: ", ")
    }

    /// The points for a set, without those for speed: finding is easier among more cards, so each
    /// three more than at the start on the board, the set included, cost one point, down to a minimum
    /// of one.
    package func setPoints(among cards: Int) -> Int {
        max(min(1, setPoints), setPoints - max(0, (cards - boardSize) / 3))
    }

    /// Whether cards may be picked only in a claimed turn.
    package var needsClaim: Bool { players == .two || claim > .zero }

    /// How long a seat's turn lasts, including its handicap; `nil` if unlimited.
    package func window(for seat: Seat, because reason: TurnReason) -> Duration? {
        let full =
            switch reason {
            case .claim: claim
            case .answer: answer
            case .grace: grace
            }
        guard full > .zero else { return nil }
        let percent = seat == .first ? firstWindow : secondWindow
        return .milliseconds(full.wholeMilliseconds * percent / 100)
    }
}
