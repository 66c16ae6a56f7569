/// How large a terminal's window is.
public struct WindowSize: Hashable, Sendable {
    /// The extent in cells.
    public var cells: Size
    /// The extent in pixels; `nil` when the terminal does not tell.
    public var pixels: Size?

    /// An extent in cells and, if known, in pixels.
    public init(cells: Size, pixels: Size? = nil) {
        self.cells = cells
        self.pixels = pixels
    }
}
