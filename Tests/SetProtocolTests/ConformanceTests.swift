import SetProtocol
import SetSimulation
import SetTestSupport
import Testing

@Suite("The conformance model") struct ConformanceTests {
    @Test(
        "The conformance model finds nothing in a transcript, for any of its seats and watchers",
        arguments: ConformanceTranscript.names)
    func transcripts(_ name: String) throws {
        let transcript = try ConformanceTranscript(name)
        for speaker in transcript.speakers {
            let faults = try transcript.script(for: speaker).judged().map(\.description)
            #expect(faults == [], "\(speaker)")
        }
        let faults = try transcript.everything().judged().map(\.description)
        #expect(faults == [])
    }

    @Test("The conformance model knows all transcripts") func count() {
        #expect(ConformanceTranscript.names.count >= 17)
    }

    @Test(
        "The conformance model finds nothing in conforming stories",
        arguments: ["end", "level", "lost"])
    func stories(_ name: String) throws {
        #expect(try Breach.Source.story(name).script().judged() == [])
    }

    @Test("The conformance model finds what breaks a law", arguments: Breach.all)
    func breaches(_ breach: Breach) throws {
        var script = try breach.source.script()
        #expect(script.judged() == [])
        breach.change(&script)
        let laws = script.judged().map(\.law)
        #expect(laws.contains(breach.law), "\(laws)")
    }

    @Test("The conformance model has a breach for every law") func everyLaw() {
        #expect(Set(Breach.all.map(\.law)) == Set(ConformanceLaw.allCases))
    }

    @Test("A turn is shown as zero only below a millisecond", arguments: [999, 1000])
    func shortestTurn(microseconds: Int) throws {
        var script = try Breach.Source.all("02-mismatch.txt").script()
        script.rules.answer = .microseconds(microseconds)
        let zero = Countdown(remaining: .zero, total: .zero)
        script.edit(where: { $0.turn?.reason == .answer }) { $0.turn?.countdown = zero }
        #expect(script.judged().contains { $0.law == .window } == (microseconds == 1000))
    }

    @Test("The conformance model accepts an early answer on a faster connection")
    func tooSoon() throws {
        func laws(after wait: Duration, tolerance: Duration) throws -> [ConformanceLaw] {
            var script = try Breach.Source.story("end").script()
            script.lines = [script.lines[0]]
            let moment = script.lines[0].moment.advanced(by: wait)
            let claim = ClientMessage.claim(Claim(board: BoardNumber(20)))
            let refused = HostMessage.refused(Refused(request: .claim, why: .staleBoard))
            script.lines += [
                .init(sent: claim, moment: moment), .init(message: refused, moment: moment),
            ]
            return script.judged(tolerance: tolerance).map(\.law)
        }
        #expect(try laws(after: .milliseconds(19), tolerance: .milliseconds(20)) == [])
        #expect(try laws(after: .milliseconds(20), tolerance: .milliseconds(20)) == [.refusal])
        #expect(try laws(after: .milliseconds(19), tolerance: .zero) == [.refusal])
    }

    @Test("The conformance model accepts a grant after another claim's refusal")
    func grantedAfterRefusal() throws {
        let script = try Breach.Source.story("granted").script()
        #expect(script.judged(tolerance: .seconds(1)) == [])
    }

    @Test("The conformance model keeps what was published on an older connection")
    func connections()
        throws
    {
        var script = try Breach.Source.all("05-claim-with-cards.txt").script()
        let place = script.place(12)
        script.lines[place].isAfterGap = true
        #expect(script.judged() == [])
        // A card of the set found before the gap.
        script.edit(where: { $0.revision.number >= 12 }) { $0.cards[0] = Card(code: "1321") }
        #expect(script.judged().contains { $0.law == .putAway })
    }
}

/// One way to break a law, made from lines that break none.
struct Breach: CustomTestStringConvertible, Sendable {
    /// Where the lines come from.
    enum Source: Sendable {
        case all(String)
        case speaker(Character, String)
        /// As Tests/Golden/conformance tells it to one player, revision 41 and on.
        case story(String)

        func script() throws -> ConformanceScript {
            switch self {
            case .all(let name): try ConformanceTranscript(name).everything()
            case .speaker(let speaker, let name):
                try ConformanceTranscript(name).script(for: speaker)
            case .story(let name):
                try ConformanceTranscript(text: goldenText("conformance/\(name)")).script(for: "A")
            }
        }
    }

