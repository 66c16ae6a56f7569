import SetProtocol

package struct SoloPlan: Equatable, Sendable {
    /// Which cards are played.
    package enum Source: CaseIterable, Sendable {
        case shuffled
        /// The deck of the day.
        case daily
        /// Boards on which the player missed a set.
        case missed
    }

    package var source = Source.shuffled
    package var rules: Rules
    /// Whether a game that was left can be continued, or is.
    package var continues: Bool

    package init(rules: Rules = .solo, continues: Bool = false) {
        (self.rules, self.continues) = (rules, continues)
    }
}

/// What is asked before a game alone: whether to continue the last one, and the rules that matter.
struct SoloForm: MenuPage, Equatable {
    var form: ListView { didSet { form.show(applyingRows()) } }
    private let base: SoloPlan
    /// All rows, also those that do not apply, with what is chosen in them.
    private var all: [ListView.Row]
    /// Which of them the form shows.
    private var shown: [Row] = []

    private enum Row: Int, CaseIterable {
        case game, source, deck, refill, hints, claim, play
    }

    private static let refills: [(word: String, refill: Rules.Refill)] = [
        ("always", .always), ("to 12", .toTwelve), ("never", .never),
    ]
    private static let claim = Duration.seconds(5)

    init(_ base: SoloPlan) {
        self.base = base
        let rules = base.rules
        let refill = Self.refills.firstIndex { $0.refill == rules.refill } ?? 0
        all = [
            .choice("Game", ["continue", "new"], chosen: base.continues ? 0 : 1),
            .choice("Deck", ["new", "today's", "missed"], chosen: 0),
            RuleChoice.deck.row(rules),
            .choice("New cards", Self.refills.map(\.word), chosen: refill),
            .choice("Hints", ["on", "off"], chosen: rules.hints ? 0 : 1),
            .choice("Claim first", ["no", "yes"], chosen: rules.claim > .zero ? 1 : 0),
            .button("Play"),
        ]
        form = ListView(all)
        form.show(applyingRows())
        form.select(shown.count - 1)
    }

    /// The rows that apply to what is chosen above them.
    private mutating func applyingRows() -> [ListView.Row] {
        for (row, value) in zip(shown, form.rows) { all[row.rawValue] = value }
        shown = Row.allCases.filter { row in
            switch row {
            case .game: base.continues
            case .source: !continues
            case .deck, .refill, .hints, .claim: !continues && source == .shuffled
            case .play: true
            }
        }
        return shown.map { all[$0.rawValue] }
    }

    private static func time(for rules: Rules) -> Duration {
        rules.claim > .zero ? rules.claim : claim
    }

    private var seconds: Int { Self.time(for: base.rules).wholeMilliseconds / 1000 }

    private func chosen(_ row: Row) -> Int { all[row.rawValue].values[0].chosen }

    private var continues: Bool { chosen(.game) == 0 }

    private var source: SoloPlan.Source { SoloPlan.Source.allCases[chosen(.source)] }

    var explanation: String {
        switch shown.dropFirst(form.row).first ?? .play {
        case .game:
            return continues ? "You have a saved game to continue." : "Starts with a new deck."
        case .play where continues: return "Continues the game you left."
        case .play where source == .shuffled: return "The whole deck, at your own pace."
        case .source, .play:
            return switch source {
            case .shuffled: "A deck of your own."
            case .daily: "The same cards for everybody today. Your first try counts."
            case .missed: "Boards on which you missed a set in earlier games."
            }
        case .deck: return RuleChoice.deck.explanation(rules)
        case .refill:
            return switch Self.refills[chosen(.refill)].refill {
            case .always: "New cards replace a found set while the deck lasts."
            case .toTwelve: "New cards are added only if fewer than \(rules.startWord) are left."
            case .never: "Found cards leave gaps. New cards are dealt when you ask."
            }
        case .hints:
            return chosen(.hints) == 0
                ? "A hint shows a card of a set and costs points." : "No hints."
        case .claim:
            return chosen(.claim) == 0
                ? "Pick cards at any time."
                : "Claim a set first, then pick its cards in \(seconds) seconds."
        }
    }

    func choice() throws(FormFault) -> MainMenuChoice {
        if continues { return .end(.alone(SoloPlan(rules: base.rules, continues: true))) }
        var plan = SoloPlan(rules: rules)
        plan.source = source
        return .end(.alone(plan))
    }

    private var rules: Rules {
        var rules = RuleChoice.deck.apply(chosen(.deck), to: base.rules)
        rules.refill = Self.refills[chosen(.refill)].refill
        rules.hints = chosen(.hints) == 0
        rules.claim = chosen(.claim) == 0 ? .zero : Self.time(for: rules)
        return rules
    }
}
