import Foundation

// The one place that knows Foundation: what it does is only something to compare with.

/// The state of a table as Foundation's coders read and write it.
struct FoundationState: Codable {
    struct Event: Codable {
        var kind: String
        var seat: Int
        var card: String
    }

    struct Player: Codable {
        var name: String
        var points: Int
        var sets: Int
        var present: Bool
        var ready: Bool
    }

    struct Turn: Codable {
        var seat: Int
        var why: String
        var ms: Int
        var of: Int
    }

    struct Selection: Codable {
        var seat: Int
        var cards: [String]
        var verdict: String
    }

    var type = "state"
    var revision = 42
    var board = 17
    var phase = "turn"
    var event = Event(kind: "picked", seat: 0, card: "1111")
    var cards: [String]
    var deck = 66
    var discard = 3
    var lastDiscard = "3333"
    var selection = Selection(seat: 0, cards: ["1111"], verdict: "undecided")
    var turn = Turn(seat: 0, why: "claim", ms: 4211, of: 5000)
    var players = [
        Player(name: "Ann", points: 5, sets: 1, present: true, ready: true),
        Player(name: "Bob", points: 3, sets: 1, present: true, ready: true),
    ]
}

/// A claim as Foundation's coders read it.
struct FoundationClaim: Codable {
    var type: String
    var board: Int
}

/// Foundation's coders, kept from one use to the next.
struct FoundationCoders {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    /// The bytes of a state.
    func encode(_ state: FoundationState) -> Int {
        (try? encoder.encode(state))?.count ?? 0
    }

    /// Reads a claim from the bytes of a line, which have to be copied for that.
    func decodeClaim(_ line: [UInt8]) -> Int {
        (try? decoder.decode(FoundationClaim.self, from: Data(line)))?.board ?? 0
    }
}
