import SetProtocol

/// A question over a table that wants yes or no; the answer highlighted at first is no.
struct QuestionSheet: Equatable, Sendable {
    enum Question: Equatable, Sendable {
        case quit
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

        var move: Move {
            switch self {
            case .quit, .quitAlone, .close: .leave
            case .resign: .resign
            case .new, .askForNew: .new
            }
        }
    }

    let question: Question
    private var confirmation: Confirmation

    init(_ question: Question) {
        self.question = question
        confirmation = Confirmation(question.sentence, yes: "yes", no: "no")
    }

    /// Whether yes leaves the table, so that asking to leave again means yes.
    var isAboutLeaving: Bool { question.move == .leave }

    var yes: SheetStep { SheetStep(closes: true, confirmed: question.move) }

    mutating func handle(_ input: InputEvent, in place: SheetPlace) -> SheetStep {
        let answer = confirmation.answer(to: input, on: buttons(in: place))
        return answer.map { $0 == .yes ? yes : .close } ?? .stay
    }

    // MARK: - Drawing

    func draw(in place: SheetPlace, on canvas: inout Canvas) {
        panel(in: place).draw(in: area(in: place), place.look, on: &canvas)
        buttons(in: place).draw(place.look, on: &canvas)
    }

    func frame(in place: SheetPlace) -> Rect { panel(in: place).frame(in: area(in: place)) }

    /// In a race, below the cards if there is room; otherwise on the cards, because the status may
    /// hold a countdown.
    private func area(in place: SheetPlace) -> Rect {
        let below = rowsBelow(place)
        return place.isRace && below >= panel(in: place).lines.count + 2
            ? Rect(0, place.area.maxY, place.screen.width, below) : place.area
    }

    private func panel(in place: SheetPlace) -> Panel {
        let answers = TextLine("".padded(to: confirmation.columns + 4))
        let sentence = question.sentence.wrapped(to: min(place.screen.width - 6, 50))
        var all = TextLine(sentence.joined(separator: " "))
        all.add(answers)
        // In one line, if there is no more room below the cards.
        let isFlat = rowsBelow(place) == 3 && all.columns <= place.screen.width - 4
        let lines = isFlat ? [all] : sentence.map { TextLine($0) } + [TextLine(), answers]
        return Panel(title: "Sure?", lines: lines)
    }

    private func rowsBelow(_ place: SheetPlace) -> Int { place.screen.height - 1 - place.area.maxY }

    private func buttons(in place: SheetPlace) -> KeyBar<Confirmation.Answer> {
        let panel = panel(in: place)
        let row = panel.rect(ofLine: panel.lines.count - 1, in: area(in: place))
        let (columns, x) = (confirmation.columns, row?.maxX ?? 0)
        return confirmation.buttons(in: Rect(x - columns, row?.minY ?? 0, columns, 1))
    }
}

extension TableModel {
    /// What a move asks first; `nil` if nothing is lost by it, or if it is not possible now.
    func question(before move: Move) -> QuestionSheet.Question? {
        if move == .leave, seat == nil, venue == .hosted,
            let player = Seat.allCases.first(where: { table?.players[$0]?.isPresent == true })
        {
            return .close(opponent: SafeText.name(name(of: player)))
        }
        guard obstacle(to: move) == nil, let seat else { return nil }
        let opponent = SafeText.name(name(of: seat.opponent))
        switch move {
        case .resign: return .resign
        case .new where losesGameByNew: return .new
        case .new where isAskingForNewGame: return .askForNew(opponent: opponent)
        case .leave where outage == nil && venue != .lesson:
            if isDuelRunning { return .quit }
            if rules.players == .one, losesGameByNew { return .quitAlone(isSaved: isWorthSaving) }
            let isHere = table?.players[seat.opponent]?.isPresent == true
            return venue == .hosted && isHere ? .close(opponent: opponent) : nil
        case _: return nil
        }
    }
}
