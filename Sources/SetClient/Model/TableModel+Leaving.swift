import SetProtocol

package enum GameSaving: Sendable {
    case never
    /// It can be continued later if a set was found in it.
    case ifFound
    /// The same, and another game was saved before it.
    case ifFoundBesideAnother
}

// MARK: - Who else can be here, and what is lost by leaving

extension TableModel {
    var awaitsOpponent: Bool {
        guard let seat, let table, rules.players == .two, venue != .embedded, !isClosed else {
            return false
        }
        return table.players[seat.opponent] == nil
    }

    /// Whether the time for which the opponent's seat is kept is over.
    var opponentIsGone: Bool {
        guard let table else { return false }
        return seat != nil && table.phase == .paused && !table.awaySeats.isEmpty
            && table.clock?.reason != .away
    }

    /// The command with which a friend joins; it names the host only if this player did.
    func invitation(_ command: String?) -> String? {
        welcome.map { command ?? "set-duel join HOST --table \($0.table)" }
    }

    var canChat: Bool {
        table != nil && rules.players == .two && venue != .embedded && !isClosed
    }

    /// The game that this player leaves, in one line: who, the score, sets, and the time of play.
    ///
    /// - Parameter isForMenu: Whether the menu shows it, which continues a game itself.
    package func summary(at now: MonotonicInstant, isForMenu: Bool = false) -> String? {
        guard let seat, let table, table.game > 0 else { return nil }
        let sets = Seat.allCases.reduce(0) { $0 + (record.players[$1]?.sets ?? 0) }
        func score(_ seat: Seat) -> String {
            let name = seat == self.seat ? "You" : SafeText.name(record.players[seat]?.name ?? "")
            return "\(name) \(record.players[seat]?.points ?? 0)"
        }
        let isAlone = record.players[seat.opponent] == nil
        let players = isAlone ? [seat] : [seat, seat.opponent]
        return verdict(for: seat, in: table) + players.map(score).joined(separator: ", ")
            + "; \(sets.counted("set")) in \(ReportWords.clock(record.played(until: now)))"
            + (venue == .hosted ? "; your table is closed" : "")
            + (isWorthSaving
                ? isForMenu ? "; \(wayBack) continues it" : "; to continue, run: \(resuming)"
                : "")
            + (isWorthSaving && saving == .ifFoundBesideAnother
                ? "; the game saved before comes after it" : "")
    }

    /// Who won the duel, or wins because this player leaves; empty for other games.
    func verdict(for seat: Seat, in table: TableState) -> String {
        let opponent = SafeText.name(name(of: seat.opponent))
        if isDuelRunning { return outage == nil && !isClosed ? "You left: \(opponent) wins. " : "" }
        guard let result = table.result else { return "" }
        if let winner = result.winner { return winner == seat ? "You win. " : "\(opponent) wins. " }
        return [.points, .sets, .suddenDeath].contains(result.decider) ? "A draw. " : ""
    }

    /// The command that continues a saved game.
    static let resuming = "set-duel solo --resume"
    var resuming: String { if case .daily = occasion { "set-duel daily" } else { Self.resuming } }
    /// The same in the menu.
    private var wayBack: String {
        if case .daily = occasion { "Play alone with today's deck" } else { "Play alone" }
    }

    /// What a player learns who continues a saved game, or starts another one beside it.
    package var noticeOfSavedGame: String? {
        if table == nil, record.game > 0 { return "Your saved game continues." }
        return saving == .ifFoundBesideAnother
            ? "A game is saved: \(Self.resuming) continues it." : nil
    }

    package mutating func cannotSave(_ reason: String, at now: MonotonicInstant) {
        guard saving != .never else { return }
        saving = .never
        remark(Self.unsaved(reason), at: now)
    }

    static func unsaved(_ reason: String) -> String { "This game cannot be saved: \(reason)." }

    /// What the host said when it ended the table, as a headline.
    var closing: String? {
        guard case .ended(let message, _) = connection else { return nil }
        return message.hasSuffix(".") ? String(message.dropLast()) : message
    }

    /// Whether asking for a new game would end this one at once.
    var losesGameByNew: Bool {
        guard let seat, let table else { return false }
        switch (rules.players, table.phase) {
        case (_, .over), (_, .waiting), (_, nil): return false
        case (.one, _): return table.hasFoundSet || table.players[seat]?.points ?? 0 != 0
        case (.two, .countdown): return false
        case (.two, .open), (.two, .turn), (.two, .paused):
            return venue == .embedded && table.players[seat.opponent]?.asks != .new
        }
    }

    /// Whether asking for a new game would put this one at the mercy of the opponent's answer.
    var isAskingForNewGame: Bool {
        guard venue != .embedded, let seat, let table, table.isInPlay else { return false }
        return table.players[seat]?.asks != .new && table.players[seat.opponent]?.isPresent == true
    }

    /// A card of this player's found set that stays until the player goes on, which touching the card
    /// does: only where nothing is timed.
    var foundCard: Card? {
        guard let seat, let table, !rules.needsClaim, table.phase == .open, table.clock == nil,
            let found = table.selection, found.verdict == .match, found.seat == seat
        else { return nil }
        return found.cards.first
    }

    /// Whether the game is kept when its player leaves: one without a set, which is continued before
    /// older ones, would be in their way.
    package var isWorthSaving: Bool { isUnfinishedSolo && table?.hasFoundSet == true }

    /// Whether a game is under way that could be saved.
    var isUnfinishedSolo: Bool {
        guard saving != .never, !isPractice, let table else { return false }
        return table.phase != .over && table.phase != .waiting
    }

    /// Whether the seat is kept when a signal or the terminal ends the program: closing a window, or
    /// losing the connection to this machine, does not give it up.
    func keepsSeat(afterHangUp isHangUp: Bool) -> Bool {
        saving == .never ? isHangUp && venue != .hosted : isWorthSaving
    }
}

// MARK: - Without a connection

extension TableModel {
    /// The outage, once it has lasted long enough to be shown.
    func outage(at now: MonotonicInstant) -> Outage? {
        outage.flatMap { $0.isShownFrom <= now ? $0 : nil }
    }

    /// When the turn in ``table`` ends; `nil` without a time limit.
    var turnEnd: MonotonicInstant? {
        table?.turn?.countdown.map { arrival.advanced(by: $0.remaining) }
    }

    static let whileReconnecting = "Still reconnecting. Nothing was sent."

    static let unknownPhase = "This version of set-duel does not know this game state."

    /// Whether the table is in a phase that only a newer host knows.
    var isPhaseUnknown: Bool { table.map { $0.phase == nil } ?? false }
}

// MARK: - The queue

extension TableModel {
    /// The names of those who wait for a seat.
    static func names(in queue: [String]) -> String {
        queue.map { SafeText.name($0) }.listed()
    }

    static func words(for queue: [String]) -> String { "In the queue: \(names(in: queue))." }

    /// What a lost connection has left of this player's place.
    var wayBackIn: String {
        welcome?.name == nil
            ? "You are back at the table." : "You are back in the queue for a seat."
    }

    /// Whether watchers can wait for a seat here.
    var hasQueue: Bool {
        welcome?.features.contains(.queue) == true && rules.players == .two && rules.rotate != .off
            && venue != .embedded
    }

    /// This watcher's place in the queue, from 1; `nil` for everybody else.
    var placeInQueue: Int? {
        guard seat == nil, let name = welcome?.name else { return nil }
        return table?.queue.firstIndex(of: name).map { $0 + 1 }
    }
}
