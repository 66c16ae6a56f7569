/// The look a terminal will write the next character in, and the cheapest way to change it.
struct Pen: Equatable, Sendable {
    /// The look; `nil` if something else may have changed the terminal.
    private(set) var style: Style?

    mutating func change(to target: Style, into bytes: inout [UInt8]) {
        change(to: target)?.append(to: &bytes)
    }

    /// Either changes the differences or resets everything and starts over, whichever is shorter.
    ///
    /// - Returns: The sequence to write; `nil` if the terminal already has that look.
    mutating func change(to target: Style) -> GraphicSequence? {
        guard let style else {
            self.style = target
            return GraphicSequence(anewTo: target)
        }
        guard style != target else { return nil }
        self.style = target
        let difference = GraphicSequence(from: style, to: target)
        // If nothing is turned off, starting over can only be longer.
        let onlyAdds =
            target.foreground != .standard && target.background != .standard
            && style.attributes.isSubset(of: target.attributes)
        if onlyAdds { return difference }
        let anew = GraphicSequence(anewTo: target)
        return difference.length <= anew.length ? difference : anew
    }

    /// The look for a blank: its background, without a line under it.
    ///
    /// The color of the glyph stays, because it will probably be needed again after the blank.
    func style(forBlankOn background: TerminalColor) -> Style {
        var target = style ?? .standard
        target.background = background
        target.attributes.subtract([.underline, .reverse])
        return target
    }
}

/// SGR, `CSI … m`, in the semicolon form that every terminal understands.
///
/// Stores the numbers rather than their digits, because two sequences are made for each one
/// written.
struct GraphicSequence {
    /// The numbers, one byte each, the last one lowest: at most fifteen, for a zero, four
    /// attributes, and two true colors.
    private var numbers: UInt128 = 0
    private var count = 0

    init(from old: Style, to new: Style) {
        addChange(from: old, to: new)
    }

    /// Resets everything first, with a zero that may be omitted if it is alone.
    init(anewTo new: Style) {
        guard new != .standard else { return }
        add(0)
        addChange(from: .standard, to: new)
    }

    var length: Int {
        var digits = 0
        for index in 0..<count {
            let number = number(index)
            digits += number < 10 ? 1 : number < 100 ? 2 : 3
        }
        return 3 + digits + max(0, count - 1)
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: 3 + 4 * count) { bytes in
            bytes.append(0x1B)
            bytes.append(0x5B)
            for index in 0..<count {
                if index > 0 { bytes.append(0x3B) }
                let number = number(index)
                if number >= 100 { bytes.append(0x30 + number / 100) }
                if number >= 10 { bytes.append(0x30 + number / 10 % 10) }
                bytes.append(0x30 + number % 10)
            }
            bytes.append(0x6D)
        }
    }

    private func number(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: numbers >> (8 * (count - 1 - index)))
    }

    private mutating func addChange(from old: Style, to new: Style) {
        if old.attributes != new.attributes { addChange(from: old.attributes, to: new.attributes) }
        if old.foreground != new.foreground { add(new.foreground, base: 30) }
        if old.background != new.background { add(new.background, base: 40) }
    }

    private mutating func addChange(from old: Style.Attributes, to new: Style.Attributes) {
        var kept = old
        let gone = old.subtracting(new)
        // One number turns off both bold and dim.
        if !gone.isDisjoint(with: [.bold, .dim]) {
            add(22)
            kept.subtract([.bold, .dim])
        }
        if gone.contains(.underline) { add(24) }
        if gone.contains(.reverse) { add(27) }
        let added = new.subtracting(kept)
        if added.contains(.bold) { add(1) }
        if added.contains(.dim) { add(2) }
        if added.contains(.underline) { add(4) }
        if added.contains(.reverse) { add(7) }
    }

    private mutating func add(_ ink: TerminalColor, base: UInt8) {
        switch ink.kind {
        case .standard: add(base + 9)
        case .indexed(let index) where index < 8: add(base + index)
        case .indexed(let index) where index < 16: add(base + 52 + index)
        case .indexed(let index): add(UInt64(base + 8) << 16 | 5 << 8 | UInt64(index), 3)
        case .rgb(let color):
            let parts = UInt64(color.red) << 16 | UInt64(color.green) << 8 | UInt64(color.blue)
            add(UInt64(base + 8) << 32 | 2 << 24 | parts, 5)
        }
    }

    private mutating func add(_ number: UInt8) {
        add(UInt64(number), 1)
    }

    /// Adds several numbers at once, packed the same way.
    private mutating func add(_ packed: UInt64, _ count: Int) {
        numbers = numbers << (8 * count) | UInt128(packed)
        self.count += count
    }
}
