import SetProtocol

extension Theme {
    /// Reads the text of a theme file.
    ///
    /// Everything is checked: a theme that has been read can be drawn at every size, and its 81
    /// cards can be told apart in words, in letters and in shapes.
    ///
    /// - Throws: All that is wrong with it, line by line.
    package init(reading bytes: [UInt8]) throws(ThemeFileError) {
        var reader = ThemeReader(bytes)
        guard let theme = reader.theme() else { throw ThemeFileError(faults: reader.faults) }
        self = theme
    }
}

/// Reads one theme; ``Theme/json`` is the other way round.
struct ThemeReader {
    private var file: FileReader

    init(_ bytes: [UInt8]) {
        file = FileReader(bytes)
    }

    /// What is wrong, once the theme has been asked for.
    var faults: [FileFault] { file.faults }

    /// The theme; `nil` when anything is wrong.
    mutating func theme() -> Theme? {
        guard let document = file.document() else { return nil }
        let keys = ["name", "symbols", "colors", "fills", "showsColorLetter", "inks"]
        let fields = file.object(document, "a theme", keys: keys)
        let name = name(file.required(fields, "name", "the theme"))
        let symbols = symbols(file.required(fields, "symbols", "the theme"))
        let colors = colors(file.required(fields, "colors", "the theme"))
        let fills = fields?["fills"].map { self.fills($0) } ?? PerVariant<ThemeFill>.usual
        let letter = file.flag(fields?["showsColorLetter"], "\"showsColorLetter\"")
        let surfaces = surfaces(fields?["inks"])
        guard file.faults.isEmpty, let name, let symbols, let colors, let fills else { return nil }
        return Theme(
            name: name, symbols: symbols, colors: colors, fills: fills,
            showsColorLetter: letter ?? false, surfaces: surfaces)
    }

    private mutating func name(_ node: JSONNode?) -> String? {
        guard let node else { return nil }
        guard case .string(let text) = node.content, SafeText.isAllowedName(text),
            text != Theme.randomName
        else {
            file.complain(
                at: node.offset,
                "\"name\" must be a string of 1 to \(SafeText.nameColumns) visible characters, "
                    + "and not \"\(Theme.randomName)\"")
            return nil
        }
        return text
    }

    // MARK: - Symbols

    private mutating func symbols(_ node: JSONNode?) -> PerVariant<ThemeSymbol>? {
        guard let nodes = file.array(node, count: 3, "\"symbols\"") else { return nil }
        let symbols = nodes.map { symbol($0) }
        guard let one = symbols[0], let two = symbols[1], let three = symbols[2] else {
            return nil
        }
        let all = [one, two, three]
        refuseRepeats(nodes, "letter", all.map { String($0.letter) })
        refuseRepeats(nodes, "singular", all.map(\.singular))
        refuseRepeats(nodes, "plural", all.map(\.plural))
        refuseRepeats(nodes, "glyphs", all.map { String(Character($0.glyphs.solid)) })
        refuseLikeness(nodes, all)
        return PerVariant(one, two, three)
    }

