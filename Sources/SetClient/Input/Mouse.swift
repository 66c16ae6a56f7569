package struct Mouse: Equatable, Sendable {
    package enum Button: Sendable {
        case left
        case middle
        case right
    }

    package enum Action: Equatable, Sendable {
        case press(Button)
        /// A button came up; terminals with the oldest encoding do not say which, then it is left.
        case release(Button)
        case wheelUp
        case wheelDown
    }

    package var action: Action
    /// Where, in cells from the upper left corner.
    package var point: Point
    package var modifiers: Key.Modifiers

    package init(_ action: Action, at point: Point, _ modifiers: Key.Modifiers = []) {
        self.action = action
        self.point = point
        self.modifiers = modifiers
    }
}

extension Mouse {
    /// Reads xterm's button code with a place counted from 1.
    ///
    /// - Returns: `nil` for what the game has no use for: motion, sideways wheels, more buttons.
    init?(code: Int, column: Int, row: Int, isRelease: Bool) {
        guard column >= 1, row >= 1, code >= 0, code & 32 == 0, code < 128 else { return nil }
        let action: Action
        switch (code & 64, code & 3, isRelease) {
        case (0, 0, false): action = .press(.left)
        case (0, 1, false): action = .press(.middle)
        case (0, 2, false): action = .press(.right)
        case (0, 0, true), (0, 3, _): action = .release(.left)
        case (0, 1, true): action = .release(.middle)
        case (0, 2, true): action = .release(.right)
        case (_, 0, false): action = .wheelUp
        case (_, 1, false): action = .wheelDown
        default: return nil
        }
        var modifiers: Key.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        self.init(action, at: Point(column - 1, row - 1), modifiers)
    }
}
