import SetProtocol

/// A theme while it is written: texts as typed, which may not make a theme yet.
///
/// What no field shows, such as the marks of the fills, other inks and hand-picked colors for
/// terminals with few, stays as it is in the theme that the draft began with, as long as what it
/// belongs to is not changed.
package struct ThemeDraft: Hashable, Sendable {
    package struct Verdict: Hashable, Sendable {
        package let theme: Theme?
        /// One error for each field that is wrong.
        package let problems: [ThemeField: String]
    }

    /// The theme that the draft began with.
    private let base: Theme
    private var texts: [ThemeField: String] = [:]

    /// The fields of a theme as they stand in it.
    package init(_ theme: Theme) {
        base = theme
        put(theme.name, .name)
        put(theme.showsColorLetter ? "yes" : "no", .letters)
        for variant in Variant.allCases {
            put(theme.symbols[variant], variant)
            let (color, fill) = (theme.colors[variant], theme.fills[variant])
            put(color.name.dark, .colorName, variant)
            put(String(color.letter.dark), .colorLetter, variant)
            put(ColorFallbacks.code(color.ink.dark.trueColor), .onDark, variant)
            put(color.ink.dark.gradient.map(ColorFallbacks.code) ?? "", .fadeOnDark, variant)
            put(ColorFallbacks.code(color.ink.light.trueColor), .onLight, variant)
            put(color.ink.light.gradient.map(ColorFallbacks.code) ?? "", .fadeOnLight, variant)
            put(fill.fill.rawValue, .fill, variant)
            put(fill.name, .fillName, variant)
        }
        guard let paper = theme.surfaces[.paper] else { return }
        put(ColorFallbacks.code(paper.dark.trueColor), .paper, .one)
        put(ColorFallbacks.code(paper.light.trueColor), .paper, .two)
    }

    private mutating func put(_ text: String, _ row: ThemeRow, _ variant: Variant = .one) {
        texts[ThemeField(row, variant)] = text
    }

    private mutating func put(_ symbol: ThemeSymbol, _ variant: Variant) {
        let curve = symbol.drawing.curve
        put(symbol.drawing == .curve(curve) ? "drawn" : "characters", .style, variant)
        if case .own(let own) = curve {
            func number(_ share: Double) -> String {
                share == share.rounded() ? String(Int(share)) : "\(share)"
            }
            let points = own.points.map { "\(number($0.x)),\(number($0.y))" }
            put(own.isSmooth ? "smooth" : "polygon", .shape, variant)
            put(points.joined(separator: " "), .points, variant)
        } else {
            put(Curve.builtIn.first { $0.curve == curve }?.name ?? "", .shape, variant)
        }
        let glyphs = Fill.allCases.map { String(symbol.glyphs[$0]) }
        put(Set(glyphs).count == 1 ? glyphs[0] : glyphs.joined(), .glyphs, variant)
        put(symbol.singular, .singular, variant)
        put(symbol.plural, .plural, variant)
        put(String(symbol.letter), .symbolLetter, variant)
    }

    // MARK: - Fields

    package subscript(row: ThemeRow, variant: Variant = .one) -> String {
        get { texts[ThemeField(row, variant)] ?? "" }
        set {
            if row == .fill { return exchangeFill(of: variant, for: newValue) }
            put(newValue, row, variant)
            // Something to see and to change.
            if row == .shape, isUsed(.points, variant), self[.points, variant].isEmpty {
                put("0.5,0 1,0.5 0.5,1 0,0.5", .points, variant)
            }
        }
    }

    package subscript(field: ThemeField) -> String {
        get { self[field.row, field.variant] }
        set { self[field.row, field.variant] = newValue }
    }

    /// Whether a field applies now: points apply only to custom outlines.
    package func isUsed(_ row: ThemeRow, _ variant: Variant) -> Bool {
        row != .points || ["polygon", "smooth"].contains(self[.shape, variant])
    }

    /// Two variants change places, so that there are always three different fills.
    private mutating func exchangeFill(of variant: Variant, for name: String) {
        guard let other = Variant.allCases.first(where: { self[.fill, $0] == name }) else { return }
        for row in [ThemeRow.fill, .fillName] {
            let text = self[row, variant]
            put(self[row, other], row, variant)
            put(text, row, other)
        }
    }
}

