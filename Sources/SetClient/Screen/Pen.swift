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
        bytes.append(0x1B)
        bytes.append(0x5B)
        // Both ways are written, one after the other, and the longer one is taken back.
        let start = bytes.count
        if let style {
            Self.appendChange(from: style, to: target, into: &bytes)
            // Every number comes with a semicolon; the first one needs none.
            bytes.remove(at: start)
        }
        let changed = bytes.count - start
        if let style, Self.onlyAdds(style, target) {
            bytes.append(0x6D)
            self.style = target
            return
        }
        // Starting anew is a zero, which may be left out when it is alone.
        if target != .standard { bytes.append(0x30) }
        Self.appendChange(from: .standard, to: target, into: &bytes)
        let anew = bytes.count - start - changed
        if style != nil, changed <= anew {
            bytes.removeLast(anew)
        } else {
            bytes.removeSubrange(start..<start + changed)
        }
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

    /// Whether a change takes nothing back, so that starting anew can only be longer.
    private static func onlyAdds(_ old: Style, _ new: Style) -> Bool {
        new.foreground != .standard && new.background != .standard
            && old.attributes.isSubset(of: new.attributes)
    }

    /// Appends the numbers that lead from one style to another, each with a semicolon before it.
    private static func appendChange(from old: Style, to new: Style, into bytes: inout [UInt8]) {
        var kept = old.attributes
        let gone = old.attributes.subtracting(new.attributes)
        // One number ends both bold and dim.
        if !gone.isDisjoint(with: [.bold, .dim]) {
            append(22, into: &bytes)
            kept.subtract([.bold, .dim])
        }
        if gone.contains(.underline) { append(24, into: &bytes) }
        if gone.contains(.reverse) { append(27, into: &bytes) }
        let added = new.attributes.subtracting(kept)
        if added.contains(.bold) { append(1, into: &bytes) }
        if added.contains(.dim) { append(2, into: &bytes) }
        if added.contains(.underline) { append(4, into: &bytes) }
        if added.contains(.reverse) { append(7, into: &bytes) }
        if old.foreground != new.foreground { append(new.foreground, base: 30, into: &bytes) }
        if old.background != new.background { append(new.background, base: 40, into: &bytes) }
    }

    private static func append(_ number: Int, into bytes: inout [UInt8]) {
        bytes.append(0x3B)
        bytes.appendDecimal(number)
    }

    private static func append(_ ink: Ink, base: Int, into bytes: inout [UInt8]) {
        switch ink {
        case .standard: append(base + 9, into: &bytes)
        case .indexed(let index) where index < 8: append(base + Int(index), into: &bytes)
        case .indexed(let index) where index < 16: append(base + 52 + Int(index), into: &bytes)
        case .indexed(let index):
            append(base + 8, into: &bytes)
            append(5, into: &bytes)
            append(Int(index), into: &bytes)
        case .rgb(let red, let green, let blue):
            append(base + 8, into: &bytes)
            append(2, into: &bytes)
            append(Int(red), into: &bytes)
            append(Int(green), into: &bytes)
            append(Int(blue), into: &bytes)
        }
    }
}
