import SetProtocol

/// The whole game in lines of text, for a screen reader, a pipe, a script or a simple terminal.
///
/// A value like the model it wraps: messages, typed lines and the time go in; lines to print and
/// effects come out. Lines are only ever added, each says one thing and begins with the word for
/// its kind ("Match:", "Turn:", "New:"), and none holds an escape sequence or a character to draw
/// with. Cards are told in words and by the place where they lie (see ``SlotName``).
package struct LineModeClient: Hashable, Sendable {
    /// What is to be done in answer to something, lines first.
    package struct Output: Hashable, Sendable {
        /// The lines to print, without line ends, safe for any terminal.
        package var lines: [String] = []
        /// What to do after that: messages to send, and to end the program.
        package var effects: [ClientEffect] = []

        /// Says these lines and asks for these effects.
        package init(lines: [String] = [], effects: [ClientEffect] = []) {
            self.lines = lines
            self.effects = effects
        }
    }

    /// What is known of the table.
    package internal(set) var model: TableModel
    /// What the cards are called.
    package var theme: Theme
    /// Whether the theme was drawn at random.
    let isThemeRandom: Bool
    /// What the terminal draws on; some themes name a color after how it looks there.
    package var background: Background
    /// How much is told.
    package internal(set) var verbosity: Verbosity
    /// The cards as they have been told, by slot.
    var toldCards: [Card?] = []
    /// The players as last seen in a seat, so that one who has left still has a name.
    var knownPlayers = PerSeat<PlayerState?>(both: nil)
    /// Whether the table has been described since the host's welcome.
    var isIntroduced = false
    /// Whether the player has left.
    var hasLeft = false
    /// Which seconds of the turn are still to be told.
    var countdown = SpokenCountdown()
    /// What is being asked, until it is answered.
    var question: Question?
    /// What happened, as it was told or would have been; bounded.
    var history: [String] = []

    static let historyLimit = 200

    /// What a player is asked before it is done.
    enum Question: Hashable {
        case new, resign

        /// The word with which lines about it begin.
        var word: String {
            switch self {
            case .new: "New"
            case .resign: "Resign"
            }
        }

        /// What yes does.
        var move: Move {
            switch self {
            case .new: .new
            case .resign: .resign
            }
        }
    }

    /// A client that has just said hello.
    ///
    /// - Parameters:
    ///   - theme: What the cards are called.
    ///   - isThemeRandom: Whether that was drawn at random.
    ///   - background: What the terminal draws on.
    ///   - verbosity: How much is told.
    ///   - venue: Whose program the table is in.
    package init(
        theme: Theme = .classic, isThemeRandom: Bool = false, background: Background = .dark,
        verbosity: Verbosity = .all, venue: TableModel.Venue = .elsewhere
    ) {
        model = TableModel(venue: venue)
        (self.theme, self.isThemeRandom) = (theme, isThemeRandom)
        self.background = background
        self.verbosity = verbosity
    }

    /// A client for a player's settings.
    package init(_ preferences: SettingsModel, venue: TableModel.Venue) {
        let settings = preferences.settings
        self.init(
            theme: preferences.theme, isThemeRandom: settings.isThemeRandom,
            background: settings.background.background ?? .dark, verbosity: settings.verbosity,
            venue: venue)
    }

    /// When to call ``timePassed(at:)`` next; `nil` while there is nothing to announce.
    package var nextAnnouncement: MonotonicInstant? { hasLeft ? nil : countdown.next }

    /// Tells how much of a turn or of another clock is left, if a moment for that has come.
    ///
    /// - Returns: At most one line; that time is up is for the host to say.
    package mutating func timePassed(at now: MonotonicInstant) -> Output {
        guard !hasLeft, let seconds = countdown.due(at: now), let table = model.table else {
            return Output()
        }
        let left = Narrator.count(seconds, "second")
        if model.outage != nil {
            return told([LineModeLine("Time: your seat is kept for another \(left).", .essential)])
        }
        if let turn = table.turn {
            let line =
                turn.seat == model.seat
                ? LineModeLine("Time: \(left) left.", .essential)
                : LineModeLine(
                    "Time: \(words.doer(turn.seat)) has \(left) left.", .detail(of: turn.seat))
            return told([line])
        }
        switch table.clock?.reason {
        case .away:
            let away = Seat.allCases.first { table.players[$0]?.isPresent == false }
            guard let away else { return Output() }
            let seat = "\(words.possessive(away)) seat"
            return told([LineModeLine("Time: \(seat) is kept for another \(left).", .essential)])
        case .start: return told([LineModeLine("Time: \(left) until the cards.", .essential)])
        case .ready:
            return told([LineModeLine("Time: \(left) until the game resumes.", .essential)])
        case .reveal, nil: return Output()
        }
    }

    /// Notes that there are no more lines to read, and leaves.
    package mutating func inputEnded() -> Output {
        leave("Quit: end of input.")
    }

    /// Notes that the connection is gone without a goodbye.
    ///
    /// - Parameter message: Why, in plain words.
    package mutating func connectionClosed(_ message: String) -> Output {
        guard !hasLeft else { return Output() }
        let effects = model.connectionClosed(message)
        countdown.stop()
        guard !effects.isEmpty else { return Output() }
        return Output(lines: spoken(["Error: " + SafeText.sanitized(message)]), effects: effects)
    }
}

// MARK: - Words and lines

extension LineModeClient {
    /// The words for the table as it stands.
    var words: Narrator { words(on: model.table?.cards ?? []) }

    /// The words for a board.
    func words(on cards: [Card?]) -> Narrator {
        Narrator(
            seat: model.seat, names: players.map { $0?.name ?? "" }, theme: theme,
            background: background,
            rules: model.rules, cards: cards)
    }

    /// The players, also one who has just left.
    var players: PerSeat<PlayerState?> {
        PerSeat(
            first: model.table?.players.first ?? knownPlayers.first,
            second: model.table?.players.second ?? knownPlayers.second)
    }

    /// The last look over every line before it leaves.
    func spoken(_ lines: [String]) -> [String] { lines.map(SpokenText.spoken) }

    /// Keeps lines about the table and tells those that the player wants to hear.
    mutating func told(_ lines: [LineModeLine], _ effects: [ClientEffect] = []) -> Output {
        history += spoken(lines.map(\.text))
        if history.count > Self.historyLimit {
            history.removeFirst(history.count - Self.historyLimit)
        }
        let wanted = lines.filter { $0.isTold(verbosity, to: model.seat) }
        return Output(lines: spoken(wanted.map(\.text)), effects: effects)
    }

    /// Answers a typed line, which is done however little the player wants to hear.
    func answer(_ lines: [String], _ effects: [ClientEffect] = []) -> Output {
        Output(lines: spoken(lines), effects: effects)
    }

    /// Leaves at once and says nothing any more.
    mutating func leave(_ line: String) -> Output {
        guard !hasLeft else { return Output() }
        hasLeft = true
        countdown.stop()
        let isConnected =
            switch model.connection {
            case .joining, .joined: true
            case .ended: false
            }
        return answer([line], isConnected ? model.perform(.leave, at: .zero) : [.quit])
    }
}
