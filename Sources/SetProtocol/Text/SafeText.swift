/// The one place that decides which text may reach a terminal.
///
/// Names, chat and whatever else a peer sends could otherwise move the cursor, recolor the screen,
/// write from right to left over what stands there, or pose as somebody else by a look-alike. The
/// host refuses such text where it comes in; clients and the host's log pass everything through
/// ``sanitized(_:limit:)`` all the same, since the other side may not have.
package enum SafeText {
    package static let nameColumns = 16
    /// What ``isAllowedPlayerName(_:)`` wants, for people.
    package static let nameRule =
        "1 to \(nameColumns) visible characters, but no word of the game, such as you"
    /// How long a name may be in UTF-8.
    package static let nameBytes = 64
    /// How long a line of chat may be in UTF-8.
    package static let chatBytes = 200
    /// How many marks one character of chat may carry.
    package static let marksPerCharacter = 2

    /// Whether something may have this name: 1...16 columns, at most 64 bytes, no space at its ends.
    package static func isAllowedName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard 1...nameBytes ~= name.utf8.count, scalars.allSatisfy(isAllowed) else { return false }
        guard scalars.first != " ", scalars.last != " " else { return false }
        return scalars.reduce(0) { $0 + $1.columns } <= nameColumns
    }

    /// Whether a player may come with this name: one that everybody at a table can tell from what stands
    /// around it.
    ///
    /// In addition to what ``isAllowedName(_:)`` says of width and characters, marks are allowed that a script
    /// is not written without, and names are not that are drawn other than as they are measured, that
    /// could be parts of our own drawings, that are written from right to left, that end like the mark
    /// of a watcher, or that are what clients call the person before them. Names in files keep the older rule.
    package static func isAllowedPlayerName(_ name: String) -> Bool {
        let scalars = Array(name.unicodeScalars)
        guard 1...nameBytes ~= name.utf8.count, scalars.first != " ", scalars.last != " ",
            !isTakenByClients(name)
        else { return false }
        var rule = MarkRule()
        var columns = 0
        for (place, scalar) in scalars.enumerated() {
            let before = place > 0 ? scalars[place - 1] : nil
            guard rule.allows(scalar), isOfName(scalar, after: before) else { return false }
            // A spacing mark has a column of its own on some terminals.
            columns += isSpacingMark(scalar) ? 1 : scalar.columns
        }
        return columns <= nameColumns && flagsArePaired(scalars)
    }

    /// Whether clients use such a text themselves: for their own player, or after a watcher's name.
    private static func isTakenByClients(_ name: String) -> Bool {
        let plain = String(String.UnicodeScalarView(name.unicodeScalars.map(\.plainLetter)))
        let words = plain.lowercased().split { !$0.isLetter }
        let isNobodysName = words.allSatisfy {
            ["you", "your", "yours", "nobody"].contains($0)
        }
        return words.last == "watching" || !words.isEmpty && isNobodysName
    }

    private static func isSpacingMark(_ scalar: Unicode.Scalar) -> Bool {
        isMark(scalar) && scalar.properties.generalCategory == .spacingMark
    }

    private static func isOfName(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        // Lines, blocks and what else our own screens are drawn of.
        case 0x2500...0x259F, 0x1CC00...0x1CEBF, 0x1FB00...0x1FBFF: false
        // Placeholders for what is not there.
        case 0xFFF9...0xFFFD: false
        // The blocks of scripts that are written from right to left, ligatures as wide as a line among
        // them (UAX 9, default values of Bidi_Class): a terminal may reorder what stands beside them.
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            false
        // Scripts of antiquity whose signs are drawn wider than they are measured.
        case 0x12000...0x1467F: false
        case 0x1F3FB...0x1F3FF: before?.properties.isEmojiModifierBase ?? false
        // Marks that belong to no script: letters with these have precomposed characters.
        case 0x300...0x36F, 0x483...0x489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
            0x302A...0x302F, 0x3099...0x309A, 0xFE20...0xFE2F:
            false
        case _: true
        }
    }

    /// Letters of flags stand in pairs.
    private static func flagsArePaired(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.split { !(0x1F1E6...0x1F1FF ~= $0.value) }.allSatisfy { $0.count.isMultiple(of: 2) }
    }

    /// Whether a chat message is allowed: 1...200 bytes, not only spaces, marks where a language
    /// uses them.
    package static func isAllowedChat(_ text: String) -> Bool {
        1...chatBytes ~= text.utf8.count && isAllowedText(text)
            && text.unicodeScalars.contains { $0 != " " }
    }

    /// Whether each scalar is one that a terminal simply shows, or one of at most two marks behind
    /// such a one that is no space.
    package static func isAllowedText(_ text: String) -> Bool {
        var rule = MarkRule()
        return text.unicodeScalars.allSatisfy { rule.allows($0) }
    }

    /// Whether a scalar is a mark of a script, drawn over, below or around the one before it.
    package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
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

    /// Any text with a question mark for every scalar that is not allowed, cut to a width in columns.
    package static func sanitized(_ text: String, limit columns: Int = 200) -> String {
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

    package static func name(_ name: String) -> String { sanitized(name, limit: nameColumns) }

    /// Whether a scalar is one that a terminal simply shows, by itself, in one or two columns.
    ///
    /// Marks are not: how wide they make the scalar before them is a matter of opinion, and one
    /// visible character can carry a thousand of them; chat alone has some (``isMark(_:)``), names
    /// have none. Without marks, conjoining jamo and the
    /// scalars that normalization always replaces, what remains is in Normalization Form C, so
    /// that two names that look the same for that reason alone are the same.
    package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
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

extension Unicode.Scalar {
    /// The ASCII letter that this is another form of and is read out as, otherwise itself: `y` of `ｙ`, `𝐲` and `ʸ`.
    fileprivate var plainLetter: Unicode.Scalar {
        let plain: UInt32? =
            switch value {
            case 0xFF21...0xFF3A, 0xFF41...0xFF5A: value - 0xFEE0
            // Alphabets for mathematics, capital and small letters in turn.
            case 0x1D400...0x1D6A3: Self.letter((value - 0x1D400) % 52)
            case 0x24B6...0x24E9: Self.letter(value - 0x24B6)
            case 0xBA, 0x1D52: 0x6F
            case 0x2B8: 0x79
            case 0x1D58: 0x75
            case 0x2B3: 0x72
            case 0x2E2: 0x73
            case 0x207F: 0x6E
            case 0x1D47: 0x62
            case 0x1D48: 0x64
            default: nil
            }
        return plain.flatMap(Unicode.Scalar.init) ?? self
    }

    /// - Parameter place: 0 to 51, from `A` to `Z` and from `a` to `z`.
    private static func letter(_ place: UInt32) -> UInt32 {
        place < 26 ? 0x41 + place : 0x61 + place - 26
    }
}
