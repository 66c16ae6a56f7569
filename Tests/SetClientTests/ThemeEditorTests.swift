import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Theme editor")
struct ThemeEditorTests {
    private typealias Step = [ScreenEffect<ThemeEditorPage.Outcome>]
    private let size = Size(80, 24)

    private func page(_ theme: Theme = .classic) -> ThemeEditorPage {
        ThemeEditorPage(
            theme, heading: theme.name, taken: ["paper"],
            settings: ClientSettings())
    }

    @discardableResult
    private func press(_ keys: [Key], _ page: inout ThemeEditorPage) -> Step {
        var step: Step = []
        for key in keys { step = page.handle(.key(key), in: size, at: .zero) }
        return step
    }

    private func lines(_ page: ThemeEditorPage, _ size: Size) -> [String] {
        var canvas = Canvas(size)
        page.draw(on: &canvas, Appearance(palette: Palette(page.theme)), at: .zero)
        return canvas.lines
    }

    @Test("The theme editor shows every change at once, even while another field is wrong")
    func preview() {
        var page = page()
        press([Key(.down), Key(.right), Key(.right), Key(.right)], &page)
        #expect(page.theme.symbols.one.drawing == .curve(.triangle))
        press([Key(.down), Key(.down), Key(.down), .control("u")], &page)
        #expect(page.verdict.problems.keys.first == ThemeField(.glyphs))
        press([Key(.up), Key(.right)], &page)
        #expect(page.theme.symbols.one.drawing == .characters(.triangle))
        #expect(page.theme.symbols.one.glyphs == Theme.classic.symbols.one.glyphs)
    }

    @Test("The theme editor saves a valid theme and moves to the error of an invalid one")
    func saving() {
        var page = page()
        press(" two".map { .character($0) }, &page)
        var wanted = Theme.classic
        wanted.name = "classic two"
        #expect(press([.control("s")], &page) == [.done(.save(wanted))])
        press([.control("u")] + "paper".map { .character($0) } + [Key(.tab), Key(.tab)], &page)
        #expect(press([.control("s")], &page) == [])
        #expect(page.field == ThemeField(.name))
        #expect(
            lines(page, size).contains { $0.contains("A theme with this name already exists.") })
    }

    @Test("The theme editor asks before changes are lost, and only then")
    func leaving() {
        for leave in [Key(.escape), .control("c")] {
            var page = page()
            #expect(press([Key(.down), leave], &page) == [.done(.left)])
            press([Key(.left), Key(.left)], &page)
            #expect(press([leave], &page) == [] && page.isAsking)
            #expect(lines(page, size).contains { $0.contains("Save your changes?") })
            #expect(
                press([.character("x"), Key(.left), Key(.right)], &page) == [] && page.isAsking)
            #expect(press([Key(.enter)], &page) == [] && !page.isAsking)
            #expect(press([leave, .character("n")], &page) == [.done(.left)])
            press([leave], &page)
            #expect(press([.character("y")], &page) == [.done(.save(page.theme))])
        }
    }

    @Test(
        "The mouse works the theme editor", arguments: [Size(80, 24), Size(40, 15), Size(120, 40)])
    func mouse(size: Size) throws {
        var page = page()
        func click(_ text: String) throws -> Step {
            let lines = lines(page, size)
            let row = try #require(lines.lastIndex { $0.contains(text) })
            let column = try #require(
                lines[row].firstRange(of: text).map {
                    lines[row].distance(from: lines[row].startIndex, to: $0.lowerBound)
                })
            return page.handle(
                .mouse(Mouse(.press(.left), at: Point(column + 1, row))), in: size, at: .zero)
        }
        #expect(try click("ribbon") == [] && page.field == ThemeField(.shape, .two))
        #expect(page.theme.symbols.two.drawing == .curve(.triangle))
        #expect(try click("oval") == [] && page.field.row == .plural)
        #expect(try click("esc") == [] && page.isAsking)
        #expect(try click("cancel") == [] && !page.isAsking)
        #expect(try click("ctrl-s") == [.done(.save(page.theme))])
    }

    @Test("The theme editor draws on any screen, whatever is typed")
    func sizes() async {
        var page = page()
        press("\u{202E}漢🐧".map { .character($0) }, &page)
        _ = page.handle(.paste("\u{1B}[2J\nx"), in: size, at: .zero)
        for width in [0, 1, 5, 39, 40, 60, 75, 76, 80, 200] {
            for height in [0, 1, 4, 15, 19, 20, 24, 60] {
                for line in lines(page, Size(width, height)) {
                    #expect(!line.contains("\u{1B}") && !line.contains("\u{202E}"))
                }
                await Task.yield()
            }
        }
    }

    @Test("The theme editor says \"unsaved changes\" only while something differs")
    func unsavedChanges() {
        var page = page()
        func saysSo() -> Bool { lines(page, size)[0].contains("unsaved changes") }
        #expect(!saysSo())
        press([.character("x")], &page)
        #expect(saysSo())
        press([Key(.backspace)], &page)
        #expect(!saysSo())
        #expect(press([Key(.escape)], &page) == [.done(.left)])
    }

    @Test("The theme editor says why a theme could not be saved and keeps it")
    func notice() {
        var page = ThemeEditorPage(
            .classic, heading: "mine", taken: [], settings: ClientSettings(),
            notice: "Could not save: mine.json: permission denied.")
        #expect(lines(page, size).contains { $0.contains("permission denied.") })
        #expect(press([Key(.escape)], &page) == [] && page.isAsking)
    }

    @Test("Theme editor picture at 80 by 24 matches")
    func picture() {
        var page = page()
        press(Array(repeating: Key(.down), count: 10) + [.character("x")], &page)
        expectPicture(
            lines(page, size).joined(separator: "\n"),
            "themes/editor-80x24")
    }

    @Test("Theme editor picture at 40 by 15 matches")
    func smallPicture() {
        var page = page()
        press([Key(.down)], &page)
        expectPicture(
            lines(page, Size(40, 15)).joined(separator: "\n"),
            "themes/editor-40x15")
    }
}
