import Foundation
import SetProtocol
import SetTestSupport

@testable import SetHost

/// Stories of duels as Tests/Golden/duel tells them: what happens, and what comes of it.
///
/// | line | meaning |
/// |---|---|
/// | `== A title` | a story begins |
/// | `start open reveal=0 decks=lastSet` | where it begins, with rules (times in seconds) and decks |
/// | `me claim s1 s2 s3: …` | what one player does, and after the colon everything that comes of it |
/// | `both ready: …` | one after the other |
/// | `me now claim: …` | at this moment, whether or not the player can have seen the table |
/// | `me now claim arriving 51 ms ago: …` | it arrived then, and is handled now |
/// | `wait 5 s: …` | time passes, and timers fire |
/// | `late 5 s: …` | time passes, and no timer fires; `late end less 1 ms` for all but 1 ms until the next deadline |
/// | `end: …` | time passes until the next deadline |
/// | `timer: …` | a timer fires now |
/// | `trips me 2 ms other 102 ms: …` | the connections' round trips are measured |
/// | `restart: …` | the host restarts |
/// | `look: …` | what everybody sees now |
///
/// A step's outcome ends with the phase, after `=` if nothing has changed, and how long it is until the next
/// deadline. "me" is either seat; the story must be the same for both. Cards are named by ``cards``.
struct DuelStory {
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ line: String) { description = "not a step: \(line)" }
    }

    /// The cards of prepared decks by the names that stories use.
    static let cards: [(name: String, card: Card)] =
        [
            ("s", DuelDecks.firstSet), ("t", DuelDecks.secondSet), ("f", DuelDecks.filler),
            ("n", DuelDecks.nextThree), ("a", DuelDecks.threeAfter), ("x", [DuelDecks.twoSets[40]]),
        ].flatMap { letter, cards in
            cards.enumerated().map { ("\(letter)\($0.offset + 1)", $0.element) }
        }

    private static let decks: [String: [Card]] = [
        "twoSets": DuelDecks.twoSets, "noSet": DuelDecks.noSet, "lastSet": DuelDecks.lastSet,
        "lastTwoSets": DuelDecks.lastTwoSets, "futileDeal": DuelDecks.futileDeal,
        "saviourDeal": DuelDecks.saviourDeal, "empty": Array(DuelDecks.twoSets.prefix(12)),
        "oneLeft": Array(DuelDecks.twoSets.prefix(13)),
        "twoLeft": Array(DuelDecks.twoSets.prefix(14)),
        "hopeless": Array(DuelDecks.cap.prefix(9)),
        "commonCard": [Card](codes: "1111 1112 1113 1121 1131"),
        "lastNine": DuelDecks.lastTwoSets + DuelDecks.filler.prefix(3),
        "junior": Rules.Deck.junior.cards,
    ]

    private(set) var me: Seat
    private(set) var scene = DuelScene()

    /// Tells all stories of a text again.
    ///
    /// - Parameter seat: Who "me" is.
    static func retell(_ text: String, as seat: Seat) throws -> String {
        var story = DuelStory(me: seat)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return try lines.map { line in
            if line.isEmpty || line.hasPrefix("#") { return String(line) }
            if line.hasPrefix("== ") {
                story = DuelStory(me: seat)
                return String(line)
            }
            if line.hasPrefix("start ") {
                try story.start(words(line.dropFirst("start ".count)))
                return String(line)
            }
            let step = String(line.prefix { $0 != ":" })
            return "\(step): \(try story.perform(step))"
        }.joined(separator: "\n")
    }

    private init(me: Seat) { self.me = me }

    /// A duel after some steps, the first of which says where it begins.
    init(_ steps: String, me: Seat) throws {
        self.init(me: me)
        let steps = steps.components(separatedBy: ", ")
        try start(Self.words(steps[0].dropFirst("start ".count)))
        for step in steps.dropFirst() { _ = try apply(step) }
    }

    private static func words(_ text: Substring) -> [String] {
        text.split(separator: " ").map(String.init)
    }

    // MARK: - Where it begins

    private mutating func start(_ words: [String]) throws {
        var (rules, decks) = (Rules(), [DuelDecks.twoSets])
        if words[0] == "solo" { (rules, me) = (.solo, .first) }
        for word in words.dropFirst() {
            let parts = word.split(separator: "=").map(String.init)
            guard parts.count == 2 else { throw Fault(word) }
            if parts[0] == "decks" {
                decks = try parts[1].split(separator: ",").map { name in
                    guard let deck = Self.decks[String(name)] else { throw Fault(word) }
                    return deck
                }
            } else {
                let windows = ["myWindow": me, "otherWindow": me.opponent]
                let key = windows[parts[0]].map { "\($0)Window" } ?? parts[0]
                try rules.set(key, to: parts[1])
            }
        }
        scene = DuelScene(rules: rules, decks: decks)
        try reach(words[0], rules)
    }

    private mutating func reach(_ place: String, _ rules: Rules) throws {
        if place == "empty" { return }
        for seat in rules.seats { scene.sit(seat) }
        if place == "seated" || rules.players == .one { return }
        for seat in Seat.allCases { scene.send(.ready, from: seat) }
        if place == "countdown" { return }
        scene.runOut()
        let other = me.opponent
        switch place {
        case "open": break
        case "paused": for seat in Seat.allCases { scene.send(.pause, from: seat) }
        case "over": scene.send(.resign, from: other)
        case "away", "released":
            scene.lose(other)
            if place == "released" { scene.runOut() }
        case "myReveal": scene.claim(DuelDecks.firstSet, by: me)
        case "otherReveal": scene.claim(DuelDecks.firstSet, by: other)
        case "claim": scene.claim(by: me)
        case "answer":
            scene.claim(by: other)
            scene.send(.pass, from: other)
        case "grace": scene.deal(by: other)
        case "suddenDeath": scene = .suddenDeath(rules: rules)
        case _: throw Fault(place)
        }
    }

    // MARK: - Steps

    private mutating func perform(_ step: String) throws -> String {
        if step == "look" { return DuelLook(me: me).words(scene) }
        let before = scene
        let effects = try apply(step)
        // The state of a closed table does not matter.
        let isClosed = effects.contains(.close)
        if !isClosed, let announced = effects.states.last, !announced.isSame(as: scene.view) {
            throw Fault("\(step) ends with a state that nobody was announced")
        }
        let wording = DuelWording(me: me, namesCards: true)
        let left = scene.timeLeft.map { ", \(DuelLook.text($0)) left" } ?? ""
        let isSeen = before.duel.snapshot(at: scene.now) != scene.view
        let isSecret = effects.isEmpty && before != scene && !isSeen
        let outcome = isSecret ? "in secret" : wording.words(effects, from: before, to: scene)
        return "\(outcome) \(before == scene ? "=" : "->") \(wording.phase(of: scene))\(left)"
    }

    /// Performs a step.
    mutating func apply(_ step: String) throws -> [DuelEffect] {
        let words = Self.words(step[...])
        switch words[0] {
        case "me": return try act(Array(words.dropFirst()), me)
        case "other": return try act(Array(words.dropFirst()), me.opponent)
        case "both":
            return try act(Array(words.dropFirst()), me)
                + act(Array(words.dropFirst()), me.opponent)
        case "newcomer": return scene.sit(scene.duel.freeSeat ?? me.opponent)
        case "wait": return scene.wait(try duration(words.dropFirst()))
        case "late" where words.dropFirst().first == "end":
            let less = words.count > 2 ? try duration(words[3...]) : .zero
            scene.jump((scene.timeLeft ?? .seconds(3600)) - less)
            return []
        case "late":
            scene.jump(try duration(words.dropFirst()))
            return []
        case "end": return scene.runOut()
        case "timer": return scene.wake()
        case "restart": return scene.duel.apply(.restarted, at: scene.now)
        case "trips", "connected":
            guard words.count == 7 else { throw Fault(step) }
            var trips = PerSeat(both: Duration.zero)
            trips[me] = try duration(words[2...3])
            trips[me.opponent] = try duration(words[5...6])
            if words[0] == "trips" {
                _ = scene.duel.apply(.measured(trips), at: .zero)
            } else {
                _ = scene.duel.apply(.connected(trips), at: .zero)
            }
            return []
        case _: throw Fault(step)
        }
    }

    private func duration(_ words: ArraySlice<String>) throws -> Duration {
        switch (words.first.flatMap { Int($0) }, words.dropFirst().joined(separator: " ")) {
        case (let number?, "s"): return .seconds(number)
        case (let number?, "ms"): return .milliseconds(number)
        case (let number?, "us"): return .microseconds(number)
        case _: throw Fault(words.joined(separator: " "))
        }
    }

    private mutating func act(_ words: [String], _ seat: Seat) throws -> [DuelEffect] {
        switch words[0] {
        case "lost": return scene.lose(seat)
        case "back": return scene.comeBack(seat)
        case "gone": return scene.leave(seat)
        case "sits": return scene.sit(seat)
        case "now":
            var (words, arrival) = (Array(words.dropFirst()), scene.now)
            if let place = words.firstIndex(of: "arriving") {
                let delay = try duration(words[(place + 1)...(place + 2)])
                arrival = arrival.advanced(by: .zero - delay)
                words.removeSubrange(place...)
            }
            return try messages(words).flatMap {
                scene.duel.receive($0, from: seat, at: arrival)
            }
        case _: return scene.send(try messages(words), from: seat)
        }
    }

    private func messages(_ words: [String]) throws -> [ClientMessage] {
        var rest = Array(words.dropFirst())
        var board = scene.board
        if rest.first == "on" {
            guard rest.count > 1, let step = Int(rest[1]) else { throw Fault("on") }
            board = BoardNumber(board.number + step)
            rest.removeFirst(2)
        }
        let cards = try rest.map(card)
        switch words[0] {
        case "claim": return [.claim(Claim(board: board, cards: cards.isEmpty ? nil : cards))]
        case "pick": return cards.map { .pick($0) }
        case "deal": return [.deal(board)]
        case "pass": return [.pass]
        case "hint": return [.hint]
        case "ready": return [.ready]
        case "new": return [.new]
        case "pause": return [.pause]
        case "decline": return [.decline]
        case "resign": return [.resign]
        case "leave": return [.leave]
        case "say": return [.say("nice one")]
        case "hello": return [.hello(Hello(name: "Ann"))]
        case "pong": return [.pong(Nonce("1"))]
        case _: throw Fault(words.joined(separator: " "))
        }
    }

    /// The card of a name: `next` is the next one of the first set, and `back` the first one picked.
    private func card(_ name: String) throws -> Card {
        let chosen = scene.view.selection?.cards ?? []
        // While three are shown the second set is the next to be found.
        let next = chosen.count < 3 ? DuelDecks.firstSet[chosen.count] : DuelDecks.secondSet[0]
        switch name {
        case "next": return next
        case "back": return chosen.first ?? DuelDecks.firstSet[0]
        case _: break
        }
        guard let card = Self.cards.first(where: { $0.name == name })?.card ?? Card(code: name)
        else { throw Fault(name) }
        return card
    }
}

