import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A killed client", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct ReturnAfterKillTests {
    @Test("A killed client finds its seat again, by the same command", arguments: [9, 1])
    func again(_ signal: Int32) async throws {
        try await BrokenLine.running { line in
            let (ann, bob) = try await line.game()
            await ann.signal(signal)
            _ = await ann.endByItself()
            try await bob.event { $0 == .away(.first) }
            #expect(line.notes.count == 1)
            let again = try line.ann()
            try await again.line(containing: "Connection: You are back in your seat at table ")
            try await bob.event { $0 == .returned(.first) }
            try await bob.state { $0.phase == .open }
            // Somebody else on this machine does not get the seat that is in use.
            let carl = try line.ann()
            try await carl.line(containing: "You have the first seat")
            try await bob.settle()
            #expect(await bob.newest.players.first?.isPresent == true)
            for client in [again, carl] {
                await client.say("quit\n")
                #expect(await client.end().status == .exited(0))
            }
            try await bob.event { $0 == .left(.first) }
            #expect(line.notes.isEmpty)
        }
    }

    @Test("`--new` takes a new seat, and the old one stays")
    func new() async throws {
        try await BrokenLine.running { line in
            let (ann, bob) = try await line.game()
            await ann.signal(9)
            _ = await ann.endByItself()
            try await bob.event { $0 == .away(.first) }
            let other = try line.ann("--new")
            try await other.line(containing: "You have the first seat")
            await other.say("quit\n")
            #expect(await other.end().status == .exited(0))
            #expect(line.notes.count == 1)
            #expect(await bob.newest.players.first?.isPresent == false)
            let again = try line.ann()
            try await again.line(containing: "Connection: You are back in your seat at table ")
            try await bob.event { $0 == .returned(.first) }
            await again.say("quit\n")
            #expect(await again.end().status == .exited(0))
        }
    }

    @Test("A killed client whose seat is gone gets another and is told")
    func gone() async throws {
        try await BrokenLine.running { line in
            let ann = try line.ann()
            try await ann.line(containing: "first seat")
            await line.noted()
            await ann.signal(9)
            _ = await ann.endByItself()
            #expect(line.notes.count == 1)
            // The table goes with its host.
            let other = Host(options: .swift())
            let port = try await other.listen(on: .loopback, port: 0).port
            let note = try #require(line.notes.first)
            let seats = line.state + "/set-duel/seats/"
            let text = try String(contentsOfFile: seats + note, encoding: .utf8)
            // As if it were of a seat at the other host.
            let address = "127.0.0.1:\(port)"
            func coded(_ address: String) -> String {
                address.replacing(".", with: "%2E").replacing(":", with: "%3A")
            }
            let path = seats + note.replacing(coded(line.proxy.address), with: coded(address))
            try FileStore.replace(
                path, with: Array(text.replacing(line.proxy.address, with: address).utf8))
            let again = try ProgramRun(
                ["join", address, "--plain", "--name", "Ann"],
                environment: line.environment)
            try await again.line(containing: "is gone. You have a new seat.")
            try await again.line(containing: "You have the first seat")
            #expect(!FileManager.default.fileExists(atPath: path))
            await again.say("quit\n")
            #expect(await again.end().status == .exited(0))
            await other.shutDown()
        }
    }

    @Test("A killed client with an untrusted seat file says so and takes a new seat")
    func untrusted() async throws {
        try await BrokenLine.running { line in
            let (ann, bob) = try await line.game()
            await ann.signal(9)
            _ = await ann.endByItself()
            try await bob.event { $0 == .away(.first) }
            let note = line.state + "/set-duel/seats/" + (try #require(line.notes.first))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: note)
            let other = try line.ann()
            try await other.line(containing: "You have the first seat")
            await other.say("quit\n")
            let ending = await other.end()
            #expect(ending.status == .exited(0))
            #expect(ending.errors.contains("ignored because other users can read or write it"))
            #expect(ending.errors.hasPrefix("set-duel: \(note): "))
        }
    }
}
