import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("A host that still reads journals")
struct LobbyRecoveryTests {
    @Test("A player who names a table that is still to be read waits for it, and nobody else does")
    func recovering() throws {
        var lobby = Lobby(.standard, helloTime: .seconds(5))
        var random = SeededGenerator(seed: 1)
        let now = MonotonicInstant(.seconds(1000))
        let code = TableCode(using: &random)
        let header = JournalHeader.of(code, serial: 3)
        _ = lobby.apply(.recovering([header]), at: now, using: &random)
        func come(_ number: Int, _ hello: Hello) -> [LobbyEffect] {
            let id = ConnectionID(number)
            _ = lobby.apply(.connected(id, from: .outside(1)), at: now, using: &random)
            let line = WireCodec.encode(.hello(hello)).dropLast()
            return lobby.apply(.line(line, from: id), at: now, using: &random)
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
        // Nobody waits for longer than a hello may take.
        #expect(lobby.nextWake == now.advanced(by: .seconds(5)))
        let overview = TableOverview(PerSeat(first: .away, second: .free))
        _ = lobby.apply(
            .tableResumed(header, hasCurrentRules: true, overview), at: now, using: &random)
        let asked = lobby.apply(.recovering([]), at: now, using: &random)
        #expect(
            asked == [
                .ask(code, toAdmit: ConnectionID(0), back),
                .ask(code, toAdmit: ConnectionID(1), back),
            ])
    }

    @Test("No table gets a number that no journal may have")
    func lastSerial() {
        var lobby = Lobby(.standard, helloTime: .seconds(5))
        var random = SeededGenerator(seed: 1)
        let last = JournalHeader.of(TableCode(using: &random), serial: JournalHeader.lastSerial)
        _ = lobby.apply(.recovering([last]), at: .zero, using: &random)
        let serials = (0..<2).flatMap { number in
            let id = ConnectionID(number)
            _ = lobby.apply(.connected(id, from: .outside(1)), at: .zero, using: &random)
            let hello = Hello(name: "Ann", wantsNewTable: true)
            let line = WireCodec.encode(.hello(hello)).dropLast()
            return lobby.apply(.line(line, from: id), at: .zero, using: &random).compactMap {
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
        _ = lobby.apply(.recovering([JournalHeader.of(code, serial: 0)]), at: now, using: &random)
        let id = ConnectionID(0)
        _ = lobby.apply(.connected(id, from: .outside(1)), at: now, using: &random)
        let line = WireCodec.encode(.hello(Hello(name: "Ann", table: code))).dropLast()
        #expect(lobby.apply(.line(line, from: id), at: now, using: &random) == [])
        let late = lobby.apply(.wokeUp, at: now.advanced(by: .seconds(5)), using: &random)
        guard case .refuse(id, .tooOften, saying: _)? = late.first else {
            Issue.record("another effect")
            return
        }
        #expect(lobby.nextWake == nil)
    }
}

extension JournalHeader {
    /// The header of an open table.
    static func of(_ code: TableCode, serial: Int) -> JournalHeader {
        JournalHeader(
            table: code, serial: serial, isPrivate: false,
            opened: CivilTime(secondsSince1970: 1_795_281_605), rules: .duel,
            seed: ShuffleSeed(number: 1))
    }
}
