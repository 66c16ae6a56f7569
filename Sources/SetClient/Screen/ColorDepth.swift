/// How many colors a terminal can show.
package enum ColorDepth: Int, CaseIterable, Hashable, Sendable, Comparable {
    /// No color; only bold, dim, underline, and reverse.
    case none = 0
    /// The terminal's palette of sixteen colors.
    case sixteen = 1
    /// 256 indexed colors.
    case indexed = 2
    /// Any red, green, and blue.
    case trueColor = 3

    /// Orders depths by how much they can show.
    package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The nearest color at this depth.
    ///
    /// A theme should specify its own fallbacks by index: the numerically nearest colors are not
    /// always the easiest to distinguish.
    package func reduce(_ ink: TerminalColor) -> TerminalColor {
        switch (self, ink) {
        case (.trueColor, _), (_, .standard): ink
        case (.none, _): .standard
        case (.indexed, .indexed): ink
        case (.indexed, .rgb(let red, let green, let blue)):
            .indexed(IndexedPalette.nearestIndex(red, green, blue))
        case (.sixteen, .indexed(let index)) where index < 16: ink
        case (.sixteen, .indexed(let index)):
            .indexed(IndexedPalette.sixteen(IndexedPalette.color(of: index)))
        case (.sixteen, .rgb(let red, let green, let blue)):
            .indexed(IndexedPalette.sixteen((red, green, blue)))
        }
    }

    package func reduce(_ style: Style) -> Style {
        Style(reduce(style.foreground), on: reduce(style.background), style.attributes)
    }
}

/// The 256 indexed colors of xterm: a palette of 16, a cube of 216, and 24 grays.
private enum IndexedPalette {
    typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

    /// The six levels of each side of the cube.
    static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// The nearest by Euclidean distance among the cube's 216 colors and the 24 grays.
    ///
    /// The first sixteen are excluded, because users choose how these look.
    static func nearestIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let steps = (nearestLevel(red), nearestLevel(green), nearestLevel(blue))
        let inCube = 16 + 36 * steps.0 + 6 * steps.1 + steps.2
        let average = (Int(red) + Int(green) + Int(blue)) / 3
        let inGreys = 232 + min(23, max(0, (average - 3) / 10))
        func distance(_ index: Int) -> Int {
            let candidate = color(of: UInt8(index))
            return square(red, candidate.red) + square(green, candidate.green)
                + square(blue, candidate.blue)
        }
        return UInt8(distance(inGreys) < distance(inCube) ? inGreys : inCube)
    }

    /// One of the sixteen, by a rule of thumb.
    ///
    /// If the largest and smallest components differ by less than 32, it is one of the four grays.
    /// Otherwise each component above their midpoint is on, which gives the hue; it is bright if
    /// the largest is at least 192.
    static func sixteen(_ color: Color) -> UInt8 {
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

    /// The color of an index; for the first sixteen, xterm's default.
    static func color(of index: UInt8) -> Color {
        switch index {
        case 0..<16:
            let strong: UInt8 = index == 7 ? 229 : index > 7 ? 255 : 205
            let weak: UInt8 = index == 8 ? 127 : 0
            func part(_ bit: UInt8) -> UInt8 { index & bit != 0 ? strong : weak }
            return (part(1), part(2), part(4))
        case 16..<232:
            let place = Int(index) - 16
            return (levels[place / 36], levels[place / 6 % 6], levels[place % 6])
        default:
            let gray = 8 + 10 * (index - 232)
            return (gray, gray, gray)
        }
    }

    private static func nearestLevel(_ part: UInt8) -> Int {
        levels.indices.min { square(part, levels[$0]) < square(part, levels[$1]) } ?? 0
    }

    private static func square(_ first: UInt8, _ second: UInt8) -> Int {
        let difference = Int(first) - Int(second)
        return difference * difference
    }
}
