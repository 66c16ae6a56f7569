import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What a renderer's bytes show in a terminal with sixels.
private struct SixelScreen {
    private(set) var terminal: ReferenceTerminal
    private var renderer = Renderer(synchronizes: true)
    private let traits: SixelTraits
    private let cell: Size

    init(_ size: Size, _ traits: SixelTraits, cell: Size) throws {
        (self.traits, self.cell) = (traits, cell)
        terminal = ReferenceTerminal(size)
        terminal.sixels = ReferenceSixels(
            cell: cell, memory: traits.memory, registers: traits.registers)
        renderer.graphics = .sixel(traits)
        try terminal.feed(TerminalModes().enterBytes)
    }

    /// Shows a canvas and returns the number of bytes.
    @discardableResult
    mutating func show(_ canvas: Canvas) throws -> Int {
        let bytes = renderer.frame(canvas)
        try terminal.feed(bytes)
        return bytes.count
    }

    /// Shows cards in characters from now on, or as sixels again.
    mutating func useSixels(_ areUsed: Bool) {
        renderer.graphics = areUsed ? .sixel(traits) : .kitty
    }

    mutating func resize(to size: Size) {
        terminal.resize(to: size)
        terminal.sixels?.screenErased()
        renderer.repaintAll()
    }

    /// The cells that do not show what they should.
    func wrongCells(_ canvas: Canvas) -> [Point] {
        var images: [Picture: IndexedImage] = [:]
        var wrong: [Point] = []
        // The last row would scroll, so it has no pictures.
        for y in 0..<canvas.size.height - 1 {
            for x in 0..<canvas.size.width {
                let place = Point(x, y)
                let hidden = canvas.covered.isEmpty ? 0 : canvas.covered[y * canvas.size.width + x]
                let placement = canvas.placements.indices.last { index in
                    hidden <= index && canvas.placements[index].frame.contains(place)
                }.map { canvas.placements[$0] }
                var expected: ReferenceSixels.Tile?
                if let placement {
                    let image = images[placement.picture] ?? placement.picture.image
                    images[placement.picture] = image
                    expected = tile(of: image, placement, at: place)
                }
                if terminal.sixels?.tile(place) != expected { wrong.append(place) }
            }
        }
        return wrong
    }

    private func tile(
        of image: IndexedImage, _ placement: Placement, at place: Point
    ) -> ReferenceSixels.Tile? {
        var ground: PixelColor?
        if traits.memory != nil, case .symbols(_, let paper) = placement.picture.content {
            ground = paper
        }
        let (left, top) = (
            (place.x - placement.origin.x) * cell.width,
            (place.y - placement.origin.y) * cell.height
        )
        var tile: ReferenceSixels.Tile = []
        for y in 0..<cell.height {
            for x in 0..<cell.width {
                let pixel = (top + y) * image.size.width + left + x
                let color = image.palette[Int(image.pixels[pixel])]
                func percent(_ part: UInt8) -> Int { Int((Double(part) / 2.55).rounded()) }
                tile.append(
                    color == ground
                        ? nil
                        : .init(
                            red: percent(color.red), green: percent(color.green),
                            blue: percent(color.blue)))
            }
        }
        return tile.contains { $0 != nil } ? tile : nil
    }
}

@Suite("Sixels on the screen")
struct SixelTests {
    private static let cell = Size(9, 17)
    /// A terminal that keeps pictures with its cells, and xterm.
    private static let terminals = [SixelTraits(), SixelTraits(memory: 16)]

    private static func story(_ traits: SixelTraits) -> MotionStory {
        var story = MotionStory(120, 40)
        story.appearance.pictures = PictureSurface(.sixel(traits), cell: cell)
        story.start()
        return story
    }

    /// The bytes of all frames from one screen to the next.
    private static func bytes(
        from before: TablePicture, to after: TablePicture, on screen: inout SixelScreen
    ) throws -> Int {
        var prints = CardCache()
        let motion = Motion.between(before, after)
        var bytes = 0
        for time in motion.frames(from: after.now) {
            bytes += try screen.show(after.picture(motion, at: time, with: &prints))
        }
        return bytes + (try screen.show(after.still))
    }

    @Test(
        "A board in sixels is right, costs at most 120 kB, and nothing while it stays",
        arguments: terminals)
    func board(traits: SixelTraits) throws {
        let canvas = Self.story(traits).screen.still
        #expect(canvas.placements.count >= 12)
        var screen = try SixelScreen(canvas.size, traits, cell: Self.cell)
        let first = try screen.show(canvas)
        #expect(1...120_000 ~= first)
        #expect(screen.wrongCells(canvas) == [])
        let idle = try screen.show(canvas)
        #expect(idle == 0)
    }

