import SetProtocol

/// Everything that is wrong with a theme's file, in the order of the lines; at least one thing.
package struct ThemeProblems: Error, Equatable, Sendable {
    package let problems: [FileProblem]
}

extension Theme: FileCoded {
    /// What settings and options call "another one each game"; no theme has this name.
    package static let randomName = "random"

    /// Reads the text of a theme file.
    ///
    /// Everything is checked: a theme that has been read can be drawn at every size, and its 81
    /// cards can be told apart in words, in letters and in shapes.
    package init(reading bytes: [UInt8], at path: String = "") throws(ThemeProblems) {
        self = .classic
        var file = FileCoder(reading: bytes, at: path)
        if let document = file.document() { file.read(document, "a theme") { code(&$0) } }
        guard file.problems.isEmpty else { throw ThemeProblems(problems: file.faults) }
    }

    /// The text of the theme's file, made to be read and edited; reading it gives the theme back.
    package var file: [UInt8] { json.indented() }

    mutating func code(_ file: inout FileCoder) {
        let wanted = "a string of 1 to \(SafeText.nameColumns) visible characters"
        file.text("name", &name, "\(wanted), and not \"\(Self.randomName)\"") {
            SafeText.isAllowedName($0) && $0 != Self.randomName
        }
        file.variants("symbols", &symbols)
        file.variants("colors", &colors)
        file.variants("fills", &fills, isRequired: false)
        file.flag("showsColorLetter", &showsColorLetter)
        file.object("inks", &surfaces, or: [:]) { surfaces, file in
            for role in SurfaceRole.allCases {
                file.object(role.rawValue, &surfaces[role], or: nil) { ink, file in
                    var color = ink ?? role.usual
                    color.code(&file)
                    ink = color
                }
            }
        }
    }
}

/// The look of one variant of a feature, of which a theme has three that must differ.
protocol ThemeLook: FileCoded, Hashable, Sendable {
    /// What must differ: its key, and a text that tells values apart.
    static var aspects: [(key: String, text: (Self) -> String)] { get }
}

extension FileCoder {
    /// A look for each of a feature's three variants.
    fileprivate mutating func variants<Look: ThemeLook>(
        _ key: String, _ looks: inout PerVariant<Look>, isRequired: Bool = true
    ) {
        let noun = String(key.dropLast())
        member(
            key, &looks, isRequired: isRequired, write: { .array($0.all.map(\.json)) }
        ) { file, node, looks in
            guard let nodes = file.three(node, "\"\(key)\"") else { return }
            let before = file.problems.count
            for (variant, node) in zip(Variant.allCases, nodes) {
                file.read(node, "a \(noun)") { looks[variant].code(&$0) }
            }
            guard file.problems.count == before else { return }
            for (key, text) in Look.aspects {
                let texts = looks.all.map(text)
                let second = texts.indices.first { texts[..<$0].contains(texts[$0]) }
                guard let second, let first = texts.firstIndex(of: texts[second]) else { continue }
                let member = nodes[second].members?.first { $0.key == key }
                file.complain(
                    at: member?.offset ?? nodes[second].offset,
                    "\(file.subject(key)) is the same as for \(noun) \(first + 1)")
            }
            if let symbols = looks.all as? [ThemeSymbol] { file.refuseLikeness(nodes, symbols) }
        }
    }

    fileprivate mutating func three(_ node: JSONValue, _ what: String) -> [JSONValue]? {
        value(node, "\(what) must be an array of 3 items") {
            $0.elements.flatMap { $0.count == 3 ? $0 : nil }
        }
    }

    /// Shapes are drawn once at a usual size and compared dot by dot.
    private mutating func refuseLikeness(_ nodes: [JSONValue], _ symbols: [ThemeSymbol]) {
        let size = Size(12, 24)
        var drawn: [(number: Int, solid: Bitmap)] = []
        for (index, symbol) in symbols.enumerated() {
            guard case .curve(let curve) = symbol.drawing else { continue }
            let solid = SymbolRaster.bitmap(of: curve, .solid, size)
            if solid.distance(to: SymbolRaster.bitmap(of: curve, .open, size)) < 24 {
                complain(at: nodes[index].offset, "the shape is too thin to show its fill")
            }
            if let twin = drawn.first(where: { solid.distance(to: $0.solid) < 16 }) {
                complain(
                    at: nodes[index].offset, "the shape looks too much like shape \(twin.number)")
            }
            drawn.append((index + 1, solid))
        }
    }
}

// MARK: - Symbols

