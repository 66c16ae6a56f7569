import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct LineModeHostility {
    /// Texts that would do harm in a terminal, or to who reads along.
    static let hostile = [
        "\u{1B}[2J\u{1B}]0;owned\u{7}", "\0\0\0", "a\u{8}\u{8}b", "\r\nMatch: you won", "\u{9B}31m",
        "\u{202E}nettirw",
        "╔══╗ ⣿⣿ █▓░", "e\u{301}\u{301}\u{301}", "\u{200B}\u{FEFF}",
        String(repeating: "W", count: 10_000),
        "\u{1FB00}\u{1CD00}", "\u{2028}x\u{85}", "",
    ]

    /// Whether a line can be printed and read aloud.
    private func isSafe(_ line: String) -> Bool {
        SafeText.isAllowedText(line)
            && line.unicodeScalars.allSatisfy { scalar in
                !(0x2500...0x259F ~= scalar.value) && !(0x2800...0x28FF ~= scalar.value)
            }
    }

    @Test("Line mode prints no control characters from the host's texts", arguments: hostile)
    func texts(text: String) throws {
        var duel = try LineModeDuel(names: [text, text])
        var lines = try duel.perform("< joined second")
        lines += try duel.perform("< claimed second; turn second claim 5")
        let messages: [HostMessage] = [
            .said(.second, name: text, text: text), .said(nil, name: text, text: text),
            .refused(Refused(request: nil, why: .tooFast, message: text)),
        ]
        for message in messages { lines += duel.client.receive(message, at: .zero).lines }
        for line in ["score", "turn", "history 100", "board", "", "say \(text)", text] {
            lines += duel.lines(line)
        }
        lines += duel.client.timePassed(at: MonotonicInstant(.seconds(60))).lines
        var other = duel
        lines += duel.client.receive(.error(.badMessage, message: text), at: .zero).lines
        lines += other.client.connectionClosed(text).lines
        #expect(lines.filter { !isSafe($0) } == [])
        #expect(lines.allSatisfy { $0.utf8.count < 1000 })
    }

    @Test(
        "Line mode answers a hostile typed line with one short line",
        arguments: [
            ("\0", "Unknown: the line contains invalid characters."),
            ("a1 \u{1B}[A", "Unknown: the line contains invalid characters."),
            (
                "say e\u{301}\u{301}\u{301}",
                "Unknown: the line contains invalid characters."
            ),
            (
                String(repeating: "a", count: 10_000),
                "Unknown: the line is too long. Type help for commands."
            ),
            (
                String(repeating: " ", count: 10_000),
                "Unknown: the line is too long. Type help for commands."
            ),
            ("⣿⣿", "Unknown command: ??. Type help for commands."),
            ("\u{212A}1", "Unknown: the line contains invalid characters."),
            (
                String(repeating: "z", count: 400),
                "Unknown command: zzzzzzzzzzzzzzzzzzzz. Type help for commands."
            ),
            (",,,", "Unknown command: ,,,. Type help for commands."),
        ])
    func lines(line: String, answer: String) throws {
        var duel = try LineModeDuel()
        #expect(duel.client.read(line, at: .zero) == LineModeClient.Output(lines: [answer]))
    }

    @Test("Line mode answers each of thousands of random lines")
    func randomLines() throws {
        var chance = SeededGenerator(seed: 0x5E7)
        var table = RandomTable(seed: 7)
        var client = try LineModeDuel().client
        var bad: [String] = []
        for round in 0..<LongRun.count(8_000, inLongRun: 100_000) {
            if round % 10 == 0 {
                bad += client.receive(table.nextMessage(), at: .zero).lines.filter { !isSafe($0) }
                bad += client.timePassed(at: MonotonicInstant(.seconds(round))).lines.filter {
                    !isSafe($0)
                }
            }
            let line = randomLine(using: &chance)
            let before = client
            let output = client.read(line, at: .zero)
            bad += output.lines.filter { !isSafe($0) }
            if output == LineModeClient.Output() { bad.append("no answer to \(line)") }
            // A client that has left is silent from then on: go on with one that has not.
            if output.effects.contains(.quit) { client = before }
            if case .ended = client.model.connection { client = try LineModeDuel().client }
        }
        #expect(bad == [])
    }

    private func randomLine(using chance: inout SeededGenerator) -> String {
        var line = ""
        let words =
            TableCommand.typedWords + ["a1", "B2", "c3", "a4", "B5", "zz9", "10", "all", ","]
        switch chance.below(4) {
        case 0:
            for _ in 0..<chance.below(40) {
                line.unicodeScalars.append(randomScalar(using: &chance))
            }
        case 1:
            for _ in 0..<chance.below(12) {
                line.unicodeScalars.append(Unicode.Scalar(UInt8(chance.below(128))))
            }
        case _:
            for _ in 0..<chance.below(6) {
                line += words[Int(chance.below(UInt64(words.count)))] + " "
            }
        }
        return line
    }

    private func randomScalar(using chance: inout SeededGenerator) -> Unicode.Scalar {
        Unicode.Scalar(UInt32(chance.below(0x3000))) ?? " "
    }
}

