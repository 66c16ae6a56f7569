import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Themes")
struct ThemeTests {
    @Test(
        "On a white terminal cards are visible as cards",
        arguments: [ColorDepth.trueColor, .indexed])
    func lightCards(depth: ColorDepth) {
        let palette = Palette(.classic, on: .light, depth)
        let paper = palette.shown(palette.ink(.paper))
        let edge = palette.shown(palette.ink(.edge, on: .card))
        #expect(paper.contrast(with: .white) >= 1.2)
        #expect(edge.contrast(with: .white) >= 2 && edge.contrast(with: paper) >= 2)
    }

    @Test("Themes: there are eight with different names, the classic one first")
    func builtIn() {
        #expect(Theme.builtIn.first?.name == "classic")
        #expect(Set(Theme.builtIn.map(\.name)).count == 8)
    }

    @Test("Themes: high contrast is at least seven to one on black and on white")
    func highContrast() {
        for (background, bare) in [(Background.dark, RGBColor.black), (.light, .white)] {
            let palette = Palette(.highContrast, on: background, .trueColor)
            for color in Variant.allCases {
                #expect(palette.shown(palette.ink(of: color).top).contrast(with: bare) >= 7)
            }
        }
    }

    @Test("Themes: cards are named in words, with the number agreeing")
    func words() throws {
        let two = try #require(Card(code: "2321"))
        #expect(CardWords(.classic).describe(two) == "two striped red ovals")
        let one = try #require(Card(code: "1232"))
        #expect(CardWords(.classic).describe(one) == "one open green squiggle")
        let fish = try #require(Card(code: "3213"))
        #expect(CardWords(.penguins).describe(fish) == "three solid dusk fish")
        #expect(CardWords(.classic).code(two) == "2Ro=")
    }

    @Test("Themes: a color name can differ on a light background")
    func groundedNames() throws {
        let card = try #require(Card(code: "1113"))
        #expect(CardWords(.colorBlind, on: .dark).describe(card) == "one solid yellow diamond")
        #expect(CardWords(.colorBlind, on: .light).describe(card) == "one solid black diamond")
        #expect(CardWords(.colorBlind, on: .light).code(card) == "1Kd#")
    }

    @Test("Themes: without color, cards use terminal colors and letters")
    func plain() {
        let palette = Palette(.classic, on: .dark, .none)
        #expect(Variant.allCases.allSatisfy { palette.ink(of: $0) == Gradient(.standard) })
        #expect(SurfaceRole.allCases.allSatisfy { palette.ink($0) == .standard })
        #expect(palette.showsColorLetter)
        #expect(!Palette(.classic, on: .dark, .trueColor).showsColorLetter)
    }

    @Test("Themes: a gradient runs from its first ink to its second")
    func gradient() {
        let ramp = ColorFallbacks(0x00_00_00, to: 0xC8_64_00, 0, 0).ramp(.trueColor)
        #expect(ramp.ink(at: 0) == .rgb(0, 0, 0))
        #expect(ramp.ink(at: 0.5) == .rgb(100, 50, 0))
        #expect(ramp.ink(at: 1) == .rgb(200, 100, 0))
    }
}
