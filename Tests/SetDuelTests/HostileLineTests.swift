import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// A line that is not a message, and what is wrong with it.
struct HostileLine: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ text: String) {
        self.init(name, Array(text.utf8))
    }

    init(_ name: String, _ bytes: [UInt8]) {
        testDescription = name
        self.bytes = bytes
    }

    /// A `say` whose text is some raw bytes.
    init(_ name: String, saying bytes: [UInt8]) {
        self.init(name, Array(#"{"type":"say","text":""#.utf8) + bytes + Array(#""}"#.utf8))
    }

    /// Lines that are not the JSON the wire allows, whatever they would mean.
    static let malformed: [HostileLine] = [
        HostileLine("words", "good evening"),
        HostileLine("an array", "[]"),
        HostileLine("a string", #""ready""#),
        HostileLine("a number", "1"),
        HostileLine("null", "null"),
        HostileLine("half an object", "{"),
        HostileLine("an object cut short", #"{"type":"ready""#),
        HostileLine("a comma too many", #"{"type":"ready",}"#),
        HostileLine("two objects", #"{"type":"ready"}{"type":"ready"}"#),
        HostileLine("a comment", #"{"type":"ready"}// now"#),
        HostileLine("single quotes", "{'type':'ready'}"),
        HostileLine("a key twice", #"{"type":"ready","type":"ready"}"#),
        HostileLine("a key twice, once escaped", #"{"type":"ready","\u0074ype":"ready"}"#),
        HostileLine("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(#"{"type":"ready"}"#.utf8)),
        HostileLine("UTF-16", Array(#"{"type":"ready"}"#.utf8).flatMap { [$0, 0] }),
        HostileLine("a bare byte 0xFF", saying: [0xFF]),
        HostileLine("an overlong NUL", saying: [0xC0, 0x80]),
        HostileLine("an encoded surrogate", saying: [0xED, 0xA0, 0x80]),
        HostileLine("a scalar beyond Unicode", saying: [0xF4, 0x90, 0x80, 0x80]),
        HostileLine("a scalar cut short", saying: [0xE2, 0x82]),
        HostileLine("a raw NUL", saying: [0x00]),
        HostileLine("a raw escape", saying: [0x1B]),
        HostileLine("a raw tab", saying: [0x09]),
        HostileLine("an escaped NUL", #"{"type":"say","text":"\u0000"}"#),
        HostileLine("half a surrogate pair", #"{"type":"say","text":"\ud800"}"#),
        HostileLine("an escape there is not", #"{"type":"say","text":"\x41"}"#),
        HostileLine("five levels", #"{"type":"ready","a":[[[[1]]]]}"#),
        HostileLine(
            "sixty-five members",
            "{\"type\":\"ready\"" + (1...64).map { ",\"\($0)\":1" }.joined() + "}"),
        HostileLine(
            "a long key", "{\"type\":\"ready\",\"\(String(repeating: "k", count: 33))\":1}"),
        HostileLine(
            "a long string", "{\"type\":\"ready\",\"k\":\"\(String(repeating: "s", count: 257))\"}"),
        HostileLine("a point", #"{"type":"claim","board":1.0}"#),
        HostileLine("an exponent", #"{"type":"claim","board":1e2}"#),
        HostileLine("a negative zero", #"{"type":"claim","board":-0}"#),
        HostileLine("a leading zero", #"{"type":"claim","board":01}"#),
        HostileLine("two to the power of 53", #"{"type":"claim","board":9007199254740992}"#),
        HostileLine("an enormous number", #"{"type":"claim","board":1e400}"#),
        HostileLine("not a number", #"{"type":"claim","board":NaN}"#),
    ]

    /// Lines whose JSON is fine, and which are no message all the same.
    static let senseless: [HostileLine] = [
        HostileLine("no type", "{}"),
        HostileLine("a type that is no string", #"{"type":1}"#),
        HostileLine("a claim on no board", #"{"type":"claim"}"#),
        HostileLine("a claim on a board below zero", #"{"type":"claim","board":-1}"#),
        HostileLine("a claim on a board in words", #"{"type":"claim","board":"one"}"#),
        HostileLine(
            "a claim with two cards", #"{"type":"claim","board":1,"cards":["1111","2222"]}"#),
        HostileLine(
            "a claim with four cards",
            #"{"type":"claim","board":1,"cards":["1111","2222","3333","1231"]}"#),
        HostileLine(
            "a claim with cards in one string", #"{"type":"claim","board":1,"cards":"1111"}"#),
        HostileLine("a pick of no card", #"{"type":"pick"}"#),
        HostileLine("a pick of a card there is not", #"{"type":"pick","card":"4111"}"#),
        HostileLine("a pick of a short card", #"{"type":"pick","card":"111"}"#),
        HostileLine("a pick of a card in fullwidth digits", #"{"type":"pick","card":"１１１１"}"#),
        HostileLine("a pick of a number", #"{"type":"pick","card":1111}"#),
        HostileLine("a deal on no board", #"{"type":"deal"}"#),
        HostileLine("a ping without nonce", #"{"type":"ping"}"#),
        HostileLine("an empty nonce", #"{"type":"ping","nonce":""}"#),
        HostileLine("a nonce with a space", #"{"type":"ping","nonce":"a b"}"#),
        HostileLine(
            "a long nonce", "{\"type\":\"pong\",\"nonce\":\"\(String(repeating: "a", count: 33))\"}"
        ),
    ]
}

extension HostileLine {
    /// Messages that are well formed but whose text nobody could be shown.
    static let unspeakable = [
        HostileLine("nothing said", #"{"type":"say","text":""}"#),
        HostileLine("only spaces said", #"{"type":"say","text":"   "}"#),
        HostileLine("an escape sequence said", #"{"type":"say","text":"\u001b[2J"}"#),
        HostileLine("a control of the upper half said", #"{"type":"say","text":"\u009b2J"}"#),
        HostileLine("a line end said", #"{"type":"say","text":"a\nb"}"#),
        HostileLine("right to left said", #"{"type":"say","text":"\u202eabc"}"#),
        HostileLine("a zero-width joiner said", #"{"type":"say","text":"a\u200db"}"#),
        HostileLine("a heap of marks said", #"{"type":"say","text":"a\u0301\u0301\u0301"}"#),
        HostileLine("a mark at the start said", #"{"type":"say","text":"\u0301a"}"#),
        HostileLine("a blank said", #"{"type":"say","text":"\u2800"}"#),
        HostileLine(
            "too much said", "{\"type\":\"say\",\"text\":\"\(String(repeating: "a", count: 201))\"}"
        ),
    ]
}

@Suite("A hostile line", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostileLineTests {
    @Test("A stranger's hostile line gets one error and is disconnected", arguments: [0, 1])
    func stranger(half: Int) async throws {
        try await RealHost.running(.swift()) { host in
            let game = WireGame(try await host.startGame())
            for line in half == 0 ? HostileLine.malformed : HostileLine.senseless {
                let client = try host.connect()
                await client.send(bytes: line.bytes + [0x0A])
                try await expectOneError(.badMessage, to: client, for: line)
                try await expectUndisturbed(game)
            }
        }
    }

    @Test("Unprintable text is refused without further effect")
    func unspeakable() async throws {
        try await RealHost.running(.swift()) { host in
            let game = WireGame(try await host.startGame())
            let player = game.players.first
            for line in HostileLine.unspeakable {
                await player.client.send(bytes: line.bytes + [0x0A])
                let answer = try await player.message()
                #expect(answer == .refused(Refused(request: .say, why: .badText)))
                try await expectUndisturbed(game)
            }
        }
    }

    @Test("A hostile line from a player gets one error, and the seat is kept")
    func player() async throws {
        try await RealHost.running(.swift()) { host in
            let players = try await host.startGame()
            let hello = try await players.second.returning()
            await players.second.client.send("nonsense")
            let last = try #require(try await players.second.client.end().last)
            #expect(last.contains(#""type":"error","why":"badMessage""#))
            try await players.first.event { $0 == .away(.second) }
            let back = try await host.join(hello)
            try await back.state { $0.phase == .open }
            try await players.first.state { $0.phase == .open && $0.event == .resumed }
        }
    }

    @Test("A hostile line that is hello gets an error of its own")
    func hello() async throws {
        let start = #"{"type":"hello","protocol":1,"name":"#
        let lines: [(String, ConnectionError)] = [
            (#"{"type":"ready"}"#, .helloFirst),
            (#"{"type":"ping","nonce":"a"}"#, .helloFirst),
            (#"{"type":"hello","protocol":2,"name":"Ann"}"#, .unsupportedProtocol),
            (#"{"type":"hello","protocol":0}"#, .unsupportedProtocol),
            (#"{"type":"hello","name":"Ann"}"#, .badMessage),
            (start + #""Ann","role":"king"}"#, .badMessage),
            (start + #""Ann","table":"K7"}"#, .badMessage),
            (start + #""Ann","token":"K7"}"#, .badMessage),
            (start + #""Ann","token":"0123456789ABCDEF0123456789ABCDEF"}"#, .badMessage),
            (start + #""Ann","table":"K7M2QX"}"#, .unknownTable),
            (start + #""Ann","token":"00000000000000000000000000000000"}"#, .tokenUnknown),
            (start + #""" }"#, .badName),
            (start + #"" Ann" }"#, .badName),
            (start + #""12345678901234567" }"#, .badName),
            (start + #""名名名名名名名名名" }"#, .badName),
            (start + #""\u001b[31mAnn" }"#, .badName),
            (start + #""Ann\u202eboB" }"#, .badName),
            (start + #""A\u00adnn" }"#, .badName),
            (start + #""A\u0301nn" }"#, .badName),
            (start + #""\u2800\u2800" }"#, .badName),
            (start + #""\u3164" }"#, .badName),
            (start + #""A\u00a0B" }"#, .badName),
        ]
        try await RealHost.running(.swift()) { host in
            for (text, error) in lines {
                let client = try host.connect()
                await client.send(text)
                try await expectOneError(error, to: client, for: HostileLine(text, text))
            }
        }
    }

    @Test("Two unknown message types are refused; the third ends the connection")
    func threeStrikes() async throws {
        try await RealHost.running(.swift()) { host in
            let game = WireGame(try await host.startGame())
            let code = try await game.players.first.tableCode
            let watcher = try await host.join(Hello(name: "Wim", role: .watch, table: code))
            // What is promised of the deck comes after the state.
            try await watcher.settle()
            for type in ["shuffle", "\\u001b[2J"] {
                await watcher.client.send("{\"type\":\"\(type)\",\"seed\":1}")
                let told = try await watcher.settle()
                #expect(told == [.refused(Refused(request: nil, why: .unknownType))])
            }
            await watcher.client.send(#"{"type":"ＲＥＡＤＹ"}"#)
            try await expectOneError(
                .badMessage, to: watcher.client, for: HostileLine("third", "ＲＥＡＤＹ"))
            try await expectUndisturbed(game)
        }
    }

    /// The error comes alone, is plain ASCII, and quotes nothing from the line.
    private func expectOneError(
        _ error: ConnectionError, to client: WireClient, for line: HostileLine
    ) async throws {
        let lines = try await client.end().filter { !$0.contains(#""type":"ping""#) }
        #expect(lines.count == 1, "\(line.testDescription)")
        let text = lines.last ?? ""
        #expect(
            text.hasPrefix("{\"type\":\"error\",\"why\":\"\(error.rawValue)\","),
            "\(line.testDescription): \(text)")
        #expect(text.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(line.testDescription)")
        #expect(!text.contains("nonsense") && !text.contains("evening"))
    }

    /// The two players receive nothing except their own round.
    private func expectUndisturbed(_ game: WireGame) async throws {
        let told = try await game.exchange()
        #expect(
            told.first.events == [
                .claimed(.first), .passed(.first, .claim, points: -2),
                .passed(.second, .answer, points: 0),
            ])
        #expect(told.first.count == 3)
        #expect(told.second.count == 3)
    }
}
