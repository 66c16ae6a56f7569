import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct CardKeyLabels {
    private func labels(_ count: Int, _ keyboard: Keyboard) throws -> [String] {
        let board = try #require(
            BoardLayout(area: Rect(0, 0, 120, 36), count: max(1, count), room: 12))
        return CardKeys.labels(for: board, keyboard)
    }

    @Test("Card keys are unique and no commands on every keyboard", arguments: Keyboard.builtIn)
    func unique(keyboard: Keyboard) throws {
        let commands = Set(TableCommand.inHelp.flatMap(\.row.keys))
        for count in 1...81 {
            let labels = try labels(count, keyboard)
            #expect(labels.count == count && Set(labels).count == count)
            for label in labels {
                #expect(1...2 ~= label.count)
                for letter in label where label.count == 1 {
                    #expect(!commands.contains(.character(letter)), "\(label)")
                }
                if label.count == 2 { #expect(label.allSatisfy { "a"..."z" ~= $0 }) }
            }
        }
    }

    @Test("Card keys are laid out as on the keyboard")
    func places() throws {
        #expect(
            try labels(18, .qwertz) == [
                "q", "a", "y", "w", "s", "x", "e", "d", "c", "r", "f", "v", "t", "g", "b", "z",
                "h", "n",
            ])
        #expect(try labels(12, .azerty).prefix(6) == ["a", "q", "w", "z", "s", "x"])
    }

    @Test("More cards change no key while each card has a single one", arguments: Keyboard.builtIn)
    func stable(keyboard: Keyboard) throws {
        let all = CardKeys.keys(keyboard).map { String($0) }
        #expect(all.count >= 30)
        for count in 1...all.count {
            #expect(try labels(count, keyboard) == Array(all.prefix(count)))
        }
    }

    /// Plays at random in windows that change their size, and looks at the keys on the screen.
    @Test(
        "A card keeps its key as long as it lies in its place",
        arguments: 1...8 as ClosedRange<UInt64>)
    func kept(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var deck = SeededGenerator.shuffledDeck(seed: seed)
        var board: [Card] = []
        var keys: [Card: String] = [:]
        var mostCards = 0
        func deal(_ count: Int) {
            board += deck.suffix(count); deck.removeLast(min(count, deck.count))
        }
        deal(12)
        for _ in 0..<200 {
            var model = ViewScene.open.model()
            var state = try #require(model.table)
            state.revision = Revision(state.revision.number + 1)
            state.cards = board
            _ = model.receive(.state(state), at: ViewScene.now)
            let size = Size(40 + Int(random.below(161)), 15 + Int(random.below(46)))
            let picture = TablePicture(
                model: model, size: size, appearance: Appearance(), now: ViewScene.now)
            var now: [Card: String] = [:]
            for (slot, card) in board.enumerated() { now[card] = picture.labels[slot] }
            for (card, key) in now { #expect(keys[card] ?? key == key, "\(card) at \(size)") }
            keys = now
            mostCards = max(mostCards, board.count)
            guard !board.isEmpty else { break }
            if random.below(3) == 0, board.count < 27 {
                deal(3)
                continue
            }
            // Three cards leave; others replace them, or the last ones fill their slots and so get
            // other keys.
            let (isRefilled, slots) = (board.count <= 12 && deck.count >= 3, board.indices)
            for _ in 0..<3 {
                let slot = Int(random.below(UInt64(isRefilled ? slots.count : board.count)))
                keys[board[slot]] = nil
                if isRefilled {
                    board[slot] = deck.removeLast()
                } else {
                    keys[board[board.count - 1]] = nil
                    board.swapAt(slot, board.count - 1)
                    board.removeLast()
                }
            }
        }
        #expect(mostCards >= 15)
    }

    @Test("Cards get two-letter codes when the keyboard has too few keys")
    func codes() throws {
        let labels = try labels(81, .qwerty)
        #expect(labels.allSatisfy { $0.count == 2 })
        #expect(labels.first == "aa" && Set(labels).count == 81)
    }
}
