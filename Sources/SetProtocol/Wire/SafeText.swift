/// The one place that decides which text may reach a terminal.
///
/// Names, chat and whatever else a peer sends could otherwise move the cursor, recolour the screen,
/// write from right to left over what stands there, or pose as somebody else by a look-alike. The
/// host refuses such text where it comes in; clients and the host's log pass everything through
/// ``sanitized(_:limit:)`` all the same, since the other side may not have.
public enum SafeText {
    /// How wide a name may be.
    public static let nameColumns = 16
    /// How long a name may be in UTF-8.
    public static let nameBytes = 64
    /// How long a line of chat may be in UTF-8.
    public static let chatBytes = 200
    /// How many marks one character of chat may carry.
    public static let marksPerCharacter = 2

    /// Whether a player may have this name: 1...16 columns, at most 64 bytes, no space at its ends.
    public static func isAllowedName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard 1...nameBytes ~= name.utf8.count, scalars.allSatisfy(isAllowed) else { return false }
        guard scalars.first != " ", scalars.last != " " else { return false }
        return scalars.reduce(0) { $0 + $1.columns } <= nameColumns
    }

    /// Whether a line of chat may be said: 1...200 bytes, not only spaces; marks where a language
    /// has them.
    public static func isAllowedChat(_ text: String) -> Bool {
        1...chatBytes ~= text.utf8.count && isAllowedText(text)
            && text.unicodeScalars.contains { $0 != " " }
    }

    /// Whether each scalar is one that a terminal simply shows, or one of at most two marks behind
    /// such a one that is no space.
    public static func isAllowedText(_ text: String) -> Bool {
        var rule = MarkRule()
        return text.unicodeScalars.allSatisfy { rule.allows($0) }
    }

    /// Whether a scalar is a mark of a script, drawn over, below or around the one before it.
    public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        // Beyond the basic plane no script in everyday use has any.
        guard 0x300...0xFFFF ~= scalar.value else { return false }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark:
            return !properties.isDefaultIgnorableCodePoint
                && !properties.isFullCompositionExclusion
        case _: return false
        }
    }

    /// Decides scalar by scalar which ones may follow one another.
    private struct MarkRule {
        /// How many more marks the character may carry that came last.
        private var room = 0

        mutating func allows(_ scalar: Unicode.Scalar) -> Bool {
            if isAllowed(scalar) {
                room = scalar == " " ? 0 : marksPerCharacter
                return true
            }
            guard room > 0, isMark(scalar) else {
                room = 0
                return false
            }
            room -= 1
            return true
        }
    }

    /// The text with a question mark for every scalar that is not allowed, cut to a width.
    ///
    /// - Parameters:
    ///   - text: Anything at all.
    ///   - columns: How many columns of it to keep.
    public static func sanitized(_ text: String, limit columns: Int = 200) -> String {
        var safe = ""
        var width = 0
        var rule = MarkRule()
        for scalar in text.unicodeScalars {
            let shown = rule.allows(scalar) ? scalar : "?"
            width += shown.columns
            guard width <= columns else { break }
            safe.unicodeScalars.append(shown)
        }
        return safe
    }

    /// Whether a scalar is one that a terminal simply shows, by itself, in one or two columns.
    ///
    /// Marks are not: how wide they make the scalar before them is a matter of opinion, and one
    /// visible character can carry a thousand of them; chat alone has some (``isMark(_:)``), names
    /// have none. Without marks, conjoining jamo and the
    /// scalars that normalization always replaces, what remains is in Normalization Form C, so
    /// that two names that look the same for that reason alone are the same.
    public static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return 0x20...0x7E ~= scalar.value }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: return false
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            break
        @unknown case _: return false
        }
        if properties.isDefaultIgnorableCodePoint || properties.isFullCompositionExclusion {
            return false
        }
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return false  // Conjoining jamo.
        case 0x2800, 0x1D159: return false  // Blank, though Unicode calls them symbols.
        case _: return true
        }
    }
}
