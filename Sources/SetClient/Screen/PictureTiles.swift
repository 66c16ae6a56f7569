/// The cells of a terminal that show parts of pictures instead of text (sixel).
///
/// A cell shows either text or a part of a picture, and what is written last counts. So a frame
/// first writes its text, with blanks where pictures are new, and then sends what those blanks have
/// to show.
struct PictureTiles: Equatable, Sendable {
    private var width = 0
    private var height = 0
    /// The number of the picture in each cell, zero for text; empty where no cell has one.
    private var numbers: [UInt32] = []
    private var previous: [UInt32] = []
    private var placements: [UInt32: Placement] = [:]
    private var known: [Placement: UInt32] = [:]
    private var lastNumber: UInt32 = 0
    /// The cells whose part of a picture must be sent.
    private var missing: [Bool] = []
    private var isComplete = true
    private var images: [Picture: IndexedImage] = [:]
    /// How many pictures were sent since the terminal last forgot all.
    private var sent = 0

    /// Forgets what the terminal has shown.
    mutating func forget() {
        (previous, sent) = ([], 0)
    }

    mutating func update(_ canvas: Canvas) {
        (width, height) = (canvas.size.width, canvas.size.height)
        previous = numbers
        numbers = []
        placements = [:]
        isComplete = true
        guard !canvas.placements.isEmpty else { return }
        numbers = Array(repeating: 0, count: width * height)
        missing = Array(repeating: false, count: width * height)
        for (index, placement) in canvas.placements.enumerated() {
            let number = number(of: placement)
            placements[number] = placement
            let frame = placement.frame.intersection(canvas.bounds)
            for y in frame.minY..<frame.maxY {
                for x in frame.minX..<frame.maxX
                where Int(canvas.covered[y * width + x]) <= index {
                    numbers[y * width + x] = number
                }
            }
        }
        if known.count > 1024 { known = known.filter { placements[$0.value] != nil } }
        if images.count > 128 {
            let used = Set(placements.values.map(\.picture))
            images = images.filter { used.contains($0.key) }
        }
    }

    private mutating func number(of placement: Placement) -> UInt32 {
        if let number = known[placement] { return number }
        lastNumber = lastNumber % 0x1F_FFFF + 1
        known[placement] = lastNumber
        return lastNumber
    }

    /// Whether a row has other pictures than in the frame before.
    func differ(inRow row: Int) -> Bool {
        let cells = row * width..<(row + 1) * width
        switch (numbers.isEmpty, previous.isEmpty) {
        case (true, true): return false
        case (true, false): return previous[cells].contains { $0 > 0 }
        case (false, true): return numbers[cells].contains { $0 > 0 }
        case (false, false): return numbers[cells] != previous[cells]
        }
    }

    mutating func replaceText(
        ofRow row: Int, in wanted: inout [Cell], over shown: ArraySlice<Cell>
    ) {
        guard !numbers.isEmpty else { return }
        for x in 0..<width where numbers[row * width + x] > 0 {
            wanted[x].glyph = .picture(numbers[row * width + x])
            if wanted[x] != shown[shown.startIndex + x] {
                missing[row * width + x] = true
                isComplete = false
            }
        }
    }

    /// Whether the terminal must forget all pictures before it gets those of this frame.
    func areTooMany(_ traits: SixelTraits) -> Bool {
        guard let memory = traits.memory, sent > memory / 2 else { return false }
        return numbers.indices.contains { index in
            numbers[index] > 0 && (previous.isEmpty || previous[index] != numbers[index])
        }
    }

    /// The commands that show what the last frame's text has erased or not shown yet.
    mutating func repair(_ traits: SixelTraits) -> [UInt8] {
        guard !isComplete else { return [] }
        for placement in placements.values where images[placement.picture] == nil {
            images[placement.picture] = placement.picture.image
        }
        let parts = placements.keys.sorted().flatMap { missingParts($0) }
        let areas = traits.memory == nil ? parts.map(\.cells) : Self.areas(around: parts, traits)
        sent += areas.count
        var bytes: [UInt8] = []
        for area in areas {
            bytes.appendControl(area.minY + 1, area.minX + 1, final: "H")
            bytes += picture(of: parts, in: area, traits).bytes
        }
        return bytes
    }

    // MARK: - Parts

    /// Cells of a picture that the terminal does not show.
    private struct Part {
        let cells: Rect
        let placement: Placement
        let image: IndexedImage
    }

    /// What the terminal does not show of a picture, without the last row of the screen, where sixels
    /// would scroll it.
    private func missingParts(_ number: UInt32) -> [Part] {
        guard let placement = placements[number], let image = images[placement.picture] else {
            return []
        }
        let frame = placement.frame.intersection(Rect(0, 0, width, height - 1))
        let parts = frame.parts { x, y in
            missing[y * width + x] && numbers[y * width + x] == number
        }
        return parts.map { Part(cells: $0, placement: placement, image: image) }
    }

    /// All parts in as few areas as the terminal's largest picture allows, for one that remembers few
    /// pictures.
    private static func areas(around parts: [Part], _ traits: SixelTraits) -> [Rect] {
        guard let cell = parts.first?.placement.cell, let left = parts.map(\.cells.minX).min(),
            let top = parts.map(\.cells.minY).min(), let right = parts.map(\.cells.maxX).max(),
            let bottom = parts.map(\.cells.maxY).max()
        else { return [] }
        let columns = max(1, traits.limit.width / cell.width)
        let rows = max(1, traits.limit.height / cell.height)
        return stride(from: top, to: bottom, by: rows).flatMap { y in
            stride(from: left, to: right, by: columns).map { x in
                Rect(x, y, min(columns, right - x), min(rows, bottom - y))
            }
        }
    }

    private func picture(
        of parts: [Part], in area: Rect, _ traits: SixelTraits
    ) -> SixelImage {
        let parts = parts.filter { !$0.cells.intersection(area).isEmpty }
        let cell = parts.first?.placement.cell ?? Size(1, 1)
        var sixels = SixelImage(
            area.size.pixels(cell), parts.map(\.image), registers: traits.registers,
            background: traits.memory == nil ? parts.first?.placement.picture.background : nil)
        for part in parts {
            let shown = part.cells.intersection(area)
            sixels.draw(
                part.image, shown.pixels(in: part.placement.frame, cell),
                at: shown.pixels(in: area, cell).origin, except: part.placement.picture.background)
        }
        return sixels
    }
}

extension Rect {
    /// The pixels of its cells, counted from the corner of another rectangle.
    fileprivate func pixels(in other: Rect, _ cell: Size) -> Rect {
        Rect(minX - other.minX, minY - other.minY, size.width, size.height).pixels(cell)
    }
}

extension Picture {
    /// The color that its cells have, too.
    fileprivate var background: PixelColor? {
        if case .symbols(_, let paper) = content { paper } else { nil }
    }
}
