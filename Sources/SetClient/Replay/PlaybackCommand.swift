import SetProtocol

/// Something a key does in a replay: one row for the key, the hints and the help.
struct PlaybackCommand: Sendable {
    enum Effect: Sendable {
        /// Changes the playback; the pressed key may matter.
        case play(@Sendable (inout Playback, Key, MonotonicInstant) -> Void)
        /// The same as at a table.
        case act(Action)
    }

    let keys: [Key]
    let keyName: String
    /// One or two words in 11 columns, for help on a small screen.
    let title: String
    let summary: String
    let effect: Effect

    private init(
        _ keys: [Key], _ title: String, _ summary: String, keyName: String? = nil, _ effect: Effect
    ) {
        (self.keys, self.title, self.summary, self.effect) = (keys, title, summary, effect)
        self.keyName = keyName ?? keys.first?.name ?? ""
    }

    /// The same as at a table.
    private init(_ command: TableCommand) {
        let row = command.row
        // What these do depends on no table.
        let action = command.action(TableView(TableModel(venue: .recorded)))
        self.init(row.keys, row.title, row.summary, action.map { .act($0) } ?? .play { _, _, _ in })
    }

    /// As many keys as fit, always with help and quit.
    static func keys(
        _ playback: Playback, showsReport: Bool, in row: Rect
    ) -> KeyBar<Key> {
        let choices = offers(playback, showsReport: showsReport).map { offers in
            offers.map { KeyBar.Item($0.command.keyName, $0.word, $0.command.keys.first) }
        }
        let fitting = choices.first { KeyBar.columns($0) <= row.size.width }
        return KeyBar(fitting ?? choices.last ?? [], in: row)
    }

    static func help(_ size: Size) -> HelpText {
        let rows = all.map { command in
            HelpText.Row(
                key: command.keyName, title: command.title, summary: command.summary,
                press: command.keys.first)
        }
        let isHigh = size.height >= (rows.count + 1) / 2 + 7
        let legend =
            "Timeline: sets by player, × for a failed claim, "
            + "+ for a deal. Click to jump."
        return HelpText(rows: rows, legend: isHigh ? legend : "", widest: 84)
    }

    /// The hints, from the most to the fewest; keys that belong together share the last one's word.
    private static func offers(
        _ playback: Playback, showsReport: Bool
    ) -> [[(command: PlaybackCommand, word: String)]] {
        let isOver = playback.model.table?.phase == .over
        let pause = [(pause, playback.isPlaying ? "pause" : "resume")]
        let board = isOver ? [(board, showsReport ? "board" : "report")] : []
        let steps = [(back, ""), (forward, "5 s")]
        let marks = [(previousMark, ""), (nextMark, "event")]
        let speed = [(slower, ""), (faster, "speed")]
        let hasGames = playback.recording.games.count > 1
        let games = hasGames ? [(previousGame, ""), (nextGame, "game")] : []
        let ways = [(help, "help"), (quit, "quit")]
        let bare = [(help, ""), (quit, "")]
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

// MARK: - The commands

extension PlaybackCommand {
    /// In the order of the help.
    static let all =
        [
            pause, back, forward, previousMark, nextMark, start, finish, previousGame, nextGame,
            slower, faster, speed, board, help,
        ] + [TableCommand.rules, .settings, .theme, .colors, .motion, .redraw].map(Self.init)
        + [quit]

    static func command(for key: Key) -> PlaybackCommand? { all.first { $0.keys.contains(key) } }

    private static let step = Duration.seconds(5)

    static let pause = PlaybackCommand(
        [.character(" "), .character("p"), Key(.enter)], "pause/play",
        "pause or resume (or click)",
        .play { playback, _, now in playback.togglePause(at: now) })
    static let back = PlaybackCommand(
        [Key(.left), .character("h")], "5 s back", "5 seconds back (wheel up)",
        .play { playback, _, now in playback.seek(by: .zero - step, at: now) })
    static let forward = PlaybackCommand(
        [Key(.right), .character("l")], "5 s forward", "5 seconds forward (wheel down)",
        .play { playback, _, now in playback.seek(by: step, at: now) })
    static let previousMark = PlaybackCommand(
        [Key(.up), .character(","), .character("k")], "prev. event", "previous event (or ,)",
        .play { playback, _, now in playback.previousMark(at: now) })
    static let nextMark = PlaybackCommand(
        [Key(.down), .character("."), .character("j")], "next event", "next event (or .)",
        .play { playback, _, now in playback.nextMark(at: now) })
    static let start = PlaybackCommand(
        [Key(.home), .character("0"), .character("g")], "game start", "to the start of this game",
        .play { playback, _, now in playback.start(at: now) })
    static let finish = PlaybackCommand(
        [Key(.end), .character("G")], "game end", "to the end of this game",
        .play { playback, _, now in playback.finish(at: now) })
    static let previousGame = PlaybackCommand(
        [.character("["), Key(.pageUp)], "prev. game", "previous game",
        .play { playback, _, now in playback.previousGame(at: now) })
    static let nextGame = PlaybackCommand(
        [.character("]"), Key(.pageDown)], "next game", "next game",
        .play { playback, _, now in playback.nextGame(at: now) })
    static let slower = PlaybackCommand(
        [.character("-"), .character("_")], "slower", "half as fast",
        .play { playback, _, now in playback.play(at: playback.speed.slower, at: now) })
    static let faster = PlaybackCommand(
        [.character("+"), .character("=")], "faster", "twice as fast, up to ×16",
        .play { playback, _, now in playback.play(at: playback.speed.faster, at: now) })
    static let speed = PlaybackCommand(
        PlaybackSpeed.allCases.indices.map { .character(Character("\($0 + 1)")) }, "×1 to ×16",
        "×1, ×2, ×4, ×8, ×16", keyName: "1…5",
        .play { playback, key, now in
            guard case .character(let digit) = key.code, let number = digit.wholeNumberValue,
                PlaybackSpeed.allCases.indices ~= number - 1
            else { return }
            playback.play(at: PlaybackSpeed.allCases[number - 1], at: now)
        })
    static let board = PlaybackCommand(
        [Key(.escape), Key(.backspace)], "report", "final board or report; close", .act(.cancel))
    static let help = PlaybackCommand(TableCommand.help)
    static let quit = PlaybackCommand(
        [.character("q"), .character("Q")] + Key.interrupts, "quit",
        "leave (also ctrl-c, ctrl-d)", .act(.quit))
}
