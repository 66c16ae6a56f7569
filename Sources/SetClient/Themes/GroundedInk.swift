/// How many colours a theme may use.
package enum InkDepth: String, CaseIterable, Hashable, Sendable {
    /// Any colour.
    case trueColor
    /// The 256 indexed colours.
    case indexed
    /// The sixteen colours of the terminal's own palette.
    case basic
    /// None at all: the terminal's own two.
    case plain
}

/// A value for a dark and one for a light ground.
package struct PerGround<Value> {
    /// The value on a dark ground.
    package var dark: Value
    /// The value on a light ground.
    package var light: Value

    /// A value for each ground.
    package init(dark: Value, light: Value) {
        self.dark = dark
        self.light = light
    }

    /// The value for a ground.
    package subscript(ground: Ground) -> Value {
        switch ground {
        case .dark: dark
        case .light: light
        }
    }
}

extension PerGround: Equatable where Value: Equatable {}
extension PerGround: Hashable where Value: Hashable {}
extension PerGround: Sendable where Value: Sendable {}

/// One ink, chosen by hand for every depth of colour.
///
/// Nearest matches found at run time merge colours that must stay apart.
package struct InkLadder: Hashable, Sendable {
    /// The colour at the top as `0xRRGGBB`; `nil` for the terminal's own.
    package var trueColor: UInt32?
    /// The colour it turns into towards the bottom as `0xRRGGBB`; `nil` for the same.
    package var gradient: UInt32?
    /// The index among 256 colours; `nil` for the terminal's own.
    package var indexed: UInt8?
    /// The index among sixteen colours, 0...15; `nil` for the terminal's own.
    package var basic: UInt8?

    /// An ink with a value for each depth.
    package init(
        _ trueColor: UInt32?, to gradient: UInt32? = nil, _ indexed: UInt8?, _ basic: UInt8?
    ) {
        self.trueColor = trueColor
        self.gradient = gradient
        self.indexed = indexed
        self.basic = basic
    }

    /// The ink at a depth, from top to bottom.
    package func ramp(_ depth: InkDepth) -> InkRamp {
        switch depth {
        case .trueColor: InkRamp(Ink(trueColor), to: Ink(gradient ?? trueColor))
        case .indexed: InkRamp(indexed.map(Ink.indexed) ?? .standard)
        case .basic: InkRamp(basic.map(Ink.indexed) ?? .standard)
        case .plain: InkRamp(.standard)
        }
    }
}

/// An ink for a dark and one for a light ground.
package typealias GroundedInk = PerGround<InkLadder>

extension Ink {
    /// The true colour `0xRRGGBB`, or the terminal's own for `nil`.
    init(_ code: UInt32?) {
        guard let code else {
            self = .standard
            return
        }
        self = .rgb(
            UInt8(code >> 16 & 0xFF), UInt8(code >> 8 & 0xFF), UInt8(code & 0xFF))
    }
}