extension ThemeSymbol: ThemeLook {
    static var aspects: [(key: String, text: (Self) -> String)] {
        [
            ("letter", { String($0.letter) }), ("singular", \.singular), ("plural", \.plural),
            ("glyphs", { String($0.glyphs.solid) }),
        ]
    }

    mutating func code(_ file: inout FileCoder) {
        file.word("singular", &singular)
        file.word("plural", &plural)
        file.character("letter", &letter, "one letter from a to z") { "a"..."z" ~= $0 }
        file.member("glyphs", &glyphs, write: \.json) { file, node, glyphs in
            glyphs = Glyphs(reading: node, &file) ?? glyphs
        }
        if file.isReading {
            drawing = Drawing(reading: &file) ?? drawing
        } else {
            drawing.write(to: &file)
        }
    }
}

extension ThemeSymbol.Drawing {
    private static let keys = ["curve", "polygon", "smooth"]

    /// Glyphs alone are set to an ellipse.
    fileprivate init?(reading file: inout FileCoder) {
        guard let (key, node) = file.member(oneOf: Self.keys + ["mosaic"]) else {
            self = .characters(.ellipse)
            return
        }
        var curve: Curve?
        if key == "mosaic", node.string == nil {
            file.read(node, "\"mosaic\"") { file in
                guard let (key, node) = file.member(oneOf: Self.keys, "\"mosaic\"") else { return }
                curve = Curve(key, node, &file)
            }
        } else {
            curve = Curve(key, node, &file)
        }
        guard let curve else { return nil }
        self = key == "mosaic" ? .characters(curve) : .curve(curve)
    }

    fileprivate func write(to file: inout FileCoder) {
        let (key, value) = curve.member
        switch self {
        case .curve: file.write(key, value)
        // A built-in silhouette needs no more than its name.
        case .characters:
            file.write("mosaic", key == "curve" ? value : .object([.init(key, value)]))
        }
    }
}

extension Curve {
    fileprivate var member: (key: String, value: JSONValue) {
        if case .own(let curve) = self {
            let points = curve.points.map { JSONValue.array([.number($0.x), .number($0.y)]) }
            return (curve.isSmooth ? "smooth" : "polygon", .array(points))
        }
        return ("curve", .string(Curve.builtIn.first { $0.curve == self }?.name ?? ""))
    }

    /// Reads the name of a curve, or the points of a player's own.
    fileprivate init?(_ key: String, _ node: JSONValue, _ file: inout FileCoder) {
        guard key == "polygon" || key == "smooth" else {
            let name = file.choice(node, "a curve", among: Curve.builtIn.map(\.name))
            guard let known = Curve.builtIn.first(where: { $0.name == name }) else { return nil }
            self = known.curve
            return
        }
        let wanted = "points must be written as [[0.5, 0], [1, 1], [0, 1]]"
        guard let nodes = file.value(node, wanted, \.elements) else { return nil }
        var points: [Place] = []
        for node in nodes {
            let wanted = "a point must be two numbers from 0 to 1, such as [0.5, 0]"
            guard let point = file.value(node, wanted, Place.init) else { return nil }
            points.append(point)
        }
        do throws(OwnCurveError) {
            self = .own(try OwnCurve(points, isSmooth: key == "smooth"))
        } catch {
            let place =
                switch error {
                case .outside(let index), .repeated(let index): nodes[index]
                case .wrongCount, .flat: node
                }
            file.complain(at: place.offset, error.sentence)
            return nil
        }
    }
}

extension Place {
    fileprivate init?(_ node: JSONValue) {
        guard let numbers = node.elements, numbers.count == 2, let x = numbers[0].number,
            let y = numbers[1].number
        else { return nil }
        self.init(x, y)
    }
}

extension ThemeSymbol.Glyphs {
    fileprivate var json: JSONValue {
        let scalars = [solid, striped, open].map { JSONValue.string(String($0)) }
        return Set([solid, striped, open]).count == 1 ? scalars[0] : .array(scalars)
    }

    fileprivate init?(reading node: JSONValue, _ file: inout FileCoder) {
        let subject = file.subject("glyphs")
        let nodes = node.elements == nil ? [node] : file.three(node, subject)
        let wanted = "one visible character, or an array of three: solid, striped, and open"
        guard let nodes else { return nil }
        let scalars = nodes.compactMap { node in
            file.value(node, "\(subject) must be \(wanted)") { node -> Unicode.Scalar? in
                guard let text = node.string?.unicodeScalars, text.count == 1,
                    let scalar = text.first, SafeText.isAllowed(scalar), scalar.columns > 0
                else { return nil }
                return scalar == " " ? nil : scalar
            }
        }
        guard scalars.count == nodes.count else { return nil }
        self.init(scalars[0], scalars.dropFirst().first, scalars.last)
        guard Set(scalars.map(\.columns)).count == 1 else {
            file.complain(at: node.offset, "\(subject) must be characters of the same width")
            return nil
        }
    }
}

