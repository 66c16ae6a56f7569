import SetProtocol

extension TablePicture {
    /// Draws the screen on a canvas of its size.
    ///
    /// - Parameters:
    ///   - hidden: Slots left empty because their cards are in motion.
    ///   - passed: The slots whose cards others pass; `nil` while nothing moves.
    ///   - drawBelow: Draws what passes under the cards.
    ///   - drawAbove: Draws the cards in motion above the table and below the sheets.
    func draw(
        on canvas: inout Canvas, with cache: inout CardCache, hiding hidden: Set<Int> = [],
        passing passed: Set<Int>? = nil,
        below drawBelow: (inout Canvas, inout CardCache) -> Void = { _, _ in },
        above drawAbove: (inout Canvas, inout CardCache) -> Void = { _, _ in }
    ) {
        canvas.fill(canvas.bounds, " ", .standard)
        guard let regions else { return drawTooSmall(on: &canvas) }
        let status = Status(view, perspective, at: now)
        guard let perspective else {
            drawStatus(status, in: regions.turn, on: &canvas)
            drawMessage(in: regions.news, at: .news, on: &canvas)
            drawLastRow(regions, on: &canvas)
            _ = drawSheet(on: &canvas)
            return
        }
        drawBelow(&canvas, &cache)
        drawTop(perspective, regions, on: &canvas)
        if reportSheet == nil { drawCards(hiding: hidden, passed, &cache, on: &canvas) }
        drawPiles(perspective.table, isMoving: passed != nil, &cache, on: &canvas)
        if let board, reportSheet == nil { drawKeysInGaps(board, on: &canvas) }
        drawWords(status, perspective, regions, on: &canvas)
        drawLastRow(regions, on: &canvas)
        drawAbove(&canvas, &cache)
        drawSheets(on: &canvas)
    }

    private func drawTop(
        _ perspective: TablePerspective, _ regions: TableRegions, on canvas: inout Canvas
    ) {
        var row = regions.top
        if let scoreBoard {
            scoreBoard.draw(on: &canvas)
            if scoreBoard.rect.minY == row.minY { row = row.inset(scoreBoard.columns + 2, 0) }
        }
        _ = topBar(perspective).draw(in: row, on: &canvas)
    }

    // MARK: - Cards

    private func drawCards(
        hiding hidden: Set<Int>, _ passed: Set<Int>?, _ cache: inout CardCache,
        on canvas: inout Canvas
    ) {
        guard let board else { return }
        let still = appearance.cardView(isOutlined: board.cardsTouch)
        let moving = appearance.cardView(isOutlined: board.cardsTouch, isInMotion: true)
        still.prepareStates(ofSize: board.cardSize, on: &canvas)
        for (slot, card) in cards.prefix(board.count).enumerated()
        where !hidden.contains(slot) {
            let label = card == nil ? "" : shownLabel(slot)
            cache.draw(
                card.map(CardView.Face.up) ?? .down, state(ofSlot: slot), label: label,
                in: board.frame(ofSlot: slot),
                by: passed?.contains(slot) == true ? moving : still, on: &canvas)
        }
    }

    /// Draws the keys of cards too small to carry them, in the gaps behind the cards.
    ///
    /// The first letter of a code stands at the end of its row; once it is typed, the second stands
    /// behind every card of that row.
    private func drawKeysInGaps(_ board: BoardLayout, on canvas: inout Canvas) {
        guard model.seat != nil, !CardAnatomy.carriesLabel(board.cardSize) else { return }
        let style = Style(appearance.palette.ink(.label), on: .standard, .bold)
        for slot in 0..<board.count where labels.indices ~= slot {
            guard let key = keyInGap(slot, board) else { continue }
            let frame = board.frame(ofSlot: slot)
            let x = min(frame.maxX, size.width - 1)
            canvas.write(key, x, frame.minY, style)
        }
    }

    private func keyInGap(_ slot: Int, _ board: BoardLayout) -> String? {
        let label = labels[slot]
        guard label.count == 2 else { return label }
        if let firstLetter = view.firstLetter {
            return label.first == firstLetter ? label.last.map { String($0) } : nil
        }
        let isLast = board.neighbor(of: slot, .right) == nil
        return isLast ? label.first.map { String($0) } : nil
    }

    func state(ofSlot slot: Int) -> CardState {
        guard let perspective, cards.indices ~= slot else { return CardState() }
        var state = CardState(isUnderCursor: view.cursor == slot)
        guard let card = cards[slot] else { return state }
        let isPicked = model.picks.contains(card)
        state.isMarked = model.marks.contains(card) && !isPicked
        state.isHinted = model.hint?.cards.contains(card) == true
        let table = perspective.table
        let isLit = table.selection?.verdict != .mismatch || model.showsMismatch(at: now)
        if isLit, let selection = table.selection, selection.cards.contains(card) {
            switch selection.verdict {
            case .match: state.standing = .match
            case .mismatch: state.standing = .mismatch
            case .undecided where selection.seat == model.seat:
                state.standing = isPicked ? .mine : state.standing
            case .undecided, nil:
                state.standing = selection.seat == perspective.near ? .mine : .theirs
            }
        } else if isPicked {
            state.standing = .mine
        } else {
            // In the other's turn one goes on looking for sets.
            state.isDimmed = outage != nil && !state.isMarked
        }
        return state
    }

