import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Journals")
struct JournalTests {
    private static let seeds = (1...12).map { UInt64($0) }.fewerWhenSlow

    @Test("Replaying a journal gives the same states and the same effects", arguments: seeds)
    func replay(seed: UInt64) async throws {
        let history = Simulation.history(seed: seed)
        let journal = try JournalReader.read(history.journal.flatMap(\.self))
        var replay = JournalReplay(journal.header)
        for (record, step) in zip(journal.records, history.steps) {
            let effects = try replay.apply(record)
            if effects != step.effects || replay.duel != step.duel || replay.time != step.time {
                Issue.record("line \(record.number + 1): \(record.entry)")
            }
            await Task.yield()
        }
        #expect(replay.isClosed == history.steps.last?.effects.contains(.close))
    }

    /// At a thousand places in a long run.
    @Test("A journal cut after any record recovers the duel as it was at that point")
    func everyCut() async throws {
        var generator = SeededGenerator(seed: 2026)
        for seed in Self.seeds {
            let history = Simulation.history(seed: seed)
            let lines = history.journal
            // What comes late in a long duel is no other than what comes before.
            let most = UInt64(min(history.steps.count, 120))
            for _ in 0..<(LongRun.isOn ? 84 : 14) {
                let count = 1 + Int(generator.below(most))
                let journal = try JournalReader.read(lines[...count].flatMap(\.self))
                let end = try JournalReplay.end(of: journal)
                let isSame = end.duel == history.steps[count - 1].duel
                #expect(isSame, "seed \(seed) cut after \(count) records")
                await Task.yield()
            }
        }
    }

    @Test("A journal continued after a restart equals one written without a break")
    func goesOn() throws {
        let history = Simulation.history(seed: 2)
        let lines = history.journal
        let half = lines.count / 2
        var encoder = try JournalReader.read(lines[..<half].flatMap(\.self)).encoder
        let rest = history.steps[(half - 1)...].map {
            encoder.line(for: .input($0.input), at: $0.time, revision: $0.revision)
        }
        #expect(Array(lines[..<half]) + rest == lines)
    }

    @Test("A journal contains digests of tokens, never a token")
    func secrets() throws {
        var generator = SeededGenerator(seed: 4)
        let token = SeatToken(using: &generator)
        let history = Simulation.history(seed: 4)
        var encoder = JournalEncoder()
        let hello = ClientMessage.hello(Hello(name: "Ann", token: token))
        let lines = [
            encoder.line(for: history.header),
            encoder.line(for: .token(.second, token.digest), at: .zero, revision: Revision(0)),
            encoder.line(
                for: .input(.received(hello, from: .first, arrival: .zero)), at: .zero,
                revision: Revision(0)),
        ]
        for line in lines {
            #expect(!String(decoding: line, as: UTF8.self).contains(token.hex))
        }
        let journal = try JournalReader.read(lines.flatMap(\.self))
        #expect(journal.records.first?.entry == .token(.second, token.digest))
    }

    @Test("A journal keeps whole microseconds, also for times before the table opened")
    func times() throws {
        let early = DuelInput.received(
            .ready, from: .first, arrival: TableInstant(.nanoseconds(-1500)), isContested: true)
        var encoder = JournalEncoder()
        let bytes =
            encoder.line(for: Simulation.history(seed: 5).header)
            + encoder.line(
                for: .input(early), at: TableInstant(.nanoseconds(2999)), revision: Revision(0))
        let record = try #require(try JournalReader.read(bytes).records.first)
        #expect(record.time == TableInstant(.microseconds(2)))
        #expect(
            record.entry
                == .input(
                    .received(
                        .ready, from: .first, arrival: TableInstant(.microseconds(-2)),
                        isContested: true)))
    }

    @Test("A replay knows the valid tokens: the last confirmed one and the newer ones")
    func tokens() throws {
        var generator = SeededGenerator(seed: 6)
        let tokens = (0..<3).map { _ in SeatToken(using: &generator).digest }
        var header = Simulation.history(seed: 6).header
        header.rules = .duel
        var replay = JournalReplay(header)
        var number = 0
        func take(_ entry: JournalEntry) throws {
            number += 1
            let record = JournalRecord(
                number: number, time: .zero, revision: replay.duel.revision, entry: entry)
            _ = try replay.apply(record)
        }
        try take(.token(.first, tokens[0]))
        try take(.input(.joined(.first, name: "Ann")))
        #expect(replay.tokens.digests.first == [tokens[0]])
        try take(.token(.first, tokens[1]))
        try take(.input(.connectionLost(.first)))
        try take(.token(.first, tokens[2]))
        #expect(replay.tokens.digests.first == tokens)
        try take(.input(.received(.say("hm"), from: .first, arrival: .zero)))
        #expect(replay.tokens.digests.first == [tokens[2]])
        try take(.input(.left(.first)))
        #expect(replay.tokens.digests.first.isEmpty)
    }
}
