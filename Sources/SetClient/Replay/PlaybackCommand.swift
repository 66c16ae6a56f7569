import SetProtocol

/// Everything a key can do while a recorded duel is looked at: the rows from which the keys, the line
/// of hints, its buttons and the help are all made.
enum PlaybackCommand: CaseIterable, Hashable {
    case pause, back, forward, previousMark, nextMark, start, finish, previousGame, nextGame
    case slower, faster, speed, board, help, rules, settings, theme, colors, motion, quit

    /// The keys that do it.
    var keys: [Key] {
        switch self {
        case .pause: [.character(" "), .character("p"), Key(.enter)]
        case .back: [Key(.left), .character("h")]
        case .forward: [Key(.right), .character("l")]
        case .previousMark: [Key(.up), .character(","), .character("k")]
        case .nextMark: [Key(.down), .character("."), .character("j")]
        case .start: [Key(.home), .character("0"), .character("g")]
        case .finish: [Key(.end), .character("G")]
        case .previousGame: [.character("["), Key(.pageUp)]
        case .nextGame: [.character("]"), Key(.pageDown)]
        case .slower: [.character("-"), .character("_")]
        case .faster: [.character("+"), .character("=")]
        case .speed: (1...PlaybackSpeed.allCases.count).map { .character(Character("\($0)")) }
        case .board: [Key(.escape), Key(.backspace)]
        case .help: [.character("?")]
        case .rules: [.character("I")]
        case .settings: [.character("O")]
        case .theme: [.character("T")]
        case .colors: [.character("C")]
        case .motion: [.character("M")]
        case .quit: [.character("q"), .character("Q"), .control("c"), .control("d")]
        }
    }

    /// What is printed for its keys.
    var keyName: String {
        switch self {
        case .pause: "space"
        case .back: "←"
        case .forward: "→"
        case .previousMark: "↑"
        case .nextMark: "↓"
        case .start: "home"
        case .finish: "end"
        case .previousGame: "["
        case .nextGame: "]"
        case .slower: "-"
        case .faster: "+"
        case .speed: "1…5"
        case .board: "esc"
        case .help: "?"
        case .rules: "I"
        case .settings: "O"
        case .theme: "T"
        case .colors: "C"
        case .motion: "M"
        case .quit: "q"
        }
    }

    /// What it does, in one or two words for help on a small screen.
    var title: String {
        switch self {
        case .pause: "pause, play"
        case .back: "5 s back"
        case .forward: "5 s on"
        case .previousMark: "last event"
        case .nextMark: "next event"
        case .start: "game start"
        case .finish: "game end"
        case .previousGame: "game before"
        case .nextGame: "next game"
        case .slower: "slower"
        case .faster: "faster"
        case .speed: "×1 to ×16"
        case .board: "report"
        case .help: "this help"
        case .rules: "rules"
        case .settings: "settings"
        case .theme: "themes"
        case .colors: "color-blind"
        case .motion: "motion"
        case .quit: "quit"
        }
    }

    /// What it does, for the help.
    var summary: String {
        switch self {
        case .pause: "stop and go on (or click)"
        case .back: "five seconds back (wheel up)"
        case .forward: "five seconds on (wheel down)"
        case .previousMark: "the event before (or ,)"
        case .nextMark: "the next event (or .)"
        case .start: "to the start of this game"
        case .finish: "to the end of this game"
        case .previousGame: "the game before"
        case .nextGame: "the next game"
        case .slower: "half as fast"
        case .faster: "twice as fast, up to ×16"
        case .speed: "×1, ×2, ×4, ×8, ×16"
        case .board: "last board or report; close"
        case .help: "show or hide this help"
        case .rules: "the rules of this table"
        case .settings: "all that you can set"
        case .theme: "choose how the cards look"
        case .colors: "colors for color-blind viewers"
        case .motion: "full, reduced or no motion"
        case .quit: "leave (also ctrl-c, ctrl-d)"
        }
    }

    /// What stands in the line of hints, from the most there can be to the least: keys that belong
    /// together have one word behind the last of them.
    static func offers(
        _ playback: Playback, showsReport: Bool
    ) -> [[(command: PlaybackCommand, word: String)]] {
        let isOver = playback.model.table?.phase == .over
        let pause = [(PlaybackCommand.pause, playback.isPlaying ? "pause" : "play")]
        let board = isOver ? [(PlaybackCommand.board, showsReport ? "board" : "report")] : []
        let steps = [(PlaybackCommand.back, ""), (.forward, "5 s")]
        let marks = [(PlaybackCommand.previousMark, ""), (.nextMark, "event")]
        let speed = [(PlaybackCommand.slower, ""), (.faster, "speed")]
        let hasGames = playback.recording.games.count > 1
        let games = hasGames ? [(PlaybackCommand.previousGame, ""), (.nextGame, "game")] : []
        let ways = [(PlaybackCommand.help, "help"), (.quit, "quit")]
        let bare = [(PlaybackCommand.help, ""), (.quit, "")]
        return [
            pause + steps + marks + speed + games + board + ways,
            pause + steps + marks + speed + board + ways,
            pause + steps + marks + board + ways,
            pause + steps + marks + board + bare,
            pause + steps + board + bare,
            pause + board + bare,
            pause + bare,
        ]
    }
}

extension Playback {
    /// How far the arrows go.
    static let step = Duration.seconds(5)

    /// Does what a command says to the playing; ``PlaybackCommand/speed`` needs a digit.
    ///
    /// - Returns: Whether the command is about the playing at all.
    mutating func perform(_ command: PlaybackCommand, at now: TableTime) -> Bool {
        switch command {
        case .pause: togglePause(at: now)
        case .back: seek(by: .zero - Self.step, at: now)
        case .forward: seek(by: Self.step, at: now)
        case .previousMark: previousMark(at: now)
        case .nextMark: nextMark(at: now)
        case .start: start(at: now)
        case .finish: finish(at: now)
        case .previousGame: previousGame(at: now)
        case .nextGame: nextGame(at: now)
        case .slower: play(at: speed.slower, at: now)
        case .faster: play(at: speed.faster, at: now)
        case .speed, .help, .board, .rules, .settings, .theme, .colors, .motion, .quit: return false
        }
        return true
    }
}
