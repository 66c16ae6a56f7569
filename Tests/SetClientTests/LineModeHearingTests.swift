import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What a listener hears, and in which order.
@Suite("Hearing line mode") struct LineModeHearingTests {
    private static let fresh = ["1131", "1221", "3312"].compactMap(Card.init(code:))

    @Test("A listener hears what matters first, and only what matters")
    func order() throws {
        let (match, wrong) = (
            try LineModeDuel.trio("A3", "B3", "B4"), try LineModeDuel.trio("A1", "B1", "C1")
        )
        try LineModeScenes.expect("order") { scenes in
            try scenes.scene("A player's own turn comes before what led to it, without reasons") {
                $0.give(.second, .claim)
                $0.publish(.mismatch(.second, wrong, points: -2)) { state in
                    state.players.second?.points = -2
                    state.turn = Turn(seat: .first, reason: .answer, countdown: .whole(10))
                }
            }
            try scenes.scene("Marks that a claim would pick are named when the board opens again") {
                $0.give(.second, .claim)
                $0.type("a1 b1")
                $0.open(.passed(.second, .claim, points: -2))
            }
            try scenes.scene("A mark that makes way for a fourth one is named") {
                $0.give(.second, .claim)
                $0.type("a1 b1", "c3", "c1")
            }
            try scenes.scene("A mark is confirmed even if a card of a found set is named with it") {
                $0.publish(.setFound(.second, match, points: 3)) { state in
                    state.selection = Selection(seat: .second, cards: match.cards, verdict: .match)
                    state.clock = Clock(reason: .reveal, countdown: .whole(1))
                }
                $0.type("a1 a3")
            }
            try scenes.scene("Cards that were no set are not called so on the board") {
                $0.publish(.mismatch(.second, wrong, points: -2)) { state in
                    state.selection = Selection(
                        seat: .second, cards: wrong.cards, verdict: .mismatch)
                }
                $0.type("board")
            }
            try scenes.scene("A claim after the opponent's is too late, and the race is over") {
                $0.give(.second, .claim)
                let message = "It is Bob's turn for 5 more seconds."
                $0.receive(
                    .refused(Refused(request: .claim, why: .notYourTurn, message: message)))
                $0.receive(
                    .race(
                        Race(winner: .second, margin: .zero, adjustment: .zero, isDeadHeat: true)))
            }
            try scenes.scene("A player who leaves is named by the result of a game") {
                $0.publish(.left(.second)) { state in
                    state.phase = .over
                    state.result = GameResult(winner: .first, decider: .left)
                }
            }
            try scenes.scene("A player who leaves after the game is named alone") {
                $0.publish(.over) { state in
                    state.phase = .over
                    state.result = GameResult(winner: .first, decider: .points)
                }
                $0.publish(.left(.second)) { state in
                    state.players.second = nil
                    state.players.first?.isReady = true
                }
                $0.type("")
            }
        }
    }

    @Test("What is outdated a moment later is not announced")
    func outdated() throws {
        let wrong = try LineModeDuel.trio("A1", "B1", "C1")
        try LineModeScenes.expect("outdated") { scenes in
            try scenes.scene("A claim that is wrong at once is not announced") {
                $0.publish(.claimed(.second), isAlone: false) { state in
                    state.phase = .turn
                    state.turn = Turn(seat: .second, reason: .claim, countdown: .whole(5))
                }
                $0.publish(.mismatch(.second, wrong, points: -2)) { state in
                    state.turn = Turn(seat: .first, reason: .answer, countdown: .whole(10))
                }
            }
            func claim(_ duel: inout LineModeDuel) {
                duel.publish(.claimed(.second), isAlone: false) { state in
                    state.phase = .turn
                    state.turn = Turn(seat: .second, reason: .claim, countdown: .whole(5))
                }
            }
            try scenes.scene("A claim is not announced after the connection is lost") {
                claim(&$0)
                $0.loseConnection(Outage(.silent, at: $0.now, seatKeptUntil: nil, of: .seconds(60)))
                $0.wait(until: $0.now.advanced(by: .seconds(1)))
            }
            try scenes.scene("A claim is announced before its cards") {
                $0.type("verbosity all")
                claim(&$0)
                $0.publish(.picked(.second, wrong.cards[0]), isAlone: false)
                $0.wait(until: $0.now.advanced(by: .seconds(1)))
            }
            try scenes.scene("A question about a game closes with it") {
                $0.type("q")
                $0.publish(.over) { state in
                    (state.phase, state.turn) = (.over, nil)
                    state.result = GameResult(winner: .first, decider: .points)
                }
                $0.type("yes")
            }
            for decider in [GameResult.Decider.points, nil] {
                try scenes.scene("After the last set, its end comes first") {
                    $0.publish(.refilled([])) {
                        ($0.cards, $0.deck) = (Array(LineModeDuel.board.prefix(2)), 0)
                    }
                    $0.publish(decider == nil ? .suddenDeath : .over) { state in
                        state.phase = decider == nil ? .countdown : .over
                        state.isSuddenDeath = decider == nil
                        state.result = decider.map { GameResult(winner: .first, decider: $0) }
                    }
                    guard decider == nil else { return $0.type("", "ready", "deal") }
                    $0.publish(.started) { ($0.phase, $0.cards) = (.open, LineModeDuel.board) }
                }
            }
        }
    }

