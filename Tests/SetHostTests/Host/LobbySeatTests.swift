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

    @Test(
        "whose players wait at several tables and say nothing keep nobody apart",
        arguments: [2, 4, 30])
    func silentSquatters(count: Int) {
        for gap in [0, 100, 1000, 2000] {
            for isLeaving in [false, true] {
                var host = SimulatedLobby()
                let squatters = (0..<count).map { _ in
                    host.join(Hello(name: "Eve", wantsNewTable: true), from: .outside(1))
                }
                var newcomers: [Int] = []
                for number in 0..<2 {
                    let newcomer = host.join(Hello(name: "Ann"), from: .outside(2 + number))
                    host.say(.ready, newcomer)
                    newcomers.append(newcomer)
                    // Who meets a newcomer is gone at once.
                    for squatter in squatters
                    where isLeaving && host.table(of: squatter) == host.table(of: newcomer) {
                        host.say(.leave, squatter)
                    }
                    host.wait(.milliseconds(gap))
                }
                #expect(host.table(of: newcomers[0]) == host.table(of: newcomers[1]))
                #expect(host.table(of: newcomers[0]).map(host.isPlaying) == true)
            }
        }
    }

    @Test("may meet each other, as those of a class do")
    func sameAddress() {
        var host = SimulatedLobby()
        let waiting = (0..<3).map { _ in
            let visitor = host.join(Hello(name: "Ann", wantsNewTable: true), from: .outside(1))
            host.wait(.seconds(1))
            return visitor
        }
        let last = host.join(Hello(name: "Bob"), from: .outside(1))
        #expect(host.table(of: last) == waiting.last.flatMap { host.table(of: $0) })
    }

    @Test("who was ready and is left before a game is the first whom a newcomer meets")
    func stillReady() {
        var host = SimulatedLobby()
        let ann = host.join(Hello(name: "Ann"), from: .outside(1))
        let bob = host.join(Hello(name: "Bob"), from: .outside(2))
        host.say(.ready, ann)
        host.say(.leave, bob)
        host.wait(.seconds(60))
        let newer = host.join(Hello(name: "Cleo", wantsNewTable: true), from: .outside(3))
        let newcomer = host.join(Hello(name: "Dan"), from: .outside(4))
        host.say(.ready, newcomer)
        #expect(host.table(of: newcomer) == host.table(of: ann))
        #expect(host.table(of: newcomer) != host.table(of: newer))
        #expect(host.table(of: newcomer).map(host.isPlaying) == true)
    }
}
