import SetProtocol
import SetSimulation
import SetTestSupport
import Testing

@testable import SetHost

extension IPAddress {
    /// An address of a documentation network; each number another one.
    static func outside(_ number: Int) -> IPAddress { .v4(0xCB00_7100 + UInt32(number)) }
}

extension SimulatedLobby {
    fileprivate mutating func table(for hello: Hello, from address: IPAddress) -> TableCode? {
        let visitor = join(hello, from: address)
        return table(of: visitor)
    }

    mutating func comeAndGo(_ hello: Hello, from address: IPAddress) {
        say(.leave, join(hello, from: address))
    }

    fileprivate mutating func refusal(
        of hello: Hello, from address: IPAddress
    ) -> ConnectionError? {
        let visitor = join(hello, from: address)
        return refusal(of: visitor)
    }
}

@Suite("Newcomers without a code", .serialized, .inTurn)
struct LobbyMatchmakingTests {
    /// Somebody who sits down at a new table.
    private static func waiting(
        in host: inout SimulatedLobby, _ number: Int, isReady: Bool = false
    ) -> (visitor: Int, table: TableCode?) {
        let visitor = host.join(
            Hello(name: "W\(number)", wantsNewTable: true), from: .outside(number))
        if isReady { host.say(.ready, visitor) }
        return (visitor, host.table(of: visitor))
    }

    @Test("All 60 newcomers get in while one address joins and leaves 30 times a second")
    func churn() {
        var host = SimulatedLobby()
        let idle = host.join(Hello(name: "Idle"), from: .outside(1))
        var meetings = 0
        for number in 0..<60 {
            for _ in 0..<30 {
                host.wait(.milliseconds(33))
                let visitor = host.join(Hello(name: "Eve"), from: .outside(1))
                #expect(host.table(of: visitor) != nil)
                host.say(.leave, visitor)
            }
            let newcomer = host.join(Hello(name: "Ann"), from: .outside(2 + number))
            #expect(host.table(of: newcomer) != nil)
            if host.table(of: newcomer) == host.table(of: idle) { meetings += 1 }
            host.say(.leave, newcomer)
        }
        #expect(meetings <= 2)
    }

    @Test("A newcomer finds an opponent even if one address visits every waiting table")
    func churnAmongMany() {
        var host = SimulatedLobby()
        var atTables: [TableCode: [Int]] = [:]
        var games = 0
        for number in 0..<40 {
            let newcomer = host.join(Hello(name: "Ann"), from: .outside(2 + number))
            guard let table = host.table(of: newcomer) else { continue }
            atTables[table, default: []].append(newcomer)
            // Who waited says ready again: an opponent who left took the first one along.
            for player in atTables[table, default: []] { host.say(.ready, player) }
            if host.isPlaying(at: table) { games += 1 }
            for _ in 0..<30 {
                host.wait(.milliseconds(33))
                host.comeAndGo(Hello(name: "Eve"), from: .outside(1))
            }
        }
        #expect(games == 20)
    }

    @Test("Only the first newcomer meets a player who never says \"ready\"", arguments: [1, 12])
    func squatter(addresses: Int) {
        var host = SimulatedLobby()
        let squatter = host.join(Hello(name: "Mute"), from: .outside(1))
        var meetings = 0
        for number in 0..<12 {
            let newcomer = host.join(
                Hello(name: "Ann"), from: .outside(2 + number % addresses))
            if host.table(of: newcomer) == host.table(of: squatter) { meetings += 1 }
            host.say(.ready, newcomer)
            host.wait(.seconds(1))
            host.say(.leave, newcomer)
        }
        #expect(meetings == 1)
    }

    @Test(
        "A newcomer meets a ready player first, then one who is not; among these, who waits longest",
        arguments: 0..<10)
    func order(seed: UInt64) {
        var host = SimulatedLobby()
        var random = SeededGenerator(seed: seed)
        var waiting: [(visitor: Int, table: TableCode?)] = []
        for number in 0..<30 {
            host.wait(.milliseconds(100))
            waiting.append(Self.waiting(in: &host, number))
        }
        let ready = waiting.shuffled(using: &random)[..<10]
        for player in ready { host.say(.ready, player.visitor) }
        for player in waiting.shuffled(using: &random)[..<5] { host.drop(player.visitor) }
        let present = waiting.filter { host.table(of: $0.visitor) != nil }.map(\.table)
        let first = present.filter { table in ready.contains { $0.table == table } }
        let met = present.indices.map {
            host.table(for: Hello(name: "Ann"), from: .outside(50 + $0))
        }
        #expect(met == first + present.filter { !first.contains($0) })
        // A new table comes before those whose players are away.
        let last = host.table(for: Hello(name: "Ann"), from: .outside(90))
        #expect(last != nil && !waiting.contains { $0.table == last })
    }

