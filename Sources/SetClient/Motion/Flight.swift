import SetProtocol

/// One card in motion, as a function of time: it waits, travels in whole cells, and turns face down.
///
/// A card may also turn without traveling.
struct Flight: Equatable {
    enum Goal: Equatable {
        case slot(Int)
        case discard
    }

    /// Which sides are seen.
    ///
    /// No card turns face up in motion: a race is on as soon as it is known.
    enum Sides {
        case face
        /// Which card it is cannot be seen.
        case back
        /// It turns over on arrival.
        case faceThenBack
    }

    struct Pose: Equatable {
        /// The cells it covers; narrower than a card while it turns.
        var frame: Rect
        var isFaceUp: Bool
        var isTurning = false
    }

    let card: Card
    var goal: Goal
    let origin: Rect
    var target: Rect
    let departure: MonotonicInstant
    let travel: Duration
    let sides: Sides
    /// Whether it is seen before it departs; a card of the deck is not.
    var isSeenWaiting = true
    /// Whether it passes under the cards that lie on the board, so that it covers none of them.
    var isBelow = false
    /// In how many places it is seen between origin and target.
    let stops: Int

    /// Whether it is drawn with less detail while it travels, because it is large.
    var isSketched: Bool { stops <= 3 && travel > .zero }

    static let turn = Duration.milliseconds(60)

    var turnsOver: Bool { sides == .faceThenBack }

    /// Whether its face is seen, before it turns over if it does.
    private var isFaceUp: Bool { sides != .back }

    var arrival: MonotonicInstant {
        departure.advanced(by: travel + (turnsOver ? Self.turn : .zero))
    }

    func isUnderWay(at now: MonotonicInstant) -> Bool { now < arrival }

    /// What is seen of it; `nil` before a card leaves the deck.
    func pose(at now: MonotonicInstant) -> Pose? {
        guard now >= departure else {
            return isSeenWaiting ? Pose(frame: origin, isFaceUp: isFaceUp) : nil
        }
        let elapsed = departure.duration(to: now)
        if elapsed < travel {
            return Pose(frame: place(at: elapsed / travel), isFaceUp: isFaceUp)
        }
        guard turnsOver, elapsed < travel + Self.turn else {
            return Pose(frame: target, isFaceUp: sides == .face)
        }
        return turned((elapsed - travel) / Self.turn)
    }

    /// The cells it covers after a part of the way, 0..<1; it slows down at the end.
    private func place(at part: Double) -> Rect {
        let stop = min(stops, Int(part * Double(stops)) + 1)
        let share = Double(stop) / Double(stops + 1)
        let eased = 1 - (1 - share) * (1 - share)
        func between(_ start: Int, _ end: Int) -> Int {
            start + Int((Double(end - start) * eased).rounded())
        }
        var frame = Rect(
            between(origin.minX, target.minX), between(origin.minY, target.minY),
            between(origin.size.width, target.size.width),
            between(origin.size.height, target.size.height))
        // The lattice of a back has a period of two cells. At places of one parity it does not move on
        // the screen, and only the rim of the card has to be written.
        if sides == .back,
            (frame.minX + frame.minY - target.minX - target.minY) % 2 != 0
        {
            frame.origin.x += frame.minX < target.minX ? 1 : -1
        }
        return frame
    }

    var places: [Rect] {
        let stops = (1...max(1, self.stops)).map { stop in
            place(at: (Double(stop) - 0.5) / Double(max(1, self.stops)))
        }
        return (isSeenWaiting ? [origin] : []) + stops + [target]
    }

    /// Where it is exactly, in cells and parts of them.
    ///
    /// Where cards are pictures, they need not stop at whole cells.
    func position(at now: MonotonicInstant) -> (x: Double, y: Double) {
        let elapsed = departure.duration(to: now)
        let part = travel > .zero ? min(max(elapsed / travel, 0), 1) : elapsed < .zero ? 0 : 1
        let eased = 1 - (1 - part) * (1 - part)
        func between(_ start: Int, _ end: Int) -> Double {
            Double(start) + Double(end - start) * eased
        }
        return (between(origin.minX, target.minX), between(origin.minY, target.minY))
    }

    /// The card while it turns over: one side narrow, the edge, the other side narrow.
    private func turned(_ part: Double) -> Pose {
        let shares = [0.6, 0.12, 0.6]
        let step = min(shares.count - 1, Int(part * Double(shares.count)))
        let width = max(1, Int((Double(target.size.width) * shares[step]).rounded()))
        // An even number of cells, so that the lattice of a back does not move.
        let indent = (target.size.width - width) / 4 * 2
        return Pose(
            frame: Rect(target.minX + indent, target.minY, width, target.size.height),
            isFaceUp: step == 0, isTurning: true)
    }
}

/// Three cards that show their verdict by moving, as a function of time.
struct Gesture: Equatable {
    enum Kind {
        /// They rise one after another and lie down again.
        case match
        case mismatch
    }

    let kind: Kind
    let cards: [Card]
    let start: MonotonicInstant

    private static let rise = Duration.milliseconds(280)
    /// How much later the next card rises.
    private static let delay = Duration.milliseconds(100)
    /// Half a shake: well below the three flashes a second of WCAG 2.3.1.
    private static let swing = Duration.milliseconds(175)

    var end: MonotonicInstant {
        switch kind {
        case .match: start.advanced(by: Self.rise + Self.delay * max(0, cards.count - 1))
        case .mismatch: start.advanced(by: Self.swing * 2)
        }
    }

    /// How many cells a card is moved right and down; wide cards shake further.
    ///
    /// - Parameter room: How far it can go without covering another card or leaving the board.
    func offset(
        of card: Card, _ size: Size, within room: BoardLayout.Room, at now: MonotonicInstant
    ) -> Size {
        guard let place = cards.firstIndex(of: card), now < end else { return Size(0, 0) }
        let elapsed = start.duration(to: now)
        switch kind {
        case .match:
            let own = elapsed - Self.delay * place
            guard own >= .zero, own < Self.rise else { return Size(0, 0) }
            return room.up > 0 ? Size(0, -1) : Size(min(1, room.right), 0)
        case .mismatch:
            let reach = size.width >= 12 ? 2 : 1
            return Size(
                elapsed < Self.swing ? -min(reach, room.left) : min(reach, room.right), 0)
        }
    }
}
