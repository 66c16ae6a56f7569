import SetProtocol
import SetSimulation
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Seats of one address")
struct LobbySeatTests {
    /// What strangers do to keep a player out.
    enum Siege: CaseIterable {
        /// They hold all connections of the player's address, without a word.
        case silentNeighbors
        /// They hold them at tables, and reach for the one that the player loses.
        case seatedNeighbors
        /// They hold all connections of the host, from other addresses.
        case wholeHost
    }

    @Test(
        "A right token is admitted although strangers hold every connection",
        arguments: Siege.allCases)
    func besieged(siege: Siege) throws {
        var limits = HostLimits.standard
        (limits.connections, limits.connectionsPerAddress) = (60, 8)
        limits.callsPerAddress = .init(1000, per: .seconds(1), burst: 1000)
        var host = SimulatedLobby(limits)
        let (home, elsewhere) = (IPAddress.outside(1), IPAddress.outside(2))
        var player = host.join(Hello(name: "Ann"), from: home)
        let table = try #require(host.table(of: player))
        let opponent = host.join(Hello(name: "Bob", table: table), from: elsewhere)
        for one in [player, opponent] { host.say(.ready, one) }
        var number = 10
        func attack() {
            number += 1
            switch siege {
            case .silentNeighbors: _ = host.connect(from: home)
            case .seatedNeighbors:
                host.join(Hello(name: "Eve", wantsNewTable: number.isMultiple(of: 2)), from: home)
            case .wholeHost:
                host.join(Hello(name: "Eve", wantsNewTable: true), from: .outside(number % 40 + 10))
            }
        }
        for _ in 0..<120 { attack() }
        for turn in 0..<6 {
            let token = try #require(host.token(of: player))
            host.drop(player)
            for _ in 0..<30 {
                attack()
                host.wait(.milliseconds(100))
            }
            player = host.connect(from: home)
            // Strangers come between the connection and its hello.
            for _ in 0..<40 { attack() }
            host.say(.hello(Hello(name: "Ann", table: table, token: token)), player)
            #expect(host.table(of: player) == table, "\(turn)")
            #expect(host.refusal(of: player) == nil)
        }
        // Nobody else comes in by a made-up token, and the limit still holds.
        let forged = Hello(
            name: "Eve", table: table, token: SeatToken(hex: String(repeating: "0", count: 32)))
        let stranger = host.join(forged, from: home)
        #expect(host.table(of: stranger) == nil)
    }

    @Test("An address has no more seats than connections, seats of lost players included")
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
        // The seats count as connections: only a player who returns to one comes in.
        let (table, token) = try #require(lost.first)
        let back = host.join(
            Hello(name: "Eve", table: table, token: token), from: .outside(1))
        #expect(host.table(of: back) == table)
        let watcher = host.join(Hello(name: "Eve", role: .watch), from: .outside(1))
        #expect(host.refusal(of: watcher) == .addressFull)
        #expect(host.log.last?.what == .refused(.addressFull, .connectionsPerAddress))
        // After their time the seats are free, and nothing of it is left.
        host.wait(.seconds(61))
        let again = host.join(Hello(name: "Eve"), from: .outside(1))
        #expect(host.table(of: again) != nil)
    }

    @Test("A player who drops before a game keeps the seat for 5 s, and is met only once")
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

    @Test("A player who leaves and joins again gets back to the only neighbor who waits")
    func backToNeighbor() {
        var host = SimulatedLobby()
        let ann = host.join(Hello(name: "Ann"), from: .outside(1))
        host.say(.ready, ann)
        for _ in 0..<4 {
            let bob = host.join(Hello(name: "Bob"), from: .outside(1))
            #expect(host.table(of: bob) == host.table(of: ann))
            host.wait(.seconds(10))
            host.say(.leave, bob)
            host.wait(.seconds(1))
        }
    }

    @Test("One player who joins and leaves keeps nobody apart behind the same address")
    func churnBehindTunnel() {
        var host = SimulatedLobby()
        var people: [Int] = []
        var met = 0
        for _ in 0..<6 {
            let person = host.join(Hello(name: "Ann"), from: .outside(1))
            host.say(.ready, person)
            people.append(person)
            if people.contains(where: {
                $0 != person && host.table(of: $0) == host.table(of: person)
            }) {
                met += 2
                people.removeAll { host.table(of: $0) == host.table(of: person) }
            }
            // Visits everybody who waits, far more often than one address may visit a table of
            // another.
            for _ in 0..<40 {
                host.comeAndGo(Hello(name: "Eve"), from: .outside(1))
                host.wait(.milliseconds(100))
            }
        }
        #expect(met == 6)
    }

    @Test("On a full host, an address that has left every player waits half a minute for them")
    func fullHost() {
        var limits = HostLimits.standard
        limits.tables = 2
        var host = SimulatedLobby(limits)
        let tables = (0..<2).map { number in
            let waiting = host.join(
                Hello(name: "Ann", wantsNewTable: true), from: .outside(2 + number))
            host.say(.ready, waiting)
            return host.table(of: waiting)
        }
        for table in tables {
            let visitor = host.join(Hello(name: "Eve"), from: .outside(1))
            #expect(host.table(of: visitor) == table)
            host.say(.leave, visitor)
        }
        let refused = host.join(Hello(name: "Eve"), from: .outside(1))
        #expect(host.refusal(of: refused) == .hostFull)
        host.wait(Matchmaking.avoidance)
        let back = host.join(Hello(name: "Eve"), from: .outside(1))
        #expect(host.table(of: back) == tables[0])
    }

    @Test("One address may sit down at one table by its code only so often; others are unaffected")
    func sittings() {
        var host = SimulatedLobby()
        let waiting = host.join(Hello(name: "Ann"), from: .outside(1))
        let table = host.table(of: waiting)
        let hello = Hello(name: "Eve", table: table)
        let burst = HostLimits.standard.sittings.burst
        for _ in 0..<burst { host.comeAndGo(hello, from: .outside(2)) }
        let late = host.join(hello, from: .outside(2))
        #expect(host.refusal(of: late) == .tooOften)
        #expect(host.log.last?.what == .refused(.tooOften, .sittings))
        host.comeAndGo(hello, from: .outside(3))
        host.wait(.seconds(1))
        let again = host.join(hello, from: .outside(2))
        #expect(host.table(of: again) == table)
    }

    @Test("No address that is known makes a table forget how often others have sat down")
    func sittingsOfMany() {
        let now = MonotonicInstant(.seconds(1000))
        let overview = TableOverview(PerSeat(both: .free))
        var table = ListedTable(serial: 0, isPrivate: false, overview, at: now)
        func sitsDown(_ number: Int, after time: Duration = .zero) -> Bool {
            table.sittings.allows(CallerOrigin(.outside(number)), at: now.advanced(by: time))
        }
        while sitsDown(0) {}
        for number in 1..<64 { #expect(sitsDown(number)) }
        #expect(sitsDown(1) && !sitsDown(0))
        #expect(sitsDown(64, after: .seconds(5)))
        #expect((0..<20).filter { _ in sitsDown(0, after: .seconds(5)) }.count == 10)
    }

    @Test("A ready player whose opponent left before the game meets the next newcomer first")
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
