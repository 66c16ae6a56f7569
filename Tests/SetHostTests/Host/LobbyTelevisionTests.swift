import SetHost
import SetProtocol
import SetSimulation
import Testing

@testable import SetHost

@Suite("The table for a room")
struct LobbyTelevisionTests {
    /// Somebody who is ready at a table of their own.
    private func waiting(in host: inout SimulatedLobby, _ number: Int) -> TableCode? {
        let visitor = host.join(
            Hello(name: "W\(number)", wantsNewTable: true), from: .outside(number))
        host.say(.ready, visitor)
        return host.table(of: visitor)
    }

    @Test("A television gets the game that began last, a watcher the table that opened first")
    func television() {
        var host = SimulatedLobby()
        let games = (1...2).map { number in
            let table = waiting(in: &host, 10 * number)
            return (
                table,
                host.join(Hello(name: "B", table: table), from: .outside(10 * number + 1))
            )
        }
        for (_, opponent) in games {
            host.say(.ready, opponent)
            host.now = host.now.advanced(by: .seconds(1))
        }
        var hello = Hello(name: "Wim", role: .watch)
        func watched() -> TableCode? {
            let visitor = host.join(hello, from: .outside(1))
            return host.table(of: visitor)
        }
        #expect(watched() == games[0].0)
        hello.isTelevision = true
        #expect(watched() == games[1].0)
        // Once that game is over, there is only the other one.
        host.say(.resign, games[1].1)
        #expect(watched() == games[0].0)
    }
}