// MARK: - Colors

extension ThemeColor: ThemeLook {
    static var aspects: [(key: String, text: (Self) -> String)] {
        Background.allCases.flatMap { background -> [(key: String, text: (Self) -> String)] in
            [
                ("letter", { String($0.letter[background]) }), ("name", { $0.name[background] }),
                (background.rawValue, { "\($0.ink[background].ramp(.trueColor))" }),
            ]
        }
    }

    mutating func code(_ file: inout FileCoder) {
        let (wanted, capitals) = ("one letter from A to Z", Unicode.Scalar("A")..."Z")
        file.word("name", &name.dark)
        file.character("letter", &letter.dark, wanted) { capitals ~= $0 }
        file.word("nameOnLight", &name.light, or: name.dark)
        file.character("letterOnLight", &letter.light, or: letter.dark, wanted) { capitals ~= $0 }
        ink.code(&file)
    }
}

extension AdaptiveColor: FileCoded {
    mutating func code(_ file: inout FileCoder) {
        file.ink("dark", &dark)
        file.ink("light", &light)
    }
}

extension ColorFallbacks: FileCoded {
    /// What the terminal's own color is called.
    static let ownWord = "terminal"

    /// A color as it is written; `nil` is the terminal's own.
    static func code(_ color: UInt32?) -> String {
        color.map { RGBColor(code: $0).code } ?? ownWord
    }

    mutating func code(_ file: inout FileCoder) {
        file.color("color", &trueColor)
        if file.isReading { (indexed, basic) = (nearest(.indexed), nearest(.sixteen)) }
        file.color("to", &gradient, or: .some(nil))
        file.index("256", &indexed, 0...255)
        file.index("16", &basic, 0...15)
    }

    private func nearest(_ depth: ColorDepth) -> UInt8? {
        switch depth.reduce(TerminalColor(trueColor)).kind {
        case .indexed(let index): index
        case .standard, .rgb: nil
        }
    }
}

extension FileCoder {
    /// An ink: `"#RRGGBB"`, or an object that also says what it turns into and what stands for it
    /// where there are fewer colors; what that leaves out is worked out.
    fileprivate mutating func ink(_ key: String, _ ink: inout ColorFallbacks) {
        let own = JSONValue.string(ColorFallbacks.ownWord)
        member(
            key, &ink, write: { $0 == ColorFallbacks(nil, nil, nil) ? own : $0.json }
        ) { file, node, ink in
            let color = JSONValue.object([.init("color", node)])
            file.read(node.members == nil ? color : node, "an ink") { ink.code(&$0) }
        }
    }

    /// An index of a palette, or the terminal's own color.
    fileprivate mutating func index(
        _ key: String, _ index: inout UInt8?, _ range: ClosedRange<Int>
    ) {
        let own = JSONValue.string(ColorFallbacks.ownWord)
        let wanted =
            "\(subject(key)) must be a number from \(range.lowerBound) to \(range.upperBound), "
            + "or \"\(ColorFallbacks.ownWord)\""
        member(
            key, &index, isRequired: false, write: { $0.map { .integer(Int($0)) } ?? own }
        ) { file, node, index in
            let read = file.value(node, wanted) { node -> UInt8?? in
                guard node != own else { return .some(nil) }
                guard case .integer(let number) = node.content, range ~= number else { return nil }
                return UInt8(number)
            }
            index = read ?? index
        }
    }
}

// MARK: - Fills

extension ThemeFill: ThemeLook {
    static var aspects: [(key: String, text: (Self) -> String)] {
        [
            ("fill", \.fill.rawValue), ("name", \.name), ("mark", { String($0.mark) }),
            ("asciiMark", { String($0.asciiMark) }),
        ]
    }

    mutating func code(_ file: inout FileCoder) {
        file.member("fill", &fill, write: { .string($0.rawValue) }) { file, node, fill in
            let words = Fill.allCases.map(\.rawValue)
            fill = file.choice(node, file.subject("fill"), among: words).flatMap(Fill.init) ?? fill
        }
        file.word("name", &name)
        file.character("mark", &mark, "one character of normal width") {
            SafeText.isAllowed($0) && $0 != " " && $0.columns == 1
        }
        file.character("asciiMark", &asciiMark, "one visible ASCII character") {
            0x21...0x7E ~= $0.value
        }
    }
}