    private func drawPiles(
        _ table: TableState, isMoving: Bool, _ cache: inout CardCache, on canvas: inout Canvas
    ) {
        let view = PileView(appearance.cardView(isInMotion: isMoving))
        let piles: [(PileView.Pile, Rect?)] = [
            (.deck(count: model.shownDeck), deckFrame),
            (.discard(count: table.discard, last: table.lastDiscard), discardFrame),
        ]
        for (pile, frame) in piles {
            guard let frame, !isCovered(frame) else { continue }
            view.draw(pile, card: frame.size, at: frame.origin, &cache, on: &canvas)
        }
    }

    /// Whether most of a pile lies under a sheet; a slice alone is not drawn.
    func isCovered(_ pile: Rect) -> Bool {
        guard let shared = cover.map({ pile.intersection($0).size }) else { return false }
        return 2 * shared.width * shared.height > pile.size.width * pile.size.height
    }

    // MARK: - Words

    private func drawWords(
        _ status: Status, _ perspective: TablePerspective, _ regions: TableRegions,
        on canvas: inout Canvas
    ) {
        let countdown = model.countdown(at: now)
        var turnRow = regions.turn
        if countdown != nil, regions.bar.minY == turnRow.minY {
            turnRow.size.width -= regions.bar.size.width + 1
        }
        if !drawMessage(in: turnRow, at: .status, on: &canvas) {
            drawStatus(status, in: turnRow, on: &canvas)
        }
        if let countdown {
            let bar = CountdownBar(countdown, row: regions.bar.size.width)
            let isUrgent = perspective.table.phase == .turn && bar.isUrgent
            let tone = isUrgent ? .bad : status.tone
            bar.draw(in: regions.bar, tone, appearance, on: &canvas)
            if perspective.table.phase == .turn, let time = regions.time {
                draw(bar.seconds, large: time, tone, on: &canvas)
            }
        } else if perspective.table.phase == .turn, regions.bar.minY != turnRow.minY {
            canvas.write(
                "no time limit", regions.bar.minX, regions.bar.minY,
                Tone.quiet.style(appearance.palette), before: regions.bar.maxX)
        }
        var log = regions.log
        let explanation = explanation(perspective, regions)
        if !drawMessage(in: regions.news, at: .news, on: &canvas), !regions.isCrowded, outage == nil
        {
            if let explanation {
                canvas.write([explanation.head], in: regions.news)
            } else {
                drawNews(in: regions.news, on: &canvas)
            }
        }
        if let explanation, let room = reasonRoom(regions) {
            canvas.write(explanation.features, in: room)
            if room == log {
                log?.origin.y += explanation.features.count
                log?.size.height -= explanation.features.count
            }
        }
        if let log, log.size.height > 0 {
            drawLog(perspective, in: log, isBeside: regions.isLogBeside, on: &canvas)
        }
    }

    /// Where the whole reason of a verdict stands: below its first row, or at the top of the log.
    private func reasonRoom(_ regions: TableRegions) -> Rect? {
        let news = regions.news
        guard regions.isLogBeside, news.size.height > 1 else { return regions.log }
        return Rect(news.minX, news.minY + 1, news.size.width, news.size.height - 1)
    }

    private func explanation(
        _ perspective: TablePerspective, _ regions: TableRegions
    ) -> NewsLine.Explanation? {
        // Below a message, it would seem to belong to that.
        guard outage == nil, view.logStart == 0, message?.place != .news,
            let room = reasonRoom(regions)
        else { return nil }
        let explanation = NewsLine(situation: perspective, look: appearance)
            .explanation(regions.news.size.width, log: room.size)
        // A message that came later must be seen as well.
        let isChatHidden =
            model.log.last?.isChat == true && room == regions.log
            && explanation?.features.count == room.size.height
        return isChatHidden ? nil : explanation
    }

    private func draw(_ seconds: Int, large rect: Rect, _ tone: Tone, on canvas: inout Canvas) {
        guard seconds < 100, appearance.glyphs == .unicode else { return }
        let lines = BigText.small(String(seconds))
        let columns = lines[0].columns
        canvas.write(
            lines, in: Rect(rect.maxX - columns, rect.minY, columns, lines.count),
            tone.style(appearance.palette))
    }

    private func drawNews(in rect: Rect, on canvas: inout Canvas) {
        guard let perspective else { return }
        let news = NewsLine(situation: perspective, look: appearance)
        canvas.write(news.lines(rect.size.width, rows: rect.size.height), in: rect)
    }