extension TableState {
    /// Whether it is the same state at another time, and told with another event.
    fileprivate func isSame(as other: TableState) -> Bool {
        let states = [self, other].map { state in
            var state = state
            state.event = nil
            state.turn?.countdown?.remaining = .zero
            state.clock?.countdown.remaining = .zero
            return state
        }
        return states[0] == states[1]
    }
}

/// What everybody sees of a duel, in the words of stories.
struct DuelLook {
    /// Whose "me" the words are.
    let me: Seat

    func words(_ scene: DuelScene) -> String {
        let view = scene.view
        var parts = [cards(view.cards), "deck \(view.deck)", "found \(view.discard)"]
        if let selection = view.selection {
            let chosen = selection.cards.map(Self.name).joined(separator: " ")
            parts.append(
                "\(name(selection.seat)) chose \(chosen) \(selection.verdict?.rawValue ?? "")")
        }
        if let turn = view.turn {
            parts.append(
                "\(turn.reason?.rawValue ?? "") of \(name(turn.seat)) \(countdown(turn.countdown))")
        }
        if let clock = view.clock {
            parts.append("\(clock.reason?.rawValue ?? "") \(countdown(clock.countdown))")
        }
        for seat in [me, me.opponent] {
            if let player = view.players[seat] { parts.append("\(name(seat)) \(words(player))") }
        }
        parts.append("game \(view.game), board \(view.board.number)")
        if view.isSuddenDeath { parts.append("sudden death") }
        if let match = view.match {
            let winner = match.winner.map { " won by \($0 == me ? "me" : "other")" } ?? ""
            parts.append("match of \(match.games)\(winner)")
        }
        if let result = view.result {
            parts.append(
                "won by \(result.winner.map(name) ?? "no one"): \(result.decider?.rawValue ?? "")")
        }
        return parts.joined(separator: "; ")
    }