// MARK: - Checking

extension ThemeDraft {
    /// Checks the draft as a file with the same contents, so that a valid draft can be saved and read.
    ///
    /// - Parameter taken: The names of other themes.
    package func verdict(taken: Set<String>) -> Verdict {
        var problems: [ThemeField: String] = [:]
        for variant in Variant.allCases {
            if isUsed(.points, variant), points(variant) == nil {
                problems[ThemeField(.points, variant)] = "Use points such as 0.5,0 1,1 0,1."
            }
            if ![1, 3].contains(glyphs(variant).count) {
                problems[ThemeField(.glyphs, variant)] =
                    "Use one character, or three: solid, striped, open."
            }
        }
        if taken.contains(self[.name]) {
            problems[ThemeField(.name)] = "A theme with this name already exists."
        }
        var (form, theme) = (FileCoder(isForm: true), base)
        form.read(json, "a theme") { theme.code(&$0) }
        for problem in form.problems.sorted(by: { $0.offset < $1.offset })
        where ThemeField.all.indices.contains(problem.offset) {
            let field = ThemeField.all[problem.offset]
            if problems[field] == nil { problems[field] = problem.reason.asSentence }
        }
        return Verdict(theme: problems.isEmpty ? theme : nil, problems: problems)
    }

    // MARK: - The draft as a file

    /// The contents of the file; each value's offset is the index of its field among all fields.
    private var json: JSONValue {
        let fills = Variant.allCases.map { variant in
            let (kind, name) = (self[.fill, variant], self[.fillName, variant])
            var fill = base.fills.all.first { $0.fill.rawValue == kind } ?? base.fills[variant]
            fill.name = name
            return fill.json.at(Self.offset(.fillName, variant))
        }
        return .object([
            text("name", .name), .init("symbols", .array(Variant.allCases.map(symbol))),
            .init("colors", .array(Variant.allCases.map(color))), .init("fills", .array(fills)),
            .init("showsColorLetter", .flag(self[.letters] == "yes")),
            .init("inks", .object(inks)),
        ])
    }

    private static func offset(_ row: ThemeRow, _ variant: Variant) -> Int {
        ThemeField.all.firstIndex(of: ThemeField(row, variant)) ?? 0
    }

    private func member(
        _ key: String, _ value: JSONValue, _ row: ThemeRow, _ variant: Variant
    ) -> JSONValue.Member {
        let offset = Self.offset(row, variant)
        return JSONValue.Member(key, value.at(offset), offset: offset)
    }

    private func text(
        _ key: String, _ row: ThemeRow, _ variant: Variant = .one
    ) -> JSONValue.Member {
        member(key, .string(self[row, variant]), row, variant)
    }

    private func symbol(_ variant: Variant) -> JSONValue {
        let shape = self[.shape, variant]
        let isOwn = isUsed(.points, variant)
        var curve: JSONValue.Member =
            isOwn
            ? .init(shape, .array(points(variant) ?? [])) : .init("curve", .string(shape))
        if self[.style, variant] == "characters" { curve = .init("mosaic", .object([curve])) }
        let glyphs = glyphs(variant)
        let row = isOwn ? ThemeRow.points : .shape
        return JSONValue.object([
            member(curve.key, curve.value, row, variant),
            member("glyphs", glyphs.count == 1 ? glyphs[0] : .array(glyphs), .glyphs, variant),
            text("singular", .singular, variant), text("plural", .plural, variant),
            text("letter", .symbolLetter, variant),
        ]).at(Self.offset(row, variant))
    }