    let law: ConformanceLaw
    let name: String
    let source: Source
    let change: @Sendable (inout ConformanceScript) -> Void

    var testDescription: String { "\(law): \(name)" }

    init(
        _ law: ConformanceLaw, _ name: String, _ source: Source,
        _ change: @escaping @Sendable (inout ConformanceScript) -> Void
    ) {
        (self.law, self.name, self.source, self.change) = (law, name, source, change)
    }

    /// A change of one state.
    init(
        _ law: ConformanceLaw, _ name: String, _ source: Source, _ revision: Int,
        _ change: @escaping @Sendable (inout TableState) -> Void
    ) {
        self.init(law, name, source) { $0.edit(revision, change) }
    }

    static let all = ofStates + ofSteps + ofCourse + ofTime + ofLines

    private static let opening = Source.all("01-opening.txt")
    private static let deal = Source.all("06-deal.txt")
    private static let resigned = Source.all("10-resign-and-rematch.txt")
    private static let solo = Source.all("15-solo.txt")
    private static let end = Source.story("end")
    private static let level = Source.story("level")
    private static let lost = Source.story("lost")

    private static func card(_ code: String) -> Card? {
        Card(code: code)
    }

    private static let ofStates = [
        Breach(.cardCount, "a card too many in the deck", opening, 7) { $0.deck += 1 },
        Breach(.distinctCards, "a card twice", opening, 7) { $0.cards[0] = $0.cards[1] },
        Breach(.shape, "a turn without a holder", opening, 7) { $0.turn = nil },
        Breach(.shape, "a result in an open game", opening, 11) {
            $0.result = GameResult(winner: nil, decider: .played)
        },
        Breach(.window, "a claim of less than its time", opening, 7) {
            $0.turn?.countdown = Countdown(remaining: .seconds(50), total: .seconds(50))
        },
        Breach(.window, "an answer without limit", .all("02-mismatch.txt"), 11) {
            $0.turn?.countdown = nil
        },
        Breach(.clock, "no clock while a set is shown", opening, 10) { $0.clock = nil },
        Breach(.clock, "a countdown of another length", opening, 5) {
            $0.clock?.countdown.total = .seconds(9)
        },
        Breach(.verdict, "a set that is called a mismatch", opening, 10) {
            $0.selection = $0.selection.map {
                Selection(seat: $0.seat, cards: $0.cards, verdict: .mismatch)
            }
        },
        Breach(.faceDown, "a card face down in a turn", opening, 7) { $0.cards[3] = nil },
        Breach(.faceDown, "cards in view in an agreed pause", .all("08-pause.txt")) { script in
            let cards = script.lines[script.place(9)].state?.cards ?? []
            script.edit(10) { $0.cards = cards }
        },
    ]

