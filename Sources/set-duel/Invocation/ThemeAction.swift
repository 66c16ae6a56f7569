/// An action on themes, named by the first operand.
enum ThemeAction: String, CaseIterable, Hashable {
    case list
    case show
    case check
    case copy
    case delete
    case edit
    case open

    var operands: [String] {
        switch self {
        case .list: []
        case .show, .delete, .edit, .open: ["NAME"]
        case .check: ["FILE"]
        case .copy: ["NAME", "NEW"]
        }
    }

    var summary: String {
        switch self {
        case .list: "list all themes with sample cards (the default)"
        case .show: "print one theme"
        case .check: "check a theme file and list its errors"
        case .copy: "copy a theme to a new theme of your own"
        case .delete: "delete one of your themes"
        case .edit: "edit your theme, or a copy of a built-in theme, in a form"
        case .open: "open your theme's file in $VISUAL or $EDITOR, then check it"
        }
    }
}