    @Test("What others say waits for the end of a player's own turn, up to 20 messages")
    func chat() throws {
        try LineModeScenes.expect("chat") { scenes in
            try scenes.scene("A chat message names its speaker") {
                $0.hear(.second, "Bob", "hi")
                $0.hear(.first, "Ann", "hi")
                $0.hear(nil, "Eve", "hi")
            }
            try scenes.scene("What others say in a player's own turn is printed after it") {
                $0.give(.first, .claim)
                $0.hear(.second, "Bob", "hello")
                // The player's own words are the answer to a typed line.
                $0.hear(.first, "Ann", "wait")
                $0.open(.passed(.first, .claim, points: -2))
                $0.hear(.second, "Bob", "hello")
            }
        }
        var duel = try LineModeDuel()
        duel.give(.first, .claim)
        for number in 0..<1000 { duel.hear(.second, "Bob", "\(number)") }
        let after = duel.publish(.passed(.first, .claim, points: -2)) { $0.turn = nil }
        #expect(after.count { $0.hasPrefix("Chat: ") } == 20)
    }

    /// A set named at once, from the granted claim to the verdict.
    private func claim(
        _ names: String, by seat: Seat, isTurn: Bool = false, in duel: inout LineModeDuel
    ) throws {
        let cards = try names.split(separator: " ").map { try LineModeDuel.card(String($0)) }
        let trio = try #require(Trio(cards))
        if isTurn { duel.give(seat, .answer) }
        if seat == .first { duel.type(names) }
        if !isTurn { duel.give(seat, .claim) }
        for count in 1...2 {
            duel.publish(.picked(seat, cards[count - 1])) { state in
                state.selection = Selection(
                    seat: seat, cards: Array(cards.prefix(count)), verdict: .undecided)
            }
        }
        duel.publish(
            trio.isSet ? .setFound(seat, trio, points: 4) : .mismatch(seat, trio, points: -2)
        ) {
            $0.players[seat]?.points = trio.isSet ? 4 : -2
            $0.phase = trio.isSet ? .open : .turn
            $0.selection = Selection(
                seat: seat, cards: cards, verdict: trio.isSet ? .match : .mismatch)
            let turn = Turn(seat: seat.opponent, reason: .answer, countdown: .whole(10))
            $0.turn = trio.isSet ? nil : turn
        }
    }

    @Test("A claim that names three cards is answered by its result, in at most 25 words")
    func claims() throws {
        try LineModeScenes.expect("claims") { scenes in
            for isTurn in [false, true] {
                let when = isTurn ? "In a turn" : "In open play"
                try scenes.scene("\(when), a set that is named is one result", verbosity: .mine) {
                    try claim("A3 B3 B4", by: .first, isTurn: isTurn, in: &$0)
                }
            }
            try scenes.scene("Three wrong cards are one result and a turn", verbosity: .mine) {
                try claim("A1 B1 C1", by: .first, in: &$0)
            }
            try scenes.scene("The other player's claim is announced once", verbosity: .mine) {
                try claim("A3 B3 B4", by: .second, in: &$0)
            }
            try scenes.scene("Single picks are announced one by one") {
                $0.type("claim")
                $0.give(.first, .claim)
                $0.publish(.picked(.first, try LineModeDuel.card("B1")))
            }
            let more = Card.all.filter { !LineModeDuel.board.contains($0) }
            let match = try LineModeDuel.trio("A3", "B3", "B4")
            for (count, points) in [(15, 2), (21, 1)] {
                try scenes.scene("Among \(count) cards, a set's line says what more cards cost") {
                    $0.publish(.setFound(.second, match, points: points)) { state in
                        state.cards = LineModeDuel.board + more.prefix(count - 12)
                    }
                }
            }
        }
    }

    @Test("No three cards of the deck take more than 25 words to be called wrong")
    func every() throws {
        let narrator = Narrator(
            seat: .first, names: PerSeat(first: "Ann", second: "Bob"),
            cardWords: CardWords(.classic))
        let deck = Card.all
        for first in deck.prefix(3) {
            for second in deck where second != first {
                for third in deck where third != first && third != second {
                    guard let trio = Trio([first, second, third]), !trio.isSet else { continue }
                    let line = narrator.sentence(for: .mismatch(.first, trio, points: -2)) ?? ""
                    // The score has six words, the other's turn four.
                    #expect(line.split(separator: " ").count + 10 <= 25, "\(line)")
                }
            }
        }
    }

