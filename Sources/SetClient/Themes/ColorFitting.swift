import SetProtocol

/// Finds the colors of a terminal that come closest to those a theme asks for.
///
/// A theme names a color for each depth. On a terminal whose palette or background is different
/// from what the theme's author had in mind, some of them would be unreadable or too much alike. So
/// each is checked against the colors that the terminal really shows and, if necessary, replaced by
/// the nearest that passes:
///
/// - text has a contrast of at least ``textContrast``, and a symbol of ``symbolContrast``;
/// - lines and patterns have a contrast of at least ``lineContrast``;
/// - the colors of the symbols differ by ``difference``, and by ``differenceWithoutCones`` for
///   every kind of color blindness.
struct ColorFitting {
    /// The least contrast of text (WCAG 2.2, 1.4.3).
    static let textContrast = 4.5
    /// The least contrast of a symbol (WCAG 2.2, 1.4.11).
    private static let symbolContrast = 3.0
    /// The least contrast of the line around a card.
    static let lineContrast = 1.5
    /// The least ΔE (CIE94) between two colors of symbols.
    private static let difference = 28.0
    /// The same for somebody who is color-blind.
    private static let differenceWithoutCones = 17.0

    private struct Candidate {
        let index: UInt8
        let color: RGBColor
        let look: PerceivedColor
    }

    /// The largest ΔE at which a color of the palette still is what a theme's author chose.
    private static let likeness = 46.0
    /// How many candidates for a symbol are compared with those for the others.
    private static let finalists = 12

    /// The color behind everything.
    let background: RGBColor
    private let kind: Background
    private let depth: ColorDepth
    private let colors: TerminalColors

    init(on background: Background, _ depth: ColorDepth, _ colors: TerminalColors) {
        (kind, self.depth, self.colors) = (background, depth, colors)
        let reported = colors.background.flatMap { color in
            // Otherwise the player knows better than the terminal.
            (color.luminance < 0.18) == (background == .dark) ? color : nil
        }
        self.background = reported ?? TerminalColors.usualBackground(background)
    }

    /// What a color looks like on this terminal, behind text.
    func shown(_ color: TerminalColor) -> RGBColor { colors.shown(color, on: background) }

    /// The palette that a theme may use; of 256 colors, those that users do not change.
    private var candidates: [Candidate] {
        let indexes: ClosedRange<UInt8> = depth == .sixteen ? 0...15 : 16...255
        return indexes.map {
            Candidate(index: $0, color: colors[$0], look: PerceivedColor(colors[$0]))
        }
    }

    // MARK: - Text and lines

    /// The inks of everything but the symbols, on each surface.
    func surfaces(of theme: Theme) -> [Surface: [SurfaceRole: TerminalColor]] {
        func asked(_ role: SurfaceRole) -> ColorFallbacks {
            (theme.surfaces[role] ?? role.usual)[kind]
        }
        let fills: [SurfaceRole] = [.paper, .strip, .sheet, .back]
        var fill: [SurfaceRole: TerminalColor] = [:]
        for role in fills { fill[role] = ink(asked(role), 1, on: []) }
        func behind(_ roles: SurfaceRole...) -> [RGBColor] {
            roles.map { shown(fill[$0] ?? .standard) }
        }
        let backgrounds: [Surface: [RGBColor]] = [
            .table: [background] + behind(.sheet), .card: behind(.paper, .strip),
            .back: behind(.back),
        ]
        var surfaces: [Surface: [SurfaceRole: TerminalColor]] = [:]
        for (surface, backgrounds) in backgrounds {
            surfaces[surface] = fill
            for role in SurfaceRole.allCases where !fills.contains(role) {
                let isLine = role == .edge || role == .pattern
                surfaces[surface]?[role] = ink(
                    asked(role), isLine ? Self.lineContrast : Self.textContrast,
                    on: surface == .card && isLine ? backgrounds + [background] : backgrounds)
            }
        }
        return surfaces
    }

    /// A color that is readable on some backgrounds, and as close to the wanted one as possible.
    func ink(_ wanted: ColorFallbacks, _ contrast: Double, on backgrounds: [RGBColor])
        -> TerminalColor
    {
        ink(asked: wanted.ramp(depth).top, contrast, on: backgrounds, like: target(wanted))
    }

