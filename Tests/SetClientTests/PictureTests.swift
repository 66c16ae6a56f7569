import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What a renderer's bytes show in a terminal with pictures.
struct PictureScreen {
    private(set) var terminal: ReferenceTerminal
    var renderer = Renderer(synchronizes: true)
    /// The files of pictures, drawn once.
    private var files: [Picture: [UInt8]] = [:]

    init(_ size: Size) throws {
        terminal = ReferenceTerminal(size)
        try terminal.feed(TerminalModes().enterBytes)
    }

    /// Shows a canvas and returns the number of bytes.
    @discardableResult
    mutating func show(_ canvas: Canvas) throws -> Int {
        let bytes = renderer.frame(canvas)
        try terminal.feed(bytes)
        return bytes.count
    }

    mutating func resize(to size: Size) {
        terminal.resize(to: size)
        renderer.repaintAll()
    }

    /// Leaves as the program does when it suspends itself, and returns.
    mutating func suspend() throws {
        if renderer.holdsPictures { try terminal.feed(KittyGraphics.removeAll) }
        try terminal.feed(TerminalModes.leaveBytes)
        #expect(terminal.pictures.placements.isEmpty)
        try terminal.feed(TerminalModes().enterBytes)
        renderer.forgetPictures()
        renderer.repaintAll()
    }

    /// Whether the terminal shows exactly the pictures of a canvas, each where it belongs.
    mutating func shows(_ canvas: Canvas) -> Bool {
        var expected: [[UInt8]: [[String: Int]]] = [:]
        for part in canvas.visiblePlacements {
            if files[part.picture] == nil { files[part.picture] = part.picture.image.png }
            var keys = ["column": part.origin.x, "row": part.origin.y, "z": part.layer.rawValue]
            if part.offset.x > 0 { keys["X"] = part.offset.x }
            if part.offset.y > 0 { keys["Y"] = part.offset.y }
            if let crop = part.crop {
                (keys["x"], keys["y"]) = (crop.minX, crop.minY)
                (keys["w"], keys["h"]) = (crop.size.width, crop.size.height)
            }
            if let stretch = part.stretch {
                (keys["c"], keys["r"]) = (stretch.width, stretch.height)
            }
            expected[files[part.picture] ?? [], default: []].append(keys)
        }
        var shown: [[UInt8]: [[String: Int]]] = [:]
        for placement in terminal.pictures.placements {
            var keys = placement.keys
            (keys["column"], keys["row"]) = (placement.x, placement.y)
            keys["a"] = nil
            shown[terminal.pictures.files[placement.image] ?? [], default: []].append(keys)
        }
        guard shown.count == expected.count else { return false }
        return expected.allSatisfy { file, keys in
            let others = shown[file] ?? []
            return others.count == keys.count && Set(others) == Set(keys)
        }
    }
}

@Suite("Pictures on the screen")
struct PictureTests {
    private static let cell = Size(8, 17)

    private static func story(_ width: Int = 120, _ height: Int = 40) -> MotionStory {
        var story = MotionStory(width, height)
        story.appearance.pictures = PictureSurface(.kitty, cell: cell)
        story.start()
        return story
    }

    private static func still(_ story: MotionStory) -> Canvas { story.screen.still }

    @Test("A table's cards are pictures, and the terminal shows each where it belongs")
    func board() throws {
        let canvas = Self.still(Self.story())
        #expect(canvas.placements.filter { $0.layer == .card }.count >= 12)
        var screen = try PictureScreen(canvas.size)
        let first = try screen.show(canvas)
        let isShown = screen.shows(canvas)
        #expect(isShown)
        #expect(1...80_000 ~= first)
        let idle = try screen.show(canvas)
        #expect(idle == 0)
    }

    @Test("What is written on a picture of a card can be read on its paper")
    func labels() throws {
        var story = Self.story()
        story.appearance.palette = Palette(.paper, on: .dark)
        let (canvas, palette) = (Self.still(story), story.appearance.palette)
        let frame = try #require(story.screen.board?.frame(ofSlot: 0))
        let labels = canvas.cells.filter { $0.glyph == .narrow("q") }.map(\.style.foreground)
        #expect(labels == [palette.ink(.label, on: .card)], "\(frame)")
        #expect(palette.ink(.label, on: .card) != palette.ink(.label))
    }

    @Test("Symbols that fall after a victory hide no picture")
    func celebration() throws {
        var story = Self.story()
        let before = story.screen
        story.end(wonBy: .first)
        let motion = Motion.between(before, story.screen)
        let celebration = try #require(motion.celebration)
        var prints = CardCache()
        let moment = celebration.start.advanced(by: .milliseconds(900))
        let canvas = story.screen.picture(motion, at: moment, with: &prints)
        #expect(canvas.visiblePlacements == Self.still(story).visiblePlacements)
    }

    @Test("Picking a card at 120 by 40 costs at most 250 bytes in pixels")
    func picking() throws {
        var start = Self.story()
        start.claim()
        var most = 0
        var screen = try PictureScreen(start.size)
        for slot in 0..<12 {
            var story = start
            try screen.show(Self.still(story))
            for next in [slot, (slot + 5) % 12] {
                story.pick(next)
                most = max(most, try screen.show(Self.still(story)))
            }
            let isShown = screen.shows(Self.still(story))
            #expect(isShown)
        }
        #expect(1...250 ~= most)
    }

