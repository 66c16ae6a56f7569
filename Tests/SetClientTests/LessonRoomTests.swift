import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Lesson screen")
struct LessonRoomTests {
    /// Rows of text, and how wide they are, at 40, 60 and 80 columns.
    private static let rooms = [(38, 4), (58, 3), (76, 3)]

    @Test("The lesson has room for all words in every theme", arguments: LessonMoment.allCases)
    func words(_ moment: LessonMoment) async {
        for seed in 0..<6 as Range<UInt64> {
            let player = moment.player(80, 24, seed: seed)
            for theme in Theme.builtIn {
                for background in Background.allCases {
                    check(
                        LessonWords(
                            lesson: player.lesson, theme: theme, background: background,
                            glyphs: .unicode,
                            now: player.now))
                }
            }
            await Task.yield()
        }
    }

    private func check(_ words: LessonWords) {
        let text = words.text
        for (width, rows) in Self.rooms {
            let lines = text.headline.wrapped(to: width) + text.body.wrapped(to: width)
            #expect(lines.count <= rows, "\(width): \(lines)")
            for feature in Feature.allCases {
                #expect(words.line(for: feature).columns <= width)
            }
            for finding in words.lesson.cards.trio(for: .nearMiss).explanation {
                #expect(words.line(for: finding, columns: width).columns <= width)
            }
        }
    }

    @Test("The lesson draws every moment at every size", arguments: LessonMoment.allCases)
    func sizes(_ moment: LessonMoment) async {
        let page = moment.player(80, 24).page
        let now = moment.player(80, 24).now
        for size in Self.sizes.sampled(every: 2).fewerWhenSlow {
            var canvas = Canvas(size)
            page.draw(on: &canvas, Appearance(), at: now)
            let isSmall = size.width < 40 || size.height < 15
            if size.width > 20, size.height > 4 {
                #expect(canvas.lines[0].contains("of 7") != isSmall)
            }
            await Task.yield()
        }
    }

    private static let sizes: [Size] =
        (1...18).map { Size(40, $0) } + (1...45).map { Size($0, 15) }
        + [Size(0, 0), Size(1, 1), Size(200, 60), Size(300, 15), Size(40, 100), Size(79, 23)]

    @Test(
        "The lesson keeps cards, words and buttons inside the screen",
        arguments: LessonMoment.allCases)
    func inside(_ moment: LessonMoment) {
        for size in [Size(40, 15), Size(47, 16), Size(80, 24), Size(120, 40), Size(200, 60)] {
            guard let screen = moment.player(size.width, size.height).screen else {
                Issue.record("no screen")
                continue
            }
            let cards = (0..<screen.board.count).map { screen.board.frame(ofSlot: $0) }
            let buttons = (screen.keys.buttons + screen.answers.buttons).map(\.rect)
            let parts = [screen.text, screen.captions, screen.list] + buttons
            let whole = Rect(0, 0, size.width, size.height)
            for part in parts + cards where !part.isEmpty {
                #expect(part.intersection(whole) == part)
            }
            for (place, card) in cards.enumerated() {
                for part in parts + cards.dropFirst(place + 1) {
                    #expect(card.intersection(part).isEmpty)
                }
            }
            #expect(screen.keys.buttons.last?.action == .leave)
            #expect(screen.text.maxY <= screen.keys.buttons[0].rect.minY)
        }
    }

    @Test(
        "The lesson shows a back key wherever it is possible to go back",
        arguments: LessonMoment.allCases, GlyphSet.allCases)
    func goingBack(_ moment: LessonMoment, glyphs: GlyphSet) throws {
        for size in [Size(40, 15), Size(60, 20), Size(80, 24)] {
            let player = moment.player(size.width, size.height)
            let screen = try #require(
                LessonScreen(player.lesson, size, player.page.settings.keyboard, 2, glyphs))
            let actions = screen.keys.buttons.map(\.action)
            #expect(actions.contains(.goBack) != player.lesson.isAtStart, "\(size)")
            #expect(actions.contains(.goOn) || actions.contains(.play), "\(size)")
        }
    }

    @Test(
        "The lesson shows until the next key that settings could not be saved",
        arguments: LessonMoment.allCases)
    func notKept(_ moment: LessonMoment) {
        let text = "cannot save settings: settings.json: no space is left"
        for (width, height) in [(40, 15), (80, 24)] {
            let player = moment.player(width, height)
            var page = player.page
            func shown() -> [String] {
                var canvas = Canvas(player.size)
                page.draw(on: &canvas, Appearance(), at: player.now)
                return canvas.lines
            }
            let before = shown()
            page.remark(text, at: player.now)
            let rows = shown()
            let lines = text.wrapped(to: width - 2)
            #expect(rows.last == before.last)
            for (line, row) in zip(lines, rows.dropLast().suffix(lines.count)) {
                #expect(row.contains(line))
            }
            _ = page.handle(.key(.character("C")), in: player.size, at: player.now)
            #expect(shown() == before)
        }
    }

    @Test("The lesson shows a found set above the duel's keys where there is room")
    func picture() {
        for (width, height, hasCards) in [
            (40, 15, false), (80, 24, false), (120, 40, true), (200, 60, true),
        ] {
            let rows = LessonMoment.keys.player(width, height).canvas().lines
            #expect(rows.contains { $0.split(separator: "✓ set").count > 2 } == hasCards)
            let used = rows.dropFirst().dropLast().indices { !$0.isEmpty }
            #expect((used.ranges.last?.upperBound ?? 0) <= height - 1)
            let empty = rows.prefix(height - 1).count { $0.allSatisfy { $0 == " " } }
            #expect(!hasCards || empty < height / 2, "\(empty)")
        }
    }

    @Test("The lesson says that the window is too small and can be left then")
    func tooSmall() {
        var player = LessonPlayer(39, 15)
        #expect(player.text.contains("The lesson needs a 40 x 15 window."))
        player.press(Key(.enter))
        player.click(Point(3, 3))
        #expect(player.scene == .looks(.number) && player.step == [])
        player.press(Key(.escape))
        #expect(player.step == [.done(.skipped)])
    }

    @Test("The lesson can be drawn in ASCII", arguments: LessonMoment.allCases)
    func ascii(_ moment: LessonMoment) {
        let look = Appearance(
            palette: Palette(.classic, on: .dark, .none), blitter: .ascii, glyphs: .ascii)
        let canvas = moment.player(80, 24).canvas(look)
        for line in canvas.printed(.none, .ascii) {
            #expect(line.unicodeScalars.allSatisfy { 0x20...0x7E ~= $0.value })
        }
        // Nothing was left out for want of a look-alike.
        let shown = canvas.printed(.none, .ascii).joined().count { $0 == "?" }
        let meant = canvas.lines.joined().count { $0 == "?" }
        #expect(shown == meant)
    }

    @Test("The lesson uses the theme's words", arguments: Theme.builtIn)
    func themeWords(_ theme: Theme) {
        let player = LessonMoment.color.player(80, 24, ClientSettings(theme: theme.name))
        let words = player.text.split(whereSeparator: { !$0.isLetter }).map(String.init)
        for variant in Variant.allCases {
            #expect(words.contains(theme.colors[variant].name[.dark]))
            #expect(words.contains(theme.symbols[variant].plural))
        }
    }
}
