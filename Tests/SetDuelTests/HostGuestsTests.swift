import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("Sentences about a host's players")
struct HostGuestsTests {
    private var guests = HostGuests()
    private let code = TableCode("K7M2QX")

    private mutating func lines(
        _ event: TableEvent?, revision: Int, at seconds: Int = 0
    ) throws -> [String] {
        var state = TableState()
        (state.revision, state.event) = (Revision(revision), event)
        state.players.first = PlayerState(name: "Ann")
        return guests.lines(
            for: state, at: try #require(code), MonotonicInstant(.seconds(1000 + seconds)))
    }

    @Test("Players who sit down at a reopened private table are announced")
    mutating func reopened() throws {
        let first = try lines(.joined(.first), revision: 7)
        #expect(first == ["Ann sat down at table K7M2QX"])
        let again = try lines(.joined(.first), revision: 7)
        #expect(again + guests.lines(for: nil, at: try #require(code)) == [])
        let next = try lines(.joined(.first), revision: 1)
        #expect(next == first)
    }

    @Test("Ten sentences of a kind are printed a minute, and the others are summed up")
    mutating func limited() throws {
        var printed = 0
        for number in 1...1000 { printed += try lines(.joined(.first), revision: number).count }
        #expect(printed == HostLog.lines)
        let left = try lines(.left(.first), revision: 1001, at: 59)
        #expect(left == ["Ann left table K7M2QX"])
        let sum = try lines(nil, revision: 1002, at: 60)
        #expect(sum == ["joined: 990 more within 60 seconds"])
    }
}
