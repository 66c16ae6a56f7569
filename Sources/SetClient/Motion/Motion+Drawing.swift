import SetProtocol

// MARK: - Drawing

extension Motion {
    /// Draws a screen as it looks at a moment.
    ///
    /// - Parameters:
    ///   - screen: The final picture, for which the motion was planned.
    ///   - canvas: What it is drawn on, of the screen's size; what was there before is covered.
    ///   - prints: The cards of earlier pictures; those of this one join them.
    ///   - now: The moment.
    func draw(
        _ screen: TablePicture, on canvas: inout Canvas, with prints: inout CardCache,
        at now: MonotonicInstant
    ) {
        guard isMoving(at: now), let board = screen.board else {
            return screen.draw(on: &canvas, with: &prints)
        }
        let layer = MotionLayer(motion: self, screen: screen, board: board, now: now)
        screen.draw(on: &canvas, with: &prints, hiding: layer.hidden) { canvas, prints in
            layer.draw(&prints, on: &canvas)
        }
    }
}

/// The cards of one picture that are not at rest, which lie above the others.
private struct MotionLayer {
    private let screen: TablePicture
    private let board: BoardLayout
    private let now: MonotonicInstant
    private let flights: [Flight]
    /// The cards of a gesture that are out of their places.
    private let moved: [(slot: Int, frame: Rect)]
    private let highlighted: [Int]
    private let oldDiscard: PileView.Pile?
    private let isDealing: Bool

    /// The slots whose cards are drawn here.
    let hidden: Set<Int>

    init(motion: Motion, screen: TablePicture, board: BoardLayout, now: MonotonicInstant) {
        (self.screen, self.board, self.now) = (screen, board, now)
        let flights = motion.flights.filter { $0.isUnderWay(at: now) }
        let flown = flights.compactMap { flight -> Int? in
            guard case .slot(let slot) = flight.goal else { return nil }
            return slot
        }
        var moved: [(slot: Int, frame: Rect)] = []
        var highlighted: [Int] = []
        for (slot, card) in screen.cards.prefix(board.count).enumerated() {
            guard let card, !flown.contains(slot) else { continue }
            if let highlight = motion.highlight, now < highlight.end,
                highlight.cards.contains(card)
            {
                highlighted.append(slot)
            }
            guard let gesture = motion.gesture else { continue }
            let offset = gesture.offset(of: card, board.cardSize, at: now)
            guard offset != Size(0, 0) else { continue }
            var frame = board.frame(ofSlot: slot)
            frame.origin.x += offset.width
            frame.origin.y += offset.height
            moved.append((slot, frame))
        }
        hidden = Set(flown + moved.map(\.slot))
        self.flights = flights
        (self.moved, self.highlighted) = (moved, highlighted)
        isDealing = flights.contains { !$0.isSeenWaiting }
        let isDiscarding = flights.contains { $0.goal == .discard }
        oldDiscard = isDiscarding ? motion.oldDiscard : nil
    }

    private var view: CardView { screen.cardView }

    func draw(_ prints: inout CardCache, on canvas: inout Canvas) {
        if let oldDiscard, let frame = screen.discardFrame {
            let size = PileView.size(forCard: frame.size)
            canvas.fill(Rect(frame.minX, frame.minY, size.width, size.height), " ", .standard)
            PileView(view).draw(
                oldDiscard, card: frame.size, at: frame.origin, &prints, on: &canvas)
        }
        for slot in highlighted { highlight(slot, &prints, on: &canvas) }
        for (slot, frame) in moved {
            guard let card = screen.model.table?.cards[slot] else { continue }
            draw(card, slot, in: frame, view, &prints, on: &canvas)
        }
        for flight in flights { draw(flight, &prints, on: &canvas) }
    }

    private func draw(
        _ card: Card, _ slot: Int, in frame: Rect, _ view: CardView, _ prints: inout CardCache,
        on canvas: inout Canvas
    ) {
        prints.draw(
            .up(card), screen.state(ofSlot: slot), label: screen.shownLabel(slot), in: frame,
            by: view, on: &canvas)
    }

    private func draw(_ flight: Flight, _ prints: inout CardCache, on canvas: inout Canvas) {
        guard let pose = flight.pose(at: now) else { return }
        if pose.isTurning { return drawTurning(flight, pose, on: &canvas) }
        // Cards that cross one another need a line between them; where cards only make room for
        // others they hardly cross, and there is a line if there are bytes to spare.
        let isGliding = flight.goal != .discard && !flight.turnsOver && !isDealing
        let isMoving = now >= flight.departure
        let view = CardView(
            self.view.palette, self.view.blitter, cellAspect: self.view.cellAspect,
            isOutlined: isMoving && (isGliding || flight.stops > 3),
            isSketched: isMoving && flight.isSketched)
        guard pose.isFaceUp else {
            return prints.draw(.down, in: pose.frame, by: view, on: &canvas)
        }
        switch flight.goal {
        case .slot(let slot): draw(flight.card, slot, in: pose.frame, view, &prints, on: &canvas)
        case .discard: prints.draw(.up(flight.card), in: pose.frame, by: view, on: &canvas)
        }
    }

    /// A card seen aslant: too narrow for symbols, it shows its paper or its pattern.
    private func drawTurning(_ flight: Flight, _ pose: Flight.Pose, on canvas: inout Canvas) {
        let face: CardView.Face = pose.isFaceUp ? .up(flight.card) : .down
        let sketching = CardView(
            view.palette, view.blitter, cellAspect: view.cellAspect,
            isSketched: flight.isSketched)
        let sheet = CardSheet(sketching, CardState(), label: "", pose.frame)
        if pose.frame.size.width >= 4 { return sheet.drawPaper(face, on: &canvas) }
        let ink = view.palette.ink(.edge)
        let isASCII = view.blitter == .ascii
        canvas.fill(pose.frame, isASCII ? "|" : "█", Style(ink, on: sheet.paper))
    }

    /// Says of a card that it has just come, unless there is more to be said of it.
    private func highlight(
        _ slot: Int, _ prints: inout CardCache, on canvas: inout Canvas
    ) {
        guard let card = screen.model.table?.cards[slot] else { return }
        var state = screen.state(ofSlot: slot)
        state.isNew = true
        prints.draw(
            .up(card), state, label: screen.shownLabel(slot), in: board.frame(ofSlot: slot),
            by: view, on: &canvas)
    }
}
