import SetProtocol

extension Theme {
    /// Reads the text of a theme file.
    ///
    /// Everything is checked: a theme that has been read can be drawn at every size, and its 81
    /// cards can be told apart in words, in letters and in shapes.
    package init(reading bytes: [UInt8]) throws(ThemeFileError) {
        var reader = ThemeReader(FileReader(bytes))
        guard let theme = reader.theme() else { throw ThemeFileError(faults: reader.faults) }
        self = theme
    }
}

/// Reads one theme; ``Theme/json`` does the reverse.
struct ThemeReader {
    private var file: FileReader

    init(_ file: FileReader) { self.file = file }

    /// What is wrong, once the theme has been asked for.
    var faults: [FileFault] { file.faults }

    /// The same, with the offset of each.
    var problems: [(offset: Int, reason: String)] { file.problems }

    /// The theme; `nil` when anything is wrong.
    mutating func theme() -> Theme? {
        guard let document = file.document() else { return nil }
        let keys = ["name", "symbols", "colors", "fills", "showsColorLetter", "inks"]
        let fields = file.object(document, a: "theme", keys: keys)
        let wantedName =
            file.isForm
            ? "use 1 to \(SafeText.nameColumns) visible characters; \"\(Theme.randomName)\" is reserved"
            : file.subject("name") + " must be a string of 1 to \(SafeText.nameColumns) visible "
                + "characters, and not \"\(Theme.randomName)\""
        let name = file.text(file.required(fields, "name"), wantedName) {
            SafeText.isAllowedName($0) && $0 != Theme.randomName
        }
        let symbols = symbols(file.required(fields, "symbols"))
        let colors = colors(file.required(fields, "colors"))
        let fills = fields?["fills"].map { self.fills($0) } ?? PerVariant<ThemeFill>.usual
        let letter = file.flag(fields?["showsColorLetter"], "\"showsColorLetter\"")
        let surfaces = surfaces(fields?["inks"])
        guard file.faults.isEmpty, let name, let symbols, let colors, let fills else { return nil }
        return Theme(
            name: name, symbols: symbols, colors: colors, fills: fills,
            showsColorLetter: letter ?? false, surfaces: surfaces)
    }

    /// Reads one value for each of a feature's three variants, which must differ in every aspect.
    ///
    /// - Parameter aspects: The keys of the aspects, and what tells their values apart.
    private mutating func variants<Value>(
        _ node: JSONValue?, _ key: String, differingIn aspects: [(String, (Value) -> String)],
        _ read: (inout ThemeReader, JSONValue) -> Value?
    ) -> PerVariant<Value>? {
        guard let nodes = file.array(node, count: 3, "\"\(key)\"") else { return nil }
        let values = nodes.map { read(&self, $0) }
        guard let one = values[0], let two = values[1], let three = values[2] else { return nil }
        for (aspect, text) in aspects {
            refuseRepeats(nodes, String(key.dropLast()), aspect, [one, two, three].map(text))
        }
        return PerVariant(one, two, three)
    }

    // MARK: - Symbols

    private mutating func symbols(_ node: JSONValue?) -> PerVariant<ThemeSymbol>? {
        let symbols = variants(
            node, "symbols",
            differingIn: [
                ("letter", { String($0.letter) }), ("singular", \.singular), ("plural", \.plural),
                ("glyphs", { String($0.glyphs.solid) }),
            ]
        ) { $0.symbol($1) }
        if let symbols, let nodes = node?.elements { refuseLikeness(nodes, symbols.all) }
        return symbols
    }

    private mutating func symbol(_ node: JSONValue) -> ThemeSymbol? {
        let keys = ["singular", "plural", "letter", "glyphs"] + Self.drawingKeys
        let fields = file.object(node, a: "symbol", keys: keys)
        let singular = file.word(fields, "singular")
        let plural = file.word(fields, "plural")
        let letter = file.character(
            file.required(fields, "letter"), "a symbol's \"letter\"", "one letter from a to z"
        ) { "a"..."z" ~= $0 }
        let glyphs = glyphs(file.required(fields, "glyphs"))
        guard let fields, let drawing = drawing(fields), let singular, let plural, let letter,
            let glyphs
        else { return nil }
        return ThemeSymbol(drawing, glyphs, letter: letter, singular, plural)
    }

    private static let drawingKeys = ["curve", "polygon", "smooth", "mosaic"]

