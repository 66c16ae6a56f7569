import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Whatever may happen to a duel, in any order and at any time.
private struct WildDuel {
    var generator: SeededGenerator
    var replay: JournalReplay
    var encoder = JournalEncoder()
    var bytes: [UInt8]
    var now = 0
    private var arrivals = PerSeat(both: TableInstant(.microseconds(-JSONLimits.largestInteger)))
    private var measured = PerSeat(both: Duration.zero)
    private let largest = JSONLimits.largestInteger

    init(seed: UInt64, _ rules: Rules) {
        generator = SeededGenerator(seed: seed)
        var header = Simulation.history(seed: 1).header
        header.rules = rules
        header.seed = ShuffleSeed(number: seed)
        replay = JournalReplay(header)
        bytes = encoder.line(for: header)
    }

    private mutating func below(_ bound: Int) -> Int { Int(generator.below(UInt64(bound))) }

    private mutating func write(_ entry: JournalEntry) throws {
        let (time, revision) = (TableInstant(.microseconds(now)), replay.duel.revision)
        let record = JournalRecord(
            number: encoder.number, time: time, revision: revision, entry: entry)
        bytes += encoder.line(for: entry, at: time, revision: revision)
        _ = try replay.apply(record)
    }

    mutating func step() throws {
        let waits = [0, 1, 400, 20_000, 300_000, 2_000_000, 7_000_000, 70_000_000, largest / 4]
        // The longest wait is a rare one.
        now = min(largest, now + waits[below(below(40) == 0 ? waits.count : waits.count - 1)])
        try write(.input(input()))
        for note in replay.unnoted { try write(.note(note)) }
    }

    private mutating func input() -> DuelInput {
        let seat: Seat = below(2) == 0 ? .first : .second
        switch below(24) {
        case 0...1:
            // A host gives nobody a seat that is not free.
            guard replay.duel.freeSeat == seat else { return .deadlinePassed }
            return .joined(seat, name: ["Ann", "Bob", "Ann"][below(3)])
        case 2: return .connectionLost(seat)
        case 3: return .returned(seat)
        case 4: return below(6) == 0 ? .left(seat) : .returned(seat)
        case 5: return below(4) == 0 ? .restarted : .deadlinePassed
        case 6...9: return .deadlinePassed
        case 10:
            for seat in Seat.allCases { measure(seat) }
            return .measured(measured)
        case _:
            let lateness = [0, 500, 30_000, 250_000][below(4)]
            let arrival = max(
                arrivals[seat], TableInstant(.microseconds(max(-largest, now - lateness))))
            arrivals[seat] = arrival
            return .received(
                message(), from: seat, arrival: arrival, isContested: below(5) == 0)
        }
    }

    /// Measures a line, which no host finds much slower from one moment to the next.
    private mutating func measure(_ seat: Seat) {
        let time = Duration.microseconds([0, 2000, 40_000, 150_000, 5_000_000][below(5)])
        let isPossible = measured[seat] == .zero || time <= measured[seat] + .milliseconds(50)
        measured[seat] = isPossible ? time : .zero
    }

    private mutating func message() -> ClientMessage {
        let game = replay.duel.game
        let board = below(8) == 0 ? BoardNumber(below(9)) : game.boardNumber
        switch below(16) {
        case 0...3: return .claim(Claim(board: board))
        case 4...8:
            let cards = game.board.cards
            let sets = CardSet(cards).sets
            if !sets.isEmpty, below(2) == 0 { return .pick(sets[0].cards[below(3)]) }
            return .pick(cards.isEmpty ? Card.all[0] : cards[below(cards.count)])
        case 9: return .deal(board)
        case 10: return .pass
        case 11...13: return .ready
        case 14: return [.pause, .hint, .new][below(3)]
        case _: return below(10) == 0 ? .resign : .say("hm")
        }
    }
}

@Suite("Journals of random input")
struct JournalWildnessTests {
    @Test(
        "A journal of random input, honestly noted, passes its audit and can be replayed",
        arguments: 0..<30)
    func holds(seed: Int) async throws {
        var rules = seed % 6 == 5 ? Rules.solo : .duel
        if seed % 3 == 1 { (rules.countdown, rules.reveal) = (.zero, .zero) }
        var wild = WildDuel(seed: UInt64(seed), rules)
        var steps = 0
        // Nothing happens at a table that is closed.
        while steps < 200, !wild.replay.isClosed {
            try wild.step()
            steps += 1
        }
        let journal = try JournalReader.read(wild.bytes)
        let audit = try JournalAudit(journal)
        #expect(audit.inputs == steps && steps > 2)
        let recording = try Recording(journal)
        #expect(recording.games.count == max(1, audit.games.count))
    }
}
