/// How many colors can be shown, the fewest first.
package enum ColorDepth: CaseIterable, Sendable, Comparable {
    /// No color; only bold, dim, underline, and reverse.
    case none
    case sixteen
    /// 256 colors.
    case indexed
    case trueColor

    /// The nearest color at this depth.
    ///
    /// A theme should specify its own fallbacks by index: the numerically nearest colors are not
    /// always the easiest to distinguish.
    package func reduce(_ ink: TerminalColor) -> TerminalColor {
        switch (self, ink.kind) {
        case (.trueColor, _), (_, .standard): ink
        case (.none, _): .standard
        case (.indexed, .indexed): ink
        case (.indexed, .rgb(let color)): .indexed(IndexedPalette.nearestIndex(color))
        case (.sixteen, .indexed(let index)) where index < 16: ink
        case (.sixteen, .indexed(let index)):
            .indexed(IndexedPalette.sixteen(RGBColor(indexed: index)))
        case (.sixteen, .rgb(let color)): .indexed(IndexedPalette.sixteen(color))
        }
    }

    package func reduce(_ style: Style) -> Style {
        // There is nothing to reduce if every color can be shown.
        self == .trueColor
            ? style
            : Style(reduce(style.foreground), on: reduce(style.background), style.attributes)
    }
}

/// The 256 indexed colors of xterm: a palette of 16, a cube of 216, and 24 grays.
private enum IndexedPalette {
    static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// The first sixteen, as xterm comes.
    static let basic: [RGBColor] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map(RGBColor.init(code:))

    /// The nearest by Euclidean distance among the cube's 216 colors and the 24 grays.
    ///
    /// The first sixteen are excluded, because users choose how these look.
    static func nearestIndex(_ color: RGBColor) -> UInt8 {
        let steps = (
            nearestLevel(color.red), nearestLevel(color.green), nearestLevel(color.blue)
        )
        let inCube = 16 + 36 * steps.0 + 6 * steps.1 + steps.2
        let average = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
        let inGrays = 232 + min(23, max(0, (average - 3) / 10))
        func distance(_ index: Int) -> Int {
            let candidate = RGBColor(indexed: UInt8(index))
            return square(color.red, candidate.red) + square(color.green, candidate.green)
                + square(color.blue, candidate.blue)
        }
        return UInt8(distance(inGrays) < distance(inCube) ? inGrays : inCube)
    }

    /// One of the sixteen, by a rule of thumb.
    ///
    /// If the largest and smallest components differ by less than 32, it is one of the four grays.
    /// Otherwise each component above their midpoint is on, which gives the hue; it is bright if
    /// the largest is at least 192.
    static func sixteen(_ color: RGBColor) -> UInt8 {
        let strongest = Int(max(color.red, color.green, color.blue))
        let weakest = Int(min(color.red, color.green, color.blue))
        if strongest - weakest < 32 {
            switch (strongest + weakest) / 2 {
            case ..<64: return 0
            case ..<144: return 8
            case ..<224: return 7
            default: return 15
            }
        }
        func isOn(_ part: UInt8) -> Bool { 2 * Int(part) > strongest + weakest }
        return (isOn(color.red) ? 1 : 0) | (isOn(color.green) ? 2 : 0)
            | (isOn(color.blue) ? 4 : 0) | (strongest >= 192 ? 8 : 0)
    }

    private static func nearestLevel(_ part: UInt8) -> Int {
        levels.indices.min { square(part, levels[$0]) < square(part, levels[$1]) } ?? 0
    }

    private static func square(_ first: UInt8, _ second: UInt8) -> Int {
        let difference = Int(first) - Int(second)
        return difference * difference
    }
}

extension RGBColor {
    /// The color of an index in xterm's standard palette.
    package init(indexed index: UInt8) {
        switch index {
        case 0..<16: self = IndexedPalette.basic[Int(index)]
        case 16..<232:
            let place = Int(index) - 16
            let levels = IndexedPalette.levels
            self.init(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
        default:
            let gray = 8 + 10 * (index - 232)
            self.init(gray, gray, gray)
        }
    }
}
