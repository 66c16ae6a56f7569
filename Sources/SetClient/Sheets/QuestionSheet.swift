import SetProtocol

/// A question that wants yes or no; the answer highlighted at first is no.
struct QuestionSheet: Equatable, Sendable {
    /// What is asked before it is done.
    enum Question: Equatable, Sendable {
        case quit
        /// Leave a solo game.
        case quitAlone(isSaved: Bool)
        case resign
        /// Start another game in the middle of one, where nobody else needs to agree.
        case new
        /// Ask a person for another game in the middle of one.
        case askForNew(opponent: String)
        /// Close the table at which somebody else still sits.
        case close(opponent: String)

        var sentence: String {
            switch self {
            case .quit: "Leave the table? You will lose this game."
            case .quitAlone(isSaved: true): "Leave? You can continue this game later."
            case .quitAlone(isSaved: false): "Leave? This game will not be saved."
            case .resign: "Resign this game?"
            case .new: "Start a new game? The current game will end."
            case .askForNew(let opponent):
                "Ask \(opponent) for a new game? The current game will end."
            case .close(let opponent): "Close the table? \(opponent) is still here."
            }
        }

        fileprivate var move: Move {
            switch self {
            case .quit, .quitAlone, .close: .leave
            case .resign: .resign
            case .new, .askForNew: .new
            }
        }
    }

    let question: Question
    private(set) var isYes = false

    init(_ question: Question) { self.question = question }

    /// Whether yes leaves the table, so that asking to leave again means yes.
    var isAboutLeaving: Bool { question.move == .leave }

    var yes: SheetStep { SheetStep(closes: true, confirmed: question.move) }

    // MARK: - Input

    /// Letters answer at once; arrows highlight an answer, and enter gives it.
    mutating func handle(_ input: InputEvent, in place: SheetPlace) -> SheetStep {
        switch input.fromPlayer {
        case .key(let key): return handle(key)
        case .click(let point):
            let answers = answers(in: place)
            if answers.yes.contains(point) { return yes }
            return answers.no.contains(point) ? .close : .stay
        case .rightClick: return .close
        case .paste, .scroll, nil: return .stay
        }
    }

    private mutating func handle(_ key: Key) -> SheetStep {
        switch key.code {
        case .enter: return isYes ? yes : .close
        case .left, .home: isYes = true
        case .right, .end: isYes = false
        case .up, .down, .tab, .backtab: isYes.toggle()
        case .backspace: break
        case _:
            guard let answer = Confirmation.Answer(key) else { break }
            return answer == .yes ? yes : .close
        }
        return .stay
    }

    // MARK: - Drawing

    func draw(in place: SheetPlace, on canvas: inout Canvas) {
        panel(in: place).draw(in: area(in: place), place.look, on: &canvas)
    }

    func frame(in place: SheetPlace) -> Rect { panel(in: place).frame(in: area(in: place)) }

    /// In a race, below the cards if there is room; otherwise on the cards, because the status may
    /// hold a countdown.
    private func area(in place: SheetPlace) -> Rect {
        let below = rowsBelow(place)
        return place.isRace && below >= panel(in: place).lines.count + 2
            ? Rect(0, place.area.maxY, place.screen.width, below) : place.area
    }

    private static let gap = 3

    private func panel(in place: SheetPlace) -> Panel {
        var answers = answer("Y", "yes", isPointed: isYes, place.look)
        answers.add(String(repeating: " ", count: Self.gap))
        answers.add(answer("N", "no", isPointed: !isYes, place.look))
        let sentence = question.sentence.wrapped(to: min(place.screen.width - 6, 50))
        var all = TextLine(sentence.joined(separator: " "))
        all.add(String(repeating: " ", count: Self.gap))
        all.add(answers)
        // In one line, if there is no more room below the cards.
        let isFlat = rowsBelow(place) == 3 && all.columns <= place.screen.width - 4
        let lines = isFlat ? [all] : sentence.map { TextLine($0) } + [TextLine(), answers]
        return Panel(title: "Sure?", lines: lines)
    }

    private func rowsBelow(_ place: SheetPlace) -> Int { place.screen.height - 1 - place.area.maxY }

    /// An answer with its key; the one that enter gives has the pointer of lists.
    private func answer(
        _ letter: String, _ word: String, isPointed: Bool, _ look: Appearance
    ) -> TextLine {
        let reverse = Style(.standard, on: .standard, [.bold, .reverse])
        var line = TextLine("\(isPointed ? look.glyphs.pointer : " ") ", .bold)
        line.add(" \(letter) ", reverse)
        line.add(" \(word) ", isPointed ? reverse : Style())
        return line
    }

    private func answers(in place: SheetPlace) -> (yes: Rect, no: Rect) {
        let panel = panel(in: place)
        guard let row = panel.rect(ofLine: panel.lines.count - 1, in: area(in: place)) else {
            return (Rect(0, 0, 0, 0), Rect(0, 0, 0, 0))
        }
        // The last of the line, where the question stands before them.
        let no = answer("N", "no", isPointed: false, place.look).columns
        let yes = answer("Y", "yes", isPointed: false, place.look).columns
        return (
            Rect(row.maxX - no - Self.gap - yes, row.minY, yes, 1),
            Rect(row.maxX - no, row.minY, no, 1)
        )
    }
}

extension TableModel {
    /// What leaving now asks first; `nil` if nothing is lost by it.
    var questionBeforeLeaving: QuestionSheet.Question? {
        guard outage == nil, venue != .lesson else { return nil }
        if isDuelRunning { return .quit }
        if leavesSoloGame { return .quitAlone(isSaved: isWorthSaving) }
        guard closesTableByLeaving, let seat else { return nil }
        return .close(opponent: SafeText.name(name(of: seat.opponent)))
    }
}
