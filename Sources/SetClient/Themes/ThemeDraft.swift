import SetProtocol

/// A theme while it is written: texts as typed, which may not make a theme yet.
///
/// What no field shows, such as the marks of the fills, other inks and hand-picked colors for
/// terminals with few, stays as it is in the theme that the draft began with, as long as what it
/// belongs to is not changed.
package struct ThemeDraft: Hashable, Sendable {
    /// The theme that the draft began with.
    package let base: Theme
    /// The texts of the fields that are typed or chosen; the fills are apart.
    private var texts: [ThemeField: String] = [:]
    /// The fills, always three different ones.
    private(set) var fills: PerVariant<ThemeFill>

    /// The fields of a theme as they stand in it.
    package init(_ theme: Theme) {
        base = theme
        fills = theme.fills
        texts[.name] = theme.name
        for variant in Variant.allCases {
            store(theme.symbols[variant], variant)
            store(theme.colors[variant], variant)
        }
        for background in Background.allCases {
            texts[.paper(background)] = theme.surfaces[.paper].map {
                Self.code($0[background].trueColor)
            }
        }
        texts[.letters] = theme.showsColorLetter ? "yes" : "no"
    }

    private mutating func store(_ symbol: ThemeSymbol, _ variant: Variant) {
        switch symbol.drawing {
        case .curve: texts[.making(variant)] = "drawn"
        case .characters: texts[.making(variant)] = "characters"
        }
        switch symbol.drawing.curve {
        case .own(let curve):
            texts[.shape(variant)] = curve.isSmooth ? "smooth" : "polygon"
            texts[.points(variant)] =
                curve.points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
                .joined(separator: " ")
        case .rhombus, .stadium, .ribbon, .triangle, .ellipse, .box, .penguin, .fish, .iceberg:
            let curve = symbol.drawing.curve
            texts[.shape(variant)] = Curve.builtIn.first { $0.curve == curve }?.name
        }
        let glyphs = Fill.allCases.map { symbol.glyphs[$0] }
        var text = ""
        text.unicodeScalars.append(contentsOf: Set(glyphs).count == 1 ? [glyphs[0]] : glyphs)
        texts[.glyphs(variant)] = text
        texts[.singular(variant)] = symbol.singular
        texts[.plural(variant)] = symbol.plural
        texts[.symbolLetter(variant)] = String(symbol.letter)
    }

    private mutating func store(_ color: ThemeColor, _ variant: Variant) {
        texts[.colorName(variant)] = color.name.dark
        texts[.colorLetter(variant)] = String(color.letter.dark)
        for background in Background.allCases {
            let ink = color.ink[background]
            texts[.ink(variant, background)] = Self.code(ink.trueColor)
            texts[.gradient(variant, background)] = ink.gradient.map { Self.code($0) }
        }
    }

    // MARK: - Fields

    /// What stands in a field.
    package subscript(field: ThemeField) -> String {
        get {
            switch field {
            case .fill(let variant): fills[variant].fill.rawValue
            case .fillName(let variant): fills[variant].name
            case _: texts[field] ?? ""
            }
        }
        set {
            switch field {
            case .fill(let variant): exchangeFill(of: variant, for: newValue)
            case .fillName(let variant): fills[variant].name = newValue
            case .shape(let variant):
                texts[field] = newValue
                let isOwn = newValue == "polygon" || newValue == "smooth"
                // Something to see and to change.
                if isOwn, self[.points(variant)].isEmpty {
                    texts[.points(variant)] = "0.5,0 1,0.5 0.5,1 0,0.5"
                }
            case _: texts[field] = newValue
            }
        }
    }

    /// Whether a field applies now: points apply only to custom outlines.
    package func isUsed(_ field: ThemeField) -> Bool {
        guard case .points(let variant) = field else { return true }
        return ["polygon", "smooth"].contains(self[.shape(variant)])
    }

    /// Two variants change places, so that there are always three different fills.
    private mutating func exchangeFill(of variant: Variant, for name: String) {
        guard let other = Variant.allCases.first(where: { fills[$0].fill.rawValue == name }) else {
            return
        }
        (fills[variant], fills[other]) = (fills[other], fills[variant])
    }

    // MARK: - Words

    /// A color as it is written; `nil` is the terminal's own.
    static func code(_ color: UInt32?) -> String {
        color.map { RGBColor(code: $0).code } ?? FileReader.ownInk
    }

    /// A share in as few digits as tell it.
    private static func number(_ share: Double) -> String {
        share == share.rounded() ? String(Int(share)) : "\(share)"
    }
}
