import SetClient
import SetProtocol

/// A duel as one client sees it, in which things happen one after another.
struct BenchTable {
    private(set) var model = TableModel()
    private var state = TableState()
    private var deck = SeededGenerator.shuffledDeck(seed: 1)
    /// The moment at which everything happens.
    let now = MonotonicInstant(.seconds(100))

    /// A table in the middle of a game.
    ///
    /// - Parameter count: How many cards lie there, 12...81.
    init(cards count: Int) {
        guard let code = TableCode("K7M2QX") else { return }
        let welcome = Welcome(seat: .first, token: nil, table: code, rules: .duel)
        _ = model.receive(.welcome(welcome), at: now)
        state.players = PerSeat(first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        (state.game, state.phase, state.discard) = (1, .open, min(9, 81 - count))
        state.lastDiscard = state.discard > 0 ? deck.last : nil
        state.cards = draw(count)
        publish(nil)
    }

    private mutating func draw(_ count: Int) -> [Card] {
        defer { deck.removeFirst(count) }
        return Array(deck.prefix(count))
    }

    private mutating func publish(_ event: TableEvent?) {
        state.revision = state.revision.next
        state.event = event
        state.deck = max(0, 81 - state.cards.count - state.discard)
        _ = model.receive(.state(state), at: now)
    }

    /// This player has said that they see a set.
    mutating func claim() {
        state.phase = .turn
        state.turn = Turn(
            seat: .first, reason: .claim,
            countdown: Countdown(remaining: .seconds(5), total: .seconds(5)))
        publish(.claimed(.first))
    }

    /// Three cards join.
    mutating func deal() {
        let cards = draw(3)
        state.board = state.board.next
        state.cards += cards
        publish(.dealt(.first, cards, setsBefore: 0, points: 1))
    }
}

/// Draws a table for a terminal just as the full-screen client does, without the terminal.
struct BenchTerminal {
    /// The extents that are measured: the smallest screen, a usual one, a large one, a huge one.
    static let sizes = [Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60)]

    private let size: Size
    private var appearance = Appearance.usual
    private var screen = TableScreen(TableModel(), SettingsModel())
    private var renderer = Renderer(depth: .trueColor, synchronizes: true)

    /// - Parameter cell: The extent of a cell in pixels, to show cards as pictures.
    init(_ size: Size, cell: Size?) {
        self.size = size
        appearance.pictures = cell.map { PictureSurface(.kitty, cell: $0) }
    }

    /// The bytes of a frame.
    mutating func frame(_ table: BenchTable, at now: MonotonicInstant) -> [UInt8] {
        screen.model = table.model
        screen.prepare(size, appearance, .smooth, at: now)
        var canvas = Canvas(size)
        screen.draw(on: &canvas, appearance, at: now)
        let bytes = renderer.frame(canvas)
        return bytes.isEmpty || !screen.isMoving(at: now) ? bytes : bytes + FramePacing.question
    }

    /// Makes the next frame a full redraw.
    mutating func repaintAll() { renderer.repaintAll() }
}
