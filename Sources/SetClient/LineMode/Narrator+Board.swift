import SetProtocol

// MARK: - The board

extension Narrator {
    /// What there is to say of single cards besides what they show.
    struct Remarks: Hashable, Sendable {
        var selection: Selection?
        var marks: [Card] = []
        var hinted: [Card] = []
    }

    /// The whole board, one line for each row.
    func board(_ state: TableState, _ remarks: Remarks) -> [String] {
        guard !state.cards.isEmpty else { return ["Board: empty."] }
        let number = Self.count(state.cards.count, "card")
        let rows = stride(from: 0, to: state.cards.count, by: SlotName.placesPerRow).map { start in
            let slots = start..<min(start + SlotName.placesPerRow, state.cards.count)
            let row = slots.map { self.place($0, state.cards[$0], remarks) }
            let letters = SlotName.letters(ofRow: start / SlotName.placesPerRow)
            return "Row \(letters): \(row.joined(separator: "; "))."
        }
        return ["Board: \(number), \(state.deck) in the deck, \(state.discard) found."] + rows
    }

    /// What lies in a slot and what there is to say of it.
    func place(_ slot: Int, _ card: Card?, _ remarks: Remarks) -> String {
        guard let card else { return "\(SlotName(slot: slot)) face down" }
        let words = CardWords.describe(card, theme, on: background)
        let said = ([words] + self.remarks(on: card, remarks)).joined(separator: ", ")
        return "\(SlotName(slot: slot)) \(said)"
    }

    private func remarks(on card: Card, _ remarks: Remarks) -> [String] {
        var words: [String] = []
        if let selection = remarks.selection, selection.cards.contains(card) {
            let status =
                switch selection.verdict {
                case .undecided: "picked"
                case .match: "matched"
                case .mismatch: "not a set"
                case nil: "shown"
                }
            words.append("\(status) by \(doer(selection.seat))")
        }
        if remarks.marks.contains(card) { words.append("marked") }
        if remarks.hinted.contains(card) { words.append("hinted") }
        return words
    }

    /// How the board differs from what was told before: new cards, cards that changed place, and
    /// places that are no more.
    func changes(from old: [Card?], deck: Int) -> [LineModeLine] {
        let fresh = cards.compactMap(\.self).filter { !old.contains($0) }
        let moved = cards.indices.compactMap { slot -> String? in
            guard let card = cards[slot], let from = old.firstIndex(of: card), from != slot else {
                return nil
            }
            return "\(SlotName(slot: from)) is now \(named(card))"
        }
        let gone = cards.count < old.count ? Array(cards.count..<old.count) : []
        var lines: [LineModeLine] = []
        if !fresh.isEmpty {
            lines.append(LineModeLine("New: \(named(fresh)); \(deck) in the deck.", .essential))
        }
        if !moved.isEmpty {
            lines.append(LineModeLine("Moved: \(moved.joined(separator: ", ")).", .essential))
        }
        if !gone.isEmpty {
            let names = gone.map { SlotName(slot: $0).description }.listed()
            lines.append(LineModeLine("Empty: \(names).", .essential))
        }
        return lines
    }

    /// What the host shows of a set.
    func line(for hint: Hint) -> String {
        switch hint.cards.count {
        case 0: "Hint: there is no set on the board."
        case 1: "Hint: \(named(hint.cards)) is part of a set."
        case 2: "Hint: \(named(hint.cards)) are part of a set."
        case _: "Hint: \(named(hint.cards)) are a set."
        }
    }

    /// The cards that are marked.
    func line(forMarks marks: [Card]) -> String {
        marks.isEmpty ? "Marks: none." : "Marks: \(named(marks))."
    }
}

// MARK: - The rules

extension Narrator {
    /// How these rules differ from the usual ones.
    func lineForUnusualRules() -> String {
        let usual = isDuel ? Rules.duel : Rules.solo
        let differences = RuleField.applying(to: rules).compactMap { field -> String? in
            let (here, usually) = (field.spoken(in: rules), field.spoken(in: usual))
            return here == usually ? nil : "\(field.words) \(here) instead of \(usually)"
        }
        let kind = isDuel ? "a duel" : "a solo game"
        return differences.isEmpty
            ? "Rules: the default rules for \(kind)."
            : "Rules: \(differences.joined(separator: ", "))."
    }

    /// What the cards are called.
    func lineForTheme(isRandom: Bool) -> String {
        let symbols = theme.symbols.all.map(\.plural).listed()
        let colors = theme.colors.all.map { $0.name[background] }.listed()
        let fills = theme.fills.all.map(\.name).listed()
        let name = SafeText.sanitized(theme.name) + (isRandom ? ", picked at random" : "")
        return "Theme: \(name): \(symbols); \(fills); \(colors)."
    }

    /// Every rule of the table, one line each.
    func linesForRules() -> [String] {
        RuleField.applying(to: rules).map {
            "Rules: \($0.words) \($0.spoken(in: rules)): \($0.summary)."
        }
    }
}

extension RuleField {
    /// The rule's value as people say it.
    fileprivate func spoken(in rules: Rules) -> String {
        switch kind {
        case .time(let path, _): Narrator.exactSeconds(rules[keyPath: path])
        case .milliseconds(let path, _):
            rules[keyPath: path] == .zero ? "off" : "\(typedValue(in: rules)) milliseconds"
        case .number(let path, _):
            Narrator.number(rules[keyPath: path]) + (isPercentage ? " percent" : "")
        case .flag(let path): rules[keyPath: path] ? "yes" : "no"
        case .word: text(rules)
        }
    }
}