    @Test("Dealing three cards in sixels costs at most 50 kB with all motion", arguments: terminals)
    func dealing(traits: SixelTraits) throws {
        var story = Self.story(traits)
        let before = story.screen
        var screen = try SixelScreen(story.size, traits, cell: Self.cell)
        try screen.show(before.still)
        story.deal()
        let bytes = try Self.bytes(from: before, to: story.screen, on: &screen)
        #expect(1...50_000 ~= bytes)
        #expect(screen.wrongCells(story.screen.still) == [])
    }

    @Test("Picking a card leaves the pictures as they are", arguments: terminals)
    func picking(traits: SixelTraits) throws {
        var story = Self.story(traits)
        story.claim()
        var screen = try SixelScreen(story.size, traits, cell: Self.cell)
        try screen.show(story.screen.still)
        for slot in [0, 7] {
            story.pick(slot)
            let bytes = try screen.show(story.screen.still)
            #expect(1...1200 ~= bytes)
        }
        #expect(screen.wrongCells(story.screen.still) == [])
    }

    @Test(
        "Cards are drawn in characters if the player wants it, and as sixels again",
        arguments: terminals)
    func choosing(traits: SixelTraits) throws {
        var story = Self.story(traits)
        let pixels = story.screen.still
        story.appearance.pictures = nil
        let characters = story.screen.still
        var screen = try SixelScreen(story.size, traits, cell: Self.cell)
        for _ in 0..<2 {
            screen.useSixels(true)
            try screen.show(pixels)
            #expect(screen.wrongCells(pixels) == [])
            screen.useSixels(false)
            try screen.show(characters)
            #expect(screen.wrongCells(characters) == [])
            let shown = screen.terminal.rows.joined()
            #expect(shown == characters.lines.map { $0.padded(to: 120) }.joined())
        }
    }

    @Test("All symbols of new cards are pictures in the first frame, and nothing passes under them")
    func moving() throws {
        var story = Self.story(SixelTraits())
        let before = story.screen
        story.deal()
        let motion = Motion.between(before, story.screen)
        var prints = CardCache()
        let after = Set(story.screen.still.placements)
        #expect(after.count >= 15)
        for time in motion.frames(from: story.now) {
            let placements = story.screen.picture(motion, at: time, with: &prints).placements
            #expect(Set(placements) == after)
        }
    }

    @Test("Nothing is sent again while cards move", arguments: terminals)
    func passing(traits: SixelTraits) throws {
        var story = Self.story(traits)
        story.judge([0, 5, 7], isSet: true)
        let before = story.screen
        var screen = try SixelScreen(story.size, traits, cell: Self.cell)
        try screen.show(before.still)
        story.refill()
        let motion = Motion.between(before, story.screen)
        var prints = CardCache()
        try screen.show(story.screen.picture(motion, at: story.now, with: &prints))
        let sent = screen.terminal.sixels?.count
        for time in motion.frames(from: story.now).dropLast()
        where motion.flights.contains(where: { $0.isUnderWay(at: time) }) {
            try screen.show(story.screen.picture(motion, at: time, with: &prints))
            #expect(screen.terminal.sixels?.count == sent)
        }
    }

    @Test(
        "Any sequence of frames and resizes shows all sixels and leaves none behind",
        arguments: terminals, [1, 2])
    func nothingIsLeft(traits: SixelTraits, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let cell = Size(4, 8)
        var canvas = Canvas(Size(40, 14))
        var screen = try SixelScreen(canvas.size, traits, cell: cell)
        for step in 0..<LongRun.count(100, inLongRun: 2000) {
            switch random.number(0...20) {
            case 0:
                canvas = Canvas(Size(random.number(10...40), random.number(4...14)))
                screen.resize(to: canvas.size)
            case 1...4: canvas = Canvas(canvas.size)
            default: break
            }
            for _ in 0..<random.number(0...3) {
                let picture = Picture(
                    size: Size(4 * random.number(1...6), 8 * random.number(1...4)),
                    content: .symbols(
                        random.symbols(), on: PixelColor(UInt8(random.number(0...3) * 50), 20, 20)))
                canvas.place(
                    Placement(
                        picture: picture,
                        origin: Point(random.number(0...34), random.number(0...10)),
                        cell: cell, layer: .card))
                random.change(&canvas, times: random.number(0...3))
            }
            try screen.show(canvas)
            let wrong = screen.wrongCells(canvas)
            #expect(wrong == [], "step \(step)")
            guard wrong.isEmpty else { return }
            if canvas.placements.count > 12 { canvas = Canvas(canvas.size) }
        }
    }

