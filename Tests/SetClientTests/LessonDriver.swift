import SetProtocol

@testable import SetClient

/// The table of the lesson, worked as in ``TableDriver``.
extension TableDriver {
    init(
        lessonAt step: Lesson.Step = .features, _ size: Size = Size(80, 24), seed: UInt64 = 7,
        theme: Theme = .classic, on background: Background = .dark
    ) {
        self.init(
            TableScreen(lessonFor: SettingsModel(), seed: seed, isFromMenu: false), size,
            appearance: Appearance(palette: Palette(theme, on: background)))
        while let here = self.step, here != step { pass() }
    }

    var step: Lesson.Step? { screen.lesson?.step }

    var caption: String? { model.table?.message }

    /// All rows as one text without gaps.
    var text: String { rows.joined(separator: " ").split(separator: " ").joined(separator: " ") }

    /// The cards that the step wants to be picked; none where it wants a deal.
    var answer: [Card] {
        guard let lesson = screen.lesson else { return [] }
        let cards = lesson.cards
        return switch lesson.step {
        case .features: cards.allDifferent.cards
        case .mixed: cards.mixed.cards
        case .third: [Card.third(completing: cards.pair[0], cards.pair[1])]
        case .none: []
        case .six: CardSet(cards.six).sets[0].cards
        case .race: CardSet(cards.twelve).sets[0].cards
        }
    }

    /// Picks that the step explains as wrong.
    var mistake: [Card] {
        guard let lesson = screen.lesson else { return [] }
        let board = (model.table?.cards ?? []).compactMap(\.self)
        let picked = lesson.step == .third ? lesson.cards.pair : []
        let rest = board.filter { !answer.contains($0) && !picked.contains($0) }
        return Array(rest.prefix(3 - picked.count))
    }

    /// Presses the keys of cards.
    mutating func touch(_ cards: [Card]) {
        for card in cards {
            if let slot = model.table?.cards.firstIndex(of: card) { type(picture.labels[slot]) }
        }
    }

    /// Gives the right answer by keys.
    mutating func solve() {
        if step == .race { press(.character(" ")) }
        if answer.isEmpty { press(.character("+")) } else { touch(answer) }
    }

    /// Gives the right answer and goes on.
    mutating func pass() {
        solve()
        if model.table?.selection?.verdict == .match { press(Key(.enter)) }
    }
}
