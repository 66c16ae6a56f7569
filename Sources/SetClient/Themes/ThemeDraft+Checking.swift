import SetProtocol

extension ThemeDraft {
    /// What a draft amounts to.
    package struct Verdict: Hashable, Sendable {
        /// The theme, if nothing is wrong.
        package let theme: Theme?
        /// What is wrong, one thing a field.
        package let problems: [ThemeField: String]
    }

    /// Checks everything, as a file with the same contents would be.
    ///
    /// The draft is written as such a file, each field on a line of its own, and read; so there is one
    /// set of rules for forms and files, and whatever passes here can be saved and read again.
    ///
    /// - Parameter taken: The names that other themes have.
    package func verdict(taken: Set<String>) -> Verdict {
        var page = DraftPage()
        var problems: [ThemeField: String] = [:]
        page.add(.name, "{\"name\": \(Self.quoted(self[.name]))")
        page.add(nil, ", \"symbols\": [")
        for variant in Variant.allCases { addSymbol(variant, to: &page, &problems) }
        page.add(nil, "], \"colors\": [")
        for variant in Variant.allCases { addColor(variant, to: &page) }
        page.add(nil, "], \"fills\": [")
        for variant in Variant.allCases { addFill(variant, to: &page) }
        page.add(nil, "], \"showsColorLetter\": \(self[.letters] == "yes")")
        addInks(to: &page)
        page.add(nil, "}")
        if taken.contains(self[.name]) {
            problems[.name] = "A theme with this name already exists."
        }
        do throws(ThemeFileError) {
            let theme = try Theme(reading: page.bytes)
            return Verdict(theme: problems.isEmpty ? theme : nil, problems: problems)
        } catch {
            for fault in error.faults {
                let field = page.field(ofLine: fault.line) ?? .name
                if problems[field] == nil { problems[field] = Self.told(fault.reason) }
            }
            return Verdict(theme: nil, problems: problems)
        }
    }

