/// What can be done with themes, as the first operand says it.
enum ThemeAction: String, CaseIterable, Hashable {
    case list
    case show
    case check
    case copy
    case delete
    case edit

    /// The names of the operands behind it.
    var operands: [String] {
        switch self {
        case .list: []
        case .show, .delete, .edit: ["NAME"]
        case .check: ["FILE"]
        case .copy: ["NAME", "NEW"]
        }
    }

    /// What it does, in a few words.
    var summary: String {
        switch self {
        case .list: "print all themes with sample cards (so does no action)"
        case .show: "print one theme"
        case .check: "tell what is wrong with a theme's file"
        case .copy: "make a theme of your own from another one"
        case .delete: "delete a theme of your own"
        case .edit: "open a theme of your own in $VISUAL or $EDITOR, then check it"
        }
    }
}
