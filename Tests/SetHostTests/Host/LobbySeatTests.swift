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

    @Test("An address that is ready and never plays is met once in 30 seconds")
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
        "An address that waits silently at several tables keeps nobody apart",
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

    @Test(
        "An address that is ready at many tables and leaves each game keeps nobody apart",
        arguments: [1, 2], [false, true])
    func leavers(addresses: Int, areDropping: Bool) {
        var host = SimulatedLobby()
        func squat(_ address: Int) -> Int {
            let squatter = host.join(
                Hello(name: "Eve", wantsNewTable: true), from: .outside(address))
            host.say(.ready, squatter)
            return squatter
        }
        var squatters: [Int] = []
        for address in 0..<addresses {
            for _ in 0..<8 { squatters.append(squat(address)) }
        }
        var newcomers: [Int] = []
        for number in 0..<16 {
            host.wait(.seconds(1))
            newcomers.append(host.join(Hello(name: "Ann"), from: .outside(10 + number)))
            // Everybody who waits says that they are ready, again and again.
            for newcomer in newcomers { host.say(.ready, newcomer) }
            for place in squatters.indices {
                let table = host.table(of: squatters[place])
                guard newcomers.contains(where: { host.table(of: $0) == table }) else { continue }
                if areDropping {
                    host.drop(squatters[place])
                } else {
                    host.say(.leave, squatters[place])
                }
                squatters[place] = squat(place % addresses)
            }
        }
        let met = newcomers.count { newcomer in
            newcomers.contains {
                $0 != newcomer && host.table(of: $0) == host.table(of: newcomer)
            }
        }
        // Each address meets four; and the last may have nobody to meet.
        let hit = areDropping ? 4 * addresses : 0
        #expect(met >= 16 - hit - 1)
    }

    @Test(
        "An address that resigns or idles at many tables keeps nobody apart",
        arguments: [1, 4], [false, true])
    func statues(addresses: Int, areResigning: Bool) {
        var host = SimulatedLobby()
        var statues: [Int] = []
        for address in 0..<addresses {
            for _ in 0..<4 {
                statues.append(
                    host.join(Hello(name: "Eve", wantsNewTable: true), from: .outside(address)))
            }
        }
        var newcomers: [Int?] = (0..<12).map { _ in nil }
        func hasMet(_ visitor: Int) -> Bool {
            newcomers.contains {
                $0 != visitor && $0.flatMap(host.table) == host.table(of: visitor)
            }
        }
        // Who has met nobody else after ten seconds leaves and tries again.
        for round in 0..<20 {
            for number in newcomers.indices where number <= round {
                if let visitor = newcomers[number] {
                    if hasMet(visitor) { continue }
                    host.say(.leave, visitor)
                }
                let visitor = host.join(Hello(name: "Ann"), from: .outside(100 + number))
                newcomers[number] = visitor
                host.say(.ready, visitor)
            }
            for statue in statues { host.say(.ready, statue) }
            host.wait(.seconds(4))
            if areResigning { for statue in statues { host.say(.resign, statue) } }
            host.wait(.seconds(6))
        }
        #expect(newcomers.allSatisfy { $0.map(hasMet) == true })
    }

    @Test("Two people meet within four minutes although twelve addresses are ready and never play")
    func idlers() {
        var host = SimulatedLobby()
        var idlers: [Int] = []
        for address in 0..<12 {
            for _ in 0..<3 {
                idlers.append(
                    host.join(Hello(name: "Eve", wantsNewTable: true), from: .outside(address)))
            }
        }
        func getReady() { for idler in idlers { host.say(.ready, idler) } }
        // Who is still idle after twelve seconds is left.
        var people: [Int?] = [nil, nil]
        var seconds = 0
        var haveMet: Bool { people[0].flatMap(host.table) == people[1].flatMap(host.table) }
        while seconds < 240 {
            for number in people.indices where seconds == 0 || !haveMet {
                if let visitor = people[number] { host.say(.leave, visitor) }
                getReady()
                let visitor = host.join(Hello(name: "Ann"), from: .outside(100 + number))
                people[number] = visitor
                host.say(.ready, visitor)
            }
            if haveMet { break }
            host.wait(.seconds(12))
            seconds += 12
        }
        #expect(seconds < 240)
    }

    @Test(
        "Neighbors meet within two minutes although eight connections of theirs never play",
        arguments: [true, false])
    func idleNeighbors(areReady: Bool) {
        var host = SimulatedLobby()
        var random = SeededGenerator(seed: 7)
        let idlers = (0..<8).map { _ in
            host.join(Hello(name: "Eve", wantsNewTable: true), from: .outside(1))
        }
        // Four people who give up an idle opponent after eight to twenty seconds and join again.
        var people = [Int?](repeating: nil, count: 4)
        var nextStep = [0, 1, 2, 3]
        var seconds = 0
        while !people.isEmpty, seconds < 120 {
            if areReady { for idler in idlers { host.say(.ready, idler) } }
            for number in people.indices where nextStep[number] <= seconds {
                if let person = people[number] {
                    host.say(.leave, person)
                    people[number] = nil
                    nextStep[number] = seconds + 1 + Int(random.below(2))
                } else {
                    let person = host.join(Hello(name: "Ann"), from: .outside(1))
                    host.say(.ready, person)
                    people[number] = person
                    nextStep[number] = seconds + 8 + Int(random.below(13))
                }
            }
            let tables = people.map { $0.flatMap(host.table) }
            for number in people.indices.reversed()
            where tables[number] != nil && tables.count(where: { $0 == tables[number] }) == 2 {
                people.remove(at: number)
                nextStep.remove(at: number)
            }
            host.wait(.seconds(1))
            seconds += 1
        }
        #expect(people.isEmpty, "\(people.count) of four after \(seconds) seconds")
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

    @Test("An address whose two players leave each other is still met by others")
    func ownAffair() {
        var host = SimulatedLobby()
        for _ in 0..<8 {
            let first = host.join(Hello(name: "Ann", wantsNewTable: true), from: .outside(1))
            let table = host.table(of: first)
            let second = host.join(Hello(name: "Eve", table: table), from: .outside(1))
            host.say(.leave, second)
            host.say(.leave, first)
            host.wait(.seconds(2))
        }
        let waiting = host.join(Hello(name: "Ann", wantsNewTable: true), from: .outside(1))
        host.say(.ready, waiting)
        let newcomer = host.join(Hello(name: "Bob"), from: .outside(2))
        #expect(host.table(of: newcomer) == host.table(of: waiting))
    }

    @Test("An address that has sat down too often at one table gets the next")
    func tooOften() {
        var limits = HostLimits.standard
        limits.tables = 2
        var host = SimulatedLobby(limits)
        let tables = (0..<2).map { number in
            let waiting = host.join(
                Hello(name: "Ann", wantsNewTable: true), from: .outside(2 + number))
            host.say(.ready, waiting)
            return host.table(of: waiting)
        }
        // There can be no new table, and soon the address has left both of these.
        var sat: [TableCode?] = []
        while sat.count(where: { $0 == tables[0] }) < limits.sittings.burst, sat.count < 40 {
            let visitor = host.join(Hello(name: "Eve"), from: .outside(1))
            sat.append(host.table(of: visitor))
            host.say(.leave, visitor)
        }
        let newcomer = host.join(Hello(name: "Eve"), from: .outside(1))
        #expect(host.table(of: newcomer) == tables[1])
    }

    @Test("One address may sit down at one table only so often; others are unaffected")
    func sittings() {
        var host = SimulatedLobby()
        let waiting = host.join(Hello(name: "Ann"), from: .outside(1))
        let table = host.table(of: waiting)
        let hello = Hello(name: "Eve", table: table)
        let burst = HostLimits.standard.sittingsByCode.burst
        for _ in 0..<burst { host.comeAndGo(hello, from: .outside(2)) }
        let late = (0..<3).map { _ in host.join(hello, from: .outside(2)) }
        #expect(late.allSatisfy { host.table(of: $0) == nil && host.refusal(of: $0) == nil })
        let other = host.join(hello, from: .outside(3))
        #expect(host.table(of: other) == table)
        // They wait for a turn, and as long as the table is full, for a seat.
        host.wait(.seconds(2))
        #expect(late.allSatisfy { host.table(of: $0) == nil && host.refusal(of: $0) == nil })
        host.say(.leave, other)
        #expect(late.count { host.table(of: $0) == table } == 1)
        host.wait(.seconds(3))
        #expect(late.count { host.refusal(of: $0) == .tooOften } == 2)
    }

    @Test("A neighbor who comes and goes all the time cannot use up the code of a table")
    func neighbor() {
        var sat = 0
        for seed in 0..<UInt64(15) {
            var host = SimulatedLobby(seed: seed)
            let waiting = host.join(Hello(name: "Ann"), from: .outside(1))
            let table = host.table(of: waiting)
            let hello = Hello(name: "Eve", table: table)
            var eves = (0..<4).map { _ in host.join(hello, from: .outside(2)) }
            let isByCode = seed.isMultiple(of: 2)
            func churn() {
                host.wait(.milliseconds(30))
                for (index, eve) in eves.enumerated() {
                    let isSeated = host.table(of: eve) != nil
                    if isSeated { host.say(.leave, eve) }
                    guard isSeated || host.refusal(of: eve) != nil else { continue }
                    let again = isByCode ? hello : Hello(name: "Eve")
                    eves[index] = host.join(again, from: .outside(2))
                }
            }
            for _ in 0..<100 { churn() }
            let friend = host.join(Hello(name: "Bob", table: table), from: .outside(2))
            for _ in 0..<150 where host.table(of: friend) == nil { churn() }
            if host.table(of: friend) == table { sat += 1 }
        }
        #expect(sat >= 14, "\(sat) of 15 sat down")
    }

    @Test("Players of one address may meet each other, as in a classroom")
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
