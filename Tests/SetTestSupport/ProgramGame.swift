import SetClient
import SetHost
import SetProtocol

/// A game that runs beside the program's with the same cards, so that a test knows what to type.
///
/// The program takes its shuffles from `--seed`; the same seed here gives the same boards as long
/// as the same things are done in both.
package struct ProgramGame {
    /// The game beside the program's.
    package private(set) var table: InMemoryTable<TableModel>

    /// The first game of the first table of a host with a seed.
    package init(seed: UInt64, rules: Rules) throws {
        table = try InMemoryTable(
            PerSeat(both: TableModel()), rules: rules, decks: DeckSource(seed: seed))
        guard rules.players == .two else { return }
        for seat in Seat.allCases { try perform(.ready, by: seat) }
        while table.snapshot.phase == .countdown { try table.pass() }
    }

    /// The cards in their slots.
    package var cards: [Card?] { table.snapshot.cards }

    /// The slots of a set on the board; `nil` when there is none.
    package var setSlots: [Int]? {
        guard let set = CardSet(cards.compactMap(\.self)).sets.first else { return nil }
        return set.cards.compactMap { cards.firstIndex(of: $0) }
    }

    /// The slots of three cards that are no set.
    package var wrongSlots: [Int]? {
        setSlots.map { slots in
            [slots[0], slots[1], cards.indices.first { !slots.contains($0) } ?? 0]
        }
    }

    /// Does the same as a player of the program.
    package mutating func perform(_ move: Move, by seat: Seat = .first) throws {
        try table.act(seat) { $0.perform(move, at: $1).messages }
    }

    /// Finds a set for a player who has claimed, or claims it, and waits until it has left.
    package mutating func find(_ slots: [Int], by seat: Seat = .first) throws {
        let found = slots.compactMap { cards[$0] }
        try perform(.claimCards(found), by: seat)
        while table.snapshot.clock?.reason == .reveal { try table.pass() }
    }

    /// The names by which slots are typed, as `A1 B2 C3`.
    package static func names(_ slots: [Int]) -> String {
        slots.map { SlotName(slot: $0).description }.joined(separator: " ")
    }

    /// The lines that play a whole solo game: sets while there are any, deals when there are none.
    package static func soloScript(seed: UInt64) throws -> String {
        var game = try ProgramGame(seed: seed, rules: .solo)
        var lines: [String] = []
        while game.table.snapshot.phase != .over {
            if let slots = game.setSlots {
                lines.append(names(slots))
                for slot in slots { try game.perform(.touch(slot: slot)) }
                guard game.table.snapshot.phase != .over else { break }
                // Line mode lets the next cards come by itself; here a touch of a found card does.
                try game.perform(.touch(slot: slots[0]))
            } else {
                lines.append("deal")
                try game.perform(.deal)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
