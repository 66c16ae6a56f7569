import Foundation
import SetProtocol
import Testing

@testable import SetClient

/// What a host publishes, in the words of scripts: an event or `state`, and behind semicolons what else changes.
///
/// | words | meaning |
/// |---|---|
/// | `mismatch second A1 B1 C1 -2`, `dealt first 1111 0 1` | an event with its seat, cards, words, and numbers |
/// | `phase over` | the phase, which ends a turn |
/// | `turn first answer 10`, `turn first claim 4 of 5` | a turn, and its seconds if they are limited |
/// | `clock away 20 of 60`, `no clock` | what else the table waits for |
/// | `choice second A1 B1 C1 mismatch`, `no choice` | the chosen cards |
/// | `cards shown 1111`, `cards A1 - B1`, `cards hidden`, `no cards`, `card B2 1111` | the board; `-` lies face down |
/// | `first named Ann`, `second gone`, `second away`, `second back`, `first ready` | a player |
/// | `first points 3`, `second sets 1`, `first wins 2`, `second asks pause` | the same |
/// | `result first points`, `result nobody sets`, `match 3 first` | how the game and the match ended |
/// | `deck 0`, `board 1`, `game 2`, `discard 3`, `sudden` | what else there is |
struct HostWords {
    /// The cards that are shown, and named by their slots.
    let cards: [Card]

    static func seat(_ word: String) -> Seat? { Seat.allCases.first { "\($0)" == word } }

    static func time(_ seconds: String) throws -> Duration {
        .microseconds(Int((try #require(Double(seconds)) * 1_000_000).rounded()))
    }

    /// A word of the protocol.
    static func value<Value: RawRepresentable<String>>(_ word: String) throws -> Value {
        try #require(Value(rawValue: word), "\(word) is no \(Value.self)")
    }

    /// A card by its slot or its code.
    func card(_ word: String) throws -> Card {
        try #require(known(word), "\(word) is no card")
    }

    private func known(_ word: String) -> Card? {
        guard let slot = SlotName(word)?.slot else { return Card(code: word) }
        return cards.indices.contains(slot) ? cards[slot] : nil
    }

    /// The state after what is published.
    func state(_ words: String, after state: TableState) throws -> TableState {
        var state = state
        state.revision = state.revision.next
        let parts = words.components(separatedBy: "; ").map { $0.components(separatedBy: " ") }
        state.event = try event(parts[0])
        for change in parts.dropFirst() {
            try apply(change[0], Array(change.dropFirst()), to: &state)
        }
        return state
    }

    /// Reads an event as it would come from the host.
    private func event(_ words: [String]) throws -> TableEvent? {
        guard words != ["state"] else { return nil }
        var members: [String: Any] = ["kind": words[0]]
        var (cards, numbers): ([String], [Int]) = ([], [])
        for word in words.dropFirst() {
            if let seat = Self.seat(word) {
                members["seat"] = seat.rawValue
            } else if let card = known(word) {
                cards.append(card.code)
            } else if let number = Int(word) {
                numbers.append(number)
            } else {
                members[Proposal(rawValue: word) == nil ? "why" : "what"] = word
            }
        }
        // An event does not read what it does not have.
        members["card"] = cards.first
        members["cards"] = cards
        members["sets"] = numbers.first
        members["shown"] = numbers.first
        members["points"] = numbers.last
        let bytes = Array(try JSONSerialization.data(withJSONObject: members))
        let event: TableEvent = try JSONView.read(bytes[...])
        return event
    }

    private func apply(_ word: String, _ rest: [String], to state: inout TableState) throws {
        switch word {
        case "phase":
            state.phase = try Self.value(rest[0])
            if state.phase != .turn { state.turn = nil }
        case "turn":
            state.phase = .turn
            state.turn = Turn(
                seat: try #require(Self.seat(rest[0])),
                reason: try Self.value(rest[1]),
                countdown: try countdown(rest.dropFirst(2)))
        case "clock":
            state.clock = Clock(
                reason: try Self.value(rest[0]),
                countdown: try #require(try countdown(rest.dropFirst())))
        case "choice":
            state.selection = Selection(
                seat: try #require(Self.seat(rest[0])),
                cards: try rest.dropFirst().dropLast().map(card),
                verdict: try Self.value(rest[rest.count - 1]))
        case "cards" where rest == ["hidden"]: state.cards = state.cards.map { _ in nil }
        case "cards":
            state.cards = try rest.flatMap { word -> [Card?] in
                word == "shown" ? cards : [word == "-" ? nil : try card(word)]
            }
        case "card":
            let slot = try #require(SlotName(rest[0])).slot
            state.cards[slot] = rest[1] == "-" ? nil : try card(rest[1])
        case "no" where rest == ["clock"]: state.clock = nil
        case "no" where rest == ["choice"]: state.selection = nil
        case "no" where rest == ["cards"]: state.cards = []
        case "result":
            state.result = GameResult(
                winner: Self.seat(rest[0]), decider: try Self.value(rest[1]))
        case "match":
            let winner = rest.count > 1 ? Self.seat(rest[1]) : nil
            state.match = Match(games: try #require(Int(rest[0])), winner: winner)
        case "sudden": state.isSuddenDeath = true
        case "deck": state.deck = try #require(Int(rest[0]))
        case "discard": state.discard = try #require(Int(rest[0]))
        case "game": state.game = try #require(Int(rest[0]))
        case "board": state.board = BoardNumber(try #require(Int(rest[0])))
        case _:
            let seat = try #require(Self.seat(word), "nothing is called \(word)")
            try apply(rest[0], Array(rest.dropFirst()), to: &state.players[seat])
        }
    }

    private func apply(
        _ word: String, _ rest: [String], to player: inout PlayerState?
    ) throws {
        let numbers: [String: WritableKeyPath<PlayerState, Int>] = [
            "points": \.points, "sets": \.sets, "wins": \.wins,
        ]
        switch word {
        case "named": player = PlayerState(name: rest.joined(separator: " "))
        case "gone": player = nil
        case "away": player?.isPresent = false
        case "back": player?.isPresent = true
        case "ready": player?.isReady = true
        case "asks": player?.asks = try Self.value(rest[0])
        case _:
            let number = try #require(numbers[word], "no player has \(word)")
            player?[keyPath: number] = try #require(Int(rest[0]))
        }
    }

    /// A time in seconds, such as `4 of 5`; `nil` if none is named.
    private func countdown(_ words: ArraySlice<String>) throws -> Countdown? {
        guard let left = words.first, let total = words.last else { return nil }
        return Countdown(remaining: try Self.time(left), total: try Self.time(total))
    }
}
