/// One of the three looks a feature can take on a card.
///
/// Variants are neutral: whether `.two` of a shape is a diamond or a penguin is for a theme to say.
package enum Variant: UInt8, CaseIterable, Hashable, Sendable, Comparable {
    case one = 1
    case two = 2
    case three = 3

    /// Orders variants by their number, so that lists of cards have one natural order.
    package static func < (left: Variant, right: Variant) -> Bool { left.rawValue < right.rawValue }
}

/// One of the four properties that tell cards apart.
///
/// The raw value is the position of the feature's digit in a card's code, counted from the left.
package enum Feature: Int, CaseIterable, Hashable, Sendable {
    case number = 0
    case shape = 1
    case shading = 2
    case color = 3

    /// The English word for the feature, as every message and document spells it.
    package var name: String {
        switch self {
        case .number: "number"
        case .shape: "shape"
        case .shading: "shading"
        case .color: "color"
        }
    }
}
