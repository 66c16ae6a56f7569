import SetProtocol

extension Rect {
    func centered(_ size: Size) -> Rect {
        Rect(
            minX + (self.size.width - size.width) / 2, minY + (self.size.height - size.height) / 2,
            size.width, size.height)
    }
}

extension Canvas {
    mutating func write(
        _ text: String, centeredIn rect: Rect, row: Int? = nil, _ style: Style = Style()
    ) {
        let x = rect.minX + (rect.size.width - text.columns) / 2
        write(text, x, row ?? rect.minY, style, before: rect.maxX)
    }

    /// Writes lines below one another, as many as fit.
    mutating func write(_ lines: [String], in rect: Rect, _ style: Style = Style()) {
        for (row, line) in lines.prefix(max(0, rect.size.height)).enumerated() {
            write(line, rect.minX, rect.minY + row, style, before: rect.maxX)
        }
    }

    mutating func write(_ lines: [TextLine], in rect: Rect) {
        for (row, line) in lines.prefix(max(0, rect.size.height)).enumerated() {
            write(line, rect.minX, rect.minY + row, before: rect.maxX)
        }
    }

    /// Writes a text in the middle of some rows; one that is too long takes up to two rows above.
    mutating func writeNotice(_ text: String, in rect: Rect, _ style: Style) {
        let lines = SafeText.sanitized(text, limit: 400).wrapped(to: rect.size.width)
            .prefix(rect.size.height + 2)
        let start = rect.minY + min(0, rect.size.height - lines.count)
        for (row, line) in lines.enumerated() {
            fill(Rect(0, start + row, size.width, 1), " ", .standard)
            write(line, centeredIn: rect, row: start + row, style)
        }
    }

    /// Writes what to do about a window that is too small, and what else there is to say.
    mutating func writeTooSmall(_ text: String, _ more: String = "") {
        write(text.wrapped(to: size.width) + [""] + more.wrapped(to: size.width), in: bounds)
        restyle(Rect(0, 0, size.width, 1)) { $0.attributes = .bold }
    }
}
