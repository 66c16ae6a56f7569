import SetHost
import SetProtocol
import SetSimulation
import Testing

@testable import SetHost

@Suite("What a host says about itself")
struct LobbyStatusTests {
    @Test("A host says who is there and how many seats are free, and counts who asks as refused")
    func status() {
        var limits = HostLimits.standard
        limits.tables = 3
        var host = SimulatedLobby(limits)
        let players = [1, 2, 3].map { host.join(Hello(name: "Ann"), from: .outside($0)) }
        let table = host.table(of: players[0])
        let wim = host.join(Hello(name: "Wim", role: .watch, table: table), from: .outside(4))
        func status() -> HostStatus? {
            let visitor = host.connect(from: .outside(5))
            host.say(.status, visitor)
            return host.status(for: visitor)
        }
        var expected = HostStatus.of(isPrivate: false)
        (expected.tables, expected.seats) = (2, 1 + 2)
        (expected.players, expected.watchers) = (3, 1)
        #expect(status() == expected)
        for visitor in [wim, players[2]] { host.say(.leave, visitor) }
        (expected.tables, expected.seats) = (1, 4)
        (expected.players, expected.watchers) = (2, 0)
        #expect(status() == expected)
        // A player who is away is not there, and the seat is not free.
        host.drop(players[1])
        expected.players = 1
        #expect(status() == expected)
        #expect(host.lobby.connectionCount == 1)
        #expect(!host.log.contains { $0.what.word == "refused" })
    }

    @Test("Who gets a seat from the queue counts as a player and no longer as a watcher")
    func queue() {
        var host = SimulatedLobby()
        let ann = host.join(Hello(name: "Ann"), from: .outside(1))
        let table = host.table(of: ann)
        var hello = Hello(name: "Wim", role: .watch, table: table)
        hello.features = [.queue]
        let wim = host.join(hello, from: .outside(2))
        #expect(host.lobby.status.players == 1 && host.lobby.status.watchers == 1)
        host.say(.queue, wim)
        host.wait(.milliseconds(1))
        #expect(host.lobby.status.players == 2 && host.lobby.status.watchers == 0)
        host.say(.leave, wim)
        #expect(host.lobby.status.players == 1 && host.lobby.status.watchers == 0)
    }

    @Test("A private host says nothing about free seats")
    func privateStatus() {
        var host = SimulatedLobby(isPrivate: true)
        host.apply(.privateTableNeeded)
        let visitor = host.connect(from: .outside(1))
        host.say(.status, visitor)
        var expected = HostStatus.of(isPrivate: true)
        expected.tables = 1
        #expect(host.status(for: visitor) == expected)
    }
}
