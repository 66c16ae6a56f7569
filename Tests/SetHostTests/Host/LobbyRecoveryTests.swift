import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Table recovery")
struct LobbyRecoveryTests {
    @Test("Only a player who names a table still being read waits for it")
    func recovering() throws {
        var limits = HostLimits.standard
        limits.connectionsPerAddress = 3
        var lobby = Lobby(limits, helloTime: .seconds(5))
        var random = SeededGenerator(seed: 1)
        let now = MonotonicInstant(.seconds(1000))
        let code = TableCode(using: &random)
        let header = JournalHeader.of(code, serial: 3)
        _ = lobby.apply(.recovering([header]), at: now)
        func come(_ number: Int, _ hello: Hello) -> [LobbyEffect] {
            let id = ConnectionID(number)
            _ = lobby.apply(.connected(id, from: .outside(1)), at: now)
            let line = WireCodec.encode(.hello(hello)).dropLast()
            return lobby.apply(.line(line, from: id), at: now)
        }
        let token = SeatToken(using: &random)
        let back = Hello(name: "Ann", table: code, token: token)
        #expect(come(0, back) == [])
        #expect(come(1, back) == [])
        // A newcomer gets a table of another name and number.
        guard case .open(let other, serial: 4)? = come(2, Hello(name: "Bob")).first else {
            Issue.record("another effect")
            return
        }
        #expect(other != code)
        // A token that nobody can check yet excuses nobody from the limits.
        #expect("\(come(3, back))".contains("addressFull"))
        // Nobody waits for longer than a hello may take.
        #expect(lobby.nextWake == now.advanced(by: .seconds(5)))
        let overview = TableOverview(PerSeat(first: .away, second: .free))
        _ = lobby.apply(
            .tableResumed(header, hasCurrentRules: true, overview), at: now)
        let asked = lobby.apply(.recovering([]), at: now)
        #expect(
            asked == [
                .ask(code, toAdmit: ConnectionID(0), back),
                .ask(code, toAdmit: ConnectionID(1), back),
            ])
    }

    @Test("A table that was resumed is waited for no more, though another journal of it is unread")
    func readTwice() {
        var (lobby, header, back) = waiting()
        let other = JournalHeader.of(header.table, serial: 0)
        #expect(lobby.apply(.recovering([header, other]), at: .zero) == [])
        let overview = TableOverview(PerSeat(first: .away, second: .free))
        _ = lobby.apply(.tableResumed(header, hasCurrentRules: true, overview), at: .zero)
        let asked = lobby.apply(.recovering([other]), at: .zero)
        #expect(asked == [.ask(header.table, toAdmit: ConnectionID(0), back)])
    }

    @Test("Of a crowd, 128 at a time are refused with a reason, and everybody who waits or is last")
    func crowdOfRefused() {
        var (lobby, _, _) = waiting()
        func come(_ number: Int) -> [LobbyEffect] {
            let id = ConnectionID(number)
            _ = lobby.apply(.connected(id, from: .outside(number)), at: .zero)
            return lobby.apply(.line(Array("?".utf8)[...], from: id), at: .zero)
        }
        for number in 1...128 { #expect("\(come(number))".contains("badMessage")) }
        #expect(come(129).first == .drop(ConnectionID(129)))
        _ = lobby.apply(.connected(ConnectionID(130), from: .outside(1)), at: .zero)
        let last = "\(lobby.apply(.closing, at: .zero))"
        #expect(last.split(separator: "hostClosing").count == 3, "\(last)")
        #expect(!last.contains("drop"))
        #expect(lobby.connectionCount == 130)
    }

    /// A lobby whose first connection waits for a table of an earlier host.
    private func waiting() -> (Lobby, JournalHeader, Hello) {
        var lobby = Lobby(.standard, helloTime: .seconds(5))
        var random = SeededGenerator(seed: 1)
        let header = JournalHeader.of(TableCode(using: &random), serial: 1)
        let back = Hello(name: "Ann", table: header.table, token: SeatToken(using: &random))
        _ = lobby.apply(.recovering([header]), at: .zero)
        _ = lobby.apply(.connected(ConnectionID(0), from: .outside(0)), at: .zero)
        _ = lobby.apply(
            .line(WireCodec.encode(.hello(back)).dropLast(), from: ConnectionID(0)), at: .zero)
        return (lobby, header, back)
    }

    @Test("No table gets a number that no journal may have")
    func lastSerial() {
        var lobby = Lobby(.standard, helloTime: .seconds(5))
        var random = SeededGenerator(seed: 1)
        let last = JournalHeader.of(TableCode(using: &random), serial: JournalHeader.lastSerial)
        _ = lobby.apply(.recovering([last]), at: .zero)
        let serials = (0..<2).flatMap { number in
            let id = ConnectionID(number)
            _ = lobby.apply(.connected(id, from: .outside(1)), at: .zero)
            let hello = Hello(name: "Ann", wantsNewTable: true)
            let line = WireCodec.encode(.hello(hello)).dropLast()
            return lobby.apply(.line(line, from: id), at: .zero).compactMap {
                if case .open(_, let serial) = $0 { serial } else { nil }
            }
        }
        #expect(serials == [JournalHeader.lastSerial, JournalHeader.lastSerial])
    }

    @Test("A player who waits too long for a table to be read is told to try again")
    func recoveringForLong() {
        var lobby = Lobby(.standard, helloTime: .seconds(5))
        var random = SeededGenerator(seed: 1)
        let now = MonotonicInstant(.seconds(1000))
        let code = TableCode(using: &random)
        _ = lobby.apply(.recovering([JournalHeader.of(code, serial: 0)]), at: now)
        let id = ConnectionID(0)
        _ = lobby.apply(.connected(id, from: .outside(1)), at: now)
        let line = WireCodec.encode(.hello(Hello(name: "Ann", table: code))).dropLast()
        #expect(lobby.apply(.line(line, from: id), at: now) == [])
        let late = lobby.apply(.wokeUp, at: now.advanced(by: .seconds(5)))
        guard case .refuse(id, .tooOften, saying: _)? = late.first else {
            Issue.record("another effect")
            return
        }
        #expect(lobby.nextWake == nil)
    }
}

