import SetTestSupport
import Testing

@testable import SetProtocol

@Suite struct WireErrors {
    /// Lines and what is wrong with each, one below the other.
    private static func findings(
        _ lines: [String], _ decode: ([UInt8]) throws(WireError) -> Void
    ) -> String {
        lines.map { line in
            // What is not UTF-8 stands in brackets.
            let bytes = line.split(separator: "⟦", omittingEmptySubsequences: false)
                .enumerated().flatMap { index, part -> [UInt8] in
                    guard index > 0 else { return Array(part.utf8) }
                    let halves = part.split(separator: "⟧", omittingEmptySubsequences: false)
                    return ([UInt8](hex: String(halves[0])) ?? []) + Array(halves[1].utf8)
                }
            let shown = line.count > 100 ? "\(line.prefix(60))… (\(bytes.count))" : line
            do throws(WireError) {
                try decode(bytes)
                return "\(shown.debugDescription)\n    nothing"
            } catch {
                #expect(error.sentence.hasSuffix("."))
                guard case .malformed(let fault) = error else {
                    return "\(shown.debugDescription)\n    \(error)"
                }
                return "\(shown.debugDescription)\n    \(fault.kind) at \(fault.offset)"
            }
        }.joined(separator: "\n")
    }

    @Test("Wire errors distinguish kinds of malformed JSON")
    func malformed() {
        let values = [
            "-0", "1.0", "1e2", "1E400", "9007199254740992", "-9007199254740992",
            "99999999999999999999", "007", "+1", "NaN", #""\u0000""#, "\"\u{0}\"", "\"\u{1B}[2J\"",
            #""\ud800""#, #""\e""#, "\"⟦c0af⟧\"", "\"⟦ff⟧\"", "\"⟦eda080⟧\"", "\"⟦e282⟧",
            "\"\(String(repeating: "s", count: 257))\"", "[[[[]]]]", #"{"b":{"c":{"d":{}}}}"#,
            "[1,]", #"{"b":1,"b":1}"#,
        ].map { #"{"type":"ready","n":\#($0)}"# }
        let lines =
            values + [
                "", " \r", "[]", #""type""#, "null", "GET / HTTP/1.1", #"{"type":"ready"} x"#,
                #"{"type":"ready"}{}"#, #"{"type":"ready",}"#, #"{"type" "ready"}"#,
                "{'type':'ready'}", #"{type:"ready"}"#, #"{"type":ready}"#,
                #"{"type":"ready"/**/}"#,
                #"{"type":"ready","type":"pass"}"#, #"{"type":"ready","typ\u0065":1}"#,
                #"{"type":"ready"⟦c2a0⟧}"#, "\u{FEFF}{\"type\":\"ready\"}", "{\u{0}\"\u{0}t\u{0}",
                "⟦fffe7b00⟧", #"{"type":"ready","\#(String(repeating: "k", count: 33))":1}"#,
                #"{"type":"ready"\#(String(repeating: " ", count: 4081))}"#,
                #"{"type":"ready"\#((0..<64).map { ",\"\($0)\":0" }.joined())}"#,
            ]
        let client = Self.findings(lines) { (line) throws(WireError) in
            _ = try WireCodec.decodeClientMessage(line)
        }
        let host = Self.findings(lines) { (line) throws(WireError) in
            _ = try WireCodec.decodeHostMessage(line)
        }
        #expect(client == host)
        expectPicture(client, "wire/malformed")
    }

    @Test("Wire errors distinguish faults of client messages")
    func client() {
        let names = [
            "", " Ann", "\\u001b[2J", "\u{202E}nnA", "e\u{301}", "12345678901234567",
            "x (watching)", "█████", "\u{FDFD}",
        ].map { #""protocol":1,"name":"\#($0)""# }
        let hellos =
            names + [
                #""name":"Ann""#, #""protocol":"1","name":"Ann""#, #""protocol":1"#,
                #""protocol":1,"name":7"#, #""protocol":1,"name":"A","role":"judge""#,
                #""protocol":1,"name":"A","table":"K7""#, #""protocol":1,"name":"A","token":"00""#,
                #""protocol":1,"name":"A","role":"watch","token":"00""#,
            ]
        let cards = [
            "[]", #""1111""#, #"["1111","2222"]"#, #"["1111","2222",null]"#,
            #"["1111","2222","3333","1112"]"#,
        ]
        let lines =
            hellos.map { #"{"type":"hello",\#($0)}"# }
            + ["null", "-1", #""17""#].map { #"{"type":"claim","board":\#($0)}"# }
            + cards.map { #"{"type":"claim","board":1,"cards":\#($0)}"# }
            + ["1111", #""1114""#, #""11111""#].map { #"{"type":"pick","card":\#($0)}"# }
            + ["", #"a\nb"#, #"\u009b2J"#, String(repeating: "x", count: 201)].map {
                #"{"type":"say","text":"\#($0)"}"#
            }
            + ["", "a b", String(repeating: "n", count: 33)].map {
                #"{"type":"pong","nonce":"\#($0)"}"#
            }
            + ["7", "null", #""""#, #""Ready""#, #""welcome""#].map { #"{"type":\#($0)}"# }
            + ["claim", "pick", "deal", "say", "pong"].map { #"{"type":"\#($0)"}"# }
            + ["{}", #"{"TYPE":"ready"}"#]
        let findings = Self.findings(lines) { (line) throws(WireError) in
            _ = try WireCodec.decodeClientMessage(line)
        }
        expectPicture(findings, "wire/client-faults")
    }

    @Test("Wire errors name the key for every change that spoils a host message")
    func host() throws {
        let line = String(
            decoding: WireCodec.encode(.state(WireSamples.fullState)).dropLast(), as: UTF8.self)
        let changes = [
            (#""revision":42"#, #""revision":-1"#), (#""board":17,"#, ""),
            (#""phase":"turn""#, #""phase":null"#), (#""kind":"claimed""#, #""kind":true"#),
            (#""kind":"claimed""#, #""kind":"picked""#),
            (#""kind":"claimed","seat":0"#, #""kind":"left""#),
            (#""kind":"claimed","seat":0"#, #""kind":"left","seat":2"#),
            (
                #"{"kind":"claimed","#,
                #"{"kind":"setFound","points":1,"cards":["1111","1111","1111"],"#
            ),
            (#"{"kind":"claimed","seat":0}"#, "7"), (#"null,"1212"]"#, "0]"),
            (#""deck":66"#, #""deck":82"#), (#""discard":3"#, #""discard":true"#),
            (#""lastDiscard":"1111""#, #""lastDiscard":"111""#),
            (#""verdict":"undecided""#, #""verdict":null"#),
            (#""cards":["2131","1111"]"#, #""cards":[]"#), (#""why":"claim""#, #""why":7"#),
            (#""ms":4211"#, #""ms":-1"#), (#","of":5000"#, ""), (#""ms":59999"#, #""ms":null"#),
            (#""of":60000"#, #""of":86400001"#), (#""name":"Ann","#, ""),
            (#""present":true"#, #""present":1"#), (#""asks":"pause""#, #""asks":[]"#),
            (#""players":["#, #""players":[null,"#),
            (#""suddenDeath":true"#, #""suddenDeath":"yes""#),
            (#""winner":1"#, #""winner":2"#), (#""by":"suddenDeath""#, #""by":{}"#),
        ]
        var findings: [String] = []
        for (part, spoilt) in changes {
            let bad = line.replacing(part, with: spoilt, maxReplacements: 1)
            try #require(bad != line)
            let error = #expect(throws: WireError.self) {
                try WireCodec.decodeHostMessage(bytes(bad))
            }
            findings.append("\(part) -> \(spoilt)\n    \(try #require(error))")
        }
        let welcome = #""type":"welcome","protocol":1,"table":"K7M2QX""#
        let lines = [
            #""type":"ready""#, #""type":"refused","message":"""#,
            #""type":"refused","request":7,"why":"tooFast","message":"""#,
            #""type":"bye","why":"left""#, #""type":"error","why":null,"message":"""#,
            #""type":"hint","board":1,"cards":["1111","1112","1113","1121"]"#, welcome,
            welcome + #","rules":[]"#, welcome + #","rules":{"claim":-1}"#,
            welcome + #","rules":{"draw":0}"#,
        ]
        findings.append(
            Self.findings(lines.map { "{\($0)}" }) { (line) throws(WireError) in
                _ = try WireCodec.decodeHostMessage(line)
            })
        expectPicture(findings.joined(separator: "\n"), "wire/host-faults")
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
