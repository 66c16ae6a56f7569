import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Lost connection in line mode")
struct LineModeLineTests {
    private static func outage(_ cause: Outage.Cause = .silent, hasSeat: Bool = true) -> Outage {
        Outage(
            cause, at: .zero, seatKeptUntil: hasSeat ? MonotonicInstant(.seconds(55)) : nil,
            of: .seconds(60))
    }

    @Test("Line mode announces a lost connection once, then its return and the table")
    func told() throws {
        var duel = try LineModeDuel()
        var outage = Self.outage()
        #expect(
            duel.client.connectionLost(outage, at: .zero).lines == [
                "Connection: lost. The host stopped responding. "
                    + "Your seat is kept for 55 seconds.",
                "Connection: reconnecting. Nothing you type is sent. Type quit to leave.",
            ])
        outage.attempt = 2
        outage.nextAttempt = MonotonicInstant(.milliseconds(250))
        #expect(duel.client.connectionLost(outage, at: .zero).lines.isEmpty)
        outage.attempt = 5
        outage.nextAttempt = MonotonicInstant(.milliseconds(3900))
        #expect(
            duel.client.connectionLost(outage, at: MonotonicInstant(.milliseconds(1900))).lines
                == ["Connection: reconnecting in 2 seconds, attempt 5."])
        let table = try #require(TableCode("K7M2QX"))
        let welcome = Welcome(seat: .first, token: nil, table: table, rules: .duel)
        #expect(
            duel.client.receive(.welcome(welcome), at: duel.now).lines
                == ["Connection: reconnected. You are back at the table."])
        let lines = duel.publish(.returned(.first))
        #expect(lines.contains { $0.hasPrefix("Board: ") })
        #expect(lines.contains { $0.hasPrefix("Score: ") })
        #expect(duel.client.model.outage == nil)
    }

    @Test("After a return, line mode reads the cards once, when they lie face up")
    func faceDown() throws {
        var duel = try LineModeDuel()
        _ = duel.client.connectionLost(Self.outage(), at: .zero)
        let table = try #require(TableCode("K7M2QX"))
        let welcome = Welcome(seat: .first, token: nil, table: table, rules: .duel)
        _ = duel.client.receive(.welcome(welcome), at: duel.now)
        let cards = duel.state.cards
        let lines = duel.publish(.returned(.first)) { state in
            state.phase = .paused
            state.cards = cards.map { _ in nil }
        }
        #expect(!lines.contains { $0.hasPrefix("Now: ") || $0.contains("face down") })
        #expect(!lines.contains { $0.hasPrefix("Board: ") || $0.hasPrefix("Row A") })
        let shown = duel.publish(.resumed) { state in
            (state.phase, state.cards) = (.open, cards)
        }
        #expect(shown.count { $0.hasPrefix("Board: ") } == 1)
    }

    @Test("Without a connection, line mode announces the seat's seconds, not a turn's")
    func countdown() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .answer, seconds: 20)
        _ = duel.client.connectionLost(Self.outage(), at: duel.now)
        var told: [String] = []
        while let moment = duel.client.nextAnnouncement {
            told += duel.client.timePassed(at: moment).lines
        }
        #expect(
            told == [
                "Time: your seat is kept for another 30 seconds.",
                "Time: your seat is kept for another 10 seconds.",
            ])
        var watcher = try LineModeDuel(seat: nil)
        #expect(
            watcher.client.connectionLost(Self.outage(.restarting, hasSeat: false), at: .zero)
                .lines[0]
                == "Connection: lost. The host is restarting and will restore this table.")
        #expect(watcher.client.nextAnnouncement == nil)
    }

    @Test(
        "Line mode sends nothing while it reconnects, and says so",
        arguments: [
            "claim", "A1 A2 A3", "A1", "deal", "pass", "hint", "ready", "new", "pause", "resume",
            "resign", "say hello", "set A1 A2 A3", "pick A1", "yes",
        ])
    func refused(_ line: String) throws {
        var duel = try LineModeDuel()
        _ = duel.client.connectionLost(Self.outage(), at: .zero)
        let output = duel.client.read(line, at: .zero)
        #expect(
            output.lines == [
                "Refused: Still reconnecting. Nothing was sent."
            ])
        #expect(output.effects.isEmpty)
    }

    @Test("Line mode answers and quits while it reconnects")
    func local() throws {
        var duel = try LineModeDuel()
        _ = duel.client.connectionLost(Self.outage(), at: .zero)
        for line in ["board", "score", "marks", "history", "help", "rules", "time", "A1?"] {
            #expect(duel.client.read(line, at: .zero).effects.isEmpty)
        }
        #expect(
            duel.client.read("", at: .zero).lines == [
                "Now: reconnecting to the host, attempt 1. Your seat is kept for "
                    + "55 seconds. You can type: board, score, history, quit."
            ])
        #expect(duel.client.read("quit", at: .zero).effects.last == .quit)
    }
}
