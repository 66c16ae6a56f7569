import SetTestSupport
import Testing

@testable import SetProtocol

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite struct WireRoundTrips {
    @Test("Every client message survives encoding, in one line", arguments: WireSamples.client)
    func client(message: ClientMessage) throws {
        let line = WireCodec.encode(message)
        #expect(line.last == 0x0A)
        #expect(!line.dropLast().contains(0x0A))
        #expect(line.count <= JSONLimits.wire.totalBytes)
        #expect(try WireCodec.decodeClientMessage(line) == message)
        #expect(try WireCodec.decodeClientMessage(line.dropLast()) == message)
        #expect(line.starts(with: bytes("{\"type\":\"\(message.type.rawValue)\"")))
    }

    @Test("Every host message survives encoding, in one line", arguments: WireSamples.host)
    func host(message: HostMessage) throws {
        let line = WireCodec.encode(message)
        #expect(line.last == 0x0A)
        #expect(!line.dropLast().contains(0x0A))
        #expect(line.count <= JSONLimits.wire.totalBytes)
        #expect(try WireCodec.decodeHostMessage(line) == message)
        #expect(line.starts(with: bytes("{\"type\":\"")))
    }

    @Test("Encoded messages cover every kind of message and of event")
    func coverage() throws {
        let types = Set(WireSamples.client.map(\.type))
        #expect(types == Set(ClientMessage.MessageType.allCases))
        var hostTypes: Set<String> = []
        var eventKinds: Set<String> = []
        for message in WireSamples.host {
            let tree = try JSONValue(parsing: WireCodec.encode(message), limits: .wire)
            if let type = tree["type"]?.string { hostTypes.insert(type) }
            if let kind = tree["event"]?["kind"]?.string { eventKinds.insert(kind) }
        }
        #expect(hostTypes == Set(HostMessageType.allCases.map(\.rawValue)))
        #expect(eventKinds == Set(TableEvent.Kind.allCases.map(\.rawValue)))
    }
}

@Suite struct WireLines {
    @Test("Lines are spelled as in the protocol, with their members in its order")
    func lines() {
        let client = WireSamples.client.prefix(27).map { WireCodec.encode($0) }
        expectPicture(Self.text(client), "wire/client")
        var messages = WireSamples.messages
        var turn = WireSamples.fullState
        // Never negative times, and null for no limit.
        for countdown in [
            Countdown(remaining: .milliseconds(-7), total: .seconds(5)), nil,
        ] {
            turn.turn = Turn(seat: .first, reason: .claim, countdown: countdown)
            messages.append(.state(turn))
        }
        expectPicture(
            Self.text(messages.map { WireCodec.encode($0) }), "wire/host")
    }

    @Test("Lines carry every event by its name")
    func events() {
        expectPicture(
            Self.text(
                WireSamples.events.map { event in
                    var line: [UInt8] = []
                    Coder.append(event, to: &line)
                    return line + [0x0A]
                }), "wire/events")
    }

    private static func text(_ lines: [[UInt8]]) -> String {
        lines.map { String(decoding: $0.dropLast(), as: UTF8.self) }.joined(separator: "\n")
    }
}

@Suite struct WireReading {
    @Test(
        "The message decoder accepts any order, white space, escapes, nulls and unknown keys",
        arguments: [
            (#"{"board":17,"type":"claim"}"#, ClientMessage.claim(Claim(board: BoardNumber(17)))),
            (
                "\t { \"type\" : \"claim\" , \"board\" : 17 , \"cards\" : null } \r\n",
                .claim(Claim(board: BoardNumber(17)))
            ),
            (#"{"\u0074ype":"re\u0061dy"}"#, .ready),
            (#"{"type":"ready","board":"odd","later":{"a":[{"b":null}]}}"#, .ready),
            (#"{"type":"pick","card":"\u0031111"}"#, .pick(Card(.one, .one, .one, .one))),
            (
                #"{"type":"hello","protocol":1,"name":"A","role":null,"table":null,"token":null}"#,
                .hello(Hello(name: "A"))
            ),
            (
                #"{"type":"hello","protocol":1,"name":"A","table":"k7m-2qx"}"#,
                .hello(Hello(name: "A", table: WireSamples.table))
            ),
            (
                #"{"type":"hello","protocol":1,"name":"नमस्ते","new":null}"#,
                .hello(Hello(name: "नमस्ते"))
            ),
            (
                #"{"type":"say","text":"\ud83d\ude42\/"}"#, .say("🙂/")
            ),
        ])
    func lenience(line: String, message: ClientMessage) throws {
        #expect(try WireCodec.decodeClientMessage(bytes(line)) == message)
    }

    @Test(
        "The message decoder reports a foreign protocol version whatever else hello has",
        arguments: [
            #"{"type":"hello","protocol":2}"#, #"{"type":"hello","protocol":2,"name":7}"#,
            #"{"name":"\u001b","protocol":2,"type":"hello","role":"sing","token":"x"}"#,
        ])
    func foreignProtocol(line: String) throws {
        guard case .hello(let hello) = try WireCodec.decodeClientMessage(bytes(line)) else {
            Issue.record("not a hello")
            return
        }
        #expect(hello.version == 2)
    }

    @Test("The message decoder fills in the rules of a duel for those a host does not name")
    func missingRules() throws {
        let line = #"{"type":"welcome","protocol":1,"table":"K7M2QX","rules":{"claim":4000}}"#
        var rules = Rules.duel
        rules.claim = .seconds(4)
        let table = try #require(WireSamples.table)
        #expect(
            try WireCodec.decodeHostMessage(bytes(line))
                == .welcome(Welcome(seat: nil, token: nil, table: table, rules: rules)))
    }

    @Test("The features that are named are read, and words that only a newer program knows are not")
    func features() throws {
        for (words, features) in [
            (#"["status","teleport","match"]"#, [ProtocolFeature.status, .match]), ("[]", []),
            ("null", []),
        ] {
            let line = #"{"type":"hello","protocol":1,"name":"Ann","features":\#(words)}"#
            var hello = Hello(name: "Ann")
            hello.features = features
            #expect(try WireCodec.decodeClientMessage(bytes(line)) == .hello(hello))
        }
        for words in [#""status""#, "[1]", "{}"] {
            let line = #"{"type":"hello","protocol":1,"name":"Ann","features":\#(words)}"#
            #expect(throws: WireError.invalid("features")) {
                try WireCodec.decodeClientMessage(bytes(line))
            }
        }
    }

    @Test("The message decoder accepts any text from a host; the client sanitizes it")
    func hostText() throws {
        let line = #"{"type":"said","seat":null,"name":"\u001b]0;x","text":"\u202e"}"#
        #expect(
            try WireCodec.decodeHostMessage(bytes(line))
                == .said(nil, name: "\u{1B}]0;x", text: "\u{202E}"))
    }
}
