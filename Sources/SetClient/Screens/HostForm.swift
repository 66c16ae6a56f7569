import SetProtocol

/// How much time a host gives its players.
package enum HostPace: String, CaseIterable, Sendable {
    case usual = "normal"
    case relaxed
    case unhurried = "no rush"

    package func applied(to rules: Rules) -> Rules {
        var rules = rules
        (rules.claim, rules.answer, rules.grace) =
            switch self {
            case .usual: (Rules.duel.claim, Rules.duel.answer, Rules.duel.grace)
            case .relaxed: (.seconds(10), .seconds(20), .seconds(15))
            // A claim must end at some time, or one player could keep the cards forever.
            case .unhurried: (.seconds(60), .zero, .seconds(60))
            }
        return rules
    }
}

package struct HostPlan: Equatable, Sendable {
    package var name: String
    /// The port to listen on; 0 for any.
    package var port: UInt16
    /// Whether there is only one table, for those who know its code.
    package var isPrivate: Bool
    /// Whether players on the local network find it without its address.
    package var isAnnounced: Bool
    package var rules: Rules
    /// Whether the player sits down at the first table.
    package var plays: Bool

    package init(
        name: String, port: UInt16 = Endpoint.standardPort, isPrivate: Bool = false,
        isAnnounced: Bool = true, rules: Rules = .duel, plays: Bool = true
    ) {
        (self.name, self.port, self.isPrivate) = (name, port, isPrivate)
        (self.isAnnounced, self.rules, self.plays) = (isAnnounced, rules, plays)
    }

    /// The same with relaxed times, unless others than the usual ones were given: hearing the cards
    /// takes longer than seeing them.
    package var relaxed: HostPlan {
        guard HostPace.usual.applied(to: rules) == rules else { return self }
        var plan = self
        plan.rules = HostPace.relaxed.applied(to: rules)
        return plan
    }
}

struct HostForm: MenuPage, Equatable {
    var form: ListView
    /// What the command line and the variables say; the form offers its times as they are.
    private let base: HostPlan
    private let paces = HostPace.allCases

    private static let (name, port, openTo, time, deck, match, seat) = (0, 1, 2, 3, 4, 5, 6)

    init(_ base: HostPlan) {
        self.base = base
        let known = paces.firstIndex { $0.applied(to: base.rules) == base.rules }
        let words = paces.map(\.rawValue) + (known == nil ? ["custom"] : [])
        form = ListView(
            [
                .text("Name", TextField(base.name, limit: SafeText.nameColumns, isSelected: true)),
                .text("Port", TextField("\(base.port)", limit: 5, placeholder: "any")),
                .choice(
                    "Join by", ["network", "address", "code"],
                    chosen: base.isPrivate ? 2 : base.isAnnounced ? 0 : 1),
                .choice("Pace", words, chosen: known ?? paces.count),
                RuleChoice.deck.row(base.rules), RuleChoice.bestOf.row(base.rules),
                .choice("You", ["play", "host only"], chosen: base.plays ? 0 : 1),
                .button("Open the table"),
            ], at: 7)
    }

    private var rules: Rules {
        let chosen = form.chosen(Self.time)
        let rules = chosen < paces.count ? paces[chosen].applied(to: base.rules) : base.rules
        return RuleChoice.bestOf.apply(
            form.chosen(Self.match),
            to: RuleChoice.deck.apply(form.chosen(Self.deck), to: rules))
    }

    var explanation: String {
        switch form.row {
        case Self.name: "Your name at the table."
        case Self.port: "The port to listen on; 0 for any free port."
        case Self.openTo:
            switch (form.chosen(Self.openTo), form.chosen(Self.seat)) {
            case (0, 0): "Players on this network find it and can take the other seat."
            case (0, _): "Players on this network find it. Tables open as needed."
            case (1, 0): "Anyone who has the address can take the other seat."
            case (1, _): "Anyone who has the address can play. Tables open as needed."
            default: "One table. Players need its code to join."
            }
        case Self.time: timeWords
        case Self.deck: RuleChoice.deck.explanation(rules)
        case Self.match: RuleChoice.bestOf.explanation(rules)
        case Self.seat:
            form.chosen(Self.seat) == 0
                ? "You sit down first and wait for the other player."
                : "This terminal only hosts. Other people play."
        case _: "Opens the table on all addresses of this machine."
        }
    }

    private var timeWords: String {
        let rules = rules
        func seconds(_ time: Duration) -> String {
            time == .zero ? "no limit" : "\(time.wholeMilliseconds / 1000)"
        }
        let grace = rules.grace == .zero ? "none" : seconds(rules.grace)
        return "Seconds to claim: \(seconds(rules.claim)); after a failed claim: "
            + "\(seconds(rules.answer)); after a deal: \(grace)."
    }

    func choice() throws(FormFault) -> MainMenuChoice {
        let name = try FormFault.name(form.text(Self.name), row: Self.name)
        let digits = form.text(Self.port)
        guard let port = digits.isEmpty ? 0 : UInt16(digits) else {
            throw FormFault(
                row: Self.port,
                sentence: "Invalid port: use a number from 0 to 65535.")
        }
        let plan = HostPlan(
            name: name, port: port, isPrivate: form.chosen(Self.openTo) == 2,
            isAnnounced: form.chosen(Self.openTo) == 0, rules: rules,
            plays: form.chosen(Self.seat) == 0)
        return .end(.host(plan))
    }
}
