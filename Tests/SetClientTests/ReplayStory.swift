import SetProtocol
import Testing

@testable import SetClient

/// A recorded duel of which every second is known.
///
/// | clock | what happens |
/// |---|---|
/// | 2 | the countdown to the first game |
/// | 5 | twelve cards |
/// | 10, 11 | Ann claims and finds a set |
/// | 12 | its places are refilled |
/// | 20, 22 | Bob claims and is wrong |
/// | 30 | Ann deals |
/// | 40 | Bob resigns: 2 s to 50 s is the first game |
/// | 50 | the countdown to the second game |
/// | 53 | twelve cards |
/// | 62 | Ann leaves |
struct ReplayStory {
    private var state = TableState()
    private var moments: [Recording.Moment] = []
    private let deck = SeededGenerator.shuffledDeck(seed: 5)

    static func recording() throws -> Recording {
        var story = ReplayStory()
        story.tell(0, .joined(.first)) { $0.players.first = PlayerState(name: "Ann") }
        story.tell(1, .joined(.second)) { $0.players.second = PlayerState(name: "Bob") }
        story.begin(1, at: 2, with: story.deck[..<12])
        try story.playFirstGame()
        for seat in Seat.allCases {
            story.state.players[seat]?.points = 0
            story.state.players[seat]?.sets = 0
        }
        (story.state.discard, story.state.lastDiscard) = (0, nil)
        story.begin(2, at: 50, with: story.deck[20..<32])
        story.tell(62, .left(.first)) {
            $0.phase = .over
            $0.result = GameResult(winner: .second, decider: .left)
            $0.players.first = nil
        }
        let table = try #require(TableCode("K7M2QX"))
        return Recording(table: table, rules: .duel, moments: story.moments)
    }

    private mutating func tell(
        _ second: Int, _ event: TableEvent, _ change: (inout TableState) -> Void
    ) {
        state.revision = state.revision.next
        state.event = event
        change(&state)
        moments.append(
            Recording.Moment(time: TableInstant(.seconds(second)), message: .state(state)))
    }

    private mutating func begin(_ game: Int, at second: Int, with cards: ArraySlice<Card>) {
        tell(second, .countdown) {
            $0.phase = .countdown
            $0.game = game
            $0.result = nil
            $0.cards = []
            $0.deck = 81
            $0.clock = Clock(
                reason: .start, countdown: Countdown(remaining: .seconds(3), total: .seconds(3)))
        }
        tell(second + 3, .started) {
            $0.phase = .open
            $0.clock = nil
            $0.cards = Array(cards)
            $0.deck = 69
        }
    }

    private mutating func claim(_ seat: Seat, at second: Int) {
        tell(second, .claimed(seat)) {
            $0.phase = .turn
            $0.turn = Turn(
                seat: seat, reason: .claim,
                countdown: Countdown(remaining: .seconds(5), total: .seconds(5)))
        }
    }

    private mutating func playFirstGame() throws {
        let deck = deck
        let set = try #require(CardSet(deck.prefix(12)).sets.first)
        claim(.first, at: 10)
        tell(11, .setFound(.first, set, points: 4)) {
            $0.phase = .open
            $0.turn = nil
            $0.players.first?.points = 4
            $0.players.first?.sets = 1
            $0.selection = Selection(seat: .first, cards: set.cards, verdict: .match)
        }
        tell(12, .refilled(Array(deck[12..<15]))) {
            $0.selection = nil
            $0.deck = 66
            $0.discard = 3
            $0.lastDiscard = set.cards[2]
            for (card, new) in zip(set.cards, deck[12..<15]) {
                if let slot = $0.cards.firstIndex(of: card) { $0.cards[slot] = new }
            }
        }
        claim(.second, at: 20)
        let board = state.cards.compactMap(\.self)
        let third = board.dropFirst(2).first { Trio([board[0], board[1], $0])?.isSet == false }
        let wrong = try #require(Trio([board[0], board[1]] + [third].compactMap(\.self)))
        tell(22, .mismatch(.second, wrong, points: -2)) {
            $0.phase = .open
            $0.turn = nil
            $0.players.second?.points = -2
        }
        tell(30, .dealt(.first, Array(deck[15..<18]), setsBefore: 0, points: 1)) {
            $0.cards += Array(deck[15..<18])
            $0.deck = 63
            $0.players.first?.points = 5
        }
        tell(40, .resigned(.second)) {
            $0.phase = .over
            $0.result = GameResult(winner: .first, decider: .resigned)
            $0.players.first?.wins = 1
        }
    }

    /// It about to be played, the present being zero.
    static func playback(
        game: Int = 0, speed: PlaybackSpeed = .normal
    ) throws -> Playback {
        Playback(
            try recording(), game: game, speed: speed, at: .zero)
    }

    /// A moment of the present.
    static func second(_ second: Double) -> MonotonicInstant {
        MonotonicInstant(.milliseconds(Int(second * 1000)))
    }
}