    private func drawStatus(_ status: Status, in rect: Rect, on canvas: inout Canvas) {
        let style = status.tone.style(appearance.palette, .bold)
        let full = status.text.wrapped(to: rect.size.width)
        let lines =
            full.count <= rect.size.height ? full : [status.short.fitted(to: rect.size.width)]
        // One line stands next to what follows it, not next to the cards.
        let start = rect.maxY - lines.count
        canvas.write(lines, in: Rect(rect.minX, start, rect.size.width, lines.count), style)
    }

    private func drawLastRow(_ regions: TableRegions, on canvas: inout Canvas) {
        if case .chat(let line) = view.sheet {
            return line.draw(in: regions.hints, appearance.palette, on: &canvas)
        }
        let row = regions.hints
        if let hintLine {
            // A request must not be missed while the eyes are on the cards.
            let isAsked = model.request.proposal != nil
            let style =
                isAsked
                ? Tone.theirs.style(appearance.palette, [.bold, .reverse])
                : Tone.mine.style(appearance.palette, .bold)
            canvas.write(hintLine.lead, row.minX, row.minY, style, before: row.maxX)
            hintLine.bar.draw(appearance, on: &canvas)
        }
        let start = min(hintLine?.end ?? row.minX, row.maxX)
        // Less than a word tells nothing.
        guard row.maxX - start >= 4, hintLine?.lead.isEmpty != false else { return }
        drawMessage(in: Rect(start, row.minY, row.maxX - start, 1), at: .besideHints, on: &canvas)
    }

    /// Draws the transient message if its place is this one, and returns whether it is.
    @discardableResult
    private func drawMessage(
        in rect: Rect, at place: TransientMessage.Place, on canvas: inout Canvas
    ) -> Bool {
        guard let message, message.place == place else { return false }
        switch message.content {
        case .notice(let entry):
            let tone: Tone =
                switch entry.content {
                case .race(let race) where race.winner == model.seat: .good
                case .remark: .plain
                case _: .hint
                }
            draw(entry, in: rect, tone, on: &canvas)
        case .chat(let entry): draw(entry, in: rect, .plain, on: &canvas)
        case .news: drawNews(in: rect, on: &canvas)
        }
        return true
    }

    private func draw(_ entry: LogEntry, in rect: Rect, _ tone: Tone, on canvas: inout Canvas) {
        let text = appearance.palette.cardWords.sentence(for: entry)
        var rect = rect
        let isLong = text.wrapped(to: rect.size.width).count > rect.size.height
        if isLong, let regions, message?.place == .news, model.countdown(at: now) == nil {
            // Nothing is timed: the bar's row is free, or the status can wait.
            rect.size.height = rect.maxY - regions.bar.minY
            rect.origin.y = regions.bar.minY
            canvas.fill(rect, " ", .standard)
        }
        let lines = text.wrapped(to: rect.size.width, rows: rect.size.height)
        canvas.write(lines, in: rect, tone.style(appearance.palette, .bold))
        if let race = entry.race { draw(race, below: lines, in: rect, on: &canvas) }
    }

    /// Draws the ruler of a race below its words, or behind them if there is no other row.
    private func draw(_ race: Race, below lines: [String], in rect: Rect, on canvas: inout Canvas) {
        guard let perspective else { return }
        let isBelow = lines.count < rect.size.height
        let x = isBelow ? 0 : (lines.last?.columns ?? 0) + 2
        let columns = rect.size.width - x
        guard columns >= PhotoFinish.columns.lowerBound else { return }
        let ruler = PhotoFinish(situation: perspective, look: appearance)
            .ruler(race, columns: columns)
        let y = rect.minY + (isBelow ? lines.count : lines.count - 1)
        canvas.write(ruler, rect.minX + x, y, before: rect.maxX)
    }

    // MARK: - Sheets

    private func drawSheets(on canvas: inout Canvas) {
        guard !drawSheet(on: &canvas) else { return }
        if outage == nil { drawPhase(on: &canvas) }
        reportSheet?.draw(on: &canvas)
        if outage != nil { drawPhase(on: &canvas) }
    }

    private func drawPhase(on canvas: inout Canvas) {
        guard let phaseSheet else { return }
        let area = area(for: phaseSheet.panel)
        if area != panelArea {
            // A letter of what it covers would show at each side.
            let frame = phaseSheet.panel.frame(in: area)
            let rows = Rect(area.minX, frame.minY, area.size.width, frame.size.height)
            canvas.fill(rows, " ", .standard)
        }
        phaseSheet.draw(in: area, appearance, on: &canvas)
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let status = Status(view, perspective, at: now)
        canvas.writeTooSmall(
            "The window is too small: enlarge it or use a smaller font.", status.short)
    }
}
