import SetClient
import SetProtocol

/// A duel as one client sees it, in which things happen one after another.
struct BenchTable {
    private(set) var model: TableModel
    private(set) var state = TableState()
    private var deck = SeededGenerator.shuffledDeck(seed: 1)
    /// The moment of the last thing that happened.
    var now = MonotonicInstant(.seconds(100))

    /// A table in the middle of a game.
    ///
    /// - Parameter count: How many cards lie there, 12...81.
    init(cards count: Int) {
        model = TableModel()
        guard let code = TableCode("K7M2QX") else { return }
        let welcome = Welcome(seat: .first, token: nil, table: code, rules: .duel)
        _ = model.receive(.welcome(welcome), at: now)
        state.players = PerSeat(first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        (state.game, state.phase, state.discard) = (1, .open, min(9, 81 - count))
        state.lastDiscard = state.discard > 0 ? deck.last : nil
        state.cards = draw(count)
        publish(nil)
    }

    private mutating func draw(_ count: Int) -> [Card?] {
        defer { deck.removeFirst(min(count, deck.count)) }
        return Array(deck.prefix(count))
    }

    /// The host tells what has changed.
    private mutating func publish(_ event: TableEvent?) {
        state.revision = Revision(state.revision.number + 1)
        state.event = event
        state.deck = max(0, 81 - state.cards.count - state.discard)
        _ = model.receive(.state(state), at: now)
    }

    // MARK: - What happens

    /// This player has said that they see a set.
    mutating func claim() {
        state.phase = .turn
        state.turn = Turn(
            seat: .first, reason: .claim,
            countdown: Countdown(remaining: .seconds(5), total: .seconds(5)))
        publish(.claimed(.first))
    }

    /// This player picks a card.
    mutating func pick(slot: Int) {
        guard let card = state.cards[slot] else { return }
        let cards = (state.selection?.cards ?? []) + [card]
        state.selection = Selection(seat: .first, cards: cards, verdict: .undecided)
        publish(.picked(.first, card))
    }

    /// This player marks a card for themselves.
    mutating func mark(slot: Int) {
        _ = model.perform(.touch(slot: slot), at: now)
    }

    /// The first set on the board is found.
    mutating func find() {
        let cards = state.cards.compactMap(\.self)
        guard let trio = CardSet(cards).sets.first else { return }
        (state.phase, state.turn) = (.open, nil)
        state.selection = Selection(seat: .first, cards: trio.cards, verdict: .match)
        publish(.setFound(.first, trio, points: 3))
    }

    /// Three cards join.
    mutating func deal() {
        let cards = draw(3)
        state.board = BoardNumber(state.board.number + 1)
        state.cards += cards
        publish(.dealt(.first, cards.compactMap(\.self), setsBefore: 0, points: 1))
    }

    /// The cards of a found set leave, and others take their places.
    mutating func refill() {
        guard let found = state.selection?.cards else { return }
        state.board = BoardNumber(state.board.number + 1)
        (state.discard, state.lastDiscard) = (state.discard + 3, found.last)
        state.selection = nil
        let cards = draw(found.count)
        for (card, next) in zip(found, cards) {
            if let slot = state.cards.firstIndex(of: card) { state.cards[slot] = next }
        }
        publish(.refilled(cards.compactMap(\.self)))
    }
}

/// Draws a table for a terminal just as the full-screen client does, without the terminal.
struct BenchTerminal {
    /// The extents that are measured: the smallest screen, a usual one, a large one, a huge one.
    static let sizes = [Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60)]

    let size: Size
    private let appearance: Appearance
    private var screen: TableScreen
    private var renderer: Renderer

    /// - Parameter cell: The extent of a cell in pixels, to show cards as pictures.
    init(
        _ size: Size, _ depth: ColorDepth = .trueColor, motion level: MotionLevel = .full,
        cell: PixelSize? = nil
    ) {
        self.size = size
        appearance = Appearance(
            palette: Palette(.classic, on: .dark, depth),
            pictures: cell.map { PictureSurface(.kitty, cell: $0) })
        var preferences = SettingsModel()
        preferences.settings.motion = level
        screen = TableScreen(TableModel(), preferences)
        renderer = Renderer(depth: depth, synchronizes: true)
    }

    /// The bytes of a frame.
    mutating func frame(_ table: BenchTable, at now: MonotonicInstant) -> [UInt8] {
        screen.model = table.model
        screen.prepare(size, appearance, .smooth, at: now)
        return picture(at: now)
    }

    private mutating func picture(at now: MonotonicInstant) -> [UInt8] {
        var canvas = Canvas(size)
        screen.draw(on: &canvas, appearance, at: now)
        let bytes = renderer.frame(canvas)
        return bytes.isEmpty || !screen.isMoving(at: now) ? bytes : bytes + FramePacing.question
    }

    /// All bytes from the newest thing that has happened until the picture is at rest.
    mutating func bytes(of table: BenchTable) -> Int {
        var count = frame(table, at: table.now).count
        var now = table.now
        while let next = nextFrame(after: now) {
            count += picture(at: next).count
            now = next
        }
        return count
    }

    /// When the next frame of a movement is due.
    private func nextFrame(after now: MonotonicInstant) -> MonotonicInstant? {
        screen.isMoving(at: now) ? screen.nextChange(after: now, .smooth) : nil
    }

    /// Makes the next frame a full redraw.
    mutating func repaintAll() { renderer.repaintAll() }
}
