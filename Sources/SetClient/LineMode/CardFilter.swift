import SetProtocol

/// Features of cards in a player's words, such as "red" or "two striped ovals".
struct CardFilter: Equatable, Sendable {
    /// Why words are no filter.
    enum Fault: Error, Equatable, Sendable {
        case noWords
        /// A word that the theme does not have, and its own.
        case unknown(String, known: [String])

        var sentence: String {
            switch self {
            case .noWords: "Name a feature, for example: where red."
            case .unknown(let word, let known):
                "Unknown word \(SafeText.sanitized(word, limit: 20)): use \(known.listed("or"))."
            }
        }
    }

    /// The variants wanted of each feature that was named.
    private let wanted: [Feature: Set<Variant>]
    /// The filter in the player's words.
    let text: String

    private static let fillers = nouns.union(["and", "or"])
    private static let nouns: Set<String> = ["with", "card", "cards", "symbols"]

    /// Parses words in lower case; the names of a theme may have several words.
    init(_ words: [String], _ theme: Theme, on background: Background) throws(Fault) {
        var rest = words.filter { !Self.fillers.contains($0) }[...]
        guard !rest.isEmpty else { throw .noWords }
        let names = Self.names(theme, on: background)
        var wanted: [Feature: Set<Variant>] = [:]
        while let word = rest.first {
            let match = names.first { rest.starts(with: $0.words) }
            guard let match else { throw .unknown(word, known: Self.words(theme, on: background)) }
            wanted[match.feature, default: []].insert(match.variant)
            rest = rest.dropFirst(match.words.count)
        }
        self.wanted = wanted
        // Several variants of a feature are alternatives, even if the player did not type "or".
        let alternatives = Feature.allCases.compactMap { feature in
            wanted[feature].map { variants in
                variants.sorted { $0.rawValue < $1.rawValue }
                    .map { CardWords.name(of: feature, $0, theme, on: background) }.listed("or")
            }
        }
        text =
            wanted.values.contains { $0.count > 1 } && !words.contains("or")
            ? alternatives.joined(separator: " and ")
            : words.filter { !Self.nouns.contains($0) }.joined(separator: " ")
    }

    func matches(_ card: Card) -> Bool { wanted.allSatisfy { $1.contains(card[$0]) } }

    /// The names of all variants.
    private static func words(_ theme: Theme, on background: Background) -> [String] {
        Feature.allCases.flatMap { feature in
            Variant.allCases.map { CardWords.name(of: feature, $0, theme, on: background) }
        }
    }

    /// What the variants are called, those of most words first.
    private static func names(
        _ theme: Theme, on background: Background
    ) -> [(words: [String], feature: Feature, variant: Variant)] {
        var names: [(words: [String], feature: Feature, variant: Variant)] = []
        for feature in Feature.allCases {
            for variant in Variant.allCases {
                var ways = [CardWords.name(of: feature, variant, theme, on: background)]
                if feature == .number { ways.append("\(variant.rawValue)") }
                if feature == .shape {
                    ways.append(CardWords.symbolName(variant, theme, plural: false))
                }
                names += ways.map { way in
                    (way.lowercased().split(separator: " ").map(String.init), feature, variant)
                }
            }
        }
        return names.sorted { $0.words.count > $1.words.count }
    }
}
