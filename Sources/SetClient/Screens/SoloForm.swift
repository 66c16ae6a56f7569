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
    var form: ListView
    private let base: SoloPlan

    /// The rows; the first one is there only if a game can be continued.
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
        let rows: [ListView.Row] = [
            .choice("Deck", ["new", "today's", "missed"], chosen: 0),
            RuleChoice.deck.row(rules),
            .choice("New cards", Self.refills.map(\.word), chosen: refill),
            .choice("Hints", ["on", "off"], chosen: rules.hints ? 0 : 1),
            .choice("Claim first", ["no", "yes"], chosen: rules.claim > .zero ? 1 : 0),
            .button("Play"),
        ]
        let game: [ListView.Row] =
            base.continues ? [.choice("Game", ["continue", "new"], chosen: 0)] : []
        form = ListView(game + rows, at: game.count + rows.count - 1)
    }

    private static func time(for rules: Rules) -> Duration {
        rules.claim > .zero ? rules.claim : claim
    }

    private var seconds: Int { Self.time(for: base.rules).wholeMilliseconds / 1000 }

    private func index(of row: Row) -> Int { row.rawValue - (base.continues ? 0 : 1) }

    private func chosen(_ row: Row) -> Int { form.chosen(index(of: row)) }

    private var continues: Bool { base.continues && chosen(.game) == 0 }

    private var source: SoloPlan.Source { SoloPlan.Source.allCases[chosen(.source)] }

    var isSettled: Bool { continues || source != .shuffled }

    var explanation: String {
        let row = Row.allCases.first { index(of: $0) == form.row } ?? .play
        if continues, row != .game, row != .play { return "Applies only to a new game." }
        if source != .shuffled, ![.game, .source, .play].contains(row) {
            return "Applies only to a new deck."
        }
        switch row {
        case .game:
            return continues ? "You have a saved game to continue." : "Starts with a new deck."
        case .source:
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
        case .play:
            return continues ? "Continues the game you left." : "The whole deck, at your own pace."
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
