import SetProtocol

extension ThemeDraft {
    /// What a draft amounts to.
    package struct Verdict: Hashable, Sendable {
        /// The theme, if nothing is wrong.
        package let theme: Theme?
        /// One error for each field that is wrong.
        package let problems: [ThemeField: String]
    }

    /// Checks the draft as a file with the same contents, so that a valid draft can be saved and read.
    ///
    /// - Parameter taken: The names of other themes.
    package func verdict(taken: Set<String>) -> Verdict {
        var problems: [ThemeField: String] = [:]
        for variant in Variant.allCases {
            if isUsed(.points(variant)), points(variant) == nil {
                problems[.points(variant)] = "Use points such as 0.5,0 1,1 0,1."
            }
            if ![1, 3].contains(glyphs(variant).count) {
                problems[.glyphs(variant)] =
                    "Use one character, or three: solid, striped, open."
            }
        }
        if taken.contains(self[.name]) {
            problems[.name] = "A theme with this name already exists."
        }
        var reader = ThemeReader(FileReader(json.bytes, isForm: true))
        let theme = reader.theme()
        for problem in reader.problems {
            let field = field(at: problem.path)
            if problems[field] == nil { problems[field] = problem.reason.asSentence }
        }
        return Verdict(theme: problems.isEmpty ? theme : nil, problems: problems)
    }

    /// The field that stands at a place in ``json``.
    private func field(at path: [JSONStep]) -> ThemeField {
        guard path.count > 1, case .key(let list) = path[0] else { return .name }
        let third: String? = if path.count > 2, case .key(let key) = path[2] { key } else { nil }
        guard case .index(let index) = path[1] else {
            return .paper(third.flatMap(Background.init) ?? .dark)
        }
        let variant = Variant.allCases[index]
        switch (list, third) {
        case ("symbols", "glyphs"): return .glyphs(variant)
        case ("symbols", "singular"): return .singular(variant)
        case ("symbols", "plural"): return .plural(variant)
        case ("symbols", "letter"): return .symbolLetter(variant)
        case ("symbols", _): return isUsed(.points(variant)) ? .points(variant) : .shape(variant)
        case ("colors", "letter"), ("colors", "letterOnLight"): return .colorLetter(variant)
        case ("colors", let key):
            guard let background = key.flatMap(Background.init) else { return .colorName(variant) }
            let isBottom = path.count > 3 && path[3] == .key("to")
            return isBottom ? .gradient(variant, background) : .ink(variant, background)
        case (_, "name"): return .fillName(variant)
        case _: return .fill(variant)
        }
    }

    // MARK: - The draft as a file

    private var json: JSONValue {
        .object([
            .init("name", .string(self[.name])),
            .init("symbols", .array(Variant.allCases.map(symbol))),
            .init("colors", .array(Variant.allCases.map(color))),
            .init("fills", .array(fills.all.map(\.json))),
            .init("showsColorLetter", .flag(self[.letters] == "yes")),
            .init("inks", .object(inks)),
        ])
    }

    private func symbol(_ variant: Variant) -> JSONValue {
        let shape = self[.shape(variant)]
        var curve = JSONValue.Member("curve", .string(shape))
        if isUsed(.points(variant)) { curve = .init(shape, .array(points(variant) ?? [])) }
        if self[.making(variant)] == "characters" { curve = .init("mosaic", .object([curve])) }
        let glyphs = glyphs(variant)
        return .object([
            curve, .init("glyphs", glyphs.count == 1 ? glyphs[0] : .array(glyphs)),
            .init("singular", .string(self[.singular(variant)])),
            .init("plural", .string(self[.plural(variant)])),
            .init("letter", .string(self[.symbolLetter(variant)])),
        ])
    }