    @Test(
        "A newcomer meets the remaining players only if no new table can be opened",
        arguments: [false, true])
    func lastResort(isAnybodyThere: Bool) {
        var limits = HostLimits.standard
        limits.tables = 2
        var host = SimulatedLobby(limits)
        let away = Self.waiting(in: &host, 1)
        host.drop(away.visitor)
        let mute = Self.waiting(in: &host, 2)
        host.comeAndGo(Hello(name: "Bob", table: mute.table), from: .outside(3))
        if isAnybodyThere { host.join(Hello(name: "Bob", table: mute.table), from: .outside(4)) }
        let newcomer = host.join(Hello(name: "Ann"), from: .outside(5))
        #expect(host.table(of: newcomer) == (isAnybodyThere ? away.table : mute.table))
        let next = host.join(Hello(name: "Cleo"), from: .outside(6))
        #expect(host.table(of: next) == (isAnybodyThere ? nil : away.table))
        #expect(host.refusal(of: next) == (isAnybodyThere ? .hostFull : nil))
    }

    @Test("A player who was not ready for an opponent is met after \"ready\" or two minutes")
    func unready() {
        var host = SimulatedLobby()
        let mute = Self.waiting(in: &host, 1)
        func meets(_ number: Int) -> Bool {
            let visitor = host.join(Hello(name: "Ann"), from: .outside(number))
            defer { host.say(.leave, visitor) }
            return host.table(of: visitor) == mute.table
        }
        #expect(meets(10) && !meets(11))
        host.wait(Matchmaking.unreadyTime - .seconds(1))
        #expect(!meets(12))
        host.wait(.seconds(1))
        #expect(meets(13) && !meets(14))
        host.say(.ready, mute.visitor)
        #expect(meets(15) && meets(16))
    }

    @Test("A player whose opponent left after a game is met although they are not ready")
    func afterGame() {
        var host = SimulatedLobby()
        let waiting = Self.waiting(in: &host, 1, isReady: true)
        let other = host.join(Hello(name: "Bob"), from: .outside(2))
        host.say(.ready, other)
        #expect(waiting.table.map(host.isPlaying) == true)
        host.say(.leave, other)
        #expect(host.table(for: Hello(name: "Ann"), from: .outside(3)) == waiting.table)
    }

    @Test("Two addresses do not meet for 30 seconds after one has left the other")
    func avoidance() {
        var host = SimulatedLobby()
        let waiting = Self.waiting(in: &host, 1, isReady: true)
        let visitor = host.join(Hello(name: "Ann"), from: .outside(2))
        #expect(host.table(of: visitor) == waiting.table)
        host.say(.leave, visitor)
        let again = host.join(Hello(name: "Ann"), from: .outside(2))
        #expect(host.table(of: again) != nil && host.table(of: again) != waiting.table)
        // Nor at another table, where the one who was left comes second.
        host.say(.leave, waiting.visitor)
        let back = host.join(Hello(name: "Bob"), from: .outside(1))
        #expect(host.table(of: back) != host.table(of: again))
        host.say(.leave, back)
        host.wait(Matchmaking.avoidance)
        let met = host.join(Hello(name: "Bob"), from: .outside(1))
        #expect(host.table(of: met) == host.table(of: again))
    }

