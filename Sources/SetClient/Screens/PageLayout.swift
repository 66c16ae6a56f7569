import SetProtocol

/// Where the parts of a page lie: its head, what is chosen from or filled in, one or two rows of
/// words about that, and the keys.
struct PageLayout: Hashable {
    /// The head.
    let masthead: Rect
    /// What is chosen from or filled in.
    let content: Rect
    /// Words about what is pointed at.
    let words: Rect
    /// The keys; empty where there is no room.
    let hints: Rect
    /// How many rows lie from one item of a list to the next.
    let pitch: Int

    /// The smallest terminal a page can be used on.
    static let least = Size(40, 15)

    /// Lays a page out.
    ///
    /// - Parameters:
    ///   - rows: How many rows the content wants, its items close together.
    ///   - items: How many items may be set apart where there is room.
    /// - Returns: `nil` when the terminal is too small.
    init?(_ size: Size, rows: Int, items: Int = 0) {
        guard size.width >= Self.least.width, size.height >= Self.least.height else { return nil }
        let isTall = size.height >= 18
        let margin = size.width >= 44 ? 2 : 1
        let wordRows = size.width < 76 ? 2 : 1
        let hintRows = isTall ? 1 : 0
        hints = Rect(margin, size.height - hintRows, size.width - 2 * margin, hintRows)
        let wordsTop = hints.minY - wordRows - (size.height >= 28 ? 1 : 0)
        words = Rect(margin, wordsTop, size.width - 2 * margin, wordRows)
        let edge = size.height >= 20 ? 1 : 0
        let room = wordsTop - (isTall ? 1 : 0) - edge
        let full = Masthead.rows(within: room, on: size)
        pitch = items > 1 && room >= full + rows + items - 1 + 4 ? 2 : 1
        let wanted = pitch == 2 ? rows + items - 1 : rows
        let contentRows = min(wanted, room - 2)
        let gap = room - contentRows > 2 ? pitch : 0
        let head = Masthead.rows(within: room - contentRows - gap, on: size)
        let spare = room - contentRows - head - gap
        masthead = Rect(0, edge + spare / 3, size.width, head)
        let contentTop = masthead.maxY + gap + spare / 3
        content = Rect(margin, contentTop, size.width - 2 * margin, contentRows)
    }

    /// The part of the content of a width, in its middle.
    func column(_ width: Int) -> Rect {
        let width = min(width, content.size.width)
        let x = content.minX + (content.size.width - width) / 2
        return Rect(x, content.minY, width, content.size.height)
    }

    /// Says so calmly where nothing else fits.
    static func drawTooSmall(on canvas: inout Canvas) {
        let text = "The window is too small: enlarge it or press q."
        for (row, line) in text.wrapped(to: canvas.size.width).enumerated() {
            canvas.write(line, 0, row, row == 0 ? Style(.standard, on: .standard, .bold) : Style())
        }
    }

    /// Draws words below the content; what is longer than its rows grows upwards.
    func draw(_ text: String, _ style: Style, on canvas: inout Canvas) {
        let lines = SafeText.sanitized(text, limit: 400).wrapped(to: words.size.width)
            .prefix(words.size.height + 2)
        let start = words.minY + min(0, words.size.height - lines.count)
        for (row, line) in lines.enumerated() {
            let place = Rect(words.minX, start + row, words.size.width, 1)
            canvas.fill(place, " ", .standard)
            let x = place.minX + (place.size.width - line.columns) / 2
            canvas.write(line, x, place.minY, style, before: place.maxX)
        }
    }

    /// Keys and what they do, as many as fit; a click on one stands for the key.
    func keys(_ items: [KeyBar<Key>.Item]) -> KeyBar<Key> {
        KeyBar(hints.isEmpty ? [] : items, in: hints, gap: 2, isCentered: true)
    }
}
