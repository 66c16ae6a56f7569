/// What a player did, as screens and sheets react to it.
enum PlayerInput: Equatable, Sendable {
    case key(Key)
    case paste(String)
    case click(Point)
    /// The right button, which goes back.
    case rightClick
    /// The wheel: 1 is down, -1 is up.
    case scroll(Int)
}

extension InputEvent {
    /// What the player did; `nil` for events that nothing reacts to.
    var fromPlayer: PlayerInput? {
        switch self {
        case .key(let key): .key(key)
        case .paste(let text): .paste(text)
        case .mouse(let mouse):
            switch mouse.action {
            case .press(.left): .click(mouse.point)
            case .press(.right): .rightClick
            case .wheelUp: .scroll(-1)
            case .wheelDown: .scroll(1)
            }
        case .keyUp, .focus, .report: nil
        }
    }
}
