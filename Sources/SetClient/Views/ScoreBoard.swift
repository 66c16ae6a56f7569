import SetProtocol

/// The points of both players in large digits at both ends, and bars toward the middle that show who
/// leads; a player alone has a clock at the other end.
struct ScoreBoard {
    private let perspective: TablePerspective
    private let look: Appearance
    let rect: Rect
    /// How many columns in the middle are taken.
    private let middle: Int
    private let near: [String]
    private let far: [String]

    /// The points that fill a bar at the beginning of a game.
    private static let leastFull = 20.0

    /// - Returns: `nil` where there is no room for it, or before the first game.
    init?(
        _ perspective: TablePerspective?, _ look: Appearance, _ clock: Duration?,
        in regions: TableRegions, below report: Rect?
    ) {
        guard let perspective, let rect = regions.scores, perspective.table.game > 0,
            report.map({ $0.minY >= rect.maxY }) ?? true
        else { return nil }
        (self.perspective, self.look, self.rect) = (perspective, look, rect)
        let middle = regions.piles.flatMap { $0.deck.y < rect.maxY ? $0.columns : nil } ?? 0
        self.middle = middle
        /// The number itself where there is no room for digits, or no signs for them.
        func lines(_ number: String) -> [String] {
            let digits = rect.size.height >= 5 ? BigText.lines(number) : BigText.small(number)
            let fits = 2 * digits.columns + middle + 2 <= rect.size.width
            return fits && look.glyphs == .unicode ? digits : [number]
        }
        func points(_ seat: Seat) -> String {
            perspective.table.players[seat].map { String($0.points) } ?? ""
        }
        near = lines(points(perspective.near))
        far = lines(clock.map(ReportWords.clock) ?? points(perspective.far))
    }

    /// How many columns the wider number takes.
    var columns: Int { max(near.columns, far.columns) }

    func draw(on canvas: inout Canvas) {
        for (lines, seat) in [(near, perspective.near), (far, perspective.far)] {
            var place = rect
            if seat != perspective.near { place.origin.x = rect.maxX - lines.columns }
            canvas.write(lines, in: place, style(seat))
            if !isAlone { drawBar(seat, on: &canvas) }
        }
    }

    private func drawBar(_ seat: Seat, on canvas: inout Canvas) {
        let (start, width) = (columns + 2, (rect.size.width - middle) / 2 - columns - 4)
        guard width >= 8 else { return }
        if let name = largeNames(in: width)?[seat] {
            let x = seat == perspective.near ? start : rect.size.width - start - name.columns
            let place = Rect(rect.minX + x, rect.minY + 1, name.columns, name.count)
            return canvas.write(name, in: place, style(seat))
        }
        let filled = filled(seat, of: width)
        let isASCII = look.glyphs == .ascii
        let full = Cell(.narrow(isASCII ? "=" : "━"), style(seat))
        let empty = Cell(.narrow(isASCII ? "-" : "─"), Style(look.palette.ink(.edge)))
        for cell in 0..<width {
            let x = seat == perspective.near ? start + cell : rect.size.width - 1 - start - cell
            canvas[rect.minX + x, rect.minY + rect.size.height / 2] = cell < filled ? full : empty
        }
    }

    /// Both names, below the first row, which has them in small letters; `nil` where one does not fit.
    private func largeNames(in width: Int) -> PerSeat<[String]>? {
        guard perspective.view.isTelevision, rect.size.height >= 5, look.glyphs == .unicode else {
            return nil
        }
        let names = Seat.allCases.compactMap { BigText.name(perspective.name($0)) }
        guard names.count == 2, names.allSatisfy({ $0.columns <= width }) else { return nil }
        return PerSeat(first: names[0], second: names[1])
    }

    private func style(_ seat: Seat) -> Style {
        let isClock = isAlone && seat == perspective.far
        return (isClock ? .quiet : perspective.tone(seat)).style(look.palette, .bold)
    }

    /// A host may send any numbers.
    private func filled(_ seat: Seat, of width: Int) -> Int {
        let points = Seat.allCases.map { Double(perspective.table.players[$0]?.points ?? 0) }
        let own = Double(perspective.table.players[seat]?.points ?? 0)
        return Int(Double(width) * max(0, own) / max(Self.leastFull, points.max() ?? 0))
    }

    private var isAlone: Bool { perspective.model.rules.players == .one }
}

extension [String] {
    fileprivate var columns: Int { map(\.columns).max() ?? 0 }
}
