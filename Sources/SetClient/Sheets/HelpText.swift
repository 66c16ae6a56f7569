import SetProtocol

/// The keys and what they do.
struct HelpText {
    struct Row {
        let key: String
        /// One or two words, for small screens.
        let title: String
        let summary: String
        /// The key that a click presses; `nil` where a click closes the sheet.
        let press: Key?
    }

    static let key = Key.character("?")

    let rows: [Row]
    var introduction = ""
    var legend = ""
    var footer = "any key  close"
    /// The most columns that both columns of keys use: far apart they are hard to read.
    let widest: Int

    func text(in place: SheetPlace) -> SheetText {
        let isWide = place.screen.width >= 76
        let columns = min(place.screen.width - 4, widest)
        let cells = rows.map { row in
            let gap = max(1, (isWide ? 7 : 6) - row.key.columns)
            var line = TextLine(row.key + String(repeating: " ", count: gap), .bold)
            line.add(isWide ? row.summary : row.title)
            return line
        }
        var head = introduction.wrapped(to: columns - 2).map { TextLine($0) }
        if !head.isEmpty { head.append(TextLine()) }
        var lines = head + TextLine.inColumns(cells, 2, width: columns)
        if !legend.isEmpty {
            let quiet = Tone.quiet.style(place.look.palette)
            lines.append(TextLine())
            lines += legend.wrapped(to: columns - 2).map { TextLine($0, quiet) }
        }
        var text = SheetText("Keys", footer: footer, lines)
        let (count, share) = TextLine.grid(rows.count, 2, width: columns)
        for (index, row) in rows.enumerated() where row.press != Self.key {
            guard let key = row.press else { continue }
            let middle = share + 1
            let cells = index < count ? 0..<middle : middle..<max(middle, columns)
            text.presses.append((head.count + index % count, cells, key))
        }
        return text
    }
}
