import SetProtocol

extension Narrator {
    /// How these rules differ from the default ones, if they do.
    ///
    /// - Parameter tellingTimes: Whether to tell the time limits of a duel in any case.
    func lineForUnusualRules(tellingTimes: Bool = false) -> String? {
        let usual = isDuel ? Rules.duel : Rules.solo
        // One word for three times.
        let pace =
            isDuel
            ? HostPace.allCases.first { $0 != .usual && $0.applied(to: rules) == rules } : nil
        let paced = pace?.applied(to: usual) ?? usual
        let tellsTimes = isDuel && (tellingTimes || pace != nil)
        var differences = RuleField.applying(to: rules).compactMap { field -> String? in
            if tellsTimes, ["claim", "answer", "grace"].contains(field.key) { return nil }
            let (here, usually) = (field.spoken(in: rules), field.spoken(in: paced))
            return here == usually ? nil : "\(field.words): \(here) (default: \(usually))"
        }
        if tellsTimes {
            let times =
                [(rules.claim, "to pick"), (rules.answer, "after a failed claim")]
                + [(rules.grace, "after a deal")]
            let words = times.map { time, occasion in
                "\(time == .zero ? "no limit" : Self.exactSeconds(time)) \(occasion)"
            }
            differences.insert(words.joined(separator: ", "), at: 0)
        }
        return differences.isEmpty ? nil : "Rules: \(differences.joined(separator: "; "))."
    }

    func lineForTheme(isRandom: Bool) -> String {
        let symbols = theme.symbols.all.map(\.plural).listed()
        let colors = theme.colors.all.map { $0.name[background] }.listed()
        let fills = theme.fills.all.map(\.name).listed()
        let name = SafeText.sanitized(theme.name) + (isRandom ? ", picked at random" : "")
        return "Theme: \(name): \(symbols); \(fills); \(colors)."
    }

    /// The rules, a sentence each, with one introduction: a topic on each line would be read aloud
    /// each time.
    ///
    /// - Parameter isWhole: Whether to include usual rules that a player seldom needs.
    func linesForRules(isWhole: Bool) -> [String] {
        let usual = isDuel ? Rules.duel : Rules.solo
        let sentences = RuleField.applying(to: rules).compactMap { field -> String? in
            if !isWhole, Self.seldomNeeded.contains(field.key),
                field.spoken(in: rules) == field.spoken(in: usual)
            {
                return nil
            }
            let isUnknown = rules.unknownWords[field.key] != nil
            let sentence =
                isUnknown ? nil : sentence(forCourse: field.key) ?? sentence(forPoints: field.key)
            // How soon a set must be found belongs to what it earns.
            if ["quickWithin", "briskWithin"].contains(field.key) { return nil }
            let plain = "\(field.words.capitalizedFirst): \(field.spoken(in: rules))."
            return sentence ?? plain
        }
        return ["Rules: " + sentences[0]] + sentences.dropFirst()
            + (isWhole ? [] : ["For all rules, type rules all."])
    }

    private static let seldomNeeded: Set<String> = [
        "reveal", "countdown", "lagFairness", "seatKept", "drops", "awayTime", "refill", "victory",
        "firstWindow", "secondWindow", "hintPoints", "deselectPoints",
    ]

