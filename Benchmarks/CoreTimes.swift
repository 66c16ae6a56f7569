import SetHost
import SetProtocol

/// How much processor time the parts take of which a host does nothing but many.
enum CoreTimes {
    static let benchmarks = [
        Benchmark(name: "core/sets", summary: "processor time: finding all sets on a board") {
            [sets(on: 12, goal: 0.2), sets(on: 81, goal: 4)]
        },
        Benchmark(name: "core/claim", summary: "processor time: judging a race of two claims") {
            [claim()]
        },
        Benchmark(name: "core/encode", summary: "processor time: encoding a state") {
            [encode()]
        },
        Benchmark(name: "core/decode", summary: "processor time: decoding a claim") {
            [decode()]
        },
    ]

    /// A walk over all triples, as one would write it first.
    private static func naiveSetCount(_ cards: [Card]) -> Int {
        var count = 0
        for first in cards.indices {
            for second in (first + 1)..<cards.count {
                for third in (second + 1)..<cards.count
                where Card.third(completing: cards[first], cards[second]) == cards[third] {
                    count += 1
                }
            }
        }
        return count
    }

    private static func sets(on count: Int, goal: Double) -> Figure {
        let boards = (1...16 as ClosedRange<UInt64>).map {
            Array(SeededGenerator.shuffledDeck(seed: $0).prefix(count))
        }
        let collections = boards.map { CardSet($0) }
        var (turn, referenceTurn) = (0, 0)
        let times = Stopwatch.compare {
            turn = (turn + 1) % collections.count
            keep(collections[turn].setCount)
        } with: {
            referenceTurn = (referenceTurn + 1) % boards.count
            keep(naiveSetCount(boards[referenceTurn]))
        }
        return Figure(
            name: "core/sets/\(count)", value: times.subject, unit: .microseconds,
            reference: .init(name: "core/sets: all triples", value: times.reference),
            goal: .atMost(goal))
    }

    private static func claim() -> Figure {
        let trips = PerSeat<Duration>(first: .milliseconds(2), second: .milliseconds(150))
        var turn = 0
        let times = Stopwatch.compare {
            turn = (turn + 1) % 997
            let judge = ClaimJudge(bound: .milliseconds(150), roundTrips: trips)
            let arrivals = PerSeat(
                first: TableInstant(.microseconds(1_000_000 + turn)),
                second: TableInstant(.microseconds(1_148_000)))
            keep(judge.hold(for: .first))
            keep(judge.race(arrivals) { .first })
        } with: {
            turn = (turn + 1) % 997
            keep(
                MonotonicInstant(.microseconds(1_000_000 + turn))
                    < MonotonicInstant(.microseconds(1_148_000)))
        }
        return Figure(
            name: "core/claim", value: times.subject, unit: .microseconds,
            reference: .init(name: "core/claim: two times compared", value: times.reference),
            goal: .atMost(1))
    }

    private static var state: TableState {
        var state = TableState()
        let deck = SeededGenerator.shuffledDeck(seed: 1)
        (state.revision, state.board) = (Revision(42), BoardNumber(17))
        (state.game, state.phase) = (1, .turn)
        state.cards = deck.prefix(12).map { $0 }
        (state.deck, state.discard, state.lastDiscard) = (66, 3, deck.last)
        state.event = .picked(.first, deck[0])
        state.selection = Selection(seat: .first, cards: [deck[0]], verdict: .undecided)
        state.turn = Turn(
            seat: .first, reason: .claim,
            countdown: Countdown(remaining: .milliseconds(4211), total: .seconds(5)))
        state.players = PerSeat(first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        return state
    }

    private static func encode() -> Figure {
        let message = HostMessage.state(state)
        let coders = FoundationCoders()
        let reference = FoundationState(cards: state.cards.compactMap { $0?.code })
        let times = Stopwatch.compare {
            keep(WireCodec.encode(message))
        } with: {
            keep(coders.encode(reference))
        }
        return Figure(
            name: "core/encode/state", value: times.subject, unit: .microseconds,
            reference: .init(name: "core/encode: Foundation's JSONEncoder", value: times.reference),
            goal: .atMost(times.reference / 10))
    }

    private static func decode() -> Figure {
        let line = WireCodec.encode(.claim(Claim(board: BoardNumber(17))))
        let coders = FoundationCoders()
        let times = Stopwatch.compare {
            keep(try? WireCodec.decodeClientMessage(line))
        } with: {
            keep(coders.decodeClaim(line))
        }
        return Figure(
            name: "core/decode/claim", value: times.subject, unit: .microseconds,
            reference: .init(name: "core/decode: Foundation's JSONDecoder", value: times.reference),
            goal: .atMost(times.reference / 10))
    }
}
