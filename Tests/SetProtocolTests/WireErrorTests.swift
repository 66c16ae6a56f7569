import SetTestSupport
import Testing

@testable import SetProtocol

/// A line that is not a message, and the one thing that is wrong with it.
struct BadLine: CustomTestStringConvertible {
    let line: [UInt8]
    let error: WireError

    init(_ line: String, _ error: WireError) {
        self.line = Array(line.utf8)
        self.error = error
    }

    init(_ line: String, _ kind: JSONError.Kind, at offset: Int) {
        self.init(line, .malformed(JSONError(kind, at: offset)))
    }

    init(_ before: String, raw: [UInt8], _ after: String, _ kind: JSONError.Kind, at offset: Int) {
        line = Array(before.utf8) + raw + Array(after.utf8)
        error = .malformed(JSONError(kind, at: offset))
    }

    var testDescription: String { String(decoding: line.prefix(60), as: UTF8.self) }
}

@Suite struct WireErrors {
    @Test(
        "Wire errors distinguish kinds of malformed JSON",
        arguments: [
            BadLine("", .unexpectedEnd, at: 0),
            BadLine(" \r", .unexpectedEnd, at: 2),
            BadLine("[]", .notAnObject, at: 0),
            BadLine("\"type\"", .notAnObject, at: 0),
            BadLine("null", .notAnObject, at: 0),
            BadLine("GET / HTTP/1.1", .notAnObject, at: 0),
            BadLine("{\"type\":\"ready\"} x", .trailingData, at: 17),
            BadLine("{\"type\":\"ready\"}{}", .trailingData, at: 16),
            BadLine("{\"type\":\"ready\",}", .trailingComma, at: 15),
            BadLine("{\"type\":\"ready\",\"a\":[1,]}", .trailingComma, at: 22),
            BadLine("{\"type\" \"ready\"}", .unexpectedByte, at: 8),
            BadLine("{'type':'ready'}", .unexpectedByte, at: 1),
            BadLine("{type:\"ready\"}", .unexpectedByte, at: 1),
            BadLine("{\"type\":ready}", .unexpectedByte, at: 8),
            BadLine("{\"type\":\"ready\"/**/}", .unexpectedByte, at: 15),
            BadLine("{\"type\":\"ready\",\"type\":\"pass\"}", .duplicateKey, at: 16),
            BadLine("{\"type\":\"ready\",\"typ\\u0065\":1}", .duplicateKey, at: 16),
            BadLine("{\"type\":\"ready\",\"a\":{\"b\":1,\"b\":1}}", .duplicateKey, at: 27),
            BadLine("{\"type\":\"ready\",\"a\":{\"b\":{\"c\":{\"d\":{}}}}}", .tooDeep, at: 35),
            BadLine("{\"type\":\"ready\",\"a\":[[[[]]]]}", .tooDeep, at: 23),
            BadLine("{\"type\":\"ready\",\"n\":-0}", .notAnInteger, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":1.0}", .notAnInteger, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":1e2}", .notAnInteger, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":1E400}", .notAnInteger, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":9007199254740992}", .numberTooLarge, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":-9007199254740992}", .numberTooLarge, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":99999999999999999999}", .numberTooLarge, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":007}", .invalidNumber, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":+1}", .unexpectedByte, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":NaN}", .unexpectedByte, at: 20),
            BadLine("{\"type\":\"ready\",\"n\":\"\\u0000\"}", .nulCharacter, at: 21),
            BadLine("{\"type\":\"ready\",\"n\":\"\u{0}\"}", .controlCharacter, at: 21),
            BadLine("{\"type\":\"ready\",\"n\":\"\u{1B}[2J\"}", .controlCharacter, at: 21),
            BadLine("{\"type\":\"ready\",\"n\":\"\\ud800\"}", .loneSurrogate, at: 21),
            BadLine("{\"type\":\"ready\",\"n\":\"\\e\"}", .invalidEscape, at: 21),
            BadLine(
                "{\"type\":\"ready\",\"n\":\"", raw: [0xC0, 0xAF], "\"}", .invalidUTF8, at: 21),
            BadLine("{\"type\":\"ready\",\"n\":\"", raw: [0xFF], "\"}", .invalidUTF8, at: 21),
            BadLine(
                "{\"type\":\"ready\",\"n\":\"", raw: [0xED, 0xA0, 0x80], "\"}", .invalidUTF8, at: 21
            ),
            BadLine("{\"type\":\"ready\",\"n\":\"", raw: [0xE2, 0x82], "", .invalidUTF8, at: 21),
            BadLine("{\"type\":\"ready\"", raw: [0xC2, 0xA0], "}", .unexpectedByte, at: 15),
            BadLine("\u{FEFF}{\"type\":\"ready\"}", .byteOrderMark, at: 0),
            BadLine("{\u{0}\"\u{0}t\u{0}", .utf16, at: 0),
            BadLine("", raw: [0xFF, 0xFE, 0x7B, 0x00], "", .utf16, at: 0),
            BadLine(
                "{\"type\":\"ready\",\"\(String(repeating: "k", count: 33))\":1}", .keyTooLong,
                at: 17),
            BadLine(
                "{\"type\":\"ready\",\"n\":\"\(String(repeating: "s", count: 257))\"}",
                .stringTooLong, at: 21),
            BadLine(
                "{\"type\":\"ready\"\(String(repeating: " ", count: 4081))}", .textTooLong, at: 4096
            ),
            BadLine(
                "{\"type\":\"ready\"\((0..<64).map { ",\"\($0)\":0" }.joined())}", .tooManyMembers,
                at: 447),
        ])
    func malformed(bad: BadLine) {
        #expect(throws: bad.error) { try WireCodec.decodeClientMessage(bad.line) }
        #expect(throws: bad.error) { try WireCodec.decodeHostMessage(bad.line) }
        #expect(bad.error.sentence.hasSuffix("."))
    }

    @Test(
        "Wire errors distinguish faults of client messages",
        arguments: [
            BadLine("{}", .missing("type")),
            BadLine("{\"type\":7}", .invalid("type")),
            BadLine("{\"type\":null}", .invalid("type")),
            BadLine("{\"type\":\"\"}", .unknownType),
            BadLine("{\"type\":\"Ready\"}", .unknownType),
            BadLine("{\"type\":\"welcome\"}", .unknownType),
            BadLine("{\"TYPE\":\"ready\"}", .missing("type")),
            BadLine("{\"type\":\"hello\",\"name\":\"Ann\"}", .missing("protocol")),
            BadLine(
                "{\"type\":\"hello\",\"protocol\":\"1\",\"name\":\"Ann\"}", .invalid("protocol")),
            BadLine("{\"type\":\"hello\",\"protocol\":1}", .missing("name")),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":7}", .invalid("name")),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\"\"}", .badName),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\" Ann\"}", .badName),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\"\\u001b[2J\"}", .badName),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\"\u{202E}nnA\"}", .badName),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\"e\u{301}\"}", .badName),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\"12345678901234567\"}", .badName),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\"x (watching)\"}", .badName),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\"█████\"}", .badName),
            BadLine("{\"type\":\"hello\",\"protocol\":1,\"name\":\"\u{FDFD}\"}", .badName),
            BadLine(
                "{\"type\":\"hello\",\"protocol\":1,\"name\":\"A\",\"role\":\"judge\"}",
                .invalid("role")),
            BadLine(
                "{\"type\":\"hello\",\"protocol\":1,\"name\":\"A\",\"table\":\"K7\"}",
                .invalid("table")),
            BadLine(
                "{\"type\":\"hello\",\"protocol\":1,\"name\":\"A\",\"token\":\"00\"}",
                .invalid("token")),
            BadLine(
                "{\"type\":\"hello\",\"protocol\":1,\"name\":\"A\",\"role\":\"watch\",\"token\":\"00\"}",
                .invalid("token")),
            BadLine("{\"type\":\"claim\"}", .missing("board")),
            BadLine("{\"type\":\"claim\",\"board\":null}", .invalid("board")),
            BadLine("{\"type\":\"claim\",\"board\":-1}", .invalid("board")),
            BadLine("{\"type\":\"claim\",\"board\":\"17\"}", .invalid("board")),
            BadLine("{\"type\":\"claim\",\"board\":1,\"cards\":[]}", .invalid("cards")),
            BadLine("{\"type\":\"claim\",\"board\":1,\"cards\":\"1111\"}", .invalid("cards")),
            BadLine(
                "{\"type\":\"claim\",\"board\":1,\"cards\":[\"1111\",\"2222\"]}", .invalid("cards")),
            BadLine(
                "{\"type\":\"claim\",\"board\":1,\"cards\":[\"1111\",\"2222\",null]}",
                .invalid("cards")),
            BadLine(
                "{\"type\":\"claim\",\"board\":1,\"cards\":[\"1111\",\"2222\",\"3333\",\"1112\"]}",
                .invalid("cards")),
            BadLine("{\"type\":\"pick\"}", .missing("card")),
            BadLine("{\"type\":\"pick\",\"card\":1111}", .invalid("card")),
            BadLine("{\"type\":\"pick\",\"card\":\"1114\"}", .invalid("card")),
            BadLine("{\"type\":\"pick\",\"card\":\"11111\"}", .invalid("card")),
            BadLine("{\"type\":\"deal\"}", .missing("board")),
            BadLine("{\"type\":\"say\"}", .missing("text")),
            BadLine("{\"type\":\"say\",\"text\":\"\"}", .badText),
            BadLine("{\"type\":\"say\",\"text\":\"a\\nb\"}", .badText),
            BadLine("{\"type\":\"say\",\"text\":\"\\u009b2J\"}", .badText),
            BadLine(
                "{\"type\":\"say\",\"text\":\"\(String(repeating: "x", count: 201))\"}", .badText),
            BadLine("{\"type\":\"pong\"}", .missing("nonce")),
            BadLine("{\"type\":\"pong\",\"nonce\":\"\"}", .invalid("nonce")),
            BadLine("{\"type\":\"pong\",\"nonce\":\"a b\"}", .invalid("nonce")),
            BadLine(
                "{\"type\":\"pong\",\"nonce\":\"\(String(repeating: "n", count: 33))\"}",
                .invalid("nonce")),
        ])
    func client(bad: BadLine) {
        #expect(throws: bad.error) { try WireCodec.decodeClientMessage(bad.line) }
    }

    @Test(
        "Wire errors name the key for every change that spoils a state",
        arguments: [
            ("\"revision\":42", "\"revision\":-1", WireError.invalid("revision")),
            ("\"board\":17,", "", .missing("board")),
            ("\"phase\":\"turn\"", "\"phase\":null", .invalid("phase")),
            ("\"kind\":\"claimed\"", "\"kind\":true", .invalid("event.kind")),
            ("\"kind\":\"claimed\"", "\"kind\":\"picked\"", .missing("event.card")),
            ("\"kind\":\"claimed\",\"seat\":0", "\"kind\":\"left\"", .missing("event.seat")),
            (
                "\"kind\":\"claimed\",\"seat\":0", "\"kind\":\"left\",\"seat\":2",
                .invalid("event.seat")
            ),
            (
                "{\"kind\":\"claimed\",",
                "{\"kind\":\"setFound\",\"points\":1,\"cards\":[\"1111\",\"1111\",\"1111\"],",
                .invalid("event.cards")
            ),
            ("{\"kind\":\"claimed\",\"seat\":0}", "7", .invalid("event")),
            ("null,\"1212\"]", "0]", .invalid("cards")),
            ("\"deck\":66", "\"deck\":82", .invalid("deck")),
            ("\"discard\":3", "\"discard\":true", .invalid("discard")),
            ("\"lastDiscard\":\"1111\"", "\"lastDiscard\":\"111\"", .invalid("lastDiscard")),
            ("\"verdict\":\"undecided\"", "\"verdict\":null", .invalid("selection.verdict")),
            ("\"cards\":[\"2131\",\"1111\"]", "\"cards\":[]", .invalid("selection.cards")),
            ("\"why\":\"claim\"", "\"why\":7", .invalid("turn.why")),
            ("\"ms\":4211", "\"ms\":-1", .invalid("turn.ms")),
            (",\"of\":5000", "", .missing("turn.of")),
            ("\"ms\":59999", "\"ms\":null", .invalid("clock.ms")),
            ("\"of\":60000", "\"of\":86400001", .invalid("clock.of")),
            ("\"name\":\"Ann\",", "", .missing("players.name")),
            ("\"present\":true", "\"present\":1", .invalid("players.present")),
            ("\"asks\":\"pause\"", "\"asks\":[]", .invalid("players.asks")),
            ("\"players\":[", "\"players\":[null,", .invalid("players")),
            ("\"suddenDeath\":true", "\"suddenDeath\":\"yes\"", .invalid("suddenDeath")),
            ("\"winner\":1", "\"winner\":2", .invalid("result.winner")),
            ("\"by\":\"suddenDeath\"", "\"by\":{}", .invalid("result.by")),
        ])
    func state(part: String, spoilt: String, error: WireError) throws {
        let line = String(
            decoding: WireCodec.encode(.state(WireSamples.fullState)), as: UTF8.self)
        let bad = line.replacing(part, with: spoilt, maxReplacements: 1)
        try #require(bad != line)
        #expect(throws: error) { try WireCodec.decodeHostMessage(bytes(bad)) }
    }

    @Test(
        "Wire errors distinguish faults of other host messages",
        arguments: [
            BadLine("{\"type\":\"ready\"}", .unknownType),
            BadLine("{\"type\":\"refused\",\"message\":\"\"}", .missing("why")),
            BadLine(
                "{\"type\":\"refused\",\"request\":7,\"why\":\"tooFast\",\"message\":\"\"}",
                .invalid("request")),
            BadLine("{\"type\":\"bye\",\"why\":\"left\"}", .missing("resume")),
            BadLine("{\"type\":\"error\",\"why\":null,\"message\":\"\"}", .invalid("why")),
            BadLine(
                "{\"type\":\"hint\",\"board\":1,\"cards\":[\"1111\",\"1112\",\"1113\",\"1121\"]}",
                .invalid("cards")),
            BadLine(
                "{\"type\":\"welcome\",\"protocol\":1,\"table\":\"K7M2QX\"}", .missing("rules")),
            BadLine(
                "{\"type\":\"welcome\",\"protocol\":1,\"table\":\"K7M2QX\",\"rules\":[]}",
                .invalid("rules")),
            BadLine(
                "{\"type\":\"welcome\",\"protocol\":1,\"table\":\"K7M2QX\",\"rules\":{\"claim\":-1}}",
                .invalid("rules.claim")),
            BadLine(
                "{\"type\":\"welcome\",\"protocol\":1,\"table\":\"K7M2QX\",\"rules\":{\"draw\":0}}",
                .invalid("rules.draw")),
        ])
    func host(bad: BadLine) {
        #expect(throws: bad.error) { try WireCodec.decodeHostMessage(bad.line) }
    }

    @Test("Wire errors leave keys apart that only look alike")
    func lookAlikes() throws {
        let line = "{\"type\":\"ready\",\"e\u{301}\":1,\"\u{E9}\":2,\"\u{212A}\":3,\"K\":4}"
        #expect(try WireCodec.decodeClientMessage(bytes(line)) == .ready)
        // The Kelvin sign, which Swift takes for a K, spells no rule's key.
        let welcome = #"{"type":"welcome","protocol":1,"table":"K7M2QX","rules":{"seatK":-1}}"#
            .replacing("seatK", with: "seat\u{212A}ept")
        #expect(throws: Never.self) { try WireCodec.decodeHostMessage(bytes(welcome)) }
        enum Scale: String { case kelvin = "K" }
        #expect(Scale(rawValue: "\u{212A}") == .kelvin)
        #expect(Scale(spelled: "\u{212A}") == nil)
        #expect(Scale(spelled: "K") == .kelvin)
    }

    @Test("Wire errors hold the limits of the wire exactly")
    func limits() throws {
        let members = (0..<63).map { ",\"\($0)\":0" }.joined()
        for line in [
            "{\"type\":\"ready\"\(members)}",
            "{\"type\":\"ready\",\"\(String(repeating: "k", count: 32))\":1}",
            "{\"type\":\"ready\",\"n\":\"\(String(repeating: "s", count: 256))\"}",
            "{\"type\":\"ready\",\"n\":9007199254740991,\"m\":-9007199254740991}",
            "{\"type\":\"ready\",\"a\":{\"b\":{\"c\":{}}}}", "{\"type\":\"ready\",\"a\":[[[]]]}",
            "{\"type\":\"ready\"\(String(repeating: " ", count: 4080))}",
        ] {
            #expect(try WireCodec.decodeClientMessage(bytes(line)) == .ready)
        }
    }
}

