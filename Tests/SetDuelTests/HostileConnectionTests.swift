import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A hostile connection", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostileConnectionTests {
    @Test(
        "A line too long before hello ends a connection, complete or not",
        arguments: [true, false])
    func longBeforeHello(hasEnd: Bool) async throws {
        try await RealHost.running(.swift()) { host in
            let limit = WireLimits.standard.helloLineBytes
            let client = try host.connect()
            await client.send(
                bytes: Array(repeating: 0x61, count: limit + 1) + (hasEnd ? [0x0A] : []))
            try await client.expectError("lineTooLong")
            // To the byte: the longest hello there may be is let in.
            let longest = try host.connect()
            await longest.send(
                bytes: .padded(#"{"type":"hello","protocol":1,"name":"Ann""#, to: limit) + [0x0A])
            #expect(try await longest.line().contains(#""type":"welcome""#))
        }
    }

    @Test(
        "A hostile connection gets a line too long cut off after hello", arguments: [true, false])
    func longAfterHello(hasEnd: Bool) async throws {
        try await RealHost.running(.swift()) { host in
            let game = WireGame(try await host.startGame())
            let code = try await game.players.first.tableCode
            let watcher = try await host.join(Hello(name: "Wim", role: .watch, table: code))
            // What is promised of the deck comes after the state.
            try await watcher.settle()
            let limit = WireLimits.standard.lineBytes
            await watcher.client.send(
                bytes: .padded(#"{"type":"ping","nonce":"long""#, to: limit) + [0x0A])
            #expect(try await watcher.message() == .pong(Nonce("long")))
            await watcher.client.send(
                bytes: .padded(#"{"type":"ping","nonce":"long""#, to: limit + 1)
                    + (hasEnd ? [0x0A] : []))
            try await watcher.client.expectError("lineTooLong")
            try await game.exchange()
        }
    }

    @Test("A hostile connection that talks too much is refused, then closed, and its seat kept")
    func tooFast() async throws {
        let options = HostOptions.swift {
            $0.limits.messages = .init(1, per: .seconds(1000), burst: 10)
        }
        try await RealHost.running(options) { host in
            let players = try await host.seatTwo()
            let lines = String(repeating: "{\"type\":\"pass\"}\n", count: 31)
            await players.second.client.send(bytes: Array(lines.utf8))
            let announced = try await players.second.client.end()
                .filter { !$0.contains(#""type":"ping""#) }
            #expect(announced.count { $0.contains("waitingForReady") } == 10)
            #expect(announced.count { $0.contains(#""request":null,"why":"tooFast""#) } == 20)
            #expect(announced.last?.contains(#""type":"error","why":"tooFast""#) == true)
            try await players.first.event { $0 == .away(.second) }
        }
    }

    @Test("A hostile connection that never reads is cut off, and nobody waits for it")
    func neverReads() async throws {
        let options = HostOptions.swift { options in
            options.limits.sendBufferBytes = 4096
            options.hostLimits.watchers = 1
        }
        try await RealHost.running(options) { host in
            let game = WireGame(try await host.startGame())
            let code = try await game.players.first.tableCode
            let hello = Hello(name: "Wim", role: .watch, table: code)
            let slow = try host.connect(receiveBuffer: 4096)
            await slow.send(bytes: WireCodec.encode(.hello(hello)))
            // The watcher's place is free again once the host has given it up.
            var rounds = 0
            while rounds < 400 {
                try await game.exchange()
                rounds += 1
                if rounds % 50 == 0, (try? await host.join(hello)) != nil { break }
            }
            #expect(50...350 ~= rounds)
            let heard = try await slow.end()
            #expect(heard.first?.contains(#""type":"welcome""#) == true)
            #expect(heard.count < rounds * 3)
        }
    }
}

extension WireClient {
    /// Reads to the end of the connection, which must be one error.
    fileprivate func expectError(_ code: String) async throws {
        let lines = try await end().filter { !$0.contains(#""type":"ping""#) }
        // The error comes alone, is plain ASCII, and quotes nothing from the line.
        #expect(lines.count == 1, "\(code)")
        let text = lines.last ?? ""
        #expect(text.hasPrefix("{\"type\":\"error\",\"why\":\"\(code)\","), "\(text)")
        #expect(text.utf8.allSatisfy { 0x20...0x7E ~= $0 } && !text.contains("evening"))
    }
}

extension [UInt8] {
    /// An object made as long as wanted by members that mean nothing.
    fileprivate static func padded(_ start: String, to length: Int) -> [UInt8] {
        var bytes = Array(start.utf8)
        var number = 10
        while length - bytes.count > 1 {
            number += 1
            let head = Array(",\"x\(number)\":\"".utf8)
            let rest = length - bytes.count - 1
            // Neither a string over 256 bytes nor a rest too short for one more member.
            let text = Swift.min(200, rest - head.count - 1)
            let left = rest - head.count - 1 - text
            let fill = left > 0 && left < 12 ? text - 12 : text
            bytes += head + Array(repeating: 0x61, count: fill) + [0x22]
        }
        return bytes + [0x7D]
    }
}
