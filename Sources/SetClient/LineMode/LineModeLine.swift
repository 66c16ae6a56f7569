import SetProtocol

/// One line of the line-mode client, and how much it matters.
struct LineModeLine: Equatable, Sendable {
    enum Weight: Equatable, Sendable {
        /// Needed to play.
        case essential
        case ordinary
        /// A single pick of one seat.
        case detail(of: Seat)
    }

    let text: String
    let weight: Weight

    init(_ text: String, _ weight: Weight = .ordinary) { (self.text, self.weight) = (text, weight) }

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
    /// Whether a player's card was picked.
    func isPick(of seat: Seat?) -> Bool {
        if case .picked(let picker, _) = self { picker == seat } else { false }
    }

    /// Whether a player has ended the game by it.
    var endsGame: Bool {
        switch self {
        case .resigned, .left: true
        case _: false
        }
    }

    var weight: LineModeLine.Weight {
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
        let safe = SafeText.sanitized(text, limit: .max)
        guard safe.unicodeScalars.contains(where: isDrawing) else { return safe }
        var spoken = ""
        for scalar in safe.unicodeScalars {
            spoken.unicodeScalars.append(isDrawing(scalar) ? "?" : scalar)
        }
        return spoken
    }

    /// Whether a scalar is there to draw with: boxes, blocks, braille and the legacy mosaics.
    static func isDrawing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2500...0x259F, 0x2800...0x28FF, 0x1CC00...0x1CEBF, 0x1FB00...0x1FBFF: true
        case _: false
        }
    }
}