    /// The bytes of all frames from one screen to the next.
    private static func bytes(
        from before: TablePicture, to after: TablePicture, on screen: inout PictureScreen
    ) throws -> Int {
        var prints = CardCache()
        let motion = Motion.between(before, after)
        var bytes = 0
        for time in motion.frames(from: after.now) {
            bytes += try screen.show(after.picture(motion, at: time, with: &prints))
        }
        let isShown = screen.shows(after.still)
        #expect(isShown)
        return bytes
    }

    @Test("Dealing three cards in pixels costs at most 12 kB, and 5 kB if they are known")
    func dealing() throws {
        var story = Self.story()
        let before = story.screen
        var screen = try PictureScreen(story.size)
        try screen.show(before.still)
        story.deal()
        let moving = try Self.bytes(from: before, to: story.screen, on: &screen)
        try screen.show(before.still)
        let known = try screen.show(story.screen.still)
        try screen.show(before.still)
        let knownMoving = try Self.bytes(from: before, to: story.screen, on: &screen)
        #expect(moving <= 12_000)
        #expect(known <= 2000)
        // The others make room.
        #expect(knownMoving <= 5000)
    }

    @Test("What is drawn later hides a picture there and nowhere else")
    func covering() throws {
        var canvas = Canvas(Size(40, 12))
        let picture = Picture(
            size: Size(80, 68), content: .veil(PixelColor(1, 2, 3)))
        canvas.place(
            Placement(picture: picture, origin: Point(2, 2), cell: Self.cell, layer: .card))
        let whole = canvas.visiblePlacements
        #expect(whole.map(\.crop) == [nil])
        canvas.fill(Rect(6, 3, 2, 2), " ", .standard)
        var shown = Set<Point>()
        for part in canvas.visiblePlacements {
            let crop = try #require(part.crop)
            #expect(
                crop.minX == (part.origin.x - 2) * 8 && crop.minY == (part.origin.y - 2) * 17)
            for y in 0..<crop.size.height / 17 {
                for x in 0..<crop.size.width / 8 {
                    shown.insert(Point(part.origin.x + x, part.origin.y + y))
                }
            }
        }
        let expected = (2..<6).flatMap { y in (2..<12).map { Point($0, y) } }
            .filter { !Rect(6, 3, 2, 2).contains($0) }
        #expect(shown == Set(expected))
        canvas.fill(canvas.bounds, " ", .standard)
        #expect(canvas.visiblePlacements.isEmpty)
    }

    @Test(
        "No picture is left behind by any sequence of frames, resizes, and suspensions",
        arguments: [1, 2])
    func nothingIsLeft(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var canvas = Canvas(Size(60, 20))
        var screen = try PictureScreen(canvas.size)
        var most = 0
        for step in 0..<LongRun.count(500, inLongRun: 5000) {
            switch random.number(0...40) {
            case 0:
                canvas = Canvas(Size(random.number(20...80), random.number(8...30)))
                screen.resize(to: canvas.size)
            case 1: try screen.suspend()
            case 2...10: canvas = Canvas(canvas.size)
            default: break
            }
            for _ in 0..<random.number(0...4) {
                let picture = random.picture()
                canvas.place(
                    Placement(
                        picture: picture,
                        origin: Point(random.number(-6...70), random.number(-4...25)),
                        offset: Point(random.number(0...7), random.number(0...16)),
                        cell: Self.cell, stretch: random.number(0...5) == 0 ? Size(3, 2) : nil,
                        layer: random.pick([.card, .state, .movingCard])))
                random.change(&canvas, times: random.number(0...3))
            }
            try screen.show(canvas)
            let isShown = screen.shows(canvas)
            #expect(isShown, "step \(step)")
            most = max(most, screen.terminal.pictures.memory)
            if canvas.placements.count > 20 { canvas = Canvas(canvas.size) }
        }
        #expect(most <= 32 << 20)
    }

    @Test("A terminal forgets the picture shown longest ago when they need too much memory")
    func forgetting() throws {
        var terminal = ReferenceTerminal(Size(24, 12))
        let limit = 6 * 4 * 64 * 64
        var store = PictureStore(limit: limit)
        // A sixth of the limit each.
        let pictures = (0..<8).map { index in
            Picture(
                size: Size(64, 64),
                content: .veil(PixelColor(UInt8(index), 0, 0)))
        }
        for index in [0, 1, 2, 3, 4, 5, 0, 6, 7] {
            var canvas = Canvas(Size(24, 12))
            canvas.place(
                Placement(
                    picture: pictures[index], origin: Point(0, 0), cell: Self.cell, layer: .card))
            try terminal.feed(store.show(canvas.visiblePlacements, preparing: []))
            #expect(terminal.pictures.memory == store.memory)
            #expect(store.memory <= limit)
        }
        let kept = [0, 3, 4, 5, 6, 7].map { pictures[$0].image.png }
        #expect(Set(terminal.pictures.files.values) == Set(kept))
    }
}

extension SeededGenerator {
    /// One of a few small pictures.
    fileprivate mutating func picture() -> Picture {
        Picture(
            size: Size(8 * number(1...6), 17 * number(1...4)),
            content: .veil(PixelColor(UInt8(number(0...20)), 0, 0)))
    }
}