    @Test("A picture has no more colors than the terminal has registers", arguments: [8, 16, 256])
    func registers(count: Int) throws {
        let traits = SixelTraits(registers: count)
        var canvas = Self.story(traits).screen.still
        var screen = try SixelScreen(canvas.size, traits, cell: Self.cell)
        // The terminal refuses a register that it does not have.
        try screen.show(canvas)
        canvas = Self.story(SixelTraits(registers: count, memory: 16)).screen.still
        screen = try SixelScreen(
            canvas.size, SixelTraits(registers: count, memory: 16), cell: Self.cell)
        try screen.show(canvas)
    }

}

/// The smallest pictures of whole cards (kitty) and of symbols (sixel).
@Suite("Cards in pixels")
struct PixelCardTests {
    static let surfaces = [
        (PictureSurface(.kitty, cell: Size(8, 17)), Size(9, 3)),
        (PictureSurface(.sixel(SixelTraits()), cell: Size(8, 16)), Size(13, 5)),
    ]

    /// Every two cards that differ in one of some features alone, drawn in a palette.
    private func pairs(
        _ palette: Palette, _ features: [Feature], _ surface: PictureSurface, _ size: Size
    ) throws -> [(name: String, one: IndexedImage, other: IndexedImage)] {
        let view = CardView(palette, .quadrant, pictures: surface)
        let images = try Card.all.map { card in
            var canvas = Canvas(size)
            view.draw(.up(card), in: canvas.bounds, on: &canvas)
            return try #require(canvas.placements.first).picture.image
        }
        return Card.all.indices.flatMap { one in
            (0..<one).compactMap { other in
                let (left, right) = (Card.all[one], Card.all[other])
                let differing = Feature.allCases.filter { left[$0] != right[$0] }
                guard differing.count == 1, features.contains(differing[0]) else { return nil }
                return ("\(left) and \(right)", images[one], images[other])
            }
        }
    }

    /// How many pixels of two images of one size differ; each pair of colors is compared once.
    private func pixels(
        of one: IndexedImage, _ other: IndexedImage,
        differBy differ: (PixelColor, PixelColor) -> Bool
    ) -> Int {
        let colors = other.palette.count
        var known = [Bool?](repeating: nil, count: one.palette.count * colors)
        var count = 0
        for place in one.pixels.indices {
            let (left, right) = (Int(one.pixels[place]), Int(other.pixels[place]))
            let pair = left * colors + right
            let answer = known[pair] ?? differ(one.palette[left], other.palette[right])
            known[pair] = answer
            if answer { count += 1 }
        }
        return count
    }

    @Test(
        "All 81 cards differ clearly at the smallest size, in every theme that draws curves",
        arguments: Theme.builtIn.filter(\.symbols.areCurves).sampled(every: 3), surfaces)
    func faces(theme: Theme, surface: (PictureSurface, Size)) throws {
        let palette = Palette(theme)
        for pair in try pairs(palette, Feature.allCases, surface.0, surface.1) {
            let apart = pixels(of: pair.one, pair.other) { one, other in
                abs(Int(one.red) - Int(other.red)) > 40
                    || abs(Int(one.green) - Int(other.green)) > 40
                    || abs(Int(one.blue) - Int(other.blue)) > 40
            }
            #expect(apart >= 40, "\(theme.name): \(pair.name)")
        }
    }

    @Test(
        "Cards that differ in color alone differ for every kind of color vision in the palette for it",
        arguments: ColorVision.allCases, surfaces)
    func colorVisions(vision: ColorVision, surface: (PictureSurface, Size)) throws {
        for background in Background.allCases {
            let palette = Palette(.colorBlind, on: background)
            for pair in try pairs(palette, [.color], surface.0, surface.1) {
                func seen(_ color: PixelColor) -> PerceivedColor {
                    PerceivedColor(RGBColor(color.red, color.green, color.blue), vision)
                }
                let apart = pixels(of: pair.one, pair.other) {
                    seen($0).difference(from: seen($1)) > 17
                }
                #expect(apart >= 40, "\(pair.name) on \(background)")
            }
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func symbols() -> Picture.Symbols {
        let theme = Theme.classic
        return Picture.Symbols(
            count: number(1...3), curve: theme.symbols[pick([.one, .two, .three])].drawing.curve,
            fill: pick([.solid, .striped, .open]), top: PixelColor(250, 40, 40),
            bottom: PixelColor(40, 40, 250))
    }
}
