import SetProtocol

/// What a player's finished games say together.
package struct GameStatistics: Equatable, Sendable {
    package struct Tally: Equatable, Sendable {
        package var (won, lost, drawn) = (0, 0, 0)
        package var games: Int { won + lost + drawn }

        fileprivate static func += (sum: inout Tally, other: Tally) {
            (sum.won, sum.lost) = (sum.won + other.won, sum.lost + other.lost)
            sum.drawn += other.drawn
        }

        fileprivate mutating func count(_ outcome: PlayedGame.Outcome?) {
            switch outcome {
            case .won: won += 1
            case .lost: lost += 1
            case .drawn: drawn += 1
            case .played, nil: break
            }
        }
    }

    /// The sets found in which the same number of features differ.
    package struct Searches: Equatable, Sendable {
        package let count: Int
        package let median: Duration
    }

    package struct Rival: Equatable, Sendable {
        package let name: String
        package let against: PlayedGame.Opponent
        package var tally: Tally
    }

    package let games: Int
    package private(set) var duels = Tally()
    /// Games alone.
    package let solo: Int
    package let sets: Int
    package let (median, best): (Duration?, Duration?)
    package let failed: Int
    package let (racesWon, racesLost): ([Duration], [Duration])
    /// By the number of differing features, from 1 to 4; `nil` where no set was found.
    package let searches: [Searches?]
    /// The median search of each game in which a set was found, the oldest first.
    package let trend: [Duration]
    /// The opponents, the one of the most games first.
    package private(set) var rivals: [Rival] = []

    /// - Parameter games: The oldest first.
    package init(_ games: [PlayedGame]) {
        self.games = games.count
        solo = games.count { $0.against == .nobody }
        sets = games.reduce(0) { $0 + $1.sets }
        let finds = games.flatMap(\.finds)
        let times = finds.map(\.search)
        (median, best) = (times.median, times.min())
        failed = games.reduce(0) { $0 + $1.failed }
        (racesWon, racesLost) = (games.flatMap(\.racesWon), games.flatMap(\.racesLost))
        searches = (1...4).map { differing in
            let times = finds.filter { $0.differing == differing }.map(\.search)
            return times.median.map { Searches(count: times.count, median: $0) }
        }
        trend = games.compactMap { $0.finds.map(\.search).median }
        var places: [String: Int] = [:]
        for game in games where game.against != .nobody {
            duels.count(game.outcome)
            let name = game.name ?? "nobody"
            let key = "\(game.against.rawValue) \(name)"
            let place = places[key] ?? rivals.count
            if places[key] == nil {
                places[key] = place
                rivals.append(Rival(name: name, against: game.against, tally: Tally()))
            }
            rivals[place].tally.count(game.outcome)
        }
        rivals = rivals.enumerated()
            .sorted { ($1.element.tally.games, $0.offset) < ($0.element.tally.games, $1.offset) }
            .map(\.element)
    }
}

// MARK: - In words

extension GameStatistics {
    /// The most games whose medians are drawn, in one row of the narrowest window, and the most
    /// opponents that are named.
    private static let (mostBars, mostRivals) = (34, 8)

    /// A line for each figure, the most important first.
    ///
    /// - Parameter drawsBars: Whether the medians of the last games are drawn as bars, which nobody can
    ///   hear.
    package func lines(drawsBars: Bool) -> [String] {
        var lines: [String] = []
        if duels.games > 0 { lines.append("\(duels.games.counted("duel")): \(Self.words(duels)).") }
        if solo > 0 { lines.append("\(solo.counted("game")) alone.") }
        lines.append(setsWords)
        if failed > 0 {
            let (claims, share) = ((sets + failed).counted("claim"), 100 * failed / (sets + failed))
            lines.append("\(failed) of \(claims) failed (\(share) %).")
        }
        let races = [("won", racesWon), ("lost", racesLost)].compactMap { word, margins in
            margins.median.map { "\(margins.count) \(word) by \($0.roundedMilliseconds) ms" }
        }
        if !races.isEmpty { lines.append("Races: \(races.joined(separator: ", ")) (medians).") }
        lines += trendWords(drawsBars: drawsBars) + differingWords
        lines += rivals.prefix(Self.mostRivals).map {
            "Against \($0.name): \(Self.words($0.tally))."
        }
        let others = rivals.dropFirst(Self.mostRivals).map(\.tally)
        if !others.isEmpty {
            let sum = others.reduce(into: Tally()) { $0 += $1 }
            lines.append("Against \(others.count) more: \(Self.words(sum)).")
        }
        return lines
    }

    private static func words(_ tally: Tally) -> String {
        let parts = [(tally.won, "won"), (tally.lost, "lost"), (tally.drawn, "drawn")]
        return parts.filter { $0.0 > 0 || $0.1 != "drawn" }.map { "\($0.0) \($0.1)" }
            .joined(separator: ", ")
    }

