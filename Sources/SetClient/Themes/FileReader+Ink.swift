import SetProtocol

extension FileReader {
    /// What a file calls the terminal's own ink.
    static let ownInk = "terminal"

    /// An ink: `"#RRGGBB"`, or an object that also says what it turns into and what stands for it
    /// where there are fewer colors; what that leaves out is worked out.
    mutating func ink(_ node: JSONNode?) -> ColorFallbacks? {
        guard let node else { return nil }
        guard case .object = node.content else {
            return color(node, "a color").map { Self.ladder($0) }
        }
        let fields = object(node, "an ink", keys: ["color", "to", "256", "16"])
        guard let top = color(required(fields, "color", "the ink"), "\"color\"") else {
            return nil
        }
        var ladder = Self.ladder(top)
        if let node = fields?["to"], let bottom = color(node, "\"to\"") {
            ladder.gradient = bottom
        }
        if let node = fields?["256"], let index = index(node, "\"256\"", 0...255) {
            ladder.indexed = index
        }
        if let node = fields?["16"], let index = index(node, "\"16\"", 0...15) {
            ladder.basic = index
        }
        return ladder
    }

    /// A color as a number; the inner `nil` is the terminal's own.
    private mutating func color(_ node: JSONNode?, _ what: String) -> UInt32?? {
        guard let node else { return nil }
        if case .string(let text) = node.content {
            if text == Self.ownInk { return .some(nil) }
            let digits = text.utf8.dropFirst()
            if text.utf8.first == 0x23, digits.count == 6, digits.allSatisfy(Self.isHexadecimal),
                let code = UInt32(text.dropFirst(), radix: 16)
            {
                return code
            }
        }
        complain(
            at: node.offset,
            "\(what) must be written as \"#RRGGBB\", such as \"#FF5533\", or as \"\(Self.ownInk)\"")
        return nil
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        case _: false
        }
    }

    /// An index as a number; the inner `nil` is the terminal's own.
    private mutating func index(
        _ node: JSONNode, _ what: String, _ range: ClosedRange<Int>
    ) -> UInt8?? {
        if case .integer(let number) = node.content, range ~= number { return UInt8(number) }
        if node.content == .string(Self.ownInk) { return .some(nil) }
        complain(
            at: node.offset,
            "\(what) must be a number from \(range.lowerBound) to \(range.upperBound), "
                + "or \"\(Self.ownInk)\"")
        return nil
    }

    /// The ink with what is nearest to it where there are fewer colors.
    private static func ladder(_ code: UInt32?) -> ColorFallbacks {
        func index(_ depth: ColorDepth) -> UInt8? {
            switch depth.reduce(TerminalColor(code)) {
            case .indexed(let index): index
            case .standard, .rgb: nil
            }
        }
        return ColorFallbacks(code, index(.indexed), index(.sixteen))
    }
}
