import SetProtocol

/// How much time a host gives its players.
enum HostPace: CaseIterable, Hashable, Sendable {
    case usual, relaxed, unhurried

    /// The word to choose it by.
    var title: String {
        switch self {
        case .usual: "normal"
        case .relaxed: "relaxed"
        case .unhurried: "no rush"
        }
    }

    /// The rules with these times in them.
    func applied(to rules: Rules) -> Rules {
        var rules = rules
        switch self {
        case .usual:
            let usual = Rules.duel
            (rules.claim, rules.answer, rules.grace) = (usual.claim, usual.answer, usual.grace)
        case .relaxed:
            (rules.claim, rules.answer, rules.grace) = (.seconds(10), .seconds(20), .seconds(15))
        case .unhurried:
            // A claim must end at some time, or one player could keep the cards for ever.
            (rules.claim, rules.answer, rules.grace) = (.seconds(60), .zero, .seconds(60))
        }
        return rules
    }
}

/// What is to be hosted.
package struct HostPlan: Hashable, Sendable {
    /// What the player is called.
    package var name: String
    /// The port to listen on; 0 for any.
    package var port: UInt16
    /// Whether there is one table only, for those who know its code.
    package var isPrivate: Bool
    /// What is played.
    package var rules: Rules
    /// Whether the player sits down at the first table.
    package var plays: Bool

    /// A plan from its parts.
    package init(
        name: String, port: UInt16 = Endpoint.standardPort, isPrivate: Bool = false,
        rules: Rules = .duel, plays: Bool = true
    ) {
        (self.name, self.port, self.isPrivate) = (name, port, isPrivate)
        (self.rules, self.plays) = (rules, plays)
    }
}

/// What is asked before tables are opened.
struct HostForm: Hashable, Sendable {
    private(set) var form: Form
    /// What the command line and the variables say; its times are offered as they are.
    private let base: HostPlan
    private let paces: [HostPace]
    private let hasOwnPace: Bool

    private static let (name, port, openTo, time, seat) = (0, 1, 2, 3, 4)

    init(_ base: HostPlan) {
        self.base = base
        paces = HostPace.allCases
        let known = paces.firstIndex { $0.applied(to: base.rules) == base.rules }
        hasOwnPace = known == nil
        let words = paces.map(\.title) + (hasOwnPace ? ["custom"] : [])
        form = Form(
            [
                .init(
                    label: "Name",
                    control: .text(
                        TextField(base.name, limit: SafeText.nameColumns), placeholder: "")),
                .init(
                    label: "Port",
                    control: .text(TextField("\(base.port)", limit: 5), placeholder: "any")),
                .init(
                    label: "Open to",
                    control: .choice(["anyone", "with code"], chosen: base.isPrivate ? 1 : 0)),
                .init(label: "Time", control: .choice(words, chosen: known ?? paces.count)),
                .init(
                    label: "You",
                    control: .choice(["play", "host only"], chosen: base.plays ? 0 : 1)),
                .init(label: "Open the table", control: .button),
            ], focus: 5)
    }

    mutating func handle(_ event: InputEvent, in rect: Rect) -> Form.Step {
        form.handle(event, in: rect)
    }

    /// The rules with the chosen times.
    private var rules: Rules {
        let chosen = form.chosen(Self.time)
        return chosen < paces.count ? paces[chosen].applied(to: base.rules) : base.rules
    }

    /// A line about the row that has the keys.
    var explanation: String {
        switch form.focus {
        case Self.name: "Your name at the table."
        case Self.port: "The port to listen on. Use 0 or leave empty for any."
        case Self.openTo:
            form.chosen(Self.openTo) == 0
                ? "Anyone who can reach this machine can play. Tables open as needed."
                : "One table. Players need its code to join."
        case Self.time: timeWords
        case Self.seat:
            form.chosen(Self.seat) == 0
                ? "You sit down first and wait for the other player."
                : "This terminal hosts; others play."
        case _: "Opens the table on all addresses of this machine."
        }
    }

    private var timeWords: String {
        let rules = rules
        func seconds(_ time: Duration) -> String {
            time == .zero ? "no limit" : "\(time.wholeMilliseconds / 1000) s"
        }
        let grace = rules.grace == .zero ? "none" : seconds(rules.grace)
        return "Claim: \(seconds(rules.claim)); after a failed claim: "
            + "\(seconds(rules.answer)); after a deal: \(grace)."
    }

    /// What has been filled in, or the row that is wrong and why.
    func plan() throws(FormFault) -> HostPlan {
        let name = try FormFault.name(form.text(Self.name), row: Self.name)
        let digits = form.text(Self.port)
        guard let port = digits.isEmpty ? 0 : UInt16(digits) else {
            throw FormFault(
                row: Self.port,
                sentence: "Invalid port: use a number from 0 to 65535.")
        }
        return HostPlan(
            name: name, port: port, isPrivate: form.chosen(Self.openTo) == 1, rules: rules,
            plays: form.chosen(Self.seat) == 0)
    }

    /// Gives a row the keys.
    mutating func point(at row: Int) { form.point(at: row) }
}

/// What is wrong with something filled in, and where.
struct FormFault: Error, Hashable {
    let row: Int
    let sentence: String

    /// Checks a player's name.
    static func name(_ name: String, row: Int) throws(FormFault) -> String {
        guard SafeText.isAllowedPlayerName(name) else {
            throw FormFault(row: row, sentence: "Use 1 to 16 visible characters.")
        }
        return name
    }
}