    @Test("A newcomer refused by a table gets the next one, and a new one if all refuse")
    func refused() {
        var lobby = Lobby(.standard, helloTime: .seconds(5))
        var random = SeededGenerator(seed: 1)
        let now = MonotonicInstant(.seconds(1000))
        let codes = (0..<3).map { _ in TableCode(using: &random) }
        for (serial, code) in codes.enumerated() {
            let overview = TableOverview(PerSeat(first: .ready, second: .free))
            let header = JournalHeader.of(code, serial: serial)
            _ = lobby.apply(
                .tableResumed(header, hasCurrentRules: true, overview), at: now)
        }
        let id = ConnectionID(0)
        _ = lobby.apply(.connected(id, from: .outside(1)), at: now)
        let hello = Hello(name: "Ann")
        let line = WireCodec.encode(.hello(hello)).dropLast()
        var asked: [TableCode] = []
        var effects = lobby.apply(.line(line, from: id), at: now)
        for error in [ConnectionError.tableFull, .tooOften, .unknownTable, .seatTaken] {
            guard case .ask(let code, id, hello)? = effects.last else {
                Issue.record("\(effects)")
                return
            }
            asked.append(code)
            effects = lobby.apply(
                .answered(id, by: code, .failure(error)), at: now)
        }
        #expect(asked.prefix(3) == codes[...] && Set(asked).count == 4)
        // Nor does it last forever.
        #expect(
            effects.first == .refuse(id, .seatTaken, saying: ConnectionError.seatTaken.sentence))
    }

    @Test("A watcher gets a game in progress, else another table with room, else a refusal")
    func watching() {
        var limits = HostLimits.standard
        limits.watchers = 1
        var host = SimulatedLobby(limits)
        let hello = Hello(name: "Wim", role: .watch)
        #expect(host.refusal(of: hello, from: .outside(1)) == .nothingToWatch)
        let quiet = Self.waiting(in: &host, 2)
        let game = Self.waiting(in: &host, 3, isReady: true)
        let other = host.join(Hello(name: "Ann", table: game.table), from: .outside(4))
        host.say(.ready, other)
        let tables = (0..<3).map { host.join(hello, from: .outside(10 + $0)) }
        #expect(tables.map { host.table(of: $0) } == [game.table, quiet.table, nil])
        #expect(host.refusal(of: tables[2]) == .tooManyWatchers)
        #expect(host.sentence(for: tables[2]) == HostLimits.Name.watchers.sentence)
        #expect(host.log.last?.what == .refused(.tooManyWatchers, .watchers))
    }
}

@Suite("Lobby", .serialized, .inTurn)
struct LobbyDoorTests {
    private static let seeds = 0..<UInt64(LongRun.count(8, inLongRun: 200))
    private static let wrong = TableCode("000000")

    @Test("A valid token is accepted even if its address may not try codes anymore")
    func tokens() {
        var host = SimulatedLobby()
        let player = host.join(Hello(name: "Ann"), from: .outside(1))
        let (table, token) = (host.table(of: player), host.token(of: player))
        host.drop(player)
        for _ in 0..<5 { host.join(Hello(name: "Eve", table: Self.wrong), from: .outside(1)) }
        let flipped = token.flatMap { SeatToken(hex: String($0.hex.reversed())) }
        for (role, code, token) in [
            (Hello.Role.play, Self.wrong, token), (.play, table, flipped), (.play, table, nil),
            (.watch, table, token),
        ] {
            let hello = Hello(name: "Eve", role: role, table: code, token: token)
            #expect(host.refusal(of: hello, from: .outside(1)) == .tooManyGuesses)
        }
        let back = host.join(Hello(name: "Ann", table: table, token: token), from: .outside(1))
        #expect(host.table(of: back) == table && table != nil)
        #expect(host.log.count { $0.what == .guessesBlocked } == 1)
    }

    @Test(
        "Wrong codes from this machine are limited only on request",
        arguments: [(false, 5), (true, 5), (true, Int.max)])
    func localGuesses(areLimited: Bool, most: Int) {
        var limits = HostLimits.standard
        (limits.limitsLocalGuesses, limits.wrongGuesses) = (areLimited, most)
        var host = SimulatedLobby(limits)
        for _ in 0..<20 { host.join(Hello(name: "Eve", table: Self.wrong), from: .loopback) }
        let last = host.join(Hello(name: "Eve", table: Self.wrong), from: .loopbackV6)
        #expect(host.refusal(of: last) == .unknownTable)
        let same = host.join(Hello(name: "Eve", table: Self.wrong), from: .loopback)
        let isBlocked = areLimited && most == 5
        #expect(host.refusal(of: same) == (isBlocked ? .tooManyGuesses : .unknownTable))
    }

    @Test("A right code is no wrong one, even at a table without a seat")
    func rightCodes() {
        var limits = HostLimits.standard
        limits.wrongGuesses = 1
        var host = SimulatedLobby(limits)
        let table = host.table(for: Hello(name: "Ann"), from: .outside(1))
        host.join(Hello(name: "Bob", table: table), from: .outside(2))
        let hellos = [table, Self.wrong].map { Hello(name: "Cleo", table: $0) }
        for _ in 0..<10 {
            host.comeAndGo(Hello(name: "Wim", role: .watch, table: table), from: .outside(3))
            #expect(host.refusal(of: hellos[0], from: .outside(3)) == .tableFull)
        }
        for error in [ConnectionError.unknownTable, .tooManyGuesses] {
            #expect(host.refusal(of: hellos[1], from: .outside(3)) == error)
        }
    }