    private var setsWords: String {
        guard let median, let best else { return "\(sets.counted("set"))." }
        return "\(sets.counted("set")): median time \(Self.seconds(median)), best "
            + "\(Self.seconds(best))."
    }

    private func trendWords(drawsBars: Bool) -> [String] {
        let last = trend.suffix(Self.mostBars)
        guard let first = last.first, let newest = last.last, last.count > 1 else { return [] }
        let bars = drawsBars ? "\(Self.bars(Array(last))) " : ""
        return [
            "Median by game, over the last \(last.count): \(bars)"
                + "\(Self.seconds(first)) then, \(Self.seconds(newest)) now."
        ]
    }

    private var differingWords: [String] {
        let words = ["one", "two", "three", "all four"]
        let parts = zip(words, searches).compactMap { word, searches in
            searches.map { "\(word) \(Self.seconds($0.median))" }
        }
        guard !parts.isEmpty else { return [] }
        let line = "Median time by how many features differ: \(parts.joined(separator: ", "))."
        guard let easy = searches[0], easy.median > .zero,
            let hardest = searches.lastIndex(where: { $0 != nil }), hardest > 0,
            let hard = searches[hardest]
        else { return [line] }
        let tenths = Int((hard.median / easy.median * 10).rounded())
        let times = tenths == 10 ? "" : "\(tenths / 10).\(tenths % 10) times "
        return [
            line,
            "Where \(words[hardest]) differ, you need \(times)as long as where one does.",
        ]
    }

    /// A bar for each time, the longest the highest.
    static func bars(_ times: [Duration]) -> String {
        let glyphs = Array("▁▂▃▄▅▆▇█")
        guard let least = times.min(), let most = times.max(), least < most else {
            return String(repeating: glyphs[3], count: times.count)
        }
        return String(
            times.map { time in
                let share = (time - least) / (most - least)
                return glyphs[Int((share * Double(glyphs.count - 1)).rounded())]
            })
    }

    /// To a tenth.
    static func seconds(_ time: Duration) -> String {
        let tenths = (time.wholeMilliseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) s"
    }
}

// MARK: - For programs

extension GameStatistics {
    /// Everything as one JSON object; times in milliseconds.
    package var json: JSONValue {
        func time(_ value: Duration?) -> JSONValue {
            value.map { .integer($0.wholeMilliseconds) } ?? .null
        }
        func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
            .object(members.map { .init($0.key, $0.value) })
        }
        func tally(_ tally: Tally) -> [JSONValue.Member] {
            [("won", tally.won), ("lost", tally.lost), ("drawn", tally.drawn)]
                .map { .init($0.0, .integer($0.1)) }
        }
        func races(_ margins: [Duration]) -> JSONValue {
            let median = time(margins.median)
            return object(["count": .integer(margins.count), "medianMs": median])
        }
        let searches = searches.enumerated().compactMap { index, searches in
            searches.map {
                object([
                    "differing": .integer(index + 1), "sets": .integer($0.count),
                    "medianMs": time($0.median),
                ])
            }
        }
        let rivals = rivals.map { rival in
            JSONValue.object(
                [
                    .init("name", .string(rival.name)),
                    .init("kind", .string(rival.against.rawValue)),
                ] + tally(rival.tally))
        }
        return object([
            "games": .integer(games), "duels": .object(tally(duels)), "solo": .integer(solo),
            "sets": .integer(sets), "medianMs": time(median), "bestMs": time(best),
            "failedClaims": .integer(failed), "racesWon": races(racesWon),
            "racesLost": races(racesLost), "byDifferingFeatures": .array(searches),
            "mediansByGameMs": .array(trend.map(time)), "opponents": .array(rivals),
        ])
    }
}

extension PlayedGame {
    /// The first line of a table of games, and each game's line, as RFC 4180 has them.
    package static let tableHeader =
        "time,table,game,against,name,deck,result,by,points,opponent_points,sets,opponent_sets,"
        + "median_ms,best_ms,failed_claims,races_won,races_lost"

    package var tableLine: String {
        let times = finds.map(\.search)
        let numbers: [Int?] = [
            points, opponentPoints, sets, opponentSets,
            times.median?.wholeMilliseconds, times.min()?.wholeMilliseconds, failed,
            racesWon.count, racesLost.count,
        ]
        let words = [
            time.description, table, "\(game)", against.rawValue, Self.field(name ?? ""),
            deck.rawValue, outcome?.rawValue ?? "", decider?.rawValue ?? "",
        ]
        return (words + numbers.map { $0.map(String.init) ?? "" }).joined(separator: ",")
    }

    /// A name, which a spreadsheet must not take for a formula.
    private static func field(_ name: String) -> String {
        let isFormula = name.first.map("=+-@".contains) ?? false
        let text = (isFormula ? "'" : "") + name
        guard text.contains(where: { $0 == "\"" || $0 == "," || $0 == "\n" }) else { return text }
        return "\"" + text.exchanging("\"", for: "\"\"") + "\""
    }
}
