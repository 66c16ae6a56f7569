import Foundation
import SetProtocol
import SetTestSupport
import Testing

@Suite struct JSONReading {
    @Test("The JSON reader builds the tree of a text")
    func tree() throws {
        let text =
            #" {"a" : [1, -2, 0.5, 1e2, true, false, null, "x\n\u00e9\ud83d\ude42"], "b":{}} "#
        #expect(
            try JSONValue(parsing: bytes(text))
                == .object([
                    .init(
                        "a",
                        .array([
                            .integer(1), .integer(-2), .number(0.5), .number(100), .flag(true),
                            .flag(false), .null, .string("x\né🙂"),
                        ])), .init("b", .object([])),
                ]))
    }

    @Test("The JSON reader keeps the order of the members and finds them by their bytes")
    func members() throws {
        let text = "{\"b\":1,\"e\u{301}\":2,\"\u{E9}\":3,\"a\":4}"
        let value = try JSONValue(parsing: bytes(text))
        #expect(value["e\u{301}"] == .integer(2))
        #expect(value["\u{E9}"] == .integer(3))
        #expect(value["c"] == nil)
        #expect(JSONValue.null["a"] == nil)
        #expect(value.bytes == bytes(text))
    }

    @Test(
        "The JSON reader tells whole numbers from others",
        arguments: [
            ("0", JSONValue.integer(0)), ("-0", .number(-0.0)), ("-1", .integer(-1)),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("-9223372036854775807", .integer(-.max)),
            ("1.0", .number(1)), ("1E+2", .number(100)),
            ("5e-324", .number(.leastNonzeroMagnitude)),
            ("1e-400", .number(0)), ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
        ])
    func numbers(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: bytes(text)) == value)
    }

    @Test("The JSON reader accepts exactly the valid texts of one and two bytes")
    func shortest() {
        func isTaken(_ bytes: [UInt8]) -> Bool { (try? JSONValue(parsing: bytes)) != nil }
        let all = UInt8.min...UInt8.max
        #expect(all.count { isTaken([$0]) } == 10, "the digits")
        let pairs = all.reduce(0) { count, first in
            count + all.count { isTaken([first, $0]) }
        }
        // Numbers from 10 to 99 and from -0 to -9, digits with a space on either side, "", [] and {}.
        #expect(pairs == 90 + 10 + 2 * 4 * 10 + 3)
    }

    @Test("The JSON reader recognizes byte order marks, whole ones only")
    func byteOrderMark() {
        func fault(_ bytes: [UInt8]) -> JSONError.Kind? {
            do throws(JSONError) {
                _ = try JSONValue(parsing: bytes)
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(fault([0xEF, 0xBB, 0xBF, 0x31]) == .byteOrderMark)
        #expect(fault([0xEF, 0xBB, 0xBF]) == .byteOrderMark)
        #expect(fault([0xEF, 0xBB]) != .byteOrderMark)
        #expect(fault([0xFE, 0xFF]) == .utf16)
    }

    @Test(
        "The JSON reader says what is wrong, and where",
        arguments: [
            ("", JSONError(.unexpectedEnd, at: 0)), ("  ", .init(.unexpectedEnd, at: 2)),
            ("[1,2", .init(.unexpectedEnd, at: 4)), ("[1,]", .init(.trailingComma, at: 2)),
            ("{\"a\":1,}", .init(.trailingComma, at: 6)), ("[1 2]", .init(.unexpectedByte, at: 3)),
            ("[,1]", .init(.unexpectedByte, at: 1)), ("{,}", .init(.unexpectedByte, at: 1)),
            ("{\"a\" 1}", .init(.unexpectedByte, at: 5)), ("{a:1}", .init(.unexpectedByte, at: 1)),
            ("1 2", .init(.trailingData, at: 2)), ("{}}", .init(.trailingData, at: 2)),
            ("[}", .init(.unexpectedByte, at: 1)), ("tru", .init(.unexpectedEnd, at: 3)),
            ("trve", .init(.unexpectedByte, at: 2)), ("nul1", .init(.unexpectedByte, at: 3)),
            ("01", .init(.invalidNumber, at: 0)), ("-", .init(.unexpectedEnd, at: 1)),
            ("-a", .init(.invalidNumber, at: 0)), ("1.", .init(.unexpectedEnd, at: 2)),
            ("1.e1", .init(.invalidNumber, at: 0)), ("1e+ ", .init(.invalidNumber, at: 0)),
            ("+1", .init(.unexpectedByte, at: 0)), (".5", .init(.unexpectedByte, at: 0)),
            ("1e400", .init(.numberTooLarge, at: 0)), ("[-1e400]", .init(.numberTooLarge, at: 1)),
            ("NaN", .init(.unexpectedByte, at: 0)), ("\"\\x\"", .init(.invalidEscape, at: 1)),
            ("\"\\u12g4\"", .init(.invalidEscape, at: 5)), ("\"\\", .init(.unexpectedEnd, at: 2)),
            ("\"\\u00", .init(.unexpectedEnd, at: 5)), ("\"\\u0000\"", .init(.nulCharacter, at: 1)),
            ("\"\\ud800\"", .init(.loneSurrogate, at: 1)),
            ("\"\\udc00\"", .init(.loneSurrogate, at: 1)),
            ("\"\\ud800\\n\"", .init(.loneSurrogate, at: 1)),
            ("\"\\ud800\\ud800\"", .init(.loneSurrogate, at: 1)),
            ("\"a\tb\"", .init(.controlCharacter, at: 2)),
            ("\"\u{7F}\"\u{1}", .init(.trailingData, at: 3)),
            ("\u{FEFF}{}", .init(.byteOrderMark, at: 0)),
            ("{\"a\":1,\"\\u0061\":2}", .init(.duplicateKey, at: 7)),
            ("/**/1", .init(.unexpectedByte, at: 0)), ("'a'", .init(.unexpectedByte, at: 0)),
        ])
    func errors(text: String, error: JSONError) {
        #expect(throws: error) { try JSONValue(parsing: bytes(text)) }
        #expect(error.sentence.hasSuffix("."))
    }

    @Test(
        "The JSON reader refuses every byte sequence in a string that is not UTF-8",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x22], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x99],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
            [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xE2, 0x82, 0x41],
        ] as [[UInt8]])
    func invalidUTF8(sequence: [UInt8]) {
        #expect(throws: JSONError(.invalidUTF8, at: 1)) {
            try JSONValue(parsing: [0x22] + sequence + [0x22])
        }
    }

    @Test("The JSON reader takes every scalar, raw and escaped")
    func everyScalar() throws {
        for block in stride(from: UInt32(0x80), to: 0x110000, by: 0x400) {
            let scalars = (block..<min(block + 0x400, 0x110000)).compactMap(Unicode.Scalar.init)
            let text = String(String.UnicodeScalarView(scalars))
            #expect(try JSONValue(parsing: bytes("\"\(text)\"")) == .string(text))
        }
        for unit in (0x20..<0xD800 as Range<UInt16>).filter({ $0 % 97 == 0 }) {
            let escape = "\"\\u" + String(format: "%04x", Int(unit)) + "\""
            let scalar = try #require(Unicode.Scalar(unit))
            #expect(try JSONValue(parsing: bytes(escape)) == .string(String(scalar)))
        }
    }

    @Test("The JSON reader holds every limit exactly")
    func limits() throws {
        var limits = JSONLimits.document
        (limits.depth, limits.members, limits.keyBytes) = (3, 2, 2)
        (limits.stringBytes, limits.totalBytes) = (4, 30)
        let cases: [(String, JSONError.Kind?)] = [
            ("[[[]]]", nil), ("[[[[]]]]", .tooDeep), ("{\"a\":[{}]}", nil),
            ("{\"a\":[{\"b\":[]}]}", .tooDeep), ("[[],[[]],[[]]]", nil),
            ("{\"a\":1,\"b\":2}", nil), ("{\"a\":1,\"b\":2,\"c\":3}", .tooManyMembers),
            ("[{\"a\":1},{\"b\":2},{\"a\":3}]", nil), ("{\"ab\":1}", nil),
            ("{\"abc\":1}", .keyTooLong), ("{\"\\u0061\\u0062\":1}", nil),
            ("{\"aé\":1}", .keyTooLong), ("\"abcd\"", nil), ("\"abcde\"", .stringTooLong),
            ("\"\\ud83d\\ude42\"", nil), ("\"🙂x\"", .stringTooLong),
            ("[1,2,3,4,5,6,7,8,9,10,11,1212]", nil),
            ("[1,2,3,4,5,6,7,8,9,10,11,12123]", .textTooLong),
        ]
        for (text, expected) in cases {
            var kind: JSONError.Kind?
            do { _ = try JSONValue(parsing: bytes(text), limits: limits) } catch {
                kind = error.kind
            }
            #expect(kind == expected, "\(text)")
        }
    }

    @Test("The JSON reader allows everything the standard does where conformance is asked for")
    func conformance() throws {
        #expect(
            try JSONValue(parsing: bytes("{\"a\":1,\"a\":2}"), limits: .conformance)["a"]
                == .integer(2))
        #expect(try JSONValue(parsing: bytes("\"\\u0000\""), limits: .conformance) == .string("\0"))
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(throws: Never.self) { try JSONValue(parsing: bytes(deep), limits: .conformance) }
        #expect(throws: JSONError(.tooDeep, at: 512)) {
            try JSONValue(parsing: bytes("[\(deep)]"), limits: .conformance)
        }
    }

    @Test(
        "The JSON reader agrees with Foundation on random trees",
        arguments: 0..<300 as Range<UInt64>)
    func foundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let value = JSONValue.array([randomValue(depth: 4, using: &generator)])
        let data = Data(value.bytes)
        #expect(try JSONValue(parsing: Array(data)) == value)
        let theirs = try JSONSerialization.jsonObject(with: data)
        let rewritten = try JSONSerialization.data(withJSONObject: theirs, options: [.sortedKeys])
        #expect(
            try JSONSerialization.jsonObject(
                with: Data(JSONValue(parsing: Array(rewritten)).bytes)) as? NSArray
                == theirs as? NSArray)
    }

    private func randomValue(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        switch generator.below(depth > 0 ? 7 : 5) {
        case 0: return .null
        case 1: return .flag(generator.below(2) == 0)
        case 2: return .integer(Int(truncatingIfNeeded: generator.next()) >> 12)
        case 3: return .number(Double(generator.below(1_000_000)) / 1024 + 0.0001)
        case 4: return .string(randomText(using: &generator))
        case 5:
            return .array(
                (0..<generator.below(5)).map { _ in
                    randomValue(depth: depth - 1, using: &generator)
                })
        case _:
            return .object(
                (0..<generator.below(5)).map { position in
                    .init(
                        "\(position)" + randomText(using: &generator),
                        randomValue(depth: depth - 1, using: &generator))
                })
        }
    }

    private func randomText(using generator: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "/", "\n", "\r", "\t", "\u{1}", "\u{1F}", "\u{7F}", "\u{80}", "é",
            "\u{2028}", "\u{FFFD}", "🙂", "\u{10FFFD}",
        ]
        var text = ""
        for _ in 0..<generator.below(8) {
            text.unicodeScalars.append(scalars[Int(generator.below(UInt64(scalars.count)))])
        }
        return text
    }
}