extension LobbyRecoveryTests {
    @Test("A recovered table goes on if anyone sits there, and a private host's table in any case")
    func emptyTables() {
        var random = SeededGenerator(seed: 1)
        let code = TableCode(using: &random)
        func resumption(isEmpty: Bool, isPrivate: Bool, onPrivateHost: Bool) -> Resumption {
            Lobby(
                .standard, helloTime: .seconds(5), about: .of(isPrivate: onPrivateHost)
            ).resumption(
                of: .of(code, serial: 0, isPrivate: isPrivate), isEmpty: isEmpty)
        }
        for isPrivate in [false, true] {
            for onPrivateHost in [false, true] {
                let taken = resumption(
                    isEmpty: false, isPrivate: isPrivate, onPrivateHost: onPrivateHost)
                #expect(taken == .resumed)
                let empty = resumption(
                    isEmpty: true, isPrivate: isPrivate, onPrivateHost: onPrivateHost)
                #expect(empty == (isPrivate && onPrivateHost ? .resumed : .closed))
            }
        }
    }

    @Test("A recovered table is omitted if its code is in use or the host is full")
    func omitted() {
        var limits = HostLimits.standard
        limits.tables = 1
        var lobby = Lobby(limits, helloTime: .seconds(5))
        var random = SeededGenerator(seed: 1)
        let codes = (0..<2).map { _ in TableCode(using: &random) }
        let overview = TableOverview(PerSeat(first: .away, second: .free))
        let headers = codes.map { JournalHeader.of($0, serial: 0) }
        #expect(lobby.resumption(of: headers[0], isEmpty: false) == .resumed)
        _ = lobby.apply(
            .tableResumed(headers[0], hasCurrentRules: true, overview), at: .zero)
        let again = lobby.resumption(of: headers[0], isEmpty: false)
        #expect(again == .omitted(.sameTable(codes[0])))
        #expect(lobby.resumption(of: headers[1], isEmpty: false) == .omitted(.tooManyTables))
    }

    @Test("Resumed tables are announced unless nobody sits there")
    func announced() throws {
        var random = SeededGenerator(seed: 1)
        let code = TableCode(using: &random)
        #expect(ResumedTable(code, PerSeat(both: nil)) == nil)
        let players = DuelScene.open(rules: .duel).duel.snapshot(at: .zero).players
        let resumed = try #require(ResumedTable(code, players))
        #expect(resumed.sentence.hasPrefix("resumed table \(code): "))
    }

    @Test("A fixed seed gives table n the seed plus n; without one each table is salted")
    func seeds() {
        var options = HostOptions()
        var random = SeededGenerator(seed: 1)
        let code = TableCode(using: &random)
        func seed(_ serial: Int) -> ShuffleSeed {
            options.header(of: code, serial: serial, using: &random).seed
        }
        #expect(seed(0) != seed(0))
        options.seed = .max
        #expect(seed(0) == ShuffleSeed(number: .max))
        #expect(seed(2) == ShuffleSeed(number: 1))
    }
}

extension JournalHeader {
    /// The header of a table, which is open unless it is said to be private.
    static func of(_ code: TableCode, serial: Int, isPrivate: Bool = false) -> JournalHeader {
        JournalHeader(
            table: code, serial: serial, isPrivate: isPrivate,
            opened: CivilTime(secondsSince1970: 1_795_281_605), rules: .duel,
            seed: ShuffleSeed(number: 1))
    }
}
