import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite struct ScreenColors {
    @Test(
        "Colors are reduced to the nearest of 256",
        arguments: [
            (TerminalColor.rgb(0, 0, 0), 16), (.rgb(255, 255, 255), 231), (.rgb(255, 0, 0), 196),
            (.rgb(8, 8, 8), 232), (.rgb(238, 238, 238), 255), (.rgb(118, 118, 118), 243),
            (.rgb(95, 135, 175), 67), (.rgb(30, 30, 46), 235),
        ] as [(TerminalColor, UInt8)])
    func nearest(ink: TerminalColor, index: UInt8) {
        #expect(ColorDepth.indexed.reduce(ink) == .indexed(index))
    }

    @Test("Colors of 256 are the nearest for every color of a coarse grid")
    func nearestEverywhere() {
        let levels = [0, 95, 135, 175, 215, 255]
        var candidates: [[Int]] = []
        for red in levels {
            for green in levels { for blue in levels { candidates.append([red, green, blue]) } }
        }
        for step in 0..<24 {
            let gray = 8 + 10 * step
            candidates.append([gray, gray, gray])
        }
        func distance(_ first: [Int], _ second: [Int]) -> Int {
            var sum = 0
            for (one, other) in zip(first, second) { sum += (one - other) * (one - other) }
            return sum
        }
        for number in stride(from: 0, to: 1 << 24, by: 59_999) {
            let wanted = [number >> 16, number >> 8 & 255, number & 255]
            let ink = TerminalColor.rgb(UInt8(wanted[0]), UInt8(wanted[1]), UInt8(wanted[2]))
            guard case .indexed(let index) = ColorDepth.indexed.reduce(ink).kind, index >= 16 else {
                Issue.record("\(wanted) is no index")
                continue
            }
            let least = candidates.map { distance($0, wanted) }.min()
            #expect(distance(candidates[Int(index) - 16], wanted) == least)
        }
    }

    @Test(
        "Colors are reduced to sixteen by hue and brightness",
        arguments: [
            (TerminalColor.rgb(255, 85, 51), 9), (.rgb(166, 255, 224), 14),
            (.rgb(198, 166, 255), 12),
            (.rgb(89, 0, 0), 1), (.rgb(240, 228, 66), 11), (.rgb(0, 0, 0), 0),
            (.rgb(30, 30, 46), 0), (.rgb(255, 255, 255), 15), (.rgb(127, 127, 127), 8),
            (.rgb(200, 200, 200), 7), (.indexed(5), 5), (.indexed(196), 9), (.indexed(232), 0),
        ] as [(TerminalColor, UInt8)])
    func sixteen(ink: TerminalColor, index: UInt8) {
        #expect(ColorDepth.sixteen.reduce(ink) == .indexed(index))
    }

    @Test("Colors are left out without color, and left alone with all of it")
    func ends() {
        let style = Style(.rgb(1, 2, 3), on: .indexed(4), [.bold, .reverse])
        #expect(
            ColorDepth.none.reduce(style) == Style(.standard, on: .standard, [.bold, .reverse]))
        #expect(ColorDepth.trueColor.reduce(style) == style)
        for depth in ColorDepth.allCases {
            #expect(depth.reduce(.standard) == TerminalColor.standard)
        }
    }
}

@Suite struct ScreenGlyphs {
    @Test(
        "Glyph widths match those of terminals",
        arguments: [
            ("a", 1), ("é", 1), ("\u{301}", 0), ("\u{200D}", 0), ("\u{2028}", 0), ("語", 2),
            ("한", 2), ("🙂", 2), ("⚡", 2), ("♠", 1), ("◆", 1), ("◽", 2), ("│", 1), ("⠿", 1),
            ("\u{1FB00}", 1), ("\u{1CD00}", 1), ("\u{1F321}", 1), ("\u{9B}", 0), ("\u{1160}", 0),
        ] as [(Unicode.Scalar, Int)])
    func columns(scalar: Unicode.Scalar, columns: Int) {
        #expect(scalar.columns == columns)
    }

    @Test("Every glyph has an ASCII replacement one column wide")
    func ascii() {
        for value in Array(0x20...0x2BFF) + Array(0x1CD00...0x1CDE5) + Array(0x1FB00...0x1FBFF) {
            guard let scalar = Unicode.Scalar(UInt32(value)), scalar.columns > 0 else { continue }
            let substitute = GlyphSet.ascii.substitute(scalar)
            if !(0x20..<0x7F ~= substitute.value) { Issue.record("\(scalar) is \(substitute)") }
        }
    }

    @Test(
        "Filled, half-filled and open shapes stay distinct in ASCII",
        arguments: ["●◍○", "◆◈◇", "■▣□"])
    func shapes(_ glyphs: String) {
        let substitutes = Set(glyphs.unicodeScalars.map(GlyphSet.ascii.substitute))
        #expect(substitutes.count == 3)
    }
}
