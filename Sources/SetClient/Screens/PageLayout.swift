import SetProtocol

struct PageLayout: Equatable {
    let masthead: Rect
    let content: Rect
    /// One or two rows of words about the content.
    let words: Rect
    /// The keys; empty where there is no room.
    let hints: Rect

    static let least = Size(40, 15)

    /// - Parameters:
    ///   - rows: The rows of the content without gaps.
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
        // Rows from one item of a list to the next.
        let pitch = items > 1 && room >= full + rows + items - 1 + 4 ? 2 : 1
        let wanted = pitch == 2 ? rows + items - 1 : rows
        let contentRows = min(wanted, room - 1)
        let gap = room - contentRows > 2 ? pitch : 0
        let head = Masthead.rows(within: room - contentRows - gap, on: size)
        let spare = room - contentRows - head - gap
        masthead = Rect(0, edge + spare / 3, size.width, head)
        let contentTop = masthead.maxY + gap + spare / 3
        content = Rect(margin, contentTop, size.width - 2 * margin, contentRows)
    }

    /// The middle of the content, of some width.
    func column(_ width: Int) -> Rect {
        let width = min(width, content.size.width)
        let x = content.minX + (content.size.width - width) / 2
        return Rect(x, content.minY, width, content.size.height)
    }

    static func drawTooSmall(on canvas: inout Canvas) {
        canvas.writeTooSmall("The window is too small: enlarge it or press q.")
    }

    /// As many keys as fit; a click on one presses it.
    func keys<Action>(_ items: [KeyBar<Action>.Item]) -> KeyBar<Action> {
        KeyBar(hints.isEmpty ? [] : items, in: hints, gap: 2, isCentered: true)
    }
}
