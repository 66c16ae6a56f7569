import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct LineModeCountdowns {
    private static func time(_ seconds: Double) -> MonotonicInstant {
        MonotonicInstant(.seconds(seconds))
    }

    /// What is announced about a turn, and when, if the client is asked at the announced times.
    private func told(_ seat: Seat, seconds: Int, in duel: inout LineModeDuel) -> [String] {
        _ = duel.give(seat, .answer, seconds: seconds)
        var told: [String] = []
        while let moment = duel.client.nextAnnouncement {
            let early = MonotonicInstant(moment.sinceZero - .milliseconds(1))
            #expect(duel.client.timePassed(at: early) == LineModeClient.Output())
            for line in duel.client.timePassed(at: moment).lines {
                told.append("\(moment.sinceZero.wholeMilliseconds / 1000) \(line)")
            }
        }
        return told
    }

    @Test(
        "Line mode announces a turn's 10, 5, and 3 seconds, but not in the first second, and never 0",
        arguments: [
            (
                60,
                [
                    "50 Time: 10 seconds left.", "55 Time: 5 seconds left.",
                    "57 Time: 3 seconds left.",
                ]
            ),
            (10, ["5 Time: 5 seconds left.", "7 Time: 3 seconds left."]),
            (5, ["2 Time: 3 seconds left."]), (1, []),
        ])
    func own(seconds: Int, lines: [String]) throws {
        var duel = try LineModeDuel()
        #expect(told(.first, seconds: seconds, in: &duel) == lines)
    }

    @Test("Line mode announces the opponent's seconds by name, only at full verbosity")
    func other() throws {
        var duel = try LineModeDuel()
        #expect(
            told(.second, seconds: 10, in: &duel) == [
                "5 Time: Bob has 5 seconds left.", "7 Time: Bob has 3 seconds left.",
            ])
        duel = try LineModeDuel(verbosity: .mine)
        #expect(told(.second, seconds: 10, in: &duel).isEmpty)
    }

    @Test("Line mode announces late seconds once, and only the newest")
    func late() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .answer, seconds: 20)
        #expect(duel.client.nextAnnouncement == Self.time(10))
        #expect(duel.client.timePassed(at: Self.time(16)).lines == ["Time: 5 seconds left."])
        #expect(duel.client.nextAnnouncement == Self.time(17))
    }

    @Test("Line mode follows the host's clock without announcing seconds twice")
    func adjusted() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .answer, seconds: 10)
        #expect(duel.client.timePassed(at: Self.time(5)).lines.count == 1)
        duel.now = Self.time(5.5)
        let card = try LineModeDuel.card("A1")
        _ = duel.publish(.picked(.first, card)) { state in
            state.turn?.countdown?.remaining = .seconds(6)
        }
        #expect(duel.client.nextAnnouncement == Self.time(8.5))
    }

    @Test("Line mode announces seconds again in the next turn")
    func handedOver() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.second, .claim, seconds: 5)
        duel.now = Self.time(5)
        _ = duel.give(.first, .answer, seconds: 10)
        #expect(duel.client.nextAnnouncement == Self.time(10))
    }

    @Test("Line mode stops announcing seconds with the turn, connection, or input")
    func ended() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .claim)
        let before = duel
        _ = duel.publish(.timedOut(.first, .claim, points: -2)) { state in
            state.phase = .open
            state.turn = nil
        }
        #expect(duel.client.nextAnnouncement == nil)
        duel = before
        _ = duel.client.connectionClosed("gone")
        #expect(duel.client.nextAnnouncement == nil)
        duel = before
        _ = duel.client.inputEnded()
        #expect(duel.client.nextAnnouncement == nil)
        duel = before
        _ = duel.client.receive(.bye(.closing, resume: false), at: .zero)
        #expect(duel.client.nextAnnouncement == nil)
    }

    @Test("Line mode announces a kept seat's 30 and 10 seconds with its owner")
    func keptSeat() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(.away(.second)) { state in
            state.phase = .paused
            state.players.second?.isPresent = false
            state.clock = Clock(
                reason: .away, countdown: Countdown(remaining: .seconds(60), total: .seconds(60)))
        }
        #expect(duel.client.nextAnnouncement == Self.time(30))
        #expect(
            duel.client.timePassed(at: Self.time(30)).lines == [
                "Time: Bob's seat is kept for another 30 seconds."
            ])
        duel.now = Self.time(40)
        _ = duel.publish(.asked(.first, .pause)) { $0.clock?.countdown.remaining = .seconds(20) }
        #expect(duel.client.nextAnnouncement == Self.time(50))
        _ = duel.publish(.returned(.second)) { state in
            state.players.second?.isPresent = true
            state.clock = nil
        }
        #expect(duel.client.nextAnnouncement == nil)
    }

    @Test("Line mode announces a long start countdown, but not a shown set's time")
    func otherClocks() throws {
        for (reason, moments) in [
            (
                ClockReason.start,
                [
                    "2 Time: 10 seconds until the cards are dealt.",
                    "7 Time: 5 seconds until the cards are dealt.",
                ]
            ),
            (.reveal, []),
        ] {
            var duel = try LineModeDuel()
            _ = duel.publish(nil) { state in
                state.phase = reason == .start ? .countdown : .open
                state.clock = Clock(
                    reason: reason,
                    countdown: Countdown(remaining: .seconds(12), total: .seconds(12)))
                if reason == .start { state.cards = [] }
            }
            var told: [String] = []
            while let moment = duel.client.nextAnnouncement {
                told += duel.client.timePassed(at: moment).lines.map {
                    "\(moment.sinceZero.wholeMilliseconds / 1000) \($0)"
                }
            }
            #expect(told == moments)
        }
    }

    @Test("Line mode announces no seconds without a time limit")
    func unlimited() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .answer, seconds: nil)
        #expect(duel.client.nextAnnouncement == nil)
    }
}
