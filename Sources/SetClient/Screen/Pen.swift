/// The style a terminal will write the next character in, and the cheapest way to change it.
///
/// Sequences are SGR, `CSI … m`, in the form with semicolons, which every terminal understands.
struct Pen: Hashable, Sendable {
    /// The style; `nil` when the terminal was touched by somebody else.
    private(set) var style: Style?

    /// A pen that knows nothing of the terminal.
    init() {}

    /// Changes the style and says only what differs.
    ///
    /// Taking everything back and starting anew is the other way; the shorter one is taken.
    mutating func change(to target: Style, into bytes: inout [UInt8]) {
        guard style != target else { return }
        var anew: [UInt8] = [0x30]
        Self.appendChange(from: .standard, to: target, into: &anew)
        var best = anew
        if let style {
            var changed: [UInt8] = []
            Self.appendChange(from: style, to: target, into: &changed)
            if changed.count <= anew.count { best = changed }
        }
        // The lone zero may be left out.
        if best == [0x30] { best = [] }
        bytes.append(contentsOf: [0x1B, 0x5B])
        bytes.append(contentsOf: best.first == 0x3B ? best.dropFirst() : best[...])
        bytes.append(0x6D)
        style = target
    }

    /// Changes the style as far as a blank shows it: the background, and no line under it.
    ///
    /// The colour of the glyph stays, for it will probably be wanted again behind the blank.
    mutating func changeForBlank(on background: Ink, into bytes: inout [UInt8]) {
        var target = style ?? .standard
        target.background = background
        target.attributes.subtract([.underline, .reverse])
        change(to: target, into: &bytes)
    }

    /// Appends the numbers that lead from one style to another, each with a semicolon before it.
    private static func appendChange(from old: Style, to new: Style, into bytes: inout [UInt8]) {
        var kept = old.attributes
        let gone = old.attributes.subtracting(new.attributes)
        // One number ends both bold and dim.
        if !gone.isDisjoint(with: [.bold, .dim]) {
            append([22], into: &bytes)
            kept.subtract([.bold, .dim])
        }
        if gone.contains(.underline) { append([24], into: &bytes) }
        if gone.contains(.reverse) { append([27], into: &bytes) }
        let added = new.attributes.subtracting(kept)
        if added.contains(.bold) { append([1], into: &bytes) }
        if added.contains(.dim) { append([2], into: &bytes) }
        if added.contains(.underline) { append([4], into: &bytes) }
        if added.contains(.reverse) { append([7], into: &bytes) }
        if old.foreground != new.foreground {
            append(numbers(for: new.foreground, base: 30), into: &bytes)
        }
        if old.background != new.background {
            append(numbers(for: new.background, base: 40), into: &bytes)
        }
    }

    private static func append(_ numbers: [Int], into bytes: inout [UInt8]) {
        for number in numbers {
            bytes.append(0x3B)
            bytes.appendDecimal(number)
        }
    }

    private static func numbers(for ink: Ink, base: Int) -> [Int] {
        switch ink {
        case .standard: [base + 9]
        case .indexed(let index) where index < 8: [base + Int(index)]
        case .indexed(let index) where index < 16: [base + 60 + Int(index) - 8]
        case .indexed(let index): [base + 8, 5, Int(index)]
        case .rgb(let red, let green, let blue): [base + 8, 2, Int(red), Int(green), Int(blue)]
        }
    }
}
