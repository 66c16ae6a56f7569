/// What can be done with themes, as the first operand says it.
enum ThemeAction: String, CaseIterable, Hashable {
    case list
    case show
    case check
    case copy
    case delete
    case edit
    case open

    /// The names of the operands behind it.
    var operands: [String] {
        switch self {
        case .list: []
        case .show, .delete, .edit, .open: ["NAME"]
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
        case .edit: "change a theme of your own in a form, or a copy of another"
        case .open: "open its file in $VISUAL or $EDITOR, then check it"
        }
    }
}
