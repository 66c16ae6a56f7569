import SetProtocol

/// Puts what is seen and heard at a table into words for one player.
///
/// A value made for one moment: who is who, and which card lies where, are taken from the table as
/// it stands then. The player is "you", the other is called by name.
struct PlainWords {
    /// The player's seat; `nil` for a watcher.
    let seat: Seat?
    /// What is played.
    let rules: Rules
    /// What cards are called.
    let theme: Theme
    /// What the terminal draws on; some themes name a color after how it looks there.
    let ground: Ground
    /// The players, also one who has just left.
    let players: PerSeat<PlayerState?>
    /// The cards by which places are named.
    let cards: [Card?]

    // MARK: Players

    /// A player's name.
    func name(of seat: Seat) -> String {
        guard let name = players[seat]?.name, !name.isEmpty else {
            return seat == .first ? "the first player" : "the second player"
        }
        return Self.safeName(name)
    }

    /// The player as the one who did something.
    func doer(_ seat: Seat) -> String { seat == self.seat ? "you" : name(of: seat) }

    /// The player as the owner of something that is not named.
    func owner(_ seat: Seat) -> String { seat == self.seat ? "yours" : "\(name(of: seat))'s" }

    /// The player as the owner of something named next.
    func possessive(_ seat: Seat) -> String {
        seat == self.seat ? "your" : "\(name(of: seat))'s"
    }

    /// A name as far as names are shown.
    static func safeName(_ name: String) -> String {
        SafeText.sanitized(name, limit: SafeText.nameColumns)
    }

    /// Whether there is anybody but this player to speak of.
    var isDuel: Bool { rules.players == .two }

    // MARK: Cards

    /// The place where a card lies; `nil` for one that does not.
    func place(of card: Card) -> SlotName? {
        cards.firstIndex(of: card).map(SlotName.init(slot:))
    }

    /// A card by its place and in words, such as "B2 two striped red ovals".
    func named(_ card: Card) -> String {
        let words = CardWords.describe(card, theme, on: ground)
        return place(of: card).map { "\($0) \(words)" } ?? words
    }

    /// Several cards by their places and in words.
    func named(_ cards: [Card]) -> String { cards.map(named).joined(separator: ", ") }

    /// Several cards by their places alone.
    func places(of cards: [Card]) -> String {
        Self.list(cards.map { place(of: $0)?.description ?? named($0) })
    }

    // MARK: Numbers

    /// A number as it is read aloud: many screen readers leave a minus sign out.
    static func number(_ number: Int) -> String {
        number < 0 ? "minus \(number.magnitude)" : String(number)
    }

    /// A number of things.
    static func count(_ number: Int, _ thing: String) -> String {
        "\(self.number(number)) \(thing)\(number.magnitude == 1 ? "" : "s")"
    }

    /// Points won or lost, after a comma; nothing for none.
    static func change(_ points: Int) -> String {
        if points == 0 { return "" }
        return points > 0
            ? ", \(count(points, "point")) gained" : ", \(count(-points, "point")) lost"
    }

    /// A running time in whole seconds, to the nearest.
    static func seconds(_ duration: Duration) -> String {
        count((duration.wholeMilliseconds + 500) / 1000, "second")
    }

    /// A time of the rules, exact to a tenth of a second.
    static func exactSeconds(_ duration: Duration) -> String {
        let tenths = duration.wholeMilliseconds / 100
        guard tenths % 10 != 0 else { return count(tenths / 10, "second") }
        return "\(tenths / 10).\(tenths % 10) seconds"
    }

    /// Words in a row: "A1", "A1 and B2", "A1, B2 and C3".
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
