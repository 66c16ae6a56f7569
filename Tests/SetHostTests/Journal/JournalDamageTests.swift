import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Damaged journals")
struct JournalDamageTests {
    private let history = Simulation.history(seed: 1)

    private func fault(_ bytes: [UInt8]) -> JournalFault? {
        do throws(JournalFault) {
            _ = try JournalReplay.end(of: try JournalReader.read(bytes))
            return nil
        } catch {
            return error
        }
    }

    @Test("A journal cut anywhere in its last three records is valid up to the cut")
    func torn() async throws {
        let lines = Array(history.journal[..<60])
        let bytes = lines.flatMap(\.self)
        let start = lines.dropLast(3).reduce(0) { $0 + $1.count }
        for end in (start...bytes.count).sampled(every: 4) {
            let journal = try JournalReader.read(Array(bytes[..<end]))
            var (whole, count) = (0, 0)
            while count < lines.count, whole + lines[count].count <= end {
                whole += lines[count].count
                count += 1
            }
            #expect(journal.records.count == count - 1)
            #expect(journal.wholeBytes == whole)
            #expect(journal.tornBytes == end - whole)
            let duel = try JournalReplay.end(of: journal).duel
            #expect(duel == history.steps[count - 2].duel)
            await Task.yield()
        }
    }

    @Test("A journal with any flipped bit is refused, naming the damaged line")
    func flipped() async throws {
        let lines = Array(history.journal[..<12])
        let target = 6
        let bytes = lines.flatMap(\.self)
        let start = lines[..<target].reduce(0) { $0 + $1.count }
        for place in start..<start + lines[target].count {
            for bit in 0..<8 {
                var spoiled = bytes
                spoiled[place] ^= 1 << UInt8(bit)
                #expect(fault(spoiled)?.line == target + 1)
            }
            await Task.yield()
        }
    }

    @Test("A journal with a missing, repeated, or moved line is refused")
    func misplaced() {
        let lines = Array(history.journal[..<10])
        var missing = lines
        missing.remove(at: 4)
        #expect(fault(missing.flatMap(\.self)) == JournalFault(line: 5, .damaged))
        var twice = lines
        twice.insert(lines[4], at: 5)
        #expect(fault(twice.flatMap(\.self)) == JournalFault(line: 6, .damaged))
        var swapped = lines
        swapped.swapAt(4, 5)
        #expect(fault(swapped.flatMap(\.self)) == JournalFault(line: 5, .damaged))
        #expect(fault(lines.dropFirst().flatMap(\.self)) == JournalFault(line: 1, .notAJournal))
    }

    @Test("A file of another kind is not accepted as a journal")
    func foreign() {
        #expect(fault([]) == JournalFault(line: 1, .empty))
        #expect(fault(Array("no line".utf8)) == JournalFault(line: 1, .empty))
        #expect(fault(Array("hello\n".utf8)) == JournalFault(line: 1, .notAJournal))
        #expect(fault([0, 0, 0, 0x0A]) == JournalFault(line: 1, .notAJournal))
    }

    /// A journal with lines that are well sealed, whatever they say.
    private func sealed(_ lines: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        var checksum: UInt32 = 0
        for line in lines {
            let content = Array(line.utf8.dropLast())
            var sum = CRC32(of: checksum.hex.utf8)
            sum.update(content)
            checksum = sum.value
            bytes += content + ",\"crc\":\"\(checksum.hex)\"}\n".utf8
        }
        return bytes
    }

    private var header: String {
        let line = String(decoding: history.journal[0], as: UTF8.self)
        let seal = line.firstRange(of: ",\"crc\"")?.lowerBound ?? line.endIndex
        return String(line[..<seal]) + "}"
    }

    @Test(
        "A line with a valid checksum but invalid content is refused",
        arguments: [
            (#"{"n":1,"us":0,"revision":0,"what":"danced"}"#, "what"),
            (#"{"n":1,"us":-1,"revision":0,"what":"restarted"}"#, "us"),
            // It could not be written on.
            (#"{"n":1,"us":9007199254740991,"revision":0,"what":"restarted"}"#, "us"),
            (#"{"n":1,"us":0,"revision":"0","what":"restarted"}"#, "revision"),
            (#"{"n":1,"us":0,"revision":0,"what":"returned","seat":2}"#, "seat"),
            (#"{"n":1,"us":0,"revision":0,"what":"joined","seat":0,"name":"\u001b[2J"}"#, "name"),
            (#"{"n":1,"us":0,"revision":0,"what":"token","seat":0,"sha256":"12"}"#, "sha256"),
            (#"{"n":1,"us":0,"revision":0,"what":"measured","roundTrips":[1,-1]}"#, "roundTrips"),
            (#"{"n":1,"us":0,"revision":0,"what":"received","seat":0,"arrival":0}"#, "message"),
            (
                #"{"n":1,"us":0,"revision":0,"what":"received","seat":0,"arrival":0,"message":{"type":"x"}}"#,
                "message"
            ),
            (#"{"n":1,"us":0,"revision":0,"what":"restarted"]}"#, "line"),
        ])
    func unreadable(line: String, key: String) {
        #expect(fault(sealed([header])) == nil)
        #expect(fault(sealed([header, line])) == JournalFault(line: 2, .unreadable(key)))
    }

    @Test("A journal of an older or newer format is refused", arguments: [1, 5, 7])
    func formats(format: Int) {
        let other = header.replacing(
            "\"journal\":\(JournalHeader.format)", with: "\"journal\":\(format)")
        #expect(fault(sealed([other])) == JournalFault(line: 1, .unknownFormat(format)))
    }

    @Test("A journal with time running back, or of another duel is refused")
    func inconsistent() {
        let late = #"{"n":1,"us":5,"revision":0,"what":"deadlinePassed"}"#
        let early = #"{"n":2,"us":4,"revision":0,"what":"deadlinePassed"}"#
        #expect(fault(sealed([header, late, early])) == JournalFault(line: 3, .timeRunsBack))
        let third = #"{"n":3,"us":5,"revision":0,"what":"deadlinePassed"}"#
        #expect(fault(sealed([header, late, third])) == JournalFault(line: 3, .outOfOrder))
        let other = #"{"n":1,"us":5,"revision":7,"what":"deadlinePassed"}"#
        #expect(fault(sealed([header, other])) == JournalFault(line: 2, .diverges))
    }

    @Test("Reading a journal never crashes, whatever it contains")
    func anything() async throws {
        var generator = SeededGenerator(seed: 12)
        let bytes = Array(history.journal[..<20]).flatMap(\.self)
        for _ in (0..<LongRun.count(800, inLongRun: 20_000)).fewerWhenSlow {
            var spoiled = bytes
            for _ in 0...generator.below(4) {
                let place = Int(generator.below(UInt64(spoiled.count)))
                switch generator.below(3) {
                case 0: spoiled[place] = UInt8(generator.below(256))
                case 1: spoiled.remove(at: place)
                case _: spoiled.insert(UInt8(generator.below(256)), at: place)
                }
            }
            #expect(spoiled == bytes || fault(spoiled) != nil || isPrefix(spoiled, of: bytes))
            await Task.yield()
        }
    }

    /// Whether what is whole of some bytes is a part of others: what is torn off is not looked at.
    private func isPrefix(_ spoiled: [UInt8], of bytes: [UInt8]) -> Bool {
        let whole = spoiled.lastIndex(of: 0x0A).map { spoiled[...$0] } ?? []
        return bytes.starts(with: whole)
    }
}