    @Test("Line mode tells pauses, turns, and changes of the board once")
    func events() throws {
        try LineModeScenes.expect("board") { scenes in
            try scenes.scene("The board is not repeated after a pause") {
                let cards = $0.state.cards
                $0.publish(.paused) { ($0.phase, $0.cards) = (.paused, cards.map { _ in nil }) }
                $0.type("board", "where red")
                $0.publish(.countdown) { $0.phase = .countdown }
                $0.publish(.resumed) { ($0.phase, $0.cards) = (.open, cards) }
            }
            try scenes.scene("A pause tells of the other's request, and how long it can last") {
                $0.publish(.paused) { $0.phase = .paused }
                $0.publish(.ready(.second)) { state in
                    state.players.second?.isReady = true
                    state.clock = Clock(reason: .ready, countdown: .whole(120))
                }
                $0.publish(.asked(.second, .new)) { $0.players.second?.asks = .new }
                $0.type("")
            }
            for venue in [TableModel.Venue.elsewhere, .embedded] {
                try scenes.scene("A player's own request, \(venue)", venue: venue) {
                    $0.publish(.asked(.first, .pause)) { $0.players.first?.asks = .pause }
                    $0.type("")
                }
            }
            try scenes.scene("A pause that both want begins after the turn, and nothing is asked") {
                $0.publish(.asked(.second, .pause)) { $0.players.first?.asks = .pause }
            }
            try scenes.scene("A watcher hears both players' names", seat: nil) {
                $0.give(.first, .claim)
                $0.publish(.asked(.first, .new))
                $0.publish(.over) { state in
                    (state.phase, state.turn) = (.over, nil)
                    state.result = GameResult(winner: nil, decider: .sets)
                }
            }
            for seat in Seat.allCases {
                try scenes.scene("The \(seat) player's turns") {
                    $0.give(seat, .answer, seconds: nil)
                    $0.give(seat, .grace, seconds: 7)
                    $0.open(.passed(seat, .grace, points: 0))
                }
            }
            try scenes.scene("New cards are announced even if events were missed") {
                $0.publish(nil) { $0.cards.append(Card(code: "1111")) }
            }
            try scenes.scene("Cards that moved to other slots") {
                $0.publish(.refilled([])) { state in
                    state.deck = 0
                    (state.cards[0], state.cards[4]) = (state.cards[9], state.cards[11])
                    state.cards.removeLast(3)
                }
            }
            try scenes.scene("Cards keep their names after a deal and a replaced set") {
                $0.type("what a1 b2 c4")
                $0.publish(.dealt(.second, Self.fresh, setsBefore: 0, points: 1)) {
                    $0.cards += Self.fresh
                }
                $0.type("what a1 b2 c4 a5")
            }
        }
    }

    @Test("Line mode ignores old states, answers pings silently, and says why it ends")
    func endings() throws {
        var duel = try LineModeDuel()
        duel.publish(nil)
        var old = duel.state
        (old.revision, old.event) = (Revision(0), .over)
        #expect(duel.client.receive(.state(old), at: .zero) == LineModeClient.Output())
        try LineModeScenes.expect("endings") { scenes in
            try scenes.scene("A player who left without a result is waited for") {
                $0.publish(.left(.second)) { state in
                    (state.phase, state.players.second) = (.over, nil)
                    state.players.first?.isReady = true
                }
                $0.type("")
            }
            try scenes.scene("A ping is answered silently") {
                $0.receive(.ping(Nonce("7")))
                $0.receive(.pong(Nonce("7")))
            }
            for refusal in Refusal.allCases {
                try scenes.scene("\(refusal) in our words and the host's") {
                    for message in ["", "Wait for 3 more seconds."] {
                        $0.receive(
                            .refused(Refused(request: .claim, why: refusal, message: message)))
                    }
                }
            }
            for error in ConnectionError.allCases {
                try scenes.scene("\(error)") { $0.receive(.error(error, message: "")) }
            }
            for farewell in Farewell.allCases {
                try scenes.scene("\(farewell), and the connection closes") {
                    $0.receive(.bye(farewell, resume: false))
                    $0.closeConnection("closed")
                }
            }
            try scenes.scene("The connection closes by itself") {
                $0.closeConnection("The host is gone.")
                $0.endInput()
            }
        }
    }

    @Test("A found set is put away once, also after a lost connection, unless a deal is to do so")
    func putAway() throws {
        try LineModeScenes.expect("found-set") { scenes in
            for refill in Rules.Refill.allCases {
                var rules = Rules.solo
                rules.refill = refill
                try scenes.scene("New cards: \(refill)", rules: rules) { duel in
                    let trio = try LineModeDuel.trio("A3", "B3", "B4")
                    duel.publish(.setFound(.first, trio, points: 3)) { state in
                        state.board = BoardNumber(1)
                        state.selection = Selection(
                            seat: .first, cards: trio.cards, verdict: .match)
                    }
                    duel.type("")
                    duel.publish(nil)
                    duel.welcome(.first, rules)
                    duel.publish(.returned(.first))
                }
            }
        }
    }
}