    /// `nil` for a text that is not a list of points.
    private func points(_ variant: Variant) -> [JSONValue]? {
        var points: [JSONValue] = []
        for word in self[.points, variant].split(separator: " ") {
            let numbers = word.split(separator: ",", omittingEmptySubsequences: false)
                .compactMap(Self.number)
            guard numbers.count == 2, word.count(where: { $0 == "," }) == 1 else { return nil }
            points.append(.array(numbers))
        }
        return points
    }

    private static func number(_ text: Substring) -> JSONValue? {
        let isPlain = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2D }
        guard isPlain, text.utf8.count <= 20, let number = Double(String(text)), number.isFinite
        else { return nil }
        return .number(number)
    }

    /// The glyphs without U+FE0F, which only asks for an emoji look.
    private func glyphs(_ variant: Variant) -> [JSONValue] {
        self[.glyphs, variant].unicodeScalars.filter { $0 != "\u{FE0F}" }
            .map { .string(String(Character($0))) }
    }

    private func color(_ variant: Variant) -> JSONValue {
        let old = base.colors[variant]
        var members = [text("name", .colorName, variant), text("letter", .colorLetter, variant)]
        // The name on a light background belongs to the one on a dark background.
        if self[.colorName, variant] == old.name.dark {
            members.append(.init("nameOnLight", .string(old.name.light)))
        }
        if self[.colorLetter, variant] == String(old.letter.dark) {
            let letter = JSONValue.string(String(old.letter.light))
            members.append(member("letterOnLight", letter, .colorLetter, variant))
        }
        for (top, bottom, background) in [
            (ThemeRow.onDark, ThemeRow.fadeOnDark, Background.dark),
            (.onLight, .fadeOnLight, .light),
        ] {
            var ink = ink(self[top, variant], old.ink[background])
            if !self[bottom, variant].isEmpty {
                let color = JSONValue.string(Self.completed(self[bottom, variant]))
                ink.append(member("to", color, bottom, variant))
            }
            members.append(member(background.rawValue, .object(ink), top, variant))
        }
        return JSONValue.object(members).at(Self.offset(.colorName, variant))
    }

    /// An ink; the colors for terminals with few colors were chosen for the old ink and no other.
    private func ink(_ color: String, _ old: ColorFallbacks) -> [JSONValue.Member] {
        let member = JSONValue.Member("color", .string(Self.completed(color)))
        guard color == ColorFallbacks.code(old.trueColor) else { return [member] }
        return [member] + (old.json.members ?? []).filter { ["256", "16"].contains($0.key) }
    }

    /// Six digits without `#` are a color too.
    private static func completed(_ color: String) -> String {
        let isBare = color.utf8.count == 6 && UInt32(color, radix: 16) != nil
        return isBare ? "#" + color : color
    }

    private var inks: [JSONValue.Member] {
        let members = (base.json["inks"]?.members ?? []).filter { $0.key != "paper" }
        guard ThemeRow.paper.fields.contains(where: { !self[$0].isEmpty }) else { return members }
        let paper = zip(Background.allCases, [Variant.one, .two]).map { background, variant in
            let usual = SurfaceRole.paper.usual
            let text = self[.paper, variant]
            let old = (text.isEmpty ? usual : base.surfaces[.paper] ?? usual)[background]
            let color = text.isEmpty ? ColorFallbacks.code(old.trueColor) : text
            return member(background.rawValue, .object(ink(color, old)), .paper, variant)
        }
        return members + [.init("paper", .object(paper))]
    }
}

extension JSONValue {
    /// The same with an offset for it and for all in it that has none.
    fileprivate func at(_ offset: Int) -> JSONValue {
        switch content {
        case .object(let members):
            JSONValue(
                .object(
                    members.map { member in
                        let own = member.offset == 0 ? offset : member.offset
                        return Member(member.key, member.value.at(own), offset: own)
                    }), offset: offset)
        case .array(let elements):
            JSONValue(.array(elements.map { $0.at(offset) }), offset: offset)
        case .null, .flag, .integer, .number, .string:
            JSONValue(content, offset: self.offset == 0 ? offset : self.offset)
        }
    }
}
