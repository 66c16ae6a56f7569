/// How large a terminal's window is.
package struct WindowSize: Hashable, Sendable {
    package var cells: Size
    /// The extent in pixels; `nil` when the terminal does not tell.
    package var pixels: Size?
}
