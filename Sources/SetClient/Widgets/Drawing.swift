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

    /// Writes a notice over the rows above the last one, which has the keys.
    mutating func writeNotice(_ text: String, _ style: Style, rows: Int) {
        let lines = SafeText.sanitized(text, limit: 400).wrapped(to: max(1, size.width - 2))
            .prefix(rows)
        for (row, line) in lines.enumerated() {
            let place = Rect(0, size.height - 1 - lines.count + row, size.width, 1)
            fill(place, " ", .standard)
            write(line, centeredIn: place, style)
        }
    }

    mutating func writeTooSmall(_ text: String) {
        for (row, line) in text.wrapped(to: size.width).enumerated() {
            write(line, 0, row, row == 0 ? .bold : Style())
        }
    }
}
