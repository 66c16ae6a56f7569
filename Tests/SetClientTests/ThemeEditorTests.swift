import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Theme editor")
struct ThemeEditorTests {
    private let size = Size(80, 24)

    private func page(notice: String? = nil) -> ThemeEditorPage {
        ThemeEditorPage(
            .classic, heading: "classic", taken: ["paper"], settings: ClientSettings(),
            notice: notice)
    }

    @discardableResult
    private func press(
        _ keys: [Key], _ page: inout ThemeEditorPage
    ) -> [ScreenEffect<ThemeEditorPage.Outcome>] {
        keys.map { page.handle(.key($0), in: size, at: .zero) }.last ?? []
    }

    private func lines(_ page: ThemeEditorPage, _ size: Size) -> [String] {
        var canvas = Canvas(size)
        page.draw(on: &canvas, Appearance(palette: Palette(page.theme)), at: .zero)
        return canvas.lines
    }

    /// How a theme differs from the classic one, by the fields of the form.
    private func changes(_ theme: Theme) -> String {
        let (draft, classic) = (ThemeDraft(theme), ThemeDraft(.classic))
        let fields = ThemeField.all.filter { draft[$0] != classic[$0] }
        return fields.map { "\($0.row) \($0.variant.rawValue) \(draft[$0])" }
            .joined(separator: ", ")
    }

    @Test("The theme editor shows each change, moves to errors, and asks before changes are lost")
    func scripts() throws {
        try expectAnswers("themes/editor") { script in
            var page = page(notice: script.hasPrefix("notice") ? "No space on disk." : nil)
            var (size, effects) = (size, [ScreenEffect<ThemeEditorPage.Outcome>]())
            for step in script.split(separator: " | ") {
                let words = step.split(separator: " ", maxSplits: 1).map(String.init)
                let text = (words + [""])[1]
                switch words[0] {
                case "size":
                    let numbers = text.split(separator: "x").compactMap { Int($0) }
                    size = Size(numbers[0], numbers[1])
                case "press": effects = press(try Key.named(text), &page)
                case "click":
                    let lines = lines(page, size)
                    let row = try #require(lines.lastIndex { $0.contains(text) })
                    let place = try #require(lines[row].firstRange(of: text)).lowerBound
                    let point = Point(String(lines[row][..<place]).columns + 1, row)
                    effects = page.handle(
                        .mouse(Mouse(.press(.left), at: point)), in: size, at: .zero)
                case _: #expect(words[0] == "notice")
                }
            }
            let ends = effects.map { effect in
                switch effect {
                case .done(.save(let theme)): "save: \(changes(theme))"
                case _: "\(effect)"
                }
            }
            let problems = page.verdict.problems.map { "\($0.row) \($0.variant.rawValue): \($1)" }
            let rows = lines(page, size)
            let shown = [
                "theme: \(changes(page.theme))",
                "field: \(page.field.row) \(page.field.variant.rawValue)", rows[0],
            ]
            return (ends + shown + problems.sorted() + rows.suffix(2))
                .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
        }
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
