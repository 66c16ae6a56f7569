import SetProtocol

// MARK: - Drawing

extension Motion {
    /// - Parameter screen: The final picture, for which the motion was planned.
    func draw(
        _ screen: TablePicture, on canvas: inout Canvas, with cache: inout CardCache,
        at now: MonotonicInstant
    ) {
        guard isMoving(at: now), let board = screen.board else {
            return screen.draw(on: &canvas, with: &cache)
        }
        let layer = MotionLayer(self, passedSlots(of: screen, board), screen, board, at: now)
        screen.draw(
            on: &canvas, with: &cache, hiding: layer.hidden, passing: layer.passed,
            below: { canvas, cache in layer.drawBelow(&cache, on: &canvas) },
            above: { canvas, cache in layer.draw(&cache, on: &canvas) })
        let rows = Rect(0, 1, screen.size.width, screen.size.height - 2)
        celebration?.draw(in: rows, layer.view, at: now, on: &canvas)
    }

    /// The slots where something moves at any time.
    private func passedSlots(of screen: TablePicture, _ board: BoardLayout) -> Set<Int> {
        var places = flights.filter { !$0.isBelow }.flatMap(\.places)
        for (slot, card) in screen.cards.prefix(board.count).enumerated() {
            guard let card, gesture?.cards.contains(card) == true else { continue }
            places.append(board.frame(ofSlot: slot).inset(-2, -1))
        }
        let slots = (0..<board.count).filter { slot in
            let frame = board.frame(ofSlot: slot)
            return places.contains { !$0.intersection(frame).isEmpty }
        }
        return Set(slots)
    }
}

/// The cards in motion of one picture, which lie above the others.
private struct MotionLayer {
    private let screen: TablePicture
    private let board: BoardLayout
    private let now: MonotonicInstant
    private let flights: [Flight]
    /// The cards that a gesture moves.
    private let moved: [(slot: Int, frame: Rect)]
    private let highlighted: [Int]
    private let oldDiscard: PileView.Pile?

    /// The slots whose cards are drawn here.
    let hidden: Set<Int>
    /// The slots whose cards others pass.
    let passed: Set<Int>
    /// How cards are drawn that move or lie on a pile.
    let view: CardView

    init(
        _ motion: Motion, _ passed: Set<Int>, _ screen: TablePicture, _ board: BoardLayout,
        at now: MonotonicInstant
    ) {
        (self.screen, self.board, self.now, self.passed) = (screen, board, now, passed)
        view = screen.appearance.cardView(isOutlined: board.cardsTouch, isInMotion: true)
        let flights = motion.flights.filter { $0.isUnderWay(at: now) }
        let flown = flights.compactMap { flight -> Int? in
            guard case .slot(let slot) = flight.goal, !flight.isBelow else { return nil }
            return slot
        }
        var moved: [(slot: Int, frame: Rect)] = []
        var highlighted: [Int] = []
        for (slot, card) in screen.cards.prefix(board.count).enumerated() {
            guard let card, !flown.contains(slot) else { continue }
            let offset =
                motion.gesture?.offset(
                    of: card, board.cardSize, within: board.room(around: slot), at: now)
                ?? Size(0, 0)
            guard offset != Size(0, 0) else {
                if let highlight = motion.highlight, now < highlight.end,
                    highlight.cards.contains(card)
                {
                    highlighted.append(slot)
                }
                continue
            }
            var frame = board.frame(ofSlot: slot)
            frame.origin.x += offset.width
            frame.origin.y += offset.height
            moved.append((slot, frame))
        }
        hidden = Set(flown + moved.map(\.slot) + highlighted)
        self.flights = flights
        (self.moved, self.highlighted) = (moved, highlighted)
        let isDiscarding = flights.contains { $0.goal == .discard }
        oldDiscard = isDiscarding ? motion.oldDiscard : nil
    }

    /// Draws what the cards on the board will cover.
    func drawBelow(_ cache: inout CardCache, on canvas: inout Canvas) {
        // Sixels lie in one layer: the cards would have to be sent again.
        if case .sixel = screen.appearance.pictures?.graphics { return }
        for flight in flights where flight.isBelow { draw(flight, &cache, on: &canvas) }
    }

    func draw(_ cache: inout CardCache, on canvas: inout Canvas) {
        if let oldDiscard, let frame = screen.discardFrame {
            let size = PileView.size(forCard: frame.size)
            canvas.fill(Rect(frame.minX, frame.minY, size.width, size.height), " ", .standard)
            PileView(screen.appearance.cardView(isInMotion: true)).draw(
                oldDiscard, card: frame.size, at: frame.origin, &cache, on: &canvas)
        }
        let cards = screen.model.table?.cards ?? []
        for slot in highlighted {
            guard let card = cards[slot] else { continue }
            let view = screen.appearance.cardView(
                isOutlined: board.cardsTouch, isInMotion: passed.contains(slot))
            draw(card, slot, isNew: true, in: board.frame(ofSlot: slot), view, &cache, on: &canvas)
        }
        for (slot, frame) in moved {
            if let card = cards[slot] { draw(card, slot, in: frame, view, &cache, on: &canvas) }
        }
        for flight in flights where !flight.isBelow { draw(flight, &cache, on: &canvas) }
    }

    /// - Parameter isNew: Whether the card is marked as new, unless it has a more important state.
    private func draw(
        _ card: Card, _ slot: Int, isNew: Bool = false, in frame: Rect, _ view: CardView,
        _ cache: inout CardCache, on canvas: inout Canvas
    ) {
        var state = screen.state(ofSlot: slot)
        state.isNew = isNew
        cache.draw(
            .up(card), state, label: screen.shownLabel(slot), in: frame, by: view, on: &canvas)
    }

    private func draw(_ flight: Flight, _ cache: inout CardCache, on canvas: inout Canvas) {
        guard let pose = flight.pose(at: now) else { return }
        var state = CardState()
        if case .slot(let slot) = flight.goal, pose.isFaceUp { state = screen.state(ofSlot: slot) }
        let isResized = pose.frame.size != flight.target.size
        let isPicture = view.drawMoving(
            pose.isFaceUp ? .up(flight.card) : .down, state, size: flight.target.size,
            at: flight.position(at: now), squeezed: isResized ? pose.frame : nil,
            isBelow: flight.isBelow, on: &canvas)
        if isPicture { return }
        if pose.isTurning { return drawTurning(flight, pose, on: &canvas) }
        let isMoving = now >= flight.departure
        var view = view
        view.isOutlined = view.isOutlined || isMoving && flight.stops > 3
        view.isSketched = isMoving && flight.isBelow && flight.isSketched
        if case .slot(let slot) = flight.goal, pose.isFaceUp {
            return draw(flight.card, slot, in: pose.frame, view, &cache, on: &canvas)
        }
        cache.draw(
            pose.isFaceUp ? .up(flight.card) : .down, in: pose.frame, by: view, on: &canvas)
    }

    /// Draws a turning card: too narrow for symbols, it shows its paper or its pattern.
    private func drawTurning(_ flight: Flight, _ pose: Flight.Pose, on canvas: inout Canvas) {
        let face: CardView.Face = pose.isFaceUp ? .up(flight.card) : .down
        var sketching = view
        sketching.isSketched = flight.isSketched
        let sheet = CardSheet(sketching, CardState(), label: "", pose.frame)
        if pose.frame.size.width >= 4 { return sheet.drawPaper(face, on: &canvas) }
        let ink = view.palette.ink(.edge)
        let isASCII = view.blitter == .ascii
        canvas.fill(pose.frame, isASCII ? "|" : "█", Style(ink, on: sheet.paper))
    }
}