    private static let ofSteps = [
        Breach(.revision, "a revision left out", opening, 8) { $0.revision = Revision(11) },
        Breach(.eventOrder, "a claim while a set is shown", opening, 11) {
            $0.event = .claimed(.first)
        },
        Breach(.eventOrder, "a pick by who has not the turn", opening, 8) { state in
            card("1321").map { state.event = .picked(.second, $0) }
        },
        Breach(.boardNumber, "the same board after a set", opening, 10) {
            $0.board = BoardNumber(1)
        },
        Breach(.boardNumber, "another board after a pick", opening, 8) {
            $0.board = BoardNumber(2)
        },
        Breach(.phase, "a pass that keeps the turn", .all("04-pass.txt"), 8) {
            ($0.phase, $0.turn) = (.turn, Turn(seat: .second, reason: .answer, countdown: nil))
        },
        Breach(.cards, "cards that change places", opening, 8) { $0.cards.swapAt(0, 1) },
        Breach(.cards, "a card that the event does not name", deal, 6) {
            $0.cards[13] = card("3332")
        },
        Breach(.discard, "another card on top", opening, 11) { $0.lastDiscard = card("1111") },
        Breach(.refill, "two cards for three", opening, 11) { state in
            guard case .refilled(let cards) = state.event else { return }
            state.event = .refilled(Array(cards.prefix(2)))
        },
        Breach(.deal, "one set too few before a deal", deal, 6) { state in
            guard case .dealt(let seat, let cards, let sets, let points) = state.event else {
                return
            }
            state.event = .dealt(seat, cards, setsBefore: sets - 1, points: points)
        },
        Breach(.selection, "another card than the one picked", opening, 8) { state in
            card("2212").map { state.selection?.cards = [$0] }
        },
        Breach(.set, "three cards that are no set", opening, 10) { state in
            let trio = Trio(["1321", "2212", "2213"].compactMap(card))
            trio.map { state.event = .setFound(.first, $0, points: 5) }
        },
        Breach(.set, "a set that is a mismatch", .all("02-mismatch.txt"), 14) { state in
            guard case .setFound(let seat, let trio, _) = state.event else { return }
            state.event = .mismatch(seat, trio, points: -2)
        },
        Breach(.turn, "an answer for who has failed", .all("04-pass.txt"), 7) {
            $0.turn?.seat = .first
        },
        Breach(.points, "a bonus that there is not", opening, 10) { state in
            guard case .setFound(let seat, let trio, _) = state.event else { return }
            state.event = .setFound(seat, trio, points: 4)
            state.players.first?.points = 4
        },
        Breach(.points, "a sum that does not change", .all("04-pass.txt"), 7) {
            $0.players.first?.points = 0
        },
        Breach(.points, "a pass that costs in a grace turn", .all("07-rightful-deal.txt"), 7) {
            $0.event = .passed(.second, .grace, points: -2)
        },
        Breach(.points, "a right deal where there was a set", deal, 6) { state in
            guard case .dealt(let seat, let cards, let sets, _) = state.event else { return }
            state.event = .dealt(seat, cards, setsBefore: sets, points: 1)
        },
        Breach(.sets, "a set counted twice", opening, 10) { $0.players.first?.sets = 2 },
    ]

    private static let ofCourse = [
        Breach(.wins, "a game that nobody has won", resigned, 6) { $0.players.second?.wins = 0 },
        Breach(.game, "another game in the middle", opening, 7) { $0.game = 2 },
        Breach(.players, "another name", opening, 8) { $0.players.first?.name = "Eve" },
        Breach(.queue, "somebody in the queue who was not there", opening, 8) {
            $0.queue = ["Eve"]
        },
        Breach(.welcome, "a second seat", .speaker("A", "01-opening.txt")) { script in
            guard let welcome = script.lines.lazy.compactMap(\.message).first else { return }
            script.insert(welcome, after: 8)
        },
        Breach(.presence, "a player lost without a word", opening, 8) {
            $0.players.second?.isPresent = false
        },
        Breach(.readiness, "a player not ready after saying so", opening, 3) {
            $0.players.first?.isReady = false
        },
        Breach(.proposals, "a wish that is not shown", .all("08-pause.txt"), 7) {
            $0.players.first?.asks = nil
        },
        Breach(.result, "the game won by who resigned", resigned, 6) {
            $0.result?.winner = .first
        },
        Breach(.result, "the game won with fewer points", end, 46) { $0.result?.winner = .second },
        Breach(.mustEnd, "a claim when no set is left", end, 46) {
            ($0.event, $0.phase, $0.result) = (.claimed(.first), .turn, nil)
            let window = Rules.duel.claim
            $0.turn = Turn(
                seat: .first, reason: .claim,
                countdown: Countdown(remaining: window, total: window))
        },
        Breach(.suddenDeath, "a draw that does not stand", level, 46) {
            ($0.event, $0.phase, $0.clock) = (.over, .over, nil)
            $0.result = GameResult(winner: nil, decider: .points)
        },
        Breach(.suddenDeath, "a sudden death in a game that is not level", end, 46) {
            $0.event = .suddenDeath
        },
        Breach(.repetition, "a state without event in the middle", opening, 8) { $0.event = nil },
        Breach(.putAway, "a card of the set found before", .all("05-claim-with-cards.txt"), 12) {
            $0.cards[0] = card("1321")
        },
        Breach(.standstill, "a game that does not wait", lost) { script in
            script.edit(43) { ($0.event, $0.phase) = (.asked(.first, .new), .open) }
        },
        Breach(.standstill, "a game that waits once too often", lost) { script in
            let waiting = script.lines[script.place(43)].state
            script.edit(48) { state in
                guard var again = waiting else { return }
                again.revision = state.revision
                state = again
            }
        },
    ]

