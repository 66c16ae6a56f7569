import SetProtocol

/// The deck of a day, which is the same for everybody.
package enum Daily {
    /// The day in UTC, such as `2026-11-28`.
    package static func day(_ time: CivilTime) -> String { String(time.description.prefix(10)) }

    /// What its deck is shuffled by: the first eight bytes of a digest of the day.
    package static func seed(_ day: String) -> UInt64 {
        SHA256(of: "set-duel daily \(day)").bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The same for everybody, so that results can be compared: no hints.
    package static let rules: Rules = {
        var rules = Rules.solo
        rules.hints = false
        return rules
    }()

    /// A result in two lines to be shared, in words that everybody can read or hear.
    static func words(_ day: String, sets: Int, play: Duration, median: Duration?, wrong: Int)
        -> [String]
    {
        let time = median.map { ", median \(GameStatistics.seconds($0))" }
        return [
            "set-duel daily \(day): \(sets.counted("set")) in \(ReportWords.clock(play))\(time ?? ""), "
                + "\(wrong) wrong.",
            "The same cards for everybody today: set-duel daily",
        ]
    }

    /// The counted result of a day among finished games; `nil` if there is none.
    package static func result(_ day: String, in games: [PlayedGame]) -> [String]? {
        games.first { $0.daily == day }.map { game in
            words(
                day, sets: game.sets, play: game.play,
                median: game.finds.map(\.search).median, wrong: game.failed)
        }
    }
}

extension TableModel {
    /// What a game is played for, beyond itself.
    package enum Occasion: Equatable, Sendable {
        case usual
        /// The deck of a day, of which the first game may count.
        case daily(String, counts: Bool)
        /// Boards on which a set was missed, again and again.
        case missed(boards: Int)
    }

    /// Whether the cards of this game are known from an earlier one, so that nothing counts.
    var isPractice: Bool {
        switch occasion {
        case .usual: false
        case .daily(_, let counts): !counts || 1 < table?.game ?? 0
        case .missed: true
        }
    }

    /// Which of the boards with a missed set this is; `nil` in other games.
    var board: String? {
        guard case .missed(let boards) = occasion, let table else { return nil }
        return "board \((max(1, table.game) - 1) % boards + 1) of \(boards)"
    }

    /// What a player reads when a game of practice begins.
    var practiceWords: String? {
        if let board = board?.capitalizedFirst {
            let another = table?.hasFoundSet == true
            return "\(board): there is \(another ? "another set" : "a set you missed")."
        }
        guard case .daily(let day, _) = occasion, 1 < table?.game ?? 0 else { return nil }
        return "The deck of \(day) again: this is practice."
    }

    /// What comes after this game if the player goes on.
    var anotherGame: String {
        switch occasion {
        case .usual: "another game"
        case .daily: "practice with this deck"
        case .missed: "the next board"
        }
    }

    /// The counted result of the day, once its deck has been played.
    var dailyResult: [String]? {
        guard case .daily(let day, counts: true) = occasion, let seat, let report, report.game == 1,
            let player = report.players[seat]
        else { return nil }
        return Daily.words(
            day, sets: player.sets, play: report.clock, median: report.median(seat),
            wrong: report.counts[seat].mismatches)
    }
}
