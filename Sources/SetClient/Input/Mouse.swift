/// A click or a turn of the wheel.
package struct Mouse: Equatable, Sendable {
    package enum Button: Sendable {
        case left
        case right
    }

    package enum Action: Equatable, Sendable {
        case press(Button)
        case wheelUp
        case wheelDown
    }

    package var action: Action
    /// Where, in cells from the upper left corner.
    package var point: Point

    package init(_ action: Action, at point: Point) { (self.action, self.point) = (action, point) }

    /// Reads xterm's button code with a place counted from 1.
    ///
    /// - Returns: `nil` for what the game has no use for: motion, releases, other buttons and wheels.
    init?(code: Int, column: Int, row: Int) {
        guard column >= 1, row >= 1, code >= 0 else { return nil }
        // Without the bits of shift, alt, and control.
        switch code & ~0b11100 {
        case 0: action = .press(.left)
        case 2: action = .press(.right)
        case 64: action = .wheelUp
        case 65: action = .wheelDown
        default: return nil
        }
        point = Point(column - 1, row - 1)
    }
}
