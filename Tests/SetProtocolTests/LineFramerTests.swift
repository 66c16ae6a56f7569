import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("The line framer")
struct LineFramerTests {
    /// What became of a stream: its lines, then whether it broke.
    struct Outcome: Equatable, CustomStringConvertible {
        var lines: [[UInt8]] = []
        var isBroken = false

        var description: String {
            "\(lines.map { String(decoding: $0, as: UTF8.self) })\(isBroken ? " broken" : "")"
        }
    }

    /// The plain reading of the rules, for a whole stream at once.
    static func oracle(_ bytes: [UInt8], limit: Int) -> Outcome {
        let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let whole = parts.prefix { $0.count <= limit }
        return Outcome(
            lines: whole.prefix(parts.count - 1).map {
                Array($0.last == 0x0D ? $0.dropLast() : $0)
            },
            isBroken: whole.count < parts.count)
    }

    /// Feeds a framer piece by piece and takes every line that is there after each piece.
    static func frame(_ pieces: some Sequence<ArraySlice<UInt8>>, limit: Int) -> Outcome {
        var framer = LineFramer(limit: limit)
        var outcome = Outcome()
        for piece in pieces {
            piece.withUnsafeBytes { framer.append($0) }
            do {
                while let line = try framer.nextLine() { outcome.lines.append(Array(line)) }
            } catch {
                outcome.isBroken = true
            }
        }
        return outcome
    }

    static func pieces(of bytes: [UInt8], size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: bytes.count, by: size).map {
            bytes[$0..<min($0 + size, bytes.count)]
        }
    }

    @Test(
        "The line framer cuts at each LF and drops one CR before it",
        arguments: [
            ("", []), ("\n", [""]), ("one\n", ["one"]), ("one\ntwo\n", ["one", "two"]),
            ("one\r\ntwo\r\n", ["one", "two"]), ("\r\n\n\r\n", ["", "", ""]),
            ("one\r\r\n", ["one\r"]), ("o\rne\n", ["o\rne"]), ("ä\u{1F0A1}\n", ["ä\u{1F0A1}"]),
            ("one\ntw", ["one"]), ("one\n\r", ["one"]),
        ] as [(String, [String])])
    func table(stream: String, lines: [String]) {
        let bytes = Array(stream.utf8)
        let expected = Outcome(lines: lines.map { Array($0.utf8) })
        #expect(Self.frame([bytes[...]], limit: 64) == expected)
        #expect(Self.frame(Self.pieces(of: bytes, size: 1), limit: 64) == expected)
    }

    @Test(
        "The line framer gives the same lines in whatever pieces the bytes come",
        arguments: 0..<300 as Range<UInt64>)
    func slicing(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let words: [String] = [
            "a", "bc", "ü", "€", "\u{1F427}", "\r", "\n", "\n", "\r\n", "0123456789",
        ]
        let count = Int(generator.below(400))
        let bytes = (0..<count).flatMap { _ in
            Array(words[Int(generator.below(UInt64(words.count)))].utf8)
        }
        let limit = [12, 24, 48, 512][Int(generator.below(4))]
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = Int(generator.below(generator.below(2) == 0 ? 4 : 200))
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        let expected = Self.oracle(bytes, limit: limit)
        #expect(Self.frame(pieces, limit: limit) == expected)
        #expect(Self.frame([bytes[...]], limit: limit) == expected)
        #expect(Self.frame(Self.pieces(of: bytes, size: 1), limit: limit) == expected)
    }

    @Test("The line framer counts every byte before the LF, the CR included")
    func limit() throws {
        var framer = LineFramer(limit: 4)
        framer.append(Array("abcd\nabc\r\n".utf8))
        #expect(try framer.nextLine().map(Array.init) == Array("abcd".utf8))
        #expect(try framer.nextLine().map(Array.init) == Array("abc".utf8))
        framer.append(Array("abcd\r\n".utf8))
        #expect(throws: LineFramingError.tooLong) { try framer.nextLine() }
    }

    @Test("The line framer does not wait for the LF of a line that is too long, and stays broken")
    func tooLong() throws {
        var framer = LineFramer(limit: 4)
        framer.append(Array("ok\nabcd".utf8))
        #expect(try framer.nextLine().map(Array.init) == Array("ok".utf8))
        #expect(try framer.nextLine() == nil)
        framer.append([UInt8(ascii: "e")])
        #expect(throws: LineFramingError.tooLong) { try framer.nextLine() }
        framer.append(Array("\nok\n".utf8))
        #expect(throws: LineFramingError.tooLong) { try framer.nextLine() }
        #expect(framer.capacity == 0)
    }

    @Test("The line framer holds every line not yet taken to a new limit")
    func newLimit() throws {
        var framer = LineFramer(limit: 5)
        framer.append(Array("hello\na longer line\n".utf8))
        #expect(try framer.nextLine().map(Array.init) == Array("hello".utf8))
        framer.limit = 32
        #expect(try framer.nextLine().map(Array.init) == Array("a longer line".utf8))
    }

    @Test("The line framer holds little more memory than one append and one line")
    func memory() throws {
        var framer = LineFramer(limit: 4096)
        let piece = Array(repeating: Array("0123456789abcde\n".utf8), count: 64).flatMap { $0 }
        for start in 0..<2000 {
            framer.append(piece.dropFirst(start % 16))
            while try framer.nextLine() != nil {}
        }
        #expect(framer.capacity <= 4 * (piece.count + 16))
    }

    @Test("The line framer lends lines that stay as they were when more comes")
    func lent() throws {
        var framer = LineFramer(limit: 16)
        framer.append(Array("first\n".utf8))
        let line = try framer.nextLine()
        framer.append(Array("other\n".utf8))
        #expect(line.map(Array.init) == Array("first".utf8))
        #expect(try framer.nextLine().map(Array.init) == Array("other".utf8))
    }
}
