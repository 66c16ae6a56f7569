package struct PictureSurface: Equatable, Sendable {
    package enum Graphics: Equatable, Sendable {
        /// Pictures are sent once, lie below the text, and can be moved (kitty).
        case kitty
        /// Pictures take the place of the text in their cells until text is written there (sixel).
        case sixel(SixelTraits)
    }

    package var graphics: Graphics
    package var cell: Size

    package init(_ graphics: Graphics, cell: Size) {
        (self.graphics, self.cell) = (graphics, cell)
    }

    /// The extent of a cell where whole cards are pictures.
    var cardCell: Size? { graphics == .kitty ? cell : nil }

    /// The extent of a cell where only the symbols of cards are pictures.
    var symbolCell: Size? { graphics == .kitty ? nil : cell }
}

/// What a terminal does with sixels.
package struct SixelTraits: Equatable, Sendable {
    /// How many colors one picture can have, 8...256.
    package var registers = 256
    /// How many pictures the terminal remembers; `nil` if it keeps them with their cells.
    ///
    /// xterm remembers 16. For the next one it forgets the uppermost, even if that is on the screen,
    /// but those that were scrolled away first.
    package var memory: Int?
    /// The largest picture that is shown.
    package var limit = Size(1000, 1000)
}