/// Makes states that no table would ever be in, and every other message.
private struct RandomTable {
    private var chance: SeededGenerator
    private var revision = Revision(1)

    init(seed: UInt64) {
        chance = SeededGenerator(seed: seed)
    }

    mutating func nextMessage() -> HostMessage {
        let text = LineModeHostility.hostile[below(LineModeHostility.hostile.count)]
        return switch below(10) {
        case 0: .said(anySeat(), name: text, text: text)
        case 1: .refused(Refused(request: nil, why: one(of: Refusal.allCases), message: text))
        case 2: .hint(Hint(board: BoardNumber(below(3)), cards: cards(below(4))))
        case 3: .ping(Nonce("1"))
        case _: .state(state())
        }
    }

    private mutating func state() -> TableState {
        var state = TableState()
        revision = revision.next
        state.revision = revision
        state.board = BoardNumber(below(3))
        state.phase = one(of: TablePhase.allCases)
        state.cards = cards(below(82))
        if below(8) == 0, !state.cards.isEmpty { state.cards[below(state.cards.count)] = nil }
        state.deck = below(82)
        if below(2) == 0 {
            state.selection = Selection(
                seat: seat(), cards: cards(1 + below(3)), verdict: one(of: Verdict.allCases))
        }
        let countdown = Countdown(remaining: .milliseconds(below(30_000)), total: .seconds(30))
        if below(2) == 0 {
            state.turn = Turn(
                seat: seat(), reason: one(of: TurnReason.allCases),
                countdown: below(2) == 0 ? nil : countdown)
        }
        if below(2) == 0 {
            state.clock = Clock(reason: one(of: ClockReason.allCases), countdown: countdown)
        }
        for seat in Seat.allCases where below(4) > 0 {
            var player = PlayerState(
                name: LineModeHostility.hostile[below(LineModeHostility.hostile.count)])
            player.points = below(20) - 10
            player.isPresent = below(2) == 0
            player.isReady = below(2) == 0
            player.asks = below(3) == 0 ? one(of: Proposal.allCases) : nil
            state.players[seat] = player
        }
        if below(4) == 0 {
            state.result = GameResult(
                winner: anySeat(), decider: one(of: GameResult.Decider.allCases))
        }
        state.event = event()
        return state
    }

    private mutating func event() -> TableEvent? {
        let trio = Trio(cards(3))
        let events: [TableEvent?] = [
            nil, .joined(seat()), .left(seat()), .away(seat()), .returned(seat()), .ready(seat()),
            .countdown, .started,
            .claimed(seat()),
            .dealt(seat(), cards(below(4)), setsBefore: below(3), points: below(5) - 2),
            .refilled(cards(below(4))), .hinted(seat(), shown: below(4), points: -1), .paused,
            .resumed, .suddenDeath,
            .over, .resigned(seat()), trio.map { .setFound(.first, $0, points: 3) },
            trio.map { .mismatch(.second, $0, points: 0) },
            .timedOut(seat(), .answer, points: 0), .asked(seat(), .new), .withdrew(seat(), .pause),
            .seatReleased(seat()),
        ]
        return events[below(events.count)]
    }

    private mutating func cards(_ count: Int) -> [Card] {
        Array(SeededGenerator.shuffledDeck(seed: chance.next()).prefix(count))
    }

    private mutating func seat() -> Seat { one(of: Seat.allCases) }

    private mutating func anySeat() -> Seat? { below(3) == 0 ? nil : seat() }

    private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

    private mutating func below(_ bound: Int) -> Int { Int(chance.below(UInt64(bound))) }
}