    /// What is drawn; glyphs alone are set to an ellipse.
    private mutating func drawing(_ fields: FileReader.Fields) -> ThemeSymbol.Drawing? {
        let given = Self.drawingKeys.filter { fields[$0] != nil }
        guard given.count <= 1 else {
            file.complain(
                at: fields.offset,
                "a symbol can have only one drawing: \(FileReader.either(given))")
            return nil
        }
        guard let mosaic = fields["mosaic"] else {
            return given.isEmpty ? .characters(.ellipse) : curve(fields).map { .curve($0) }
        }
        if mosaic.string != nil { return curve(named: mosaic).map { .characters($0) } }
        let keys = Array(Self.drawingKeys.dropLast())
        guard let inner = file.object(mosaic, of: "mosaic", keys: keys) else { return nil }
        return curve(inner).map { .characters($0) }
    }

    private mutating func curve(_ fields: FileReader.Fields) -> Curve? {
        if let node = fields["curve"] { return curve(named: node) }
        if let node = fields["polygon"] { return ownCurve(node, isSmooth: false) }
        if let node = fields["smooth"] { return ownCurve(node, isSmooth: true) }
        let keys = Array(Self.drawingKeys.dropLast())
        file.complain(at: fields.offset, "\"mosaic\" must contain \(FileReader.either(keys))")
        return nil
    }

    private mutating func curve(named node: JSONValue) -> Curve? {
        let name = file.choice(node, "a curve", among: Curve.builtIn.map(\.name))
        return Curve.builtIn.first { $0.name == name }?.curve
    }

    private mutating func ownCurve(_ node: JSONValue, isSmooth: Bool) -> Curve? {
        let wanted = "points must be written as [[0.5, 0], [1, 1], [0, 1]]"
        guard let nodes = file.value(node, wanted, \.elements) else { return nil }
        var points: [Place] = []
        for node in nodes {
            let wanted = "a point must be two numbers from 0 to 1, such as [0.5, 0]"
            guard let point = file.value(node, wanted, Self.point) else { return nil }
            points.append(point)
        }
        do throws(OwnCurveError) {
            return .own(try OwnCurve(points, isSmooth: isSmooth))
        } catch {
            file.complain(at: Self.offset(of: error, nodes) ?? node.offset, error.sentence)
            return nil
        }
    }

    private static func offset(of error: OwnCurveError, _ points: [JSONValue]) -> Int? {
        switch error {
        case .outside(let index), .repeated(let index):
            points.indices ~= index ? points[index].offset : nil
        case .wrongCount, .flat: nil
        }
    }

    private static func point(_ node: JSONValue) -> Place? {
        guard let numbers = node.elements, numbers.count == 2, let x = numbers[0].number,
            let y = numbers[1].number
        else { return nil }
        return Place(x, y)
    }

    private mutating func glyphs(_ node: JSONValue?) -> ThemeSymbol.Glyphs? {
        guard let node else { return nil }
        let wanted = "one visible character, or an array of three: solid, striped, and open"
        let nodes =
            node.elements == nil ? [node] : file.array(node, count: 3, file.subject("glyphs"))
        guard let nodes else { return nil }
        let scalars = nodes.compactMap { node in
            file.character(node, file.subject("glyphs"), wanted) {
                SafeText.isAllowed($0) && $0 != " " && $0.columns > 0
            }
        }
        guard scalars.count == nodes.count, let solid = scalars.first else { return nil }
        guard Set(scalars.map(\.columns)).count == 1 else {
            file.complain(
                at: node.offset, file.subject("glyphs") + " must be characters of the same width")
            return nil
        }
        guard scalars.count == 3 else { return ThemeSymbol.Glyphs(solid) }
        return ThemeSymbol.Glyphs(solid, scalars[1], scalars[2])
    }

    // MARK: - Colors

    private mutating func colors(_ node: JSONValue?) -> PerVariant<ThemeColor>? {
        let aspects = Background.allCases.flatMap {
            background -> [(String, (ThemeColor) -> String)] in
            [
                ("letter", { String($0.letter[background]) }), ("name", { $0.name[background] }),
                (background.rawValue, { "\($0.ink[background].ramp(.trueColor))" }),
            ]
        }
        return variants(node, "colors", differingIn: aspects) { $0.color($1) }
    }