    private static let ofTime = [
        Breach(.countsDown, "ten seconds lost between two picks", opening, 9) {
            $0.turn?.countdown?.remaining -= .seconds(10)
        },
        Breach(.countsDown, "more than the whole", opening, 7) {
            $0.turn?.countdown?.remaining += .seconds(1)
        },
        Breach(.notEarly, "a turn that ends before its time", .all("03-time-out.txt")) {
            $0.delay(from: 8, by: .milliseconds(-10))
        },
        Breach(.notLate, "a turn that ends after its time", .all("03-time-out.txt")) {
            $0.delay(from: 8, by: .milliseconds(160))
        },
        Breach(.notLate, "a set that is shown for too long", opening) {
            $0.delay(from: 11, by: .milliseconds(10))
        },
        Breach(.points, "a set that was not quick", opening) { script in
            script.rules.quickWithin = .milliseconds(5)
            script.rules.lagFairness = .zero
        },
    ]

    private static let ofLines = [
        Breach(.deckOrder, "cards that came in another order", resigned) { script in
            script.editReveal { deck, _ in deck.swapAt(0, 1) }
        },
        Breach(.reveal, "another salt", resigned) { script in
            script.editReveal { _, salt in
                salt = Salt(hex: "00000000000000000000000000000000") ?? salt
            }
        },
        Breach(.reveal, "a deck that is not shown", resigned) { script in
            script.lines.removeAll { if case .reveal? = $0.message { true } else { false } }
        },
        Breach(.commitment, "a deck that is not promised", opening) { script in
            script.lines.removeAll { if case .commitment? = $0.message { true } else { false } }
        },
        Breach(.commitment, "a deck promised twice", level) {
            guard let promise = $0.lines[$0.place(47) - 1].message else { return }
            $0.insert(promise, after: 47)
        },
        Breach(.hint, "a card that is not on the board", solo) { script in
            for place in script.lines.indices {
                guard case .hint(var hint)? = script.lines[place].message else { continue }
                hint.cards = [card("3333")].compactMap(\.self)
                script.lines[place].message = .hint(hint)
            }
        },
        Breach(.privacy, "a hint for a watcher", solo) { $0.isWatcher = true },
        Breach(.race, "a race won by who has not the turn", opening) {
            $0.insert(
                .race(Race(winner: .second, margin: .milliseconds(5), adjustment: .zero)), after: 7)
        },
        Breach(.race, "more made up for than is allowed", opening) {
            $0.insert(
                .race(
                    Race(
                        winner: .first, margin: .milliseconds(5), adjustment: .milliseconds(151))),
                after: 7)
        },
        Breach(.said, "words in another's name", .speaker("W", "09-watch-and-chat.txt")) {
            $0.insert(.said(.second, name: "Ann", text: "hello"), after: 8)
        },
        Breach(.refusal, "a claim refused for a pause", .speaker("A", "17-refusals.txt")) {
            $0.insert(.refused(Refused(request: .claim, why: .gamePaused)), after: 2)
        },
        Breach(.refusal, "a claim refused that is allowed", .speaker("A", "17-refusals.txt")) {
            $0.insert(.refused(Refused(request: .claim, why: .notYourTurn)), after: 6)
        },
        Breach(.refusal, "a claim that came too fast", .speaker("A", "17-refusals.txt")) {
            for case (let place, .refused(let refused)?) in $0.lines.map(\.message).enumerated()
            where refused.request == .claim {
                $0.lines[place].message = .refused(Refused(request: .claim, why: .tooFast))
            }
        },
        Breach(.answer, "a pong before the refusal", .speaker("A", "16-ping.txt")) { script in
            guard
                let place = script.lines.firstIndex(where: {
                    if case .pong? = $0.message { true } else { false }
                })
            else { return }
            script.lines.swapAt(place - 1, place)
        },
        Breach(.firstLine, "no welcome", .speaker("A", "01-opening.txt")) { script in
            script.lines.removeAll { if case .welcome? = $0.message { true } else { false } }
        },
        Breach(.lastLine, "a state after bye", .speaker("A", "01-opening.txt")) {
            $0.insert(.bye(.left, resume: false), after: 10)
        },
        Breach(.welcome, "a player without a seat", .speaker("A", "01-opening.txt")) {
            $0.editWelcome { $0.seat = nil }
        },
        Breach(.rules, "a rule beyond its range", .speaker("A", "01-opening.txt")) {
            $0.editWelcome { $0.rules.drops = 101 }
        },
    ]
}
