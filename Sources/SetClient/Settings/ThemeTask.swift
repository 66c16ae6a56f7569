package enum ThemeTask: Equatable, Sendable {
    /// Change a theme in the editor; a built-in one, as a copy.
    case edit(String)
    /// Write a new theme in the editor, starting from another.
    case new(from: String)
    case copy(String)
    /// Delete a theme of the player's own; they have confirmed it.
    case delete(String)
}

package enum ThemeChange: Equatable, Sendable {
    case none
    /// A theme was saved as a new one, or over another.
    case saved(String, over: String?)
    case deleted(String)

    /// The name of the theme to use in place of another; `nil` for the same one.
    package func successor(of name: String) -> String? {
        switch self {
        case .saved(let new, over: name?) where new != name: new
        case .deleted(name): Theme.classic.name
        case .none, .saved, .deleted: nil
        }
    }
}
