import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Fair claims")
struct ClaimJudgeTests {
    /// One race: round trips and arrivals of both seats in milliseconds, and the result.
    struct Row: Sendable, CustomTestStringConvertible {
        var roundTrips: (Int, Int)
        var arrivals: (Int, Int)
        var winner: Seat
        var margin: Int
        var adjustment: Int
        /// How long each seat's claim is held when it is the first to arrive.
        var holds: (Int, Int)
        var bound = 150

        var testDescription: String { "\(roundTrips) at \(arrivals), bound \(bound)" }
    }

    static let rows: [Row] = [
        // Equal lines: arrival decides, and nothing is held.
        Row((0, 0), (100, 101), .first, 1, 0, (0, 0)),
        Row((0, 0), (101, 100), .second, 1, 0, (0, 0)),
        Row((40, 40), (100, 130), .first, 30, 0, (0, 0)),
        Row((400, 400), (530, 500), .second, 30, 0, (0, 0)),
        // A slow second line: its claim counts as earlier by what it is slower.
        Row((2, 100), (100, 190), .second, 8, 98, (98, 0)),
        Row((2, 100), (100, 199), .first, 1, 98, (98, 0)),
        Row((2, 100), (100, 168), .second, 30, 98, (98, 0)),
        Row((2, 100), (100, 90), .second, 108, 98, (98, 0)),
        Row((2, 40), (100, 128), .second, 10, 38, (38, 0)),
        Row((2, 40), (100, 148), .first, 10, 38, (38, 0)),
        Row((2, 150), (100, 218), .second, 30, 148, (148, 0)),
        Row((2, 150), (100, 278), .first, 30, 148, (148, 0)),
        Row((2, 150), (100, 188), .second, 60, 148, (148, 0)),
        Row((2, 150), (100, 308), .first, 60, 148, (148, 0)),
        // The same with the seats changed.
        Row((100, 2), (190, 100), .first, 8, 98, (0, 98)),
        Row((100, 2), (199, 100), .second, 1, 98, (0, 98)),
        Row((40, 2), (128, 100), .first, 10, 38, (0, 38)),
        Row((40, 2), (148, 100), .second, 10, 38, (0, 38)),
        Row((150, 2), (188, 100), .first, 60, 148, (0, 148)),
        Row((150, 2), (308, 100), .second, 60, 148, (0, 148)),
        // Both slow: only the difference counts.
        Row((100, 150), (100, 140), .second, 10, 50, (50, 0)),
        Row((100, 150), (100, 160), .first, 10, 50, (50, 0)),
        Row((300, 350), (100, 140), .second, 10, 50, (50, 0)),
        Row((350, 300), (140, 100), .first, 10, 50, (0, 50)),
        // Over the bound: no more than the bound is made up for.
        Row((2, 250), (100, 240), .second, 10, 150, (150, 0)),
        Row((2, 250), (100, 260), .first, 10, 150, (150, 0)),
        Row((2, 250), (100, 290), .first, 40, 150, (150, 0)),
        Row((2, 2000), (100, 251), .first, 1, 150, (150, 0)),
        Row((2000, 2), (249, 100), .first, 1, 150, (0, 150)),
        // Other bounds.
        Row((2, 250), (100, 340), .second, 8, 248, (248, 0), bound: 400),
        Row((2, 500), (100, 490), .second, 10, 400, (400, 0), bound: 400),
        Row((2, 500), (100, 510), .first, 10, 400, (400, 0), bound: 400),
        Row((2, 100), (100, 140), .second, 10, 50, (50, 0), bound: 50),
        Row((2, 100), (100, 160), .first, 10, 50, (50, 0), bound: 50),
        // No fairness: by arrival.
        Row((2, 100), (100, 101), .first, 1, 0, (0, 0), bound: 0),
        Row((100, 2), (101, 100), .second, 1, 0, (0, 0), bound: 0),
        Row((100, 2), (100, 140), .first, 40, 0, (0, 0), bound: 0),
        // Of an unknown line nothing is made up for.
        Row((0, 100), (100, 190), .second, 10, 100, (100, 0)),
        Row((100, 0), (190, 100), .first, 10, 100, (0, 100)),
        Row((0, 0), (100, 190), .first, 90, 0, (0, 0)),
    ]

    @Test("A race goes to the player with the shorter reaction time", arguments: rows)
    func race(_ row: Row) {
        let judge = row.judge
        let race = judge.race(row.arrivalTimes) {
            Issue.record("no dead heat")
            return row.winner.opponent
        }
        #expect(race.winner == row.winner)
        #expect(race.margin == .milliseconds(row.margin))
        #expect(race.adjustment == .milliseconds(row.adjustment))
        #expect(!race.isDeadHeat)
        #expect(judge.hold(for: .first) == .milliseconds(row.holds.0))
        #expect(judge.hold(for: .second) == .milliseconds(row.holds.1))
    }