    private mutating func symbol(_ node: JSONNode) -> ThemeSymbol? {
        let keys = ["singular", "plural", "letter", "glyphs"] + Self.drawingKeys
        let fields = file.object(node, "a symbol", keys: keys)
        let singular = file.word(file.required(fields, "singular", "the symbol"), "\"singular\"")
        let plural = file.word(file.required(fields, "plural", "the symbol"), "\"plural\"")
        let letter = file.character(
            file.required(fields, "letter", "the symbol"), "a symbol's \"letter\"",
            "one letter from a to z"
        ) { "a"..."z" ~= $0 }
        let glyphs = glyphs(file.required(fields, "glyphs", "the symbol"))
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
                "a symbol can have only one of \(FileReader.either(given))")
            return nil
        }
        guard let mosaic = fields["mosaic"] else {
            return given.isEmpty ? .characters(.ellipse) : curve(fields).map { .curve($0) }
        }
        if case .string = mosaic.content { return curve(named: mosaic).map { .characters($0) } }
        let keys = Self.drawingKeys.dropLast()
        guard let inner = file.object(mosaic, "\"mosaic\"", keys: Array(keys)) else { return nil }
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

    private mutating func curve(named node: JSONNode) -> Curve? {
        let name = file.choice(node, "a curve", among: Curve.builtIn.map(\.name))
        return name.flatMap { name in Curve.builtIn.first { $0.name == name }?.curve }
    }

    private mutating func ownCurve(_ node: JSONNode, isSmooth: Bool) -> Curve? {
        guard case .array(let nodes) = node.content else {
            file.complain(
                at: node.offset, "points must be written as [[0.5, 0], [1, 1], [0, 1]]")
            return nil
        }
        let points = nodes.map { Self.point($0) }
        if let wrong = points.firstIndex(of: nil) {
            file.complain(
                at: nodes[wrong].offset, "a point must be two numbers from 0 to 1, such as [0.5, 0]"
            )
            return nil
        }
        do throws(OwnCurveError) {
            return .own(try OwnCurve(points.compactMap(\.self), isSmooth: isSmooth))
        } catch {
            file.complain(at: Self.offset(of: error, nodes) ?? node.offset, error.sentence)
            return nil
        }
    }

    private static func offset(of error: OwnCurveError, _ points: [JSONNode]) -> Int? {
        switch error {
        case .outside(let index), .repeated(let index), .crossing(_, let index):
            points.indices ~= index ? points[index].offset : nil
        case .wrongCount, .flat: nil
        }
    }

    private static func point(_ node: JSONNode) -> CurvePoint? {
        guard case .array(let numbers) = node.content, numbers.count == 2,
            let x = number(numbers[0]), let y = number(numbers[1])
        else { return nil }
        return CurvePoint(x, y)
    }

    private static func number(_ node: JSONNode) -> Double? {
        switch node.content {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .null, .flag, .string, .array, .object: nil
        }
    }

    private mutating func glyphs(_ node: JSONNode?) -> ThemeSymbol.Glyphs? {
        guard let node else { return nil }
        let wanted = "one visible character, or an array of three: solid, striped, and open"
        var nodes = [node]
        if case .array = node.content {
            guard let three = file.array(node, count: 3, "\"glyphs\"") else { return nil }
            nodes = three
        }
        let scalars = nodes.map { node in
            file.character(node, "\"glyphs\"", wanted) {
                SafeText.isAllowed($0) && $0 != " " && $0.columns > 0
            }
        }.compactMap(\.self)
        guard scalars.count == nodes.count, let solid = scalars.first else { return nil }
        guard Set(scalars.map(\.columns)).count == 1 else {
            file.complain(at: node.offset, "\"glyphs\" must be characters of the same width")
            return nil
        }
        guard scalars.count == 3 else { return ThemeSymbol.Glyphs(solid) }
        return ThemeSymbol.Glyphs(solid, scalars[1], scalars[2])
    }

    // MARK: - Colors

    private mutating func colors(_ node: JSONNode?) -> PerVariant<ThemeColor>? {
        guard let nodes = file.array(node, count: 3, "\"colors\"") else { return nil }
        let colors = nodes.map { color($0) }
        guard let one = colors[0], let two = colors[1], let three = colors[2] else { return nil }
        let all = [one, two, three]
        for background in Background.allCases {
            refuseRepeats(nodes, "letter", all.map { String($0.letter[background]) })
            refuseRepeats(nodes, "name", all.map { $0.name[background] })
            refuseRepeats(
                nodes, background.rawValue, all.map { "\($0.ink[background].ramp(.trueColor))" })
        }
        return PerVariant(one, two, three)
    }

    private mutating func color(_ node: JSONNode) -> ThemeColor? {
        let keys = ["name", "letter", "nameOnLight", "letterOnLight", "dark", "light"]
        let fields = file.object(node, "a color", keys: keys)
        let name = file.word(file.required(fields, "name", "the color"), "\"name\"")
        let letter = capital(file.required(fields, "letter", "the color"))
        let otherName = fields?["nameOnLight"].map { file.word($0, "\"nameOnLight\"") } ?? name
        let otherLetter = fields?["letterOnLight"].map { capital($0) } ?? letter
        let ink = grounded(fields, "the color")
        guard let name, let letter, let otherName, let otherLetter, let ink else { return nil }
        return ThemeColor(name, letter, onLight: (otherName, otherLetter), ink)
    }

    private mutating func capital(_ node: JSONNode?) -> Unicode.Scalar? {
        file.character(node, "a color's \"letter\"", "one letter from A to Z") {
            "A"..."Z" ~= $0
        }
    }

    private mutating func grounded(_ fields: FileReader.Fields?, _ what: String) -> AdaptiveColor? {
        let dark = file.ink(file.required(fields, "dark", what))
        let light = file.ink(file.required(fields, "light", what))
        guard let dark, let light else { return nil }
        return AdaptiveColor(dark: dark, light: light)
    }

    private mutating func surfaces(_ node: JSONNode?) -> [SurfaceRole: AdaptiveColor] {
        guard let node else { return [:] }
        let fields = file.object(node, "\"inks\"", keys: SurfaceRole.allCases.map(\.rawValue))
        var surfaces: [SurfaceRole: AdaptiveColor] = [:]
        for role in SurfaceRole.allCases {
            guard let node = fields?[role.rawValue] else { continue }
            let what = "\"\(role.rawValue)\""
            let grounds = file.object(node, what, keys: ["dark", "light"])
            surfaces[role] = grounded(grounds, what)
        }
        return surfaces
    }

    // MARK: - Fills

    private mutating func fills(_ node: JSONNode) -> PerVariant<ThemeFill>? {
        guard let nodes = file.array(node, count: 3, "\"fills\"") else { return nil }
        let fills = nodes.map { fill($0) }
        guard let one = fills[0], let two = fills[1], let three = fills[2] else { return nil }
        let all = [one, two, three]
        refuseRepeats(nodes, "fill", all.map(\.fill.rawValue))
        refuseRepeats(nodes, "name", all.map(\.name))
        refuseRepeats(nodes, "mark", all.map { String(Character($0.mark)) })
        refuseRepeats(nodes, "asciiMark", all.map { String(Character($0.asciiMark)) })
        return PerVariant(one, two, three)
    }

    private mutating func fill(_ node: JSONNode) -> ThemeFill? {
        let fields = file.object(node, "a fill", keys: ["fill", "name", "mark", "asciiMark"])
        let fill = file.choice(
            file.required(fields, "fill", "the fill"), "\"fill\"",
            among: Fill.allCases.map(\.rawValue)
        ).flatMap { Fill(rawValue: $0) }
        let name = file.word(file.required(fields, "name", "the fill"), "\"name\"")
        let mark = file.character(
            file.required(fields, "mark", "the fill"), "\"mark\"", "one character of normal width"
        ) { SafeText.isAllowed($0) && $0 != " " && $0.columns == 1 }
        let asciiMark = file.character(
            file.required(fields, "asciiMark", "the fill"), "\"asciiMark\"",
            "one visible ASCII character"
        ) { 0x21...0x7E ~= $0.value }
        guard let fill, let name, let mark, let asciiMark else { return nil }
        return ThemeFill(fill, name, mark: mark, asciiMark: asciiMark)
    }

    // MARK: - What must differ

    /// Names the first of three values that is the same as one before it.
    private mutating func refuseRepeats(_ nodes: [JSONNode], _ key: String, _ values: [String]) {
        for index in 1..<values.count {
            guard let earlier = values[..<index].firstIndex(of: values[index]) else { continue }
            file.complain(
                at: Self.offset(of: key, in: nodes[index]),
                "\"\(key)\" must differ from that of number \(earlier + 1)")
            return
        }
    }

    private static func offset(of key: String, in node: JSONNode) -> Int {
        guard case .object(let members) = node.content else { return node.offset }
        return members.first { $0.key == key }?.offset ?? node.offset
    }

    /// Shapes are drawn once at a usual size and compared dot by dot.
    private mutating func refuseLikeness(_ nodes: [JSONNode], _ symbols: [ThemeSymbol]) {
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
                    at: nodes[index].offset, "the shape looks too much like number \(twin + 1)")
            }
        }
    }
}
