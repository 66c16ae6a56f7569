import SetProtocol

/// One line of the line-mode client, and how much it matters: a literal is needed to play.
struct Utterance: Equatable, Sendable, ExpressibleByStringInterpolation {
    enum Weight: Equatable, Sendable {
        /// Needed to play.
        case essential
        case ordinary
        /// A single pick of one seat.
        case detail(of: Seat)
    }

    let text: String
    let weight: Weight

    init(_ text: String, _ weight: Weight = .essential) {
        (self.text, self.weight) = (text, weight)
    }

    init(stringLiteral text: String) { self.init(text) }

    /// Whether the line is printed for the player in a seat, or for a watcher.
    func isTold(_ verbosity: Verbosity, to seat: Seat?) -> Bool {
        switch (verbosity, weight) {
        case (.all, _), (_, .essential), (.mine, .ordinary): true
        case (.mine, .detail(of: let other)): seat == nil || other == seat
        case (.min, .ordinary), (.min, .detail): false
        }
    }
}

extension TableEvent {
    var weight: Utterance.Weight {
        switch self {
        case .picked(let seat, _), .unpicked(let seat, _, _): .detail(of: seat)
        case .hinted: .ordinary
        case _: .essential
        }
    }
}

/// Makes text fit to be read aloud.
enum SpokenText {
    /// The text made safe for a terminal, without the characters that draw boxes and dots: a screen
    /// reader spells each of them.
    static func spoken(_ text: String) -> String {
        let scalars = SafeText.sanitized(text, limit: .max).unicodeScalars.map { scalar in
            drawing.contains { $0 ~= scalar.value } ? "?" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Boxes, blocks, braille, and the legacy mosaics.
    private static let drawing: [ClosedRange<UInt32>] = [
        0x2500...0x259F, 0x2800...0x28FF, 0x1CC00...0x1CEBF, 0x1FB00...0x1FBFF,
    ]
}
