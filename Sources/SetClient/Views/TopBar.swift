import SetProtocol

/// The first row: both players with their scores, and between them the piles and the table.
struct TopBar {
    let perspective: TablePerspective
    let look: Appearance
    let clock: Duration?
    /// Whether the points and the clock are shown in large digits.
    let hasScores: Bool
    /// Whether the player did not choose the theme, and so may not know its name.
    let showsTheme: Bool

    /// How much is said about the players, and between them, the most first.
    private static let levels = [
        (0, -1), (0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (5, 4),
        (6, 4),
    ]

    /// How much of a name is shown at least, by how much is said about the players.
    private static let nameColumns = [16, 16, 12, 8, 5, 3, 0]

    /// - Returns: The cells that tell how many cards the deck has; a click there deals.
    func draw(in row: Rect, on canvas: inout Canvas) -> Rect {
        for (index, (players, middle)) in Self.levels.enumerated() {
            let center = table(middle)
            let isLast = index == Self.levels.count - 1
            let least = Self.nameColumns[players]
            func side(_ seat: Seat, _ columns: Int) -> TextLine {
                player(seat, players, name: columns)
            }
            let room = row.size.width - center.columns - 2
            let shortest = side(perspective.near, least).columns
            let spare = room - shortest - side(perspective.far, least).columns
            guard spare >= 0 || isLast else { continue }
            // Names get the columns left over, with a blank before those that begin with none.
            func length(_ spare: Int) -> Int {
                min(16, least + max(0, least == 0 ? spare - 1 : spare))
            }
            let right = side(perspective.far, length(spare))
            let left = side(perspective.near, length(room - shortest - right.columns))
            let leftEnd = canvas.write(left, row.minX, row.minY, before: row.maxX)
            let rightStart = max(leftEnd + 1, row.maxX - right.columns)
            canvas.write(right, rightStart, row.minY, before: row.maxX)
            let x = min(
                max(row.minX + (row.size.width - center.columns) / 2, leftEnd + 1),
                max(leftEnd + 1, rightStart - 1 - center.columns))
            let end = canvas.write(center, x, row.minY, before: rightStart - 1)
            let deck = "deck \(perspective.model.shownDeck)".count
            return Rect(x, row.minY, max(0, min(deck, end - x)), 1)
        }
        return Rect(row.minX, row.minY, 0, 0)
    }

    // MARK: The table

    private func table(_ level: Int) -> TextLine {
        var parts = ["deck \(perspective.model.shownDeck)"]
        let practice = perspective.model.isPractice ? "practice" : nil
        if level <= 3 { parts += [perspective.model.board ?? practice].compactMap(\.self) }
        // Nobody can join an embedded table.
        if level <= 0, let welcome = perspective.model.welcome, welcome.rules.players == .two,
            perspective.model.venue != .embedded
        {
            parts.append("table \(welcome.table)")
        }
        if level <= 1, let match = perspective.table.match {
            parts.append("best of \(match.games)")
        }
        let isWatching = perspective.model.seat == nil
        // "watching" matters more than the theme's name.
        if level < 0 || showsTheme && level <= (isWatching ? 1 : 3) {
            let name = SafeText.sanitized(look.palette.theme.name, limit: 20)
            parts.append("theme " + name.fitted(to: level <= 2 ? 20 : 10))
        }
        let (queue, place) = (perspective.table.queue, perspective.model.placeInQueue)
        if level <= 1, place == nil, !queue.isEmpty {
            let names = level <= 0 && queue.count <= 2
            parts.append(names ? "next: \(TableModel.names(in: queue))" : "\(queue.count) in queue")
        }
        if level <= 3, isWatching { parts.append(place.map { "#\($0) in queue" } ?? "watching") }
        return TextLine(parts.joined(separator: "  "), Tone.quiet.style(look.palette))
    }

    // MARK: A player

    private func player(_ seat: Seat, _ level: Int, name columns: Int) -> TextLine {
        guard perspective.model.rules.seats.contains(seat) else {
            return TextLine(hasScores ? "" : clock.map { ReportWords.clock($0) + " " } ?? "")
        }
        let holdsTurn = perspective.table.turn?.seat == seat
        let attributes: Style.Attributes = holdsTurn ? [.bold, .reverse] : .bold
        let style = perspective.tone(seat).style(look.palette, attributes)
        var plain = perspective.tone(seat).style(look.palette, holdsTurn ? .reverse : [])
        if !holdsTurn { plain.foreground = .standard }
        let pointer = look.glyphs.largePointer
        let sign = (holdsTurn ? pointer : " ") + perspective.sign(seat, look.glyphs)
        var parts: [(String, Style)] = []
        if let player = perspective.table.players[seat] {
            // On the narrowest screen the sign stands for the name.
            let name = perspective.who(seat).fitted(to: columns)
            parts = name.isEmpty ? [] : [(" " + name, style)]
            parts.append((" " + facts(player, level), plain))
        } else {
            parts = [(level < 3 ? " open seat" : " open", plain)]
        }
        parts.append((" ", style))
        var line = TextLine(sign, style)
        for (text, style) in parts { line.add(text, style) }
        return line
    }

    /// Points, sets, games won, and whether the player is ready or away.
    private func facts(_ player: PlayerState, _ level: Int) -> String {
        let tag = tag(player)
        // On a narrow screen, readiness comes before the score, and points before all else.
        if level >= 2, let tag, perspective.table.phase != .turn { return tag }
        let points = level == 0 ? player.points.counted("point") : "\(player.points) pts"
        var facts = hasScores ? [] : [points]
        if level <= 2 || hasScores { facts.append(player.sets.counted("set")) }
        if level <= 1, player.wins > 0 { facts.append(player.wins.counted("win")) }
        if perspective.table.game == 0, perspective.table.phase == .waiting { facts = [] }
        if let tag { facts.append(tag) }
        return facts.joined(separator: level >= 2 ? " " : "  ")
    }

    private func tag(_ player: PlayerState) -> String? {
        if !player.isPresent { return "away" }
        return player.isReady ? "ready" : nil
    }
}
