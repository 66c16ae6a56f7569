import SetProtocol

/// Features of cards in a player's words, such as "red" or "two striped ovals".
struct CardFilter: Equatable, Sendable {
    private let wanted: [Feature: Set<Variant>]
    /// The filter in the player's words.
    let text: String

    private static let nouns: Set<String> = ["with", "card", "cards", "symbols"]

    /// Parses words in lower case; the names of a theme may have several words.
    init(_ words: [String], _ cardWords: CardWords) throws(CardNameError) {
        func name(of feature: Feature, _ variant: Variant) -> String {
            cardWords.name(of: feature, variant)
        }
        let variants = Feature.allCases.flatMap { feature in
            Variant.allCases.map { (feature: feature, variant: $0) }
        }
        // Those of most words first.
        typealias Name = (words: [String], feature: Feature, variant: Variant)
        let names = variants.flatMap { feature, variant -> [Name] in
            var ways = [name(of: feature, variant)]
            if feature == .number { ways.append("\(variant.rawValue)") }
            if feature == .shape { ways.append(cardWords.symbolName(variant, plural: false)) }
            return ways.map { way in
                (words: way.lowercased().split(separator: " ").map(String.init), feature, variant)
            }
        }.sorted { $0.words.count > $1.words.count }
        var rest = words.filter { !Self.nouns.union(["and", "or"]).contains($0) }[...]
        guard !rest.isEmpty else {
            throw .wrongNumber(expected: "Name a feature, for example: where red")
        }
        var wanted: [Feature: Set<Variant>] = [:]
        while let word = rest.first {
            guard let match = names.first(where: { rest.starts(with: $0.words) }) else {
                throw .notAFeature(word, known: variants.map(name))
            }
            wanted[match.1, default: []].insert(match.2)
            rest = rest.dropFirst(match.words.count)
        }
        self.wanted = wanted
        guard wanted.values.contains(where: { $0.count > 1 }), !words.contains("or") else {
            text = words.filter { !Self.nouns.contains($0) }.joined(separator: " ")
            return
        }
        // Several variants of a feature are alternatives, even if the player did not type "or".
        text = Feature.allCases.compactMap { feature in
            wanted[feature].map { named in
                Variant.allCases.filter(named.contains).map { name(of: feature, $0) }.listed("or")
            }
        }.joined(separator: " and ")
    }

    func matches(_ card: Card) -> Bool { wanted.allSatisfy { $1.contains(card[$0]) } }
}

/// Why named cards, or features of cards, cannot be used.
enum CardNameError: Error, Equatable, Sendable {
    case wrongNumber(expected: String)
    case notAName(String)
    /// The board has fewer cards.
    case noSuchPlace(String, on: Int)
    case faceDown(SlotName)
    case namedTwice
    /// Other cards have come there since the player began to type.
    case changed([String])
    /// No card can be touched now.
    case refused(Refusal)
    /// A word that the theme does not have, and its own.
    case notAFeature(String, known: [String])

    var sentence: String {
        switch self {
        case .wrongNumber(let expected): "\(expected)."
        case .notAName(let word):
            "Unknown card \(SafeText.sanitized(word, limit: 20)): use a name such as B2."
        case .noSuchPlace(let name, on: 0): "There is no card \(name): the board is empty."
        case .noSuchPlace(let name, on: let count):
            "There is no card \(name): rows are A, B, and C, with "
                + "\((count + SlotName.rows - 1) / SlotName.rows) cards each."
        case .faceDown(let name): "Card \(name) is face down."
        case .changed(let cards) where cards.count == 1:
            "This card is new: \(cards[0]). Type that again to name it."
        case .changed(let cards):
            "These cards are new: \(cards.joined(separator: "; ")). Type that again to name them."
        case .namedTwice: "Name each card only once."
        case .refused(let refusal): refusal.sentence
        case .notAFeature(let word, let known):
            "Unknown word \(SafeText.sanitized(word, limit: 20)): use \(known.listed("or"))."
        }
    }
}
