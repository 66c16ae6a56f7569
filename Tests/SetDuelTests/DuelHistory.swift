import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Everything that was announced at a table according to its journal, and whether others received
/// it.
struct DuelHistory {
    private let states: [Revision: TableState]
    private let newest: Revision
    /// What happened, in order, without the cards.
    let events: [TableEvent]

    /// Does a journal again, and in a deep run judges it again.
    init(_ journal: Journal) throws {
        if LongRun.isOn { _ = try JournalAudit(journal) }
        var replay = JournalReplay(journal.header)
        var all: [TableState] = []
        var released: Set<Seat> = []
        for record in journal.records {
            let before = all.last
            for case .publish(let state) in try replay.apply(record) {
                Self.checkTurn(of: state, after: all.last)
                if case .seatReleased(let seat) = state.event { released.insert(seat) }
                all.append(state)
            }
            // Nobody waits for a lost player without being told for how long.
            guard let newest = all.last, newest != before else { continue }
            let lost = Seat.allCases.filter { newest.players[$0]?.isPresent == false }
            guard !lost.isEmpty, released.isDisjoint(with: lost) else { continue }
            #expect((newest.turn?.countdown ?? newest.clock?.countdown) != nil, "\(newest)")
        }
        states = Dictionary(all.map { ($0.revision, $0) }) { first, _ in first }
        events = all.compactMap(\.event)
        newest = replay.duel.revision
        #expect(journal.tornBytes == 0 && all.count == newest.number && states.count == all.count)
    }

    /// A turn that begins is nobody's who is away.
    private static func checkTurn(of state: TableState, after before: TableState?) {
        guard let turn = state.turn else { return }
        let isNew = before?.turn?.seat != turn.seat || before?.turn?.reason != turn.reason
        #expect(!isNew || state.players[turn.seat]?.isPresent == true, "\(state)")
    }

    /// Checks the states received over several connections, oldest first: nothing is missing or
    /// repeated, and everybody receives the same.
    func check(_ told: [[TableState]], _ what: String) {
        for (number, told) in told.enumerated() {
            for (one, next) in zip(told, told.dropFirst()) {
                #expect(next.revision == one.revision.next, "\(what), connection \(number)")
            }
            for state in told { check(state, "\(what), connection \(number)") }
        }
    }

    /// Whether a client received everything to the end.
    func isComplete(_ told: [TableState]) -> Bool { told.last?.revision == newest }

    /// Compares a received state with what was announced.
    private func check(_ told: TableState, _ what: String) {
        guard var announced = states[told.revision]?.timeless else {
            Issue.record("\(what): \(told) was never announced")
            return
        }
        // A state that only repeats what stands has no event.
        if told.event == nil { announced.event = nil }
        #expect(told.timeless == announced, "\(what)")
    }

    /// The states that came over each of some connections, read or not.
    static func states(in connections: [[String]]) throws -> [[TableState]] {
        // The same line came to several.
        var known: [String: TableState] = [:]
        return try connections.map { lines in
            try lines.filter { $0.hasPrefix(#"{"type":"state""#) }.map { line in
                if let state = known[line] { return state }
                let message = try WireCodec.decodeHostMessage(Array(line.utf8))
                guard case .state(let state) = message else {
                    throw WirePlayer.Unexpected(description: line)
                }
                known[line] = state
                return state
            }
        }
    }

    /// The numbers that were said, in the order in which they were heard.
    static func numbers(in lines: [String]) -> [String] {
        lines.compactMap { line in
            ["one", "two", "three"].first { line.contains("\"text\":\"\($0)\"") }
        }
    }
}