    /// A reason as it stands beside a field, which needs no name there.
    private static func told(_ reason: String) -> String {
        var text = Substring(reason)
        if text.first == "\"", let end = text.dropFirst().firstIndex(of: "\""),
            text[end...].hasPrefix("\" ")
        {
            text = "this" + text[text.index(after: end)...]
        }
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSONValue.string(text).bytes, as: UTF8.self)
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: value.bytes, as: UTF8.self)
    }

    // MARK: - Symbols

    private func addSymbol(
        _ variant: Variant, to page: inout DraftPage, _ problems: inout [ThemeField: String]
    ) {
        var curve = "\"curve\": \(Self.quoted(self[.shape(variant)]))"
        var curveField = ThemeField.shape(variant)
        if isUsed(.points(variant)) {
            curveField = .points(variant)
            let points = Self.points(self[.points(variant)])
            if points == nil { problems[curveField] = "Use points such as 0.5,0 1,1 0,1." }
            let usual: JSONValue = .array([])
            curve = "\(Self.quoted(self[.shape(variant)])): \(Self.text(points ?? usual))"
        }
        if self[.making(variant)] == "characters" { curve = "\"mosaic\": {\(curve)}" }
        page.add(curveField, "{\(curve)")
        page.add(.glyphs(variant), ", \"glyphs\": \(glyphs(variant, &problems))")
        page.add(.singular(variant), ", \"singular\": \(Self.quoted(self[.singular(variant)]))")
        page.add(.plural(variant), ", \"plural\": \(Self.quoted(self[.plural(variant)]))")
        page.add(
            .symbolLetter(variant), ", \"letter\": \(Self.quoted(self[.symbolLetter(variant)]))")
        page.add(nil, variant == .three ? "}" : "},")
    }

    /// The points as a file holds them; `nil` when a text is none.
    private static func points(_ text: String) -> JSONValue? {
        var points: [JSONValue] = []
        for word in text.split(separator: " ") {
            let numbers = word.split(separator: ",", omittingEmptySubsequences: false)
            guard numbers.count == 2, let x = number(numbers[0]), let y = number(numbers[1]) else {
                return nil
            }
            points.append(.array([.number(x), .number(y)]))
        }
        return .array(points)
    }

    private static func number(_ text: Substring) -> Double? {
        let isPlain = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2D }
        guard isPlain, text.utf8.count <= 20, let number = Double(String(text)), number.isFinite
        else { return nil }
        return number
    }

    /// One character or three; what only asks for a picture in place of a sign is no character.
    private func glyphs(
        _ variant: Variant, _ problems: inout [ThemeField: String]
    ) -> String {
        let scalars = self[.glyphs(variant)].unicodeScalars.filter { $0 != "\u{FE0F}" }
        if scalars.count != 1, scalars.count != 3 {
            problems[.glyphs(variant)] = "Use one character, or three: solid, striped, open."
        }
        let texts = scalars.map { JSONValue.string(String(Character($0))) }
        return Self.text(texts.count == 1 ? texts[0] : .array(texts))
    }

    // MARK: - Colors

    private func addColor(_ variant: Variant, to page: inout DraftPage) {
        let old = base.colors[variant]
        page.add(.colorName(variant), "{\"name\": \(Self.quoted(self[.colorName(variant)]))")
        page.add(
            .colorLetter(variant), ", \"letter\": \(Self.quoted(self[.colorLetter(variant)]))")
        // What a color is called on light background belongs to what it is called on dark.
        if self[.colorName(variant)] == old.name.dark, old.name.light != old.name.dark {
            page.add(.colorName(variant), ", \"nameOnLight\": \(Self.quoted(old.name.light))")
        }
        if self[.colorLetter(variant)] == String(old.letter.dark),
            old.letter.light != old.letter.dark
        {
            page.add(
                .colorLetter(variant),
                ", \"letterOnLight\": \(Self.quoted(String(old.letter.light)))")
        }
        for background in Background.allCases {
            addInk(variant, background, old.ink[background], to: &page)
        }
        page.add(nil, variant == .three ? "}" : "},")
    }

    private func addInk(
        _ variant: Variant, _ background: Background, _ old: ColorFallbacks,
        to page: inout DraftPage
    ) {
        let (top, bottom) = (self[.ink(variant, background)], self[.gradient(variant, background)])
        var few = ""
        // What stands for the ink among few colors was chosen for this ink and no other.
        if top == Self.code(old.trueColor) {
            few = ", \"256\": \(Self.index(old.indexed)), \"16\": \(Self.index(old.basic))"
        }
        page.add(
            .ink(variant, background),
            ", \"\(background.rawValue)\": {\"color\": \(Self.quoted(Self.completed(top)))\(few)")
        if !bottom.isEmpty {
            page.add(
                .gradient(variant, background), ", \"to\": \(Self.quoted(Self.completed(bottom)))")
        }
        page.add(.ink(variant, background), "}")
    }

    private static func index(_ index: UInt8?) -> String {
        index.map { String($0) } ?? quoted(FileReader.ownInk)
    }

    /// Six digits alone are meant as a color too.
    private static func completed(_ color: String) -> String {
        let isBare = color.utf8.count == 6 && UInt32(color, radix: 16) != nil
        return isBare ? "#" + color : color
    }

    // MARK: - The rest

    private func addFill(_ variant: Variant, to page: inout DraftPage) {
        let fill = fills[variant]
        page.add(.fill(variant), "{\"fill\": \(Self.quoted(fill.fill.rawValue))")
        page.add(.fillName(variant), ", \"name\": \(Self.quoted(fill.name))")
        let marks = [fill.mark, fill.asciiMark].map { Self.quoted(String(Character($0))) }
        page.add(.fill(variant), ", \"mark\": \(marks[0]), \"asciiMark\": \(marks[1])")
        page.add(nil, variant == .three ? "}" : "},")
    }

    private func addInks(to page: inout DraftPage) {
        page.add(nil, ", \"inks\": {")
        var isFirst = true
        if let members = base.json["inks"]?.members {
            for member in members where member.key != SurfaceRole.paper.rawValue {
                let comma = isFirst ? "" : ", "
                page.add(nil, "\(comma)\(Self.quoted(member.key)): \(Self.text(member.value))")
                isFirst = false
            }
        }
        if Background.allCases.contains(where: { !self[.paper($0)].isEmpty }) {
            page.add(nil, (isFirst ? "" : ", ") + "\"paper\": {")
            for background in Background.allCases {
                let value = paper(background)
                let comma = background == .dark ? "" : ", "
                page.add(.paper(background), "\(comma)\"\(background.rawValue)\": \(value)")
            }
            page.add(nil, "}")
        }
        page.add(nil, "}")
    }

    /// The ink of the paper; what was chosen for few colors stays with it.
    private func paper(_ background: Background) -> String {
        let text = self[.paper(background)]
        let old = base.surfaces[.paper] ?? SurfaceRole.paper.usual
        let ladder = text.isEmpty ? SurfaceRole.paper.usual[background] : old[background]
        guard text.isEmpty || text == Self.code(ladder.trueColor) else {
            return Self.quoted(Self.completed(text))
        }
        return "{\"color\": \(Self.quoted(Self.code(ladder.trueColor))), "
            + "\"256\": \(Self.index(ladder.indexed)), \"16\": \(Self.index(ladder.basic))}"
    }
}

/// A theme's file with a line for each field, so that a fault in a line is one of a field.
private struct DraftPage {
    private var lines: [(field: ThemeField?, text: String)] = []

    mutating func add(_ field: ThemeField?, _ text: String) { lines.append((field, text)) }

    /// The field of a line, counted from 1; of a line without one, that of the next line with one.
    func field(ofLine number: Int) -> ThemeField? {
        guard lines.indices ~= number - 1 else { return nil }
        return lines[(number - 1)...].lazy.compactMap(\.field).first
    }

    var bytes: [UInt8] { Array(lines.map(\.text).joined(separator: "\n").utf8) }
}