    func ink(
        asked: TerminalColor, _ contrast: Double, on backgrounds: [RGBColor],
        like target: RGBColor? = nil
    ) -> TerminalColor {
        guard asked != .standard else { return asked }
        let color = shown(asked)
        let target = target ?? color
        func lowest(_ color: RGBColor) -> Double {
            backgrounds.map { color.contrast(with: $0) }.min() ?? contrast
        }
        guard depth != .trueColor else {
            let ends = [RGBColor.white, .black]
            let extreme = lowest(ends[0]) > lowest(ends[1]) ? ends[0] : ends[1]
            return TerminalColor(color.withContrast(contrast, on: backgrounds) ?? extreme)
        }
        let look = PerceivedColor(target)
        if lowest(color) >= contrast,
            PerceivedColor(color).difference(from: look) <= Self.likeness
        {
            return asked
        }
        let candidates = candidates
        let readable = candidates.filter { lowest($0.color) >= contrast }
        let best =
            readable.min { $0.look.difference(from: look) < $1.look.difference(from: look) }
            ?? candidates.max { lowest($0.color) < lowest($1.color) }
        return best.map { .indexed($0.index) } ?? asked
    }

    /// The color that the author had in mind.
    private func target(_ wanted: ColorFallbacks) -> RGBColor? {
        if let code = wanted.trueColor { return RGBColor(code: code) }
        return (depth == .sixteen ? wanted.basic : wanted.indexed).map(RGBColor.init(indexed:))
    }

    // MARK: - Symbols

    func symbols(of theme: Theme, on paper: RGBColor) -> PerVariant<Gradient> {
        let wanted = theme.colors.map { $0.ink[kind] }
        let asked = wanted.map { $0.ramp(depth) }
        guard depth != .none else { return asked }
        if depth == .trueColor {
            func readable(_ color: TerminalColor) -> TerminalColor {
                ink(asked: color, Self.symbolContrast, on: [paper])
            }
            return asked.map { Gradient(readable($0.top), to: readable($0.bottom)) }
        }
        let targets = zip(wanted.all, asked.all).map { wanted, asked in
            PerceivedColor(target(wanted) ?? shown(asked.top))
        }
        let isGood = zip(asked.all, targets).allSatisfy { asked, target in
            let color = shown(asked.top)
            return asked.top != .standard
                && color.contrast(with: paper) >= Self.symbolContrast
                && PerceivedColor(color).difference(from: target) <= Self.likeness
        }
        if isGood && (areApart(asked) || reliesOnLetters(theme)) { return asked }
        return nearest(to: targets, on: paper) ?? asked
    }

    /// Whether letters tell colors apart that the theme's author chose alike.
    private func reliesOnLetters(_ theme: Theme) -> Bool {
        theme.showsColorLetter
            && !areApart(theme.colors.map { $0.ink[kind].ramp(.trueColor) })
    }

    /// Three readable colors that are apart, each as close to its target as possible; if no three
    /// are apart enough, those that are the most.
    private func nearest(to targets: [PerceivedColor], on paper: RGBColor) -> PerVariant<Gradient>?
    {
        let readable = candidates.filter {
            $0.color.contrast(with: paper) >= Self.symbolContrast
        }
        let lists = targets.map { target in
            readable.map { (far: $0.look.difference(from: target), candidate: $0) }
                .sorted { $0.far < $1.far }.prefix(Self.finalists)
        }
        var separations: [Set<UInt8>: Double] = [:]
        func separation(_ one: Candidate, _ other: Candidate) -> Double {
            let pair: Set = [one.index, other.index]
            if let known = separations[pair] { return known }
            let found = Self.separation(one.color, other.color)
            separations[pair] = found
            return found
        }
        var best: (cost: Double, indexes: PerVariant<UInt8>)?
        for one in lists[0] {
            for two in lists[1] {
                let first = separation(one.candidate, two.candidate)
                for three in lists[2] {
                    let least = min(
                        first, separation(one.candidate, three.candidate),
                        separation(two.candidate, three.candidate))
                    // What is too close costs more than any distance from the targets.
                    let isApart = least >= 1
                    let cost =
                        one.far + two.far + three.far + (isApart ? 0 : 1000 * (2 - least))
                    if best.map({ cost < $0.cost }) ?? true {
                        let chosen = [one, two, three].map(\.candidate.index)
                        best = (cost, PerVariant(chosen[0], chosen[1], chosen[2]))
                    }
                }
            }
        }
        return best?.indexes.map { Gradient(.indexed($0)) }
    }

    /// Whether everybody can tell three inks apart.
    func areApart(_ inks: PerVariant<Gradient>) -> Bool {
        let all = inks.all
        return [(0, 1), (0, 2), (1, 2)].allSatisfy { one, other in
            [\Gradient.top, \.bottom].allSatisfy { end in
                Self.separation(shown(all[one][keyPath: end]), shown(all[other][keyPath: end])) >= 1
            }
        }
    }

    /// How far two colors are apart, as a share of what is necessary.
    private static func separation(_ one: RGBColor, _ other: RGBColor) -> Double {
        ColorVision.allCases.map { vision in
            let least = vision == .normal ? difference : differenceWithoutCones
            return PerceivedColor(one, vision)
                .difference(from: PerceivedColor(other, vision)) / least
        }.min() ?? 0
    }
}