@Suite struct WireDamage {
    @Test(
        "A truncated client line is refused, wherever it is cut",
        arguments: WireSamples.client.prefix(24))
    func cutClient(message: ClientMessage) {
        let line = WireCodec.encode(message).dropLast()
        for length in line.indices {
            #expect(throws: WireError.self) { try WireCodec.decodeClientMessage(line[..<length]) }
        }
    }

    @Test("A truncated host line is refused, wherever it is cut")
    func cutHost() {
        let line = WireCodec.encode(.state(WireSamples.fullState)).dropLast()
        for length in line.indices {
            #expect(throws: WireError.self) { try WireCodec.decodeHostMessage(line[..<length]) }
        }
    }

    @Test("No damaged line crashes a reader, and what is read survives encoding")
    func mutations() throws {
        var generator = SeededGenerator(seed: 97)
        let clientLines = WireSamples.client.map { WireCodec.encode($0) }
        let hostLines = WireSamples.host.map { WireCodec.encode($0) }
        var survivors = 0
        let rounds = LongRun.count(8_000, inLongRun: 200_000)
        for round in 0..<rounds {
            let lines = round.isMultiple(of: 2) ? clientLines : hostLines
            var line = lines[Int(generator.below(UInt64(lines.count)))]
            for _ in 0...generator.below(4) { mutate(&line, using: &generator) }
            if let message = try? WireCodec.decodeClientMessage(line) {
                survivors += 1
                #expect(try WireCodec.decodeClientMessage(WireCodec.encode(message)) == message)
            }
            if let message = try? WireCodec.decodeHostMessage(line) {
                survivors += 1
                let written = WireCodec.encode(message)
                let again = try? WireCodec.decodeHostMessage(written)
                // A word of a newer host is read, and never said again.
                let isNewer =
                    again == nil && String(decoding: written, as: UTF8.self).contains(":null")
                #expect(again == message || isNewer)
            }
        }
        // Were there none, the mutations would be too wild to test anything behind the reader.
        #expect(survivors > rounds / 40)
    }

    private func mutate(_ line: inout [UInt8], using generator: inout SeededGenerator) {
        guard !line.isEmpty else { return }
        let interesting = bytes("{}[]\",:\\u0-1e.n\u{1B} ") + [0x00, 0x80, 0xC0, 0xED, 0xF4, 0xFF]
        let place = Int(generator.below(UInt64(line.count)))
        switch generator.below(6) {
        case 0: line[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: line[place] = interesting[Int(generator.below(UInt64(interesting.count)))]
        case 2: line.remove(at: place)
        case 3: line.insert(interesting[Int(generator.below(UInt64(interesting.count)))], at: place)
        case 4: line.removeLast(Int(generator.below(UInt64(min(line.count, 8)))))
        case _:
            let end = min(line.count, place + Int(generator.below(16)))
            line.insert(contentsOf: line[place..<end], at: place)
        }
    }
}