    /// `nil` for a text that is not a list of points.
    private func points(_ variant: Variant) -> [JSONValue]? {
        var points: [JSONValue] = []
        for word in self[.points(variant)].split(separator: " ") {
            let numbers = word.split(separator: ",", omittingEmptySubsequences: false)
            guard numbers.count == 2, let x = Self.number(numbers[0]),
                let y = Self.number(numbers[1])
            else { return nil }
            points.append(.array([.number(x), .number(y)]))
        }
        return points
    }

    private static func number(_ text: Substring) -> Double? {
        let isPlain = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2D }
        guard isPlain, text.utf8.count <= 20, let number = Double(String(text)), number.isFinite
        else { return nil }
        return number
    }

    /// The glyphs without U+FE0F, which only asks for an emoji look.
    private func glyphs(_ variant: Variant) -> [JSONValue] {
        self[.glyphs(variant)].unicodeScalars.filter { $0 != "\u{FE0F}" }
            .map { .string(String(Character($0))) }
    }

    private func color(_ variant: Variant) -> JSONValue {
        let old = base.colors[variant]
        let (name, letter) = (self[.colorName(variant)], self[.colorLetter(variant)])
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("letter", .string(letter)),
        ]
        // The name on a light background belongs to the one on a dark background.
        if name == old.name.dark, old.name.light != name {
            members.append(.init("nameOnLight", .string(old.name.light)))
        }
        if letter == String(old.letter.dark), old.letter.light != old.letter.dark {
            members.append(.init("letterOnLight", .string(String(old.letter.light))))
        }
        for background in Background.allCases {
            let bottom = self[.gradient(variant, background)]
            var ink = ink(self[.ink(variant, background)], old.ink[background])
            if !bottom.isEmpty { ink.append(.init("to", .string(Self.completed(bottom)))) }
            members.append(.init(background.rawValue, .object(ink)))
        }
        return .object(members)
    }

    /// An ink; the colors for terminals with few colors were chosen for the old ink and no other.
    private func ink(_ color: String, _ old: ColorFallbacks) -> [JSONValue.Member] {
        let member = JSONValue.Member("color", .string(Self.completed(color)))
        guard color == Self.code(old.trueColor) else { return [member] }
        return [
            member, .init("256", ColorFallbacks.json(index: old.indexed)),
            .init("16", ColorFallbacks.json(index: old.basic)),
        ]
    }

    /// Six digits without `#` are a color too.
    private static func completed(_ color: String) -> String {
        let isBare = color.utf8.count == 6 && UInt32(color, radix: 16) != nil
        return isBare ? "#" + color : color
    }

    private var inks: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if let old = base.json["inks"]?.members {
            members = old.filter { $0.key != SurfaceRole.paper.rawValue }
        }
        guard Background.allCases.contains(where: { !self[.paper($0)].isEmpty }) else {
            return members
        }
        let paper = Background.allCases.map { background in
            let usual = SurfaceRole.paper.usual
            let text = self[.paper(background)]
            let old = (text.isEmpty ? usual : base.surfaces[.paper] ?? usual)[background]
            let color = text.isEmpty ? Self.code(old.trueColor) : text
            let ink = ink(color, old)
            return JSONValue.Member(
                background.rawValue, ink.count == 1 ? ink[0].value : .object(ink))
        }
        return members + [.init(SurfaceRole.paper.rawValue, .object(paper))]
    }
}

/// A step on the way to a value in a JSON document.
enum JSONStep: Hashable, Sendable {
    case key(String)
    case index(Int)
}

extension JSONValue {
    /// The way to the value or key at an offset; `nil` where nothing begins.
    func path(to offset: Int) -> [JSONStep]? {
        if self.offset == offset { return [] }
        switch content {
        case .object(let members):
            for member in members {
                if member.offset == offset { return [.key(member.key)] }
                if let rest = member.value.path(to: offset) { return [.key(member.key)] + rest }
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let rest = element.path(to: offset) { return [.index(index)] + rest }
            }
        case .null, .flag, .integer, .number, .string: break
        }
        return nil
    }
}
