import SetProtocol

extension Theme {
    /// What settings and options call "another one each game"; no theme has this name.
    package static let randomName = "random"

    /// The text of the theme's file, made to be read and edited; reading it gives the theme back.
    package var file: [UInt8] { json.indented() }

    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)),
            .init("symbols", .array(symbols.all.map(\.json))),
            .init("colors", .array(colors.all.map(\.json))),
            .init("fills", .array(fills.all.map(\.json))),
            .init("showsColorLetter", .flag(showsColorLetter)),
        ]
        let inks = SurfaceRole.allCases.compactMap { role in
            surfaces[role].map { JSONValue.Member(role.rawValue, .object($0.members)) }
        }
        if !inks.isEmpty { members.append(.init("inks", .object(inks))) }
        return .object(members)
    }
}

extension ThemeSymbol {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("singular", .string(singular)), .init("plural", .string(plural)),
            .init("letter", .string(String(letter))),
            .init("glyphs", glyphs.json),
        ]
        switch drawing {
        case .curve(let curve): members.append(curve.member)
        case .characters(let curve):
            let member = curve.member
            // A built-in silhouette needs no more than its name.
            let isNamed = member.key == "curve"
            members.append(.init("mosaic", isNamed ? member.value : .object([member])))
        }
        return .object(members)
    }
}

extension ThemeSymbol.Glyphs {
    fileprivate var json: JSONValue {
        let scalars = [solid, striped, open].map { JSONValue.string(String(Character($0))) }
        return Set([solid, striped, open]).count == 1 ? scalars[0] : .array(scalars)
    }
}

extension Curve {
    /// What tells the curve in a symbol's object.
    fileprivate var member: JSONValue.Member {
        if case .own(let curve) = self {
            let points = curve.points.map { point in
                JSONValue.array([.number(point.x), .number(point.y)])
            }
            return .init(curve.isSmooth ? "smooth" : "polygon", .array(points))
        }
        let name = Curve.builtIn.first { $0.curve == self }?.name ?? ""
        return .init("curve", .string(name))
    }
}

extension ThemeColor {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(name.dark)), .init("letter", .string(String(letter.dark))),
        ]
        if name.light != name.dark { members.append(.init("nameOnLight", .string(name.light))) }
        if letter.light != letter.dark {
            members.append(.init("letterOnLight", .string(String(letter.light))))
        }
        return .object(members + ink.members)
    }
}

extension ThemeFill {
    var json: JSONValue {
        .object([
            .init("fill", .string(fill.rawValue)), .init("name", .string(name)),
            .init("mark", .string(String(Character(mark)))),
            .init("asciiMark", .string(String(Character(asciiMark)))),
        ])
    }
}

extension AdaptiveColor {
    fileprivate var members: [JSONValue.Member] {
        [.init("dark", dark.json), .init("light", light.json)]
    }
}

extension ColorFallbacks {
    fileprivate var json: JSONValue {
        if self == ColorFallbacks(nil, nil, nil) { return .string(FileReader.ownInk) }
        var members = [JSONValue.Member("color", .string(ThemeDraft.code(trueColor)))]
        if let gradient { members.append(.init("to", .string(ThemeDraft.code(gradient)))) }
        members.append(.init("256", Self.json(index: indexed)))
        members.append(.init("16", Self.json(index: basic)))
        return .object(members)
    }

    static func json(index: UInt8?) -> JSONValue {
        index.map { .integer(Int($0)) } ?? .string(FileReader.ownInk)
    }
}