    private func cards(_ cards: [Card?]) -> String {
        if cards.isEmpty { return "no cards" }
        if cards.allSatisfy({ $0 == nil }) { return "\(cards.count) face down" }
        return cards.map { $0.map(Self.name) ?? "-" }.joined(separator: " ")
    }

    static func name(_ card: Card) -> String {
        DuelStory.cards.first { $0.card == card }?.name ?? card.code
    }

    private func words(_ player: PlayerState) -> String {
        var words = ["\(player.points) points", "\(player.sets) sets", "\(player.wins) wins"]
        if player.isReady { words.append("ready") }
        if !player.isPresent { words.append("away") }
        if let asks = player.asks { words.append("asks \(asks.rawValue)") }
        return words.joined(separator: ", ")
    }

    private func countdown(_ countdown: Countdown?) -> String {
        countdown.map { "\(Self.text($0.remaining)) of \(Self.text($0.total))" } ?? "without limit"
    }

    private func name(_ seat: Seat) -> String { seat == me ? "me" : "other" }

    /// A duration in whole units, as small as needed.
    static func text(_ duration: Duration) -> String {
        let microseconds = duration.wholeMicroseconds
        if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000) s" }
        return microseconds % 1000 == 0 ? "\(microseconds / 1000) ms" : "\(microseconds) us"
    }
}