    /// A sentence for a rule about players, times, and cards.
    private func sentence(forCourse key: String) -> String? {
        func time(_ time: Duration) -> String { Self.exactSeconds(time) }
        switch key {
        case "players": return isDuel ? "Two players race for sets." : "This is a solo game."
        case "claim":
            return "After a claim, the player has "
                + (rules.claim == .zero ? "no time limit." : "\(time(rules.claim)) to pick a set.")
        case "answer":
            return "After a failed claim, the other player has "
                + (rules.answer == .zero ? "no time limit." : "\(time(rules.answer)) to pick.")
        case "grace":
            return rules.grace == .zero
                ? "A deal does not give the other player a turn."
                : "After a deal, the other player has \(time(rules.grace)) to pick."
        case "reveal":
            return rules.reveal == .zero
                ? isDuel
                    ? "A found set is shown until a player continues."
                    : "A found set leaves the board at once."
                : "A found set is shown for \(time(rules.reveal))."
        case "countdown":
            return rules.countdown == .zero
                ? "The first cards are dealt at once."
                : "The first cards are dealt after \(time(rules.countdown))."
        case "lagFairness":
            let most = rules.lagFairness.wholeMilliseconds
            return most == 0
                ? "In a race, the host does not compensate for latency."
                : "In a race, the host compensates for up to \(most) milliseconds of latency."
        case "seatKept":
            return "The seat of a disconnected player is kept for \(time(rules.seatKept))."
        case "drops":
            let times = Self.count(rules.drops, "time")
            return "A game waits for a disconnected player at most \(times)."
        case "awayTime":
            return "A game waits for the same player at most \(time(rules.awayTime)) in total."
        case "refill":
            return switch rules.refill {
            case .toTwelve: "New cards replace a found set, up to twelve on the board."
            case .always: "Three new cards replace a found set."
            case .never: "New cards come only when a player deals."
            }
        case "victory":
            let what = rules.victory == .points ? "points" : "sets"
            return "The player with the most \(what) wins."
        case "draw":
            return rules.draw == .suddenDeath
                ? "If the game is tied, twelve new cards are dealt, and the next set wins."
                : "A draw stands."
        case "hints": return rules.hints ? "Hints are allowed." : "Hints are not allowed."
        case "firstWindow", "secondWindow":
            let (player, share) =
                key == "firstWindow"
                ? ("first", rules.firstWindow) : ("second", rules.secondWindow)
            return "The \(player) player gets \(share) percent of each time limit."
        case _: return nil
        }
    }

    private func sentence(forPoints key: String) -> String? {
        func change(_ points: Int) -> String {
            switch points.signum() {
            case 1: "earns \(Self.count(points, "point"))"
            case -1: "costs \(Self.count(-points, "point"))"
            case _: "does not change the score"
            }
        }
        func bonus(_ points: Int, _ time: Duration, after first: String = "A") -> String {
            "\(first) set within \(Self.exactSeconds(time)) of new cards earns "
                + "\(Self.number(points)) extra \(points.plural("point"))."
        }
        return switch key {
        case "setPoints": "A set \(change(rules.setPoints))."
        case "quickBonus": bonus(rules.quickBonus, rules.quickWithin)
        case "briskBonus": bonus(rules.briskBonus, rules.briskWithin, after: "Otherwise, a")
        case "mismatchPoints":
            "Picking three cards that are not a set \(change(rules.mismatchPoints))."
        case "timeoutPoints":
            "A claim that times out or is passed \(change(rules.timeoutPoints))."
        case "wrongDealPoints":
            "Dealing when the board has a set \(change(rules.wrongDealPoints))."
        case "rightDealPoints":
            "Dealing when the board has no set \(change(rules.rightDealPoints))."
        case "hintPoints": "Each card that a hint shows \(change(rules.hintPoints))."
        case "deselectPoints": "Unpicking a card \(change(rules.deselectPoints))."
        case _: nil
        }
    }
}

extension RuleField {
    /// The rule's value, to be read aloud.
    fileprivate func spoken(in rules: Rules) -> String {
        switch kind {
        case .time(let path, _):
            rules[keyPath: path] == .zero
                ? zeroTime(rules) ?? Narrator.exactSeconds(.zero)
                : Narrator.exactSeconds(rules[keyPath: path])
        case .milliseconds(let path, _):
            rules[keyPath: path] == .zero ? "off" : "\(typedValue(in: rules)) milliseconds"
        case .number(let path, _):
            Narrator.number(rules[keyPath: path]) + (isPercentage ? " percent" : "")
        case .flag(let path): rules[keyPath: path] ? "yes" : "no"
        case .word: text(rules)
        }
    }
}