    @Test("Watchers per address are limited across tables until one leaves")
    func watchers() {
        var host = SimulatedLobby()
        let tables = (0..<3).map {
            host.table(for: Hello(name: "Ann", wantsNewTable: true), from: .outside($0))
        }
        let watchers = (0..<9).map { number in
            let hello = Hello(name: "Wim", role: .watch, table: tables[number % 3])
            return host.join(hello, from: .outside(9))
        }
        #expect(watchers.map { host.refusal(of: $0) }.dropLast().allSatisfy { $0 == nil })
        #expect(host.refusal(of: watchers[8]) == .tooManyWatchers)
        #expect(
            host.sentence(for: watchers[8])
                == "Too many watchers from your address: close one, or ask the host to raise --per-address."
        )
        #expect(host.log.last?.what == .refused(.tooManyWatchers, .watchersPerAddress))
        let hello = Hello(name: "Wim", role: .watch)
        #expect(host.table(for: hello, from: .outside(8)) != nil)
        host.drop(watchers[0])
        host.say(.leave, watchers[1])
        for isIn in [true, true, false] {
            #expect((host.table(for: hello, from: .outside(9)) != nil) == isIn)
        }
    }

    @Test("A silent connection has five seconds, and anything but hello is refused")
    func hello() {
        var host = SimulatedLobby()
        let silent = host.connect(from: .outside(1))
        host.wait(.milliseconds(4999))
        let hasty = host.connect(from: .outside(2))
        host.say(.ready, hasty)
        #expect(host.refusal(of: hasty) == .helloFirst)
        #expect(host.refusal(of: silent) == nil)
        host.wait(.milliseconds(1))
        #expect(host.refusal(of: silent) == .helloLate)
        let empty = host.connect(from: .outside(4))
        for number in 0...8 {
            #expect(host.refusal(of: empty) == nil, "\(number)")
            host.apply(.line([], from: ConnectionID(empty)))
        }
        #expect(host.refusal(of: empty) == .helloFirst)
        let old = host.join(Hello(name: "", version: 2), from: .outside(3))
        #expect(host.refusal(of: old) == .unsupportedProtocol)
        #expect(host.lobby.connectionCount == 0 && host.lobby.nextWake == nil)
    }

    @Test("A private table needs its code and reopens after closing")
    func privateTable() throws {
        var host = SimulatedLobby(isPrivate: true)
        #expect(host.refusal(of: Hello(name: "Eve"), from: .outside(1)) == .codeNeeded)
        host.apply(.privateTableNeeded)
        host.apply(.privateTableNeeded)
        let code = try #require(host.lobby.privateCode)
        for _ in 0..<3 {
            let player = host.join(Hello(name: "Ann", table: code), from: .outside(2))
            #expect(host.table(of: player) == code)
            host.say(.leave, player)
            #expect(host.tableCount == 1 && host.lobby.privateCode == code)
        }
        #expect(host.log.allSatisfy { $0.table == nil || $0.table == "private" })
        host.apply(.closing)
        host.comeAndGo(Hello(name: "Ann", table: code), from: .outside(2))
        #expect(host.tableCount == 0)
    }

    @Test("The lobby forgets everyone who has come and gone", arguments: seeds)
    func anything(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var limits = HostLimits.standard
        (limits.connections, limits.newcomers, limits.tables) = (20, 5, 6)
        (limits.connectionsPerAddress, limits.watchersPerAddress) = (8, 2)
        var host = SimulatedLobby(limits, seed: seed)
        var all: [Int] = []
        for _ in 0..<400 {
            let address = IPAddress.outside(Int(random.below(4)))
            switch random.below(8) {
            case 0: all.append(host.connect(from: address))
            case 1: all.append(host.join(Hello(name: "Wim", role: .watch), from: address))
            case 2, 3:
                let wantsNew = random.below(4) == 0
                all.append(
                    host.join(Hello(name: "Ann", wantsNewTable: wantsNew), from: address))
            case 4: host.wait(.milliseconds(random.below(3000)))
            case 5 where !all.isEmpty: host.say(.ready, all[Int(random.below(UInt64(all.count)))])
            case 6 where !all.isEmpty: host.say(.leave, all[Int(random.below(UInt64(all.count)))])
            case 7 where !all.isEmpty: host.drop(all[Int(random.below(UInt64(all.count)))])
            case _: continue
            }
            #expect(host.tableCount <= 6)
        }
        for visitor in all { host.drop(visitor) }
        host.wait(.seconds(3600))
        #expect(host.lobby.connectionCount == 0 && host.tableCount == 0)
        let newcomers = (0..<9).map { _ in host.join(Hello(name: "Ann"), from: .outside(1)) }
        #expect(newcomers.map { host.refusal(of: $0) == nil } == (0..<9).map { $0 < 8 })
    }
}
