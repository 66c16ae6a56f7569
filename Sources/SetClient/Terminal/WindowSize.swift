/// How large a terminal's window is.
package struct WindowSize: Hashable, Sendable {
    /// The extent in cells.
    package var cells: Size
    /// The extent in pixels; `nil` when the terminal does not tell.
    package var pixels: Size?

    /// An extent in cells and, if known, in pixels.
    package init(cells: Size, pixels: Size? = nil) {
        self.cells = cells
        self.pixels = pixels
    }
}
