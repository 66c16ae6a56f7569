import SetProtocol

/// Puts what happens at a table into words for one player.
///
/// A value made for one moment: who is who, and which card lies where, are taken from the table as
/// it stands then. The player is "you", the other is called by name.
struct Narrator {
    /// Where the words are read.
    enum Register: Hashable, Sendable {
        /// As a sentence on the screen, where the cards can be seen.
        case screen
        /// As a line by itself, which may be read aloud: it begins with what it is about, names cards
        /// by their places, and reads a minus sign out.
        case line
    }

    let register: Register
    /// The player's seat; `nil` for a watcher.
    let seat: Seat?
    /// The players' names, also of one who has just left.
    let names: PerSeat<String>
    /// What cards are called.
    let theme: Theme
    /// What the terminal draws on; some themes name a color after how it looks there.
    let background: Background
    /// What is played.
    let rules: Rules
    /// The cards by which places are named.
    let cards: [Card?]

    /// Speaks for a line by itself.
    init(
        seat: Seat?, names: PerSeat<String>, theme: Theme, background: Background, rules: Rules,
        cards: [Card?]
    ) {
        register = .line
        self.seat = seat
        self.names = names
        self.theme = theme
        self.background = background
        self.rules = rules
        self.cards = cards
    }

    /// Speaks for the screen.
    init(seat: Seat?, names: PerSeat<String>, theme: Theme, background: Background) {
        register = .screen
        self.seat = seat
        self.names = names
        self.theme = theme
        self.background = background
        rules = .duel
        cards = []
    }

    // MARK: Players

    /// A player's name.
    func name(of seat: Seat) -> String {
        let name = names[seat]
        if name.isEmpty { return seat == .first ? "the first player" : "the second player" }
        return SafeText.name(name)
    }

    /// The player as the one who did something: at the beginning of a sentence on the screen, but not
    /// of a line, which begins with what it is about.
    func doer(_ seat: Seat) -> String {
        seat == self.seat ? register == .screen ? "You" : "you" : name(of: seat)
    }

    /// The player as the one to whom something is done.
    func whom(_ seat: Seat) -> String { seat == self.seat ? "you" : name(of: seat) }

    /// The player as the owner of something that is not named.
    func owner(_ seat: Seat) -> String { seat == self.seat ? "yours" : "\(name(of: seat))'s" }

    /// The player as the owner of something named next.
    func possessive(_ seat: Seat) -> String {
        seat == self.seat ? "your" : "\(name(of: seat))'s"
    }

    /// The verb that goes with the player.
    func verb(_ seat: Seat, _ you: String, _ other: String) -> String {
        seat == self.seat ? you : other
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
        let words = CardWords.describe(card, theme, on: background)
        return place(of: card).map { "\($0) \(words)" } ?? words
    }

    /// Several cards by their places and in words.
    func named(_ cards: [Card]) -> String { cards.map(named).joined(separator: ", ") }

    /// Several cards by their places alone.
    func places(of cards: [Card]) -> String {
        cards.map { place(of: $0)?.description ?? named($0) }.listed()
    }

    // MARK: Numbers

    /// A number as it is read aloud: many screen readers leave a minus sign out.
    static func number(_ number: Int) -> String {
        number < 0 ? "minus \(number.magnitude)" : String(number)
    }

    /// A number of things, as it is read aloud.
    static func count(_ number: Int, _ thing: String) -> String {
        "\(self.number(number)) \(number.plural(thing))"
    }

    /// Points won or lost, at the end of a sentence.
    func end(_ points: Int) -> String {
        guard points != 0 else { return "." }
        return switch register {
        case .screen: ". \(points > 0 ? "+" : "")\(points.counted("point"))."
        case .line where points > 0: ", \(Self.count(points, "point")) gained."
        case .line: ", \(Self.count(-points, "point")) lost."
        }
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
}
