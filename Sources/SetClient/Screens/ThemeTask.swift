/// What is to be done with the files of themes, for whoever runs the page.
package enum ThemeTask: Hashable, Sendable {
    /// The theme of a name is to be changed in the form; one of the game, as a copy.
    case edit(String)
    /// A new theme is to be written in the form, beginning with the one of a name.
    case new(from: String)
    /// The theme of a name is to be there twice.
    case copy(String)
    /// The player's own theme of a name is to be no more; they have been asked.
    case delete(String)
}

/// What has become of a task with themes.
package enum ThemeChange: Hashable, Sendable {
    /// Nothing has changed.
    case none
    /// There is a theme of a name now, in place of another or as a new one.
    case saved(String, over: String?)
    /// There is no theme of a name any more.
    case deleted(String)

    /// The name of the theme that is used now in place of one; `nil` for the same one.
    func successor(of name: String) -> String? {
        switch self {
        case .saved(let new, over: name?) where new != name: new
        case .deleted(name): Theme.classic.name
        case .none, .saved, .deleted: nil
        }
    }
}
