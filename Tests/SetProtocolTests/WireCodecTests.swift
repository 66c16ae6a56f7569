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

    @Test("Encoded messages keep a returning player's token and name")
    func tokens() throws {
        let token = try #require(WireSamples.token)
        let hello = Hello(name: "Ann", token: token)
        guard
            case .hello(let read) = try WireCodec.decodeClientMessage(
                WireCodec.encode(.hello(hello)))
        else {
            Issue.record("not a hello")
            return
        }
        #expect(read.token == token)
    }

    @Test("Encoded messages append to what is in the buffer already")
    func appending() {
        var line = bytes("before")
        WireCodec.encode(.ready, into: &line)
        WireCodec.encode(HostMessage.ping(Nonce("x")), into: &line)
        #expect(
            String(decoding: line, as: UTF8.self)
                == "before{\"type\":\"ready\"}\n{\"type\":\"ping\",\"nonce\":\"x\"}\n")
    }
}

@Suite struct WireLines {
    @Test(
        "Client lines are spelled as in the protocol",
        arguments: [
            (
                ClientMessage.hello(
                    Hello(name: "Ann", table: WireSamples.table, token: WireSamples.token)),
                #"{"type":"hello","protocol":1,"name":"Ann","role":"play","table":"K7M2QX","#
                    + #""token":"00112233445566778899aabbccddeeff"}"#
            ),
            (
                .hello(Hello(name: "Bob", role: .watch)),
                #"{"type":"hello","protocol":1,"name":"Bob","role":"watch"}"#
            ),
            (.ready, #"{"type":"ready"}"#),
            (.claim(Claim(board: BoardNumber(17))), #"{"type":"claim","board":17}"#),
            (
                .claim(Claim(board: BoardNumber(17), cards: cards("1111 2222 3333"))),
                #"{"type":"claim","board":17,"cards":["1111","2222","3333"]}"#
            ),
            (.pick(Card(.two, .one, .three, .one)), #"{"type":"pick","card":"2131"}"#),
            (.deal(BoardNumber(17)), #"{"type":"deal","board":17}"#),
            (.pass, #"{"type":"pass"}"#),
            (.hint, #"{"type":"hint"}"#),
            (.new, #"{"type":"new"}"#),
            (.resign, #"{"type":"resign"}"#),
            (.pause, #"{"type":"pause"}"#),
            (.leave, #"{"type":"leave"}"#),
            (.say("\"hé\""), #"{"type":"say","text":"\"hé\""}"#),
            (.ping(Nonce("7f3a")), #"{"type":"ping","nonce":"7f3a"}"#),
            (.pong(Nonce("7f3a")), #"{"type":"pong","nonce":"7f3a"}"#),
        ])
    func client(message: ClientMessage, line: String) throws {
        #expect(String(decoding: WireCodec.encode(message), as: UTF8.self) == line + "\n")
        #expect(try WireCodec.decodeClientMessage(bytes(line)) == message)
    }

    @Test(
        "Host lines are spelled as in the protocol",
        arguments: [
            (
                HostMessage.refused(
                    Refused(request: .claim, why: .notYourTurn, message: "It is Bob's turn.")),
                #"{"type":"refused","request":"claim","why":"notYourTurn","#
                    + #""message":"It is Bob's turn."}"#
            ),
            (
                .refused(Refused(request: nil, why: .unknownType, message: "No.")),
                #"{"type":"refused","request":null,"why":"unknownType","message":"No."}"#
            ),
            (
                .hint(Hint(board: BoardNumber(3), cards: cards("1111 2222"))),
                #"{"type":"hint","board":3,"cards":["1111","2222"]}"#
            ),
            (
                .said(.second, name: "Bob", text: "nice one"),
                #"{"type":"said","seat":1,"name":"Bob","text":"nice one"}"#
            ),
            (
                .said(nil, name: "Eve", text: "\u{1B}[2J\u{7F}\n\t\r"),
                #"{"type":"said","seat":null,"name":"Eve","text":"\u001b[2J\u007f\n\t\r"}"#
            ),
            (.ping(Nonce("7f3a")), #"{"type":"ping","nonce":"7f3a"}"#),
            (.pong(Nonce("7f3a")), #"{"type":"pong","nonce":"7f3a"}"#),
            (
                .bye(.restarting, resume: true),
                #"{"type":"bye","why":"restarting","resume":true}"#
            ),
            (
                .error(.badMessage, message: "No."),
                #"{"type":"error","why":"badMessage","message":"No."}"#
            ),
        ])
    func host(message: HostMessage, line: String) throws {
        #expect(String(decoding: WireCodec.encode(message), as: UTF8.self) == line + "\n")
        #expect(try WireCodec.decodeHostMessage(bytes(line)) == message)
    }

    @Test("Wire lines carry the rules in the order of their table")
    func welcome() throws {
        let table = try #require(WireSamples.table)
        let welcome = Welcome(seat: .first, token: WireSamples.token, table: table, rules: .duel)
        #expect(
            String(decoding: WireCodec.encode(.welcome(welcome)), as: UTF8.self)
                == #"{"type":"welcome","protocol":1,"seat":0,"#
                + #""token":"00112233445566778899aabbccddeeff","table":"K7M2QX","rules":{"#
                + #""players":"two","claim":5000,"answer":10000,"grace":7000,"reveal":1500,"#
                + #""countdown":3000,"lagFairness":150,"seatKept":60000,"drops":5,"#
                + #""awayTime":120000,"refill":"toTwelve","#
                + #""victory":"points","draw":"suddenDeath","hints":false,"setPoints":3,"#
                + #""quickBonus":2,"quickWithin":5000,"briskBonus":1,"briskWithin":15000,"mismatchPoints":-2,"#
                + #""timeoutPoints":-2,"wrongDealPoints":-2,"rightDealPoints":1,"hintPoints":-1,"#
                + #""deselectPoints":0,"firstWindow":100,"secondWindow":100}}"# + "\n")
        let watcher = Welcome(seat: nil, token: nil, table: table, rules: .duel)
        let line = String(decoding: WireCodec.encode(.welcome(watcher)), as: UTF8.self)
        #expect(line.hasPrefix(#"{"type":"welcome","protocol":1,"seat":null,"table":"K7M2QX","#))
    }

    @Test("Wire lines carry the whole of a table")
    func state() {
        #expect(
            String(decoding: WireCodec.encode(.state(WireSamples.fullState)), as: UTF8.self)
                == #"{"type":"state","revision":42,"board":17,"phase":"turn","#
                + #""event":{"kind":"claimed","seat":0},"#
                + #""cards":["2131","1111","3333",null,"1212"],"deck":66,"discard":3,"#
                + #""lastDiscard":"1111","#
                + #""selection":{"seat":0,"cards":["2131","1111"],"verdict":"undecided"},"#
                + #""turn":{"seat":0,"why":"claim","ms":4211,"of":5000},"#
                + #""clock":{"why":"away","ms":59999,"of":60000},"#
                + #""players":[{"name":"Ann","points":5,"sets":1,"wins":2,"present":true,"#
                + #""ready":false,"asks":"pause"},{"name":"Bob \"B\"","points":-2,"sets":0,"#
                + #""wins":0,"present":false,"ready":true,"asks":null}],"game":3,"#
                + #""suddenDeath":true,"result":{"winner":1,"by":"suddenDeath"}}"# + "\n")
        #expect(
            String(decoding: WireCodec.encode(.state(TableState())), as: UTF8.self)
                == #"{"type":"state","revision":0,"board":0,"phase":"waiting","event":null,"#
                + #""cards":[],"deck":81,"discard":0,"lastDiscard":null,"selection":null,"#
                + #""turn":null,"clock":null,"players":[null,null],"game":0,"#
                + #""suddenDeath":false,"result":null}"# + "\n")
    }

    @Test("Wire lines never have negative times, and null for no limit")
    func times() throws {
        var state = TableState()
        state.turn = Turn(
            seat: .first, reason: .claim,
            countdown: Countdown(remaining: .milliseconds(-7), total: .seconds(5)))
        var line = String(decoding: WireCodec.encode(.state(state)), as: UTF8.self)
        #expect(line.contains(#""turn":{"seat":0,"why":"claim","ms":0,"of":5000}"#))
        state.turn?.countdown = nil
        line = String(decoding: WireCodec.encode(.state(state)), as: UTF8.self)
        #expect(line.contains(#""turn":{"seat":0,"why":"claim","ms":null,"of":null}"#))
    }

    @Test(
        "Wire lines carry every event by its name",
        arguments: [
            (#"{"kind":"joined","seat":0}"#, TableEvent.joined(.first)),
            (#"{"kind":"left","seat":1}"#, .left(.second)),
            (#"{"kind":"away","seat":0}"#, .away(.first)),
            (#"{"kind":"returned","seat":0}"#, .returned(.first)),
            (#"{"kind":"seatReleased","seat":0}"#, .seatReleased(.first)),
            (#"{"kind":"ready","seat":0}"#, .ready(.first)),
            (#"{"kind":"countdown"}"#, .countdown),
            (#"{"kind":"started"}"#, .started),
            (#"{"kind":"claimed","seat":0}"#, .claimed(.first)),
            (#"{"kind":"picked","seat":0,"card":"1111"}"#, .picked(.first, card)),
            (
                #"{"kind":"unpicked","seat":0,"card":"1111","points":-1}"#,
                .unpicked(.first, card, points: -1)
            ),
            (
                #"{"kind":"setFound","seat":0,"cards":["1111","2222","3333"],"points":5}"#,
                trio.map { .setFound(.first, $0, points: 5) }
            ),
            (
                #"{"kind":"mismatch","seat":0,"cards":["1111","2222","3333"],"points":-2}"#,
                trio.map { .mismatch(.first, $0, points: -2) }
            ),
            (
                #"{"kind":"timedOut","seat":0,"why":"claim","points":-2}"#,
                .timedOut(.first, .claim, points: -2)
            ),
            (
                #"{"kind":"passed","seat":0,"why":"grace","points":0}"#,
                .passed(.first, .grace, points: 0)
            ),
            (
                #"{"kind":"dealt","seat":0,"cards":["1111"],"sets":2,"points":-2}"#,
                .dealt(.first, [card], setsBefore: 2, points: -2)
            ),
            (#"{"kind":"refilled","cards":["1111"]}"#, .refilled([card])),
            (
                #"{"kind":"hinted","seat":0,"shown":2,"points":-2}"#,
                .hinted(.first, shown: 2, points: -2)
            ),
            (#"{"kind":"asked","seat":0,"what":"new"}"#, .asked(.first, .new)),
            (#"{"kind":"withdrew","seat":0,"what":"pause"}"#, .withdrew(.first, .pause)),
            (#"{"kind":"paused"}"#, .paused),
            (#"{"kind":"resumed"}"#, .resumed),
            (#"{"kind":"suddenDeath"}"#, .suddenDeath),
            (#"{"kind":"resigned","seat":0}"#, .resigned(.first)),
            (#"{"kind":"over"}"#, .over),
        ] as [(String, TableEvent?)])
    func event(json: String, event: TableEvent?) throws {
        var state = TableState()
        state.event = event
        #expect(event != nil)
        let line = WireCodec.encode(.state(state))
        #expect(
            String(decoding: line, as: UTF8.self).contains("\"event\":\(json),\"cards\""))
        #expect(try WireCodec.decodeHostMessage(line) == .state(state))
    }

    private static let card = Card(.one, .one, .one, .one)
    private static let trio = Trio(cards("1111 2222 3333"))
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

    @Test("The message decoder accepts any text from a host; the client sanitizes it")
    func hostText() throws {
        let line = #"{"type":"said","seat":null,"name":"\u001b]0;x","text":"\u202e"}"#
        #expect(
            try WireCodec.decodeHostMessage(bytes(line))
                == .said(nil, name: "\u{1B}]0;x", text: "\u{202E}"))
    }
}
