import Foundation
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// A client in line mode at a table, as the scenes of Tests/Golden/line-mode tell: what happens, and what is printed
/// and sent then.
///
/// | line | meaning |
/// |---|---|
/// | `# A title.` | a scene begins, in open play: Ann has the first seat, Bob the second |
/// | `start watcher; mine; embedded` | it begins for somebody else, with that verbosity, at a table of this kind |
/// | `start solo refill=never; names Ann, Ann 2` | it begins with these rules, times in seconds, and names |
/// | `afresh` | a new client, which knows nothing |
/// | `< claimed second; turn second claim 5` | the host publishes that, in ``HostWords`` |
/// | `<< claimed second; …` | the same, and more follows at once |
/// | `< says watcher Eve: hi`, `< hint A1 B1`, `< welcome first` | another message, see ``receive(_:_:isAlone:)`` |
/// | `< lost silent kept 55 attempt 2 at 0.25`, `< closed gone` | the connection is lost, or it ends |
/// | `> a1 b2`, `> a1 b2 (begun at 5.0 s)`, `> end of input` | somebody types |
/// | `now 2.6 s` | so much time has passed |
/// | `wait`, `wait until 40 s` | time passes, and the client is asked when it wants to be, and just before |
struct LineModeDuel {
    /// A line that is no step.
    private struct Fault: Error, CustomStringConvertible { let description: String }

    var client: LineModeClient
    private(set) var state = TableState()
    private var now = MonotonicInstant.zero
    private var rules: Rules
    private let code: TableCode
    /// What was printed and sent since the last step.
    private var printed: [String] = []

    private static let words = HostWords(
        cards: .init(codes: "3331 2111 3122 3212 3132 3221 2312 3333 1121 1122 1321 2233"))

    /// A game in open play, seen from a seat; `nil` for a watcher.
    init(
        seat: Seat? = .first, rules: Rules = .duel, verbosity: Verbosity = .all,
        names: [String] = ["Ann", "Bob"], theme: Theme = .classic,
        venue: TableModel.Venue = .elsewhere
    ) throws {
        code = try #require(TableCode("K7M2QX"))
        self.rules = rules
        var settings = ClientSettings.standard
        (settings.theme, settings.verbosity) = (theme.name, verbosity)
        client = LineModeClient(SettingsModel(settings), venue: venue)
        state.phase = .open
        state.game = 1
        state.cards = Self.words.cards
        state.deck = 69
        state.players.first = PlayerState(name: names[0])
        if rules.players == .two { state.players.second = PlayerState(name: names[1]) }
        welcome(seat)
        receive(.state(state))
    }

    /// Tells the scenes of a text again.
    static func retold(_ text: String) throws -> String {
        var duel = try LineModeDuel()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return try lines.flatMap { line -> [String] in
            if line.hasPrefix("# ") { duel = try LineModeDuel() }
            guard isStep(line) else {
                return line.isEmpty || line.hasPrefix("# ") ? [String(line)] : []
            }
            do {
                return [String(line)] + (try duel.perform(String(line)))
            } catch {
                throw Fault(description: "\(line): \(error)")
            }
        }.joined(separator: "\n")
    }

    private static func isStep(_ line: Substring) -> Bool {
        ["start ", "afresh", "< ", "<< ", "> ", "now ", "wait"].contains(where: line.hasPrefix)
    }

    /// Performs a step of a scene.
    ///
    /// - Returns: What is printed and sent.
    @discardableResult
    mutating func perform(_ step: String) throws -> [String] {
        printed = []
        let sign = step.prefix { $0 != " " }
        let text = String(step.dropFirst(sign.count + 1))
        switch sign {
        case "start": try start(text.components(separatedBy: "; "))
        case "afresh": (client, state) = (LineModeClient(), TableState())
        case "<", "<<":
            let words = text.components(separatedBy: " ")
            try receive(text, words, isAlone: sign == "<")
        case ">": try type(text)
        case "now": now = MonotonicInstant(try HostWords.time(String(text.dropLast(2))))
        case _: try wait(until: text.isEmpty ? "1000" : String(text.dropFirst(6).dropLast(2)))
        }
        return printed
    }

    /// The lines apart from those about the shuffle: these boards come from no whole deck.
    static func withoutShuffle(_ lines: [String]) -> [String] {
        lines.filter { !$0.contains("shuffle") && !$0.contains("do not match its deck") }
    }

    private mutating func note(_ output: LineModeClient.Output) {
        printed += Self.withoutShuffle(output.lines)
        printed += output.effects.map { effect in
            guard case .send(let message) = effect else { return "  leaves" }
            let line = WireCodec.encode(message).dropLast()
            return "  sends \(String(decoding: line, as: UTF8.self))"
        }
    }

