import Foundation
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
        Benchmark(
            name: "core/line",
            summary: "processor time: handling and answering a line, without sockets"
        ) { [TableTimes.figure()] },
    ]

    private static func sets(on count: Int, goal: Double) -> Figure {
        let boards = (1...16 as ClosedRange<UInt64>).map {
            CardSet(SeededGenerator.shuffledDeck(seed: $0).prefix(count))
        }
        var turn = 0
        let time = Stopwatch.compare {
            turn = (turn + 1) % boards.count
            keep(boards[turn].setCount)
        }.subject
        return Figure(name: "core/sets/\(count)", value: time, goal: goal)
    }

    private static func claim() -> Figure {
        let trips = PerSeat<Duration>(first: .milliseconds(2), second: .milliseconds(150))
        var turn = 0
        let time = Stopwatch.compare {
            turn = (turn + 1) % 997
            let judge = ClaimJudge(bound: .milliseconds(150), roundTrips: trips)
            let arrivals = PerSeat(
                first: TableInstant(.microseconds(1_000_000 + turn)),
                second: TableInstant(.microseconds(1_148_000)))
            keep(judge.hold(for: .first))
            keep(judge.race(arrivals) { .first })
        }.subject
        return Figure(name: "core/claim", value: time, goal: 1)
    }

    private static func encode() -> Figure {
        let message = HostMessage.state(.sample)
        let object = try? JSONSerialization.jsonObject(with: Data(WireCodec.encode(message)))
        let times = Stopwatch.compare {
            keep(WireCodec.encode(message))
        } with: {
            keep(try? JSONSerialization.data(withJSONObject: object ?? [:]))
        }
        return Figure(
            name: "core/encode/state", value: times.subject,
            reference: ("JSONSerialization", times.reference),
            goal: times.reference / 100)
    }

    private static func decode() -> Figure {
        let line = WireCodec.encode(.claim(Claim(board: BoardNumber(17))))
        let times = Stopwatch.compare {
            keep(try? WireCodec.decodeClientMessage(line))
        } with: {
            keep(try? JSONSerialization.jsonObject(with: Data(line)))
        }
        return Figure(
            name: "core/decode/claim", value: times.subject,
            reference: ("JSONSerialization", times.reference),
            goal: times.reference / 4)
    }
}

extension TableState {
    /// A state in the middle of a turn.
    fileprivate static var sample: TableState {
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
}

/// How much processor time a table takes for a line, from its bytes to the bytes of what is said to
/// both players: everything of a host but its sockets.
private struct TableTimes {
    private var core: TableCore
    private var now = MonotonicInstant(.seconds(1))
    private var random = SeededGenerator(seed: 1)
    private var step = LoadTable.Step.claim
    /// How many bytes were said to all.
    private(set) var bytesSaid = 0

    /// A table where two play who are never pinged and have time.
    private init() {
        var rules = Rules()
        (rules.claim, rules.answer, rules.countdown) = (.seconds(600), .seconds(600), .zero)
        rules.timeoutPoints = 0
        var limits = WireLimits.standard
        limits.messages = RateLimit.Rate(10_000_000, per: .seconds(1), burst: 10_000_000)
        (limits.pingInterval, limits.silence) = (.seconds(36_000), .seconds(36_000))
        let header = JournalHeader(
            table: TableCode(using: &random), serial: 0, isPrivate: false, opened: WallClock.now,
            rules: rules, seed: ShuffleSeed(number: 1))
        core = TableCore(header, opening: .zero, limits: limits, hostLimits: HostLimits())
        for (number, name) in ["Ann", "Bob"].enumerated() {
            apply(.hello(Hello(name: name), from: ParticipantID(number)))
        }
        for number in 0...1 { say(.ready, from: number) }
        apply(.wokeUp(congested: []))
    }

    private mutating func apply(_ input: TableInput) {
        now = now.advanced(by: .microseconds(50))
        perform(core.apply(input, at: now, using: &random))
    }

    private mutating func perform(_ effects: [TableEffect]) {
        for effect in effects {
            switch effect {
            case .tell(let message, _), .tellAll(let message), .tellSome(let message, _):
                bytesSaid += WireCodec.encode(message).count
            case .read: perform(core.apply(.readingEnded, at: now, using: &random))
            case .append, .syncJournal, .finishJournal, .admit, .turnAway, .finish, .ignore,
                .moved, .report:
                break
            }
        }
    }

    private mutating func say(_ message: ClientMessage, from number: Int) {
        apply(.line(WireCodec.encode(message).dropLast()[...], from: ParticipantID(number)))
    }

    /// Claims and passes endlessly.
    private mutating func sayNext(_ claim: ArraySlice<UInt8>, _ pass: ArraySlice<UInt8>) {
        let isFirst = step != .answerPass
        apply(.line(step == .claim ? claim : pass, from: ParticipantID(isFirst ? 0 : 1)))
        step = step.next
    }

    static func figure() -> Figure {
        var table = TableTimes()
        let claim = WireCodec.encode(.claim(Claim(board: BoardNumber(1)))).dropLast()
        let pass = WireCodec.encode(.pass).dropLast()
        let state = HostMessage.state(table.core.duel.snapshot(at: table.core.tableTime(table.now)))
        let times = Stopwatch.compare {
            table.sayNext(claim, pass)
        } with: {
            keep(try? WireCodec.decodeClientMessage(claim))
            keep(WireCodec.encode(state))
        }
        keep(table.bytesSaid)
        return Figure(
            name: "core/line", value: times.subject,
            reference: ("reading and writing only", times.reference))
    }
}