@Suite struct JSONWriting {
    @Test("The JSON writer follows the standard for commas, escapes and numbers")
    func everything() {
        var text = bytes("> ")
        JSONWriter.append(to: &text) { writer in
            writer.beginArray()
            writer.beginObject()
            writer.key("a\"b")
            writer.string("\u{0}\u{8}\u{1F}\"\\/\u{7F}é\u{2028}🙂")
            writer.key("n")
            writer.beginArray()
            writer.endArray()
            writer.endObject()
            for number in [0, -1, 10, 1_234_567_890, .max, .min] { writer.integer(number) }
            writer.number(0.1)
            writer.number(-1e300)
            writer.number(.infinity)
            writer.flag(true)
            writer.flag(false)
            writer.null()
            writer.card(Card(.one, .two, .three, .one))
            writer.endArray()
        }
        #expect(
            String(decoding: text, as: UTF8.self)
                == #"> [{"a\"b":"\u0000\u0008\u001f\"\\/\u007fé"# + "\u{2028}"
                + #"🙂","n":[]},0,-1,10,1234567890,9223372036854775807,-9223372036854775808,"#
                + #"0.1,-1e+300,null,true,false,null,"1231"]"#)
    }

    @Test("The JSON writer escapes every control character reversibly")
    func controls() throws {
        for code in UInt8.min..<0x80 {
            let text = String(Unicode.Scalar(code))
            var written: [UInt8] = []
            JSONWriter.append(to: &written) { $0.string(text) }
            #expect(written.allSatisfy { 0x20..<0x7F ~= $0 }, "\(code)")
            let read = try JSONValue(parsing: written, limits: .conformance)
            #expect(read == .string(text), "\(code)")
        }
    }

    /// Bytes are gathered a kilobyte at a time; a piece may end before, on or after that, or be longer.
    @Test("The JSON writer loses and repeats nothing, however long the pieces are")
    func pieces() {
        for count in [0, 1, 1018, 1019, 1020, 1021, 1022, 1023, 1024, 1025, 2047, 2048, 5000] {
            let text = String(repeating: "x", count: count)
            var line = bytes("before ")
            JSONWriter.append(to: &line) { writer in
                writer.beginArray()
                writer.string(text)
                writer.card(Card(.one, .two, .three, .one))
                writer.string(text + "\n" + text)
                writer.flag(true)
                writer.endArray()
            }
            let expected = #"before ["\#(text)","1231","\#(text)\n\#(text)",true]"#
            #expect(String(decoding: line, as: UTF8.self) == expected, "\(count)")
        }
    }
}
