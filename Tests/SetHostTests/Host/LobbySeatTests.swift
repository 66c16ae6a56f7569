import SetProtocol
import SetSimulation
import SetTestSupport
import Testing

@testable import SetHost

@Suite("The seats of one address")
struct LobbySeatTests {
    @Test("are no more than it may have connections, those of lost players included")
    func ghosts() throws {
        var host = SimulatedLobby()
        var lost: [(table: TableCode, token: SeatToken?)] = []
        for number in 0..<200 {
            host.wait(.milliseconds(20))
            let visitor = host.join(
                Hello(name: "Eve", wantsNewTable: number.isMultiple(of: 2)), from: .outside(1))
            if let table = host.table(of: visitor) {
                lost.append((table, host.token(of: visitor)))
            } else {
                #expect(host.refusal(of: visitor) == .addressFull)
            }
            host.drop(visitor)
        }
        #expect(lost.count == 32)
        for number in 0..<100 {
            let newcomer = host.join(Hello(name: "Ann"), from: .outside(2 + number))
            #expect(host.table(of: newcomer) != nil)
        }
        // Whoever has a seat gets it back, and may watch.
        let (table, token) = try #require(lost.first)
        let back = host.join(
            Hello(name: "Eve", table: table, token: token), from: .outside(1))
        #expect(host.table(of: back) == table)
        let watcher = host.join(Hello(name: "Eve", role: .watch), from: .outside(1))
        #expect(host.table(of: watcher) != nil)
        // After their time the seats are free, and nothing of it is left.
        host.wait(.seconds(61))
        let again = host.join(Hello(name: "Eve"), from: .outside(1))
        #expect(host.table(of: again) != nil)
    }

    @Test("that is lost opposite somebody who waits is free again after five seconds, and met once")
    func ghostsOpposite() {
        var host = SimulatedLobby()
        var games = 0
        for number in 0..<24 {
            // Ten a second sit down, say that they are ready, and drop the connection.
            for _ in 0..<10 {
                host.wait(.milliseconds(100))
                let ghost = host.join(Hello(name: "Eve"), from: .outside(1))
                host.drop(ghost)
            }
            let newcomer = host.join(Hello(name: "Ann"), from: .outside(2 + number))
            host.say(.ready, newcomer)
            if let table = host.table(of: newcomer), host.isPlaying(at: table) { games += 1 }
        }
        #expect(games >= 6)
    }

    @Test("whose players are ready and never play are met once in half a minute")
    func readySquatters() {
        var host = SimulatedLobby()
        let squatters = (0..<20).map { _ in
            let visitor = host.join(Hello(name: "Eve", wantsNewTable: true), from: .outside(1))
            host.say(.ready, visitor)
            return visitor
        }
        let tables = Set(squatters.compactMap { host.table(of: $0) })
        #expect(tables.count == 20)
        var meetings = 0
        for _ in 0..<10 {
            let newcomer = host.join(Hello(name: "Ann"), from: .outside(2))
            host.say(.ready, newcomer)
            if let table = host.table(of: newcomer), tables.contains(table) { meetings += 1 }
            host.wait(.seconds(2))
            host.say(.leave, newcomer)
        }
        #expect(meetings == 1)
    }
}