    private mutating func color(_ node: JSONValue) -> ThemeColor? {
        let keys = ["name", "letter", "nameOnLight", "letterOnLight", "dark", "light"]
        let fields = file.object(node, a: "color", keys: keys)
        let name = file.word(fields, "name")
        let letter = capital(file.required(fields, "letter"))
        let otherName =
            fields?["nameOnLight"].map { file.word($0, file.subject("nameOnLight")) } ?? name
        let otherLetter = fields?["letterOnLight"].map { capital($0) } ?? letter
        let ink = adaptive(fields)
        guard let name, let letter, let otherName, let otherLetter, let ink else { return nil }
        return ThemeColor(name, letter, onLight: (otherName, otherLetter), ink)
    }

    private mutating func capital(_ node: JSONValue?) -> Unicode.Scalar? {
        file.character(node, "a color's \"letter\"", "one letter from A to Z") {
            "A"..."Z" ~= $0
        }
    }

    private mutating func adaptive(_ fields: FileReader.Fields?) -> AdaptiveColor? {
        let dark = file.ink(file.required(fields, "dark"))
        let light = file.ink(file.required(fields, "light"))
        guard let dark, let light else { return nil }
        return AdaptiveColor(dark: dark, light: light)
    }

    private mutating func surfaces(_ node: JSONValue?) -> [SurfaceRole: AdaptiveColor] {
        guard let node else { return [:] }
        let fields = file.object(node, of: "inks", keys: SurfaceRole.allCases.map(\.rawValue))
        var surfaces: [SurfaceRole: AdaptiveColor] = [:]
        for role in SurfaceRole.allCases {
            guard let node = fields?[role.rawValue] else { continue }
            surfaces[role] = adaptive(
                file.object(node, of: role.rawValue, keys: ["dark", "light"]))
        }
        return surfaces
    }

    // MARK: - Fills

    private mutating func fills(_ node: JSONValue) -> PerVariant<ThemeFill>? {
        variants(
            node, "fills",
            differingIn: [
                ("fill", \.fill.rawValue), ("name", \.name), ("mark", { String($0.mark) }),
                ("asciiMark", { String($0.asciiMark) }),
            ]
        ) { $0.fill($1) }
    }

    private mutating func fill(_ node: JSONValue) -> ThemeFill? {
        let fields = file.object(node, a: "fill", keys: ["fill", "name", "mark", "asciiMark"])
        let fill = file.choice(
            file.required(fields, "fill"), file.subject("fill"),
            among: Fill.allCases.map(\.rawValue)
        ).flatMap { Fill(rawValue: $0) }
        let name = file.word(fields, "name")
        let mark = file.character(
            file.required(fields, "mark"), file.subject("mark"), "one character of normal width"
        ) { SafeText.isAllowed($0) && $0 != " " && $0.columns == 1 }
        let asciiMark = file.character(
            file.required(fields, "asciiMark"), file.subject("asciiMark"),
            "one visible ASCII character"
        ) { 0x21...0x7E ~= $0.value }
        guard let fill, let name, let mark, let asciiMark else { return nil }
        return ThemeFill(fill, name, mark: mark, asciiMark: asciiMark)
    }

    // MARK: - What must differ

    /// Names the first of three values that is the same as one before it.
    private mutating func refuseRepeats(
        _ nodes: [JSONValue], _ noun: String, _ key: String, _ values: [String]
    ) {
        for index in 1..<values.count {
            guard let earlier = values[..<index].firstIndex(of: values[index]) else { continue }
            file.complain(
                at: Self.offset(of: key, in: nodes[index]),
                "\(file.subject(key)) is the same as for \(noun) \(earlier + 1)")
            return
        }
    }

    private static func offset(of key: String, in node: JSONValue) -> Int {
        node.members?.first { $0.key == key }?.offset ?? node.offset
    }

    /// Shapes are drawn once at a usual size and compared dot by dot.
    private mutating func refuseLikeness(_ nodes: [JSONValue], _ symbols: [ThemeSymbol]) {
        let size = Size(12, 24)
        let solid = symbols.map { SymbolRaster.bitmap(of: $0.drawing.curve, .solid, size) }
        for (index, symbol) in symbols.enumerated() {
            guard case .curve(let curve) = symbol.drawing else { continue }
            let open = SymbolRaster.bitmap(of: curve, .open, size)
            if solid[index].distance(to: open) < 24 {
                file.complain(
                    at: nodes[index].offset, "the shape is too thin to show its fill")
            }
            let twin = (0..<index).first { earlier in
                guard case .curve = symbols[earlier].drawing else { return false }
                return solid[index].distance(to: solid[earlier]) < 16
            }
            if let twin {
                file.complain(
                    at: nodes[index].offset, "the shape looks too much like shape \(twin + 1)")
            }
        }
    }
}