    private mutating func start(_ parts: [String]) throws {
        var (seat, names) = (Seat?.some(.first), ["Ann", "Bob"])
        var (verbosity, venue) = (Verbosity.all, TableModel.Venue.elsewhere)
        for part in parts {
            switch part {
            case "watcher": seat = nil
            case "embedded": venue = .embedded
            case "hosted": venue = .hosted
            case "mine": verbosity = .mine
            case _ where part.hasPrefix("names "):
                names = part.dropFirst("names ".count).components(separatedBy: ", ")
            case _: rules = try changed(rules, part.components(separatedBy: " "))
            }
        }
        self = try LineModeDuel(
            seat: seat, rules: rules, verbosity: verbosity, names: names, venue: venue)
        printed = []
    }

    private func changed(_ rules: Rules, _ words: [String]) throws -> Rules {
        try words.reduce(into: rules) { rules, word in
            let parts = word.split(separator: "=").map(String.init)
            if let pace = HostPace.allCases.first(where: { "\($0)" == word }) {
                rules = pace.applied(to: rules)
            } else if word == "solo" {
                rules = .solo
            } else {
                try rules.set(parts[0], to: parts[parts.count - 1])
            }
        }
    }

    // MARK: - The host

    private mutating func receive(_ message: HostMessage) { note(client.receive(message, at: now)) }

    private mutating func welcome(_ seat: Seat?) {
        receive(.welcome(Welcome(seat: seat, token: nil, table: code, rules: rules)))
    }

    private mutating func receive(_ text: String, _ words: [String], isAlone: Bool) throws {
        let rest = Array(words.dropFirst())
        switch words[0] {
        case "welcome":
            rules = try changed(rules, Array(rest.dropFirst()))
            welcome(HostWords.seat(rest[0]))
        case "says":
            let said = rest.dropFirst().joined(separator: " ").components(separatedBy: ": ")
            receive(.said(HostWords.seat(rest[0]), name: said[0], text: said[1]))
        case "refused":
            let message = rest.dropFirst().joined(separator: " ")
            let why: Refusal = try HostWords.value(rest[0])
            receive(.refused(Refused(request: .claim, why: why, message: message)))
        case "race":
            let winner = try #require(HostWords.seat(rest[0]))
            receive(.race(Race(winner: winner, margin: .zero, adjustment: .zero, isDeadHeat: true)))
        case "hint":
            receive(.hint(Hint(board: BoardNumber(0), cards: try rest.map(Self.words.card))))
        case "ping": receive(.ping(Nonce(rest[0])))
        case "pong": receive(.pong(Nonce(rest[0])))
        case "bye": receive(.bye(try HostWords.value(rest[0]), resume: false))
        case "error": receive(.error(try HostWords.value(rest[0]), message: ""))
        case "closed": note(client.connectionClosed(rest.joined(separator: " ")))
        case "lost": note(client.connectionLost(try outage(rest), at: now))
        case _: try publish(text, isAlone: isAlone)
        }
    }

    /// Publishes a state, and a moment later what was held back of a claim.
    private mutating func publish(_ words: String, isAlone: Bool) throws {
        state = try Self.words.state(words, after: state)
        var output = client.receive(.state(state), at: now)
        if isAlone, let moment = client.claimAnnouncement {
            output.lines += client.timePassed(at: moment).lines
        }
        note(output)
    }

    private func outage(_ words: [String]) throws -> Outage {
        func time(after word: String) throws -> MonotonicInstant? {
            guard let place = words.firstIndex(of: word) else { return nil }
            return MonotonicInstant(try HostWords.time(words[place + 1]))
        }
        var outage = Outage(
            words[0] == "silent" ? .silent : .restarting, at: .zero,
            seatKeptUntil: try time(after: "kept"), of: .seconds(60))
        if let place = words.firstIndex(of: "attempt") {
            outage.attempt = try #require(Int(words[place + 1]))
            outage.nextAttempt = try time(after: "at")
        }
        return outage
    }

    // MARK: - The player

    private mutating func type(_ line: String) throws {
        guard line != "end of input" else { return note(client.inputEnded()) }
        if let match = line.wholeMatch(of: /(.*) \(begun at (.*) s\)/) {
            let began = MonotonicInstant(try HostWords.time(String(match.output.2)))
            note(client.read(String(match.output.1), typedSince: began, at: now))
        } else {
            note(client.read(line.replacing("\\r\\n", with: "\r\n"), at: now))
        }
    }

    /// What is printed for a typed line.
    mutating func lines(_ line: String) -> [String] { client.read(line, at: now).lines }

    private mutating func wait(until seconds: String) throws {
        let end = MonotonicInstant(try HostWords.time(seconds))
        while let moment = client.nextAnnouncement, moment <= end {
            let early = client.timePassed(at: MonotonicInstant(moment.sinceZero - .milliseconds(1)))
            if early != LineModeClient.Output() { printed.append("too early: \(early)") }
            let tenths = moment.sinceZero.wholeMilliseconds / 100
            printed.append("at \(tenths / 10).\(tenths % 10) s:")
            note(client.timePassed(at: moment))
        }
        now = max(now, end)
    }
}
