import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Time in line mode") struct LineModeCountdownTests {
    private func outage(_ cause: Outage.Cause = .silent, hasSeat: Bool = true) -> Outage {
        Outage(
            cause, at: .zero, seatKeptUntil: hasSeat ? MonotonicInstant(.seconds(55)) : nil,
            of: .seconds(60))
    }

    @Test("Line mode announces some seconds of a turn or clock, once, and never 0")
    func countdowns() throws {
        try LineModeScenes.expect("countdowns") { scenes in
            for seconds in [60, 10, 5, 1] {
                try scenes.scene("The player's turn of \(seconds) seconds") {
                    $0.give(.first, .answer, seconds: seconds)
                    $0.wait()
                }
            }
            try scenes.scene("A turn after a deal, while the new cards are read") {
                $0.give(.first, .grace, seconds: 15)
                $0.wait()
            }
            for verbosity in [Verbosity.all, .mine] {
                try scenes.scene("The opponent's turn (\(verbosity))", verbosity: verbosity) {
                    $0.give(.second, .answer, seconds: 10)
                    $0.wait()
                }
            }
            try scenes.scene("The host's clock is followed without repeating seconds") {
                $0.give(.first, .answer, seconds: 10)
                $0.wait(until: MonotonicInstant(.milliseconds(5500)))
                $0.publish(.picked(.first, try LineModeDuel.card("A1"))) { state in
                    state.turn?.countdown?.remaining = .seconds(6)
                }
                $0.wait()
            }
            try scenes.scene("Seconds are announced again in the next turn") {
                $0.give(.second, .claim, seconds: 5)
                $0.now = MonotonicInstant(.seconds(5))
                $0.give(.first, .answer, seconds: 10)
                $0.wait()
            }
        }
        var duel = try LineModeDuel()
        duel.give(.first, .answer, seconds: 20)
        #expect(
            duel.client.timePassed(at: MonotonicInstant(.seconds(16))).lines
                == ["Time: 5 seconds left."])
        #expect(duel.client.nextAnnouncement == MonotonicInstant(.seconds(17)))
    }

    @Test("Line mode stops announcing seconds with what they are of, and follows other clocks")
    func clocks() throws {
        try LineModeScenes.expect("clocks") { scenes in
            try scenes.scene("They stop with the turn") {
                $0.give(.first, .claim)
                $0.open(.timedOut(.first, .claim, points: -2))
                $0.wait()
            }
            try scenes.scene("They stop with the connection") {
                $0.give(.first, .claim)
                $0.closeConnection("gone")
                $0.wait()
            }
            try scenes.scene("They stop with the input") {
                $0.give(.first, .claim)
                $0.endInput()
                $0.wait()
            }
            try scenes.scene("They stop with the table") {
                $0.give(.first, .claim)
                $0.receive(.bye(.closing, resume: false))
                $0.wait()
            }
            try scenes.scene("A kept seat's seconds, with its owner") {
                $0.publish(.away(.second)) { state in
                    state.phase = .paused
                    state.players.second?.isPresent = false
                    state.clock = Clock(reason: .away, countdown: .whole(60))
                }
                $0.wait(until: MonotonicInstant(.seconds(40)))
                $0.publish(.asked(.first, .pause)) {
                    $0.clock?.countdown.remaining = .seconds(20)
                }
                $0.wait(until: MonotonicInstant(.seconds(50)))
                $0.publish(.returned(.second)) { state in
                    state.players.second?.isPresent = true
                    state.clock = nil
                }
                $0.wait()
            }
            for reason in [ClockReason.start, .reveal] {
                try scenes.scene("A clock until the \(reason)") {
                    $0.publish(nil) { state in
                        state.phase = reason == .start ? .countdown : .open
                        state.clock = Clock(reason: reason, countdown: .whole(12))
                        if reason == .start { state.cards = [] }
                    }
                    $0.wait()
                }
            }
            try scenes.scene("The last part of a countdown is no number") {
                func clock(_ remaining: Duration) -> Clock {
                    Clock(
                        reason: .start,
                        countdown: Countdown(remaining: remaining, total: .seconds(3)))
                }
                $0.publish(.countdown) { ($0.phase, $0.clock) = (.countdown, clock(.seconds(3))) }
                $0.publish(.countdown) { ($0.clock, $0.cards) = (clock(.zero), []) }
            }
            try scenes.scene("A turn without a time limit") {
                $0.give(.first, .answer, seconds: nil)
                $0.wait()
            }
        }
    }

    @Test("Line mode announces a lost connection once, and sends nothing until it is back")
    func connection() throws {
        try LineModeScenes.expect("connection") { scenes in
            try scenes.scene("The loss, two attempts, and the return") {
                var outage = outage()
                $0.loseConnection(outage)
                (outage.attempt, outage.nextAttempt) = (2, MonotonicInstant(.milliseconds(250)))
                $0.loseConnection(outage)
                (outage.attempt, outage.nextAttempt) = (5, MonotonicInstant(.milliseconds(3900)))
                $0.now = MonotonicInstant(.milliseconds(1900))
                $0.loseConnection(outage)
                $0.welcome(.first)
                $0.publish(.returned(.first))
            }
            try scenes.scene("After a return, the cards are read once, when they lie face up") {
                $0.loseConnection(outage())
                $0.welcome(.first)
                let cards = $0.state.cards
                $0.publish(.returned(.first)) {
                    ($0.phase, $0.cards) = (.paused, cards.map { _ in nil })
                }
                $0.publish(.resumed) { ($0.phase, $0.cards) = (.open, cards) }
            }
            try scenes.scene("The seat's seconds, not a turn's") {
                $0.give(.first, .answer, seconds: 20)
                $0.loseConnection(outage())
                $0.wait()
            }
            try scenes.scene("A watcher has no seat", seat: nil) {
                $0.loseConnection(outage(.restarting, hasSeat: false))
                $0.wait()
            }
            try scenes.scene("Nothing is sent, and what is known is answered") {
                $0.loseConnection(outage())
                $0.type(
                    "claim", "A1 A2 A3", "A1", "deal", "pass", "hint", "ready", "new", "pause",
                    "resume", "resign", "say hello", "set A1 A2 A3", "pick A1", "yes", "score",
                    "marks", "time", "", "quit")
            }
        }
    }
}
