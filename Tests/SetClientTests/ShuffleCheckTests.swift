import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Shuffle check")
struct ShuffleCheckTests {
    private let deck = SeededGenerator.shuffledDeck(seed: 3)
    private let salt: Salt

    init() throws {
        salt = try #require(Salt(hex: "000102030405060708090a0b0c0d0e0f"))
    }

    private var shuffle: Shuffle { Shuffle(deck: deck, salt: salt) }

    private func promise(_ shuffle: Shuffle? = nil, game: Int = 1) -> HostMessage {
        .commitment(Commitment(game: game, digest: (shuffle ?? self.shuffle).digest))
    }

    private func reveal(_ shuffle: Shuffle? = nil, game: Int = 1) -> HostMessage {
        .reveal(Reveal(game: game, shuffle: shuffle ?? self.shuffle))
    }

    /// The first cards, a deal and a refill, as they would be dealt from a deck.
    private func course(of deck: [Card]) -> [HostMessage] {
        var state = TableState()
        func next(_ event: TableEvent, _ cards: [Card], left: Int) -> HostMessage {
            state.revision = state.revision.next
            state.event = event
            (state.game, state.cards, state.deck) = (1, cards, left)
            return .state(state)
        }
        return [
            next(.started, Array(deck[..<12]), left: 69),
            next(
                .dealt(.first, Array(deck[12..<15]), setsBefore: 0, points: 1),
                Array(deck[..<15]), left: 66),
            next(.refilled([]), Array(deck[..<12]), left: 66),
            next(.refilled(Array(deck[15..<18])), Array(deck[..<12]), left: 63),
        ]
    }

    private func finding(_ messages: [HostMessage]) -> ShuffleCheck.Finding? {
        var model = TableModel()
        for message in messages { _ = model.receive(message, at: .zero) }
        return model.shuffle.finding
    }

    @Test("The shuffle check confirms a matching deck")
    func kept() {
        #expect(finding([promise()] + course(of: deck) + [reveal()]) == .kept)
        // A returning player receives the commitment again, and may have missed anything.
        let half = Array(course(of: deck).dropFirst(2))
        #expect(finding([promise()] + half + [promise(), reveal()]) == .kept)
        #expect(finding([promise(), reveal()]) == .kept)
    }

    @Test("The shuffle check detects another deck, salt, order, or commitment")
    func broken() throws {
        var other = deck
        other.swapAt(40, 41)
        let swapped = Shuffle(deck: other, salt: salt)
        let dealt = course(of: deck)
        #expect(finding([promise()] + dealt + [reveal(swapped)]) == .broken(.anotherDeck))
        let zero = try #require(Salt(hex: String(repeating: "0", count: 32)))
        #expect(
            finding([promise()] + dealt + [reveal(Shuffle(deck: deck, salt: zero))])
                == .broken(.anotherDeck))
        #expect(
            finding([promise()] + dealt + [promise(swapped), reveal(swapped)])
                == .broken(.promisedTwice))
        for place in [0, 11, 12, 14, 15, 17] {
            var trick = deck
            trick.swapAt(place, 80)
            let shown = Shuffle(deck: trick, salt: salt)
            #expect(finding([promise(shown)] + dealt + [reveal(shown)]) == .broken(.dealtOtherwise))
        }
        let short = Shuffle(deck: Array(deck.dropLast()), salt: salt)
        #expect(finding([promise(short), reveal(short)]) == .broken(.incomplete))
        let twice = Shuffle(deck: [deck[1]] + deck.dropFirst(), salt: salt)
        #expect(finding([promise(twice), reveal(twice)]) == .broken(.incomplete))
    }

    @Test("The shuffle check finds nothing without a commitment")
    func unknown() {
        #expect(finding(course(of: deck) + [reveal()]) == nil)
        #expect(finding([promise()] + [reveal(game: 2)]) == nil)
    }

    @Test("A shuffle fault lasts through sudden death and ends with the game")
    func games() {
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        let cheat = [promise(), reveal(other)]
        #expect(finding(cheat + [promise(other), reveal(other)]) == .broken(.anotherDeck))
        #expect(finding(cheat + [promise(game: 2), reveal(game: 2)]) == .kept)
        #expect(finding(cheat + [promise(game: 2)]) == nil)
    }

    @Test("The shuffle check survives a hostile host", arguments: [-5, 0, 3, 81, 100, Int.max])
    func hostile(left: Int) {
        var state = TableState()
        (state.event, state.deck) = (.refilled(Array(deck[..<3])), left)
        let result = finding([promise(), .state(state), reveal()])
        #expect(result == .broken(.dealtOtherwise))
    }

    @Test("The log has the shuffle finding; a fault is also a notice")
    func told() {
        var model = TableModel()
        for message in [promise()] + course(of: deck) + [reveal()] {
            _ = model.receive(message, at: .zero)
        }
        #expect(
            model.log.last?.content
                == .shuffle("Fair shuffle: the deck matches the host's commitment.")
        )
        #expect(model.notice == nil)
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        for message in [promise(game: 2), reveal(other, game: 2)] {
            _ = model.receive(message, at: .zero)
        }
        #expect(
            model.notice?.content
                == .shuffle("The deck does not match the host's commitment."))
    }

    @Test("Line mode prints the shuffle finding")
    func lines() {
        var client = LineModeClient()
        var lines: [String] = []
        for message in [promise()] + course(of: deck) + [reveal()] {
            lines += client.receive(message, at: .zero).lines
        }
        #expect(lines.last == "Fair shuffle: the deck matches the host's commitment.")
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        for message in [promise(game: 2), reveal(other, game: 2)] {
            lines += client.receive(message, at: .zero).lines
        }
        #expect(lines.last == "Warning: The deck does not match the host's commitment.")
    }
}
