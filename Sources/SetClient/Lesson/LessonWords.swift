import SetProtocol

/// The captions of the lesson, in the words of a theme.
struct LessonWords: Equatable, Sendable {
    let register: Narrator.Register
    var cardWords = CardWords(.classic)

    private var isLine: Bool { register == .line }

    /// What a step explains and asks for, or what helps after a try in vain.
    func caption(of step: Lesson.Step, _ cards: LessonCards, hasFailed: Bool) -> String {
        let (number, count) = (step.rawValue, Lesson.Step.allCases.count)
        let head = isLine ? "Step \(number) of \(count). " : "\(number)/\(count) "
        let again = hasFailed ? secondTry(at: step) : nil
        return head + (again ?? introduction(to: step, cards))
    }

    private func introduction(to step: Lesson.Step, _ cards: LessonCards) -> String {
        switch step {
        case .features:
            let way =
                isLine
                ? "Name all three: a1 b1 c1. To leave, type quit."
                : "Pick all three by their letters, or click. Esc leaves."
            return "Cards differ in number, shape, shading, and color. "
                + "These three differ in all four: a set! \(way)"
        case .mixed:
            return "In a set, each feature is all the same or all different. "
                + "Is this a set? If it is, pick all three. If not, \(deal)."
        case .third:
            let task = "are picked. Exactly one card makes a set with them: pick it."
            return isLine
                ? "A1 and B1 \(task) To hear which, type third a1 b1."
                : "Two cards \(task) Colors hard to tell apart? Press C."
        case .none:
            return "Is this a set? Two alike and one different break it. "
                + "Pick it, or \(deal) to get three more cards."
        case .six:
            let reason = cardWords.fault(of: cards.nearMiss)
            let hint = isLine ? "Type hint" : "Press !"
            return "Right: the \(reason). With two alike, it is no set. "
                + "Now there is one: pick it. \(hint) for help."
        case .race:
            let time = Narrator.exactSeconds(Rules.duel.claim)
            let way =
                isLine
                ? "Type its three names to claim and pick it at once. "
                    + "Or type claim; in a duel, you then have \(time). "
                    + "To hear the cards again, type board, or where red."
                : "See one? Press space, then pick it within \(time)."
            return "In a duel, the first to see a set claims it. \(way)"
        }
    }

    private var deal: String { isLine ? "type deal" : "press +" }

    /// What helps after a mistake, where the table's own words do not say it.
    private func secondTry(at step: Lesson.Step) -> String? {
        switch step {
        case .none: "Two alike and one different: no set. \(deal.capitalizedFirst) for more cards."
        case .race:
            "In a duel, the other player could now pick for "
                + "\(Narrator.exactSeconds(Rules.duel.answer)). Try again: "
                + (isLine ? "name three cards." : "space.")
        case .six: "There is one set: pick it. \(isLine ? "Type hint" : "Press !") for help."
        case .features, .mixed, .third: nil
        }
    }

    var end: String {
        let rules = Rules.duel
        let next =
            isLine
            ? "Type ready to play the weakest computer with the 27 solid cards, or quit."
            : "Enter: a short junior duel. Esc: leave."
        return "Done! Sets earn \(rules.setPoints) points or more; a wrong claim or deal costs "
            + "\(-rules.mismatchPoints). \(next)"
    }
}