    @Test("A race is a dead heat below one millisecond, and only then")
    func deadHeat() {
        let judge = ClaimJudge(bound: .milliseconds(150), roundTrips: PerSeat(both: .zero))
        for seat in Seat.allCases {
            var asked = 0
            let race = judge.race(times(100_000, 100_999)) {
                asked += 1
                return seat
            }
            #expect(race.isDeadHeat && race.winner == seat && asked == 1)
            #expect(!judge.race(times(100_000, 101_000)) { seat }.isDeadHeat)
        }
    }

    @Test("Deadlines are extended by the round trip, and by no more than the bound")
    func allowance() {
        let judge = Row((2, 250), (0, 0), .first, 0, 0, (0, 0)).judge
        #expect(judge.allowance(for: .first) == .milliseconds(2))
        #expect(judge.allowance(for: .second) == .milliseconds(150))
        let unfair = Row((2, 250), (0, 0), .first, 0, 0, (0, 0), bound: 0).judge
        for seat in Seat.allCases { #expect(unfair.allowance(for: seat) == .zero) }
    }

    @Test("Races are fair for 100,000 pairs of latencies and reaction times")
    func properties() async {
        var random = SeededGenerator(seed: 20_26)
        for round in 0..<100_000 {
            if round % 4096 == 0 { await Task.yield() }
            let bound = Int(random.below(401))
            let trips = (Int(random.below(600)), Int(random.below(600)))
            // What each player needed, in microseconds; an arrival is that and the round trip.
            let reactions = (Int(random.below(2_000_000)), Int(random.below(2_000_000)))
            let arrivals = (reactions.0 + trips.0 * 1000, reactions.1 + trips.1 * 1000)
            let judge = ClaimJudge(
                bound: .milliseconds(bound),
                roundTrips: PerSeat(first: .milliseconds(trips.0), second: .milliseconds(trips.1)))
            let race = judge.race(times(arrivals.0, arrivals.1)) { .first }

            let swapped = ClaimJudge(
                bound: judge.bound,
                roundTrips: PerSeat(
                    first: judge.roundTrips.second, second: judge.roundTrips.first))
            let mirror = swapped.race(times(arrivals.1, arrivals.0)) { .second }
            #expect(mirror.winner == race.winner.opponent, "seats are treated alike")

            let slower: Seat = trips.0 > trips.1 ? .first : .second
            #expect(judge.hold(for: slower) == .zero, "the slower line never waits")
            #expect(judge.hold(for: slower.opponent) <= judge.bound, "no hold beyond the bound")
            if abs(trips.0 - trips.1) <= bound, !race.isDeadHeat {
                let quicker: Seat = reactions.0 < reactions.1 ? .first : .second
                #expect(race.winner == quicker, "the quicker player wins")
            }
            // A player who delays the answers to pings gains no more than the delay, and no more
            // than the limit plus the compensation of the other player.
            let delay = Duration.milliseconds(Int(random.below(900)))
            let liar = ClaimJudge(
                bound: judge.bound,
                roundTrips: PerSeat(
                    first: judge.roundTrips.first + delay, second: judge.roundTrips.second))
            let gain = lead(of: liar, arrivals) - lead(of: judge, arrivals)
            #expect(gain <= min(delay, judge.bound + judge.credit(.second)) + .milliseconds(1))
            let gainOverArrival = lead(of: liar, arrivals) - .microseconds(arrivals.1 - arrivals.0)
            #expect(gainOverArrival <= judge.bound, "no more than the bound over going by arrival")
        }
    }

    /// By how much the first seat is ahead.
    private func lead(of judge: ClaimJudge, _ arrivals: (Int, Int)) -> Duration {
        let arrivals = times(arrivals.0, arrivals.1)
        return arrivals.first.advanced(by: .zero - judge.credit(.first))
            .duration(to: arrivals.second.advanced(by: .zero - judge.credit(.second)))
    }
}

extension ClaimJudgeTests.Row {
    init(
        _ roundTrips: (Int, Int), _ arrivals: (Int, Int), _ winner: Seat, _ margin: Int,
        _ adjustment: Int, _ holds: (Int, Int), bound: Int = 150
    ) {
        (self.roundTrips, self.arrivals, self.winner) = (roundTrips, arrivals, winner)
        (self.margin, self.adjustment, self.holds) = (margin, adjustment, holds)
        self.bound = bound
    }

    var judge: ClaimJudge {
        ClaimJudge(
            bound: .milliseconds(bound),
            roundTrips: PerSeat(
                first: .milliseconds(roundTrips.0), second: .milliseconds(roundTrips.1)))
    }

    var arrivalTimes: PerSeat<TableInstant> { times(arrivals.0 * 1000, arrivals.1 * 1000) }
}

/// Arrivals, given in microseconds.
private func times(_ first: Int, _ second: Int) -> PerSeat<TableInstant> {
    PerSeat(first: TableInstant(.microseconds(first)), second: TableInstant(.microseconds(second)))
}
