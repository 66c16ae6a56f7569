import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What typed lines do, beyond what they do in open play (see ``NarratorTests/answers()``).
@Suite("Typing in line mode") struct LineModeTypingTests {
    @Test("Names of cards claim, pick, or mark, whichever is possible now")
    func cards() throws {
        try LineModeScenes.expect("cards") { scenes in
            for line in ["b2 a3 c4", "set B2 A3 C4", "claim b2,a3,c4", "pick b2 a3 c4"] {
                try scenes.scene("Three names claim a set in open play, once") {
                    $0.type(line, line, "")
                }
            }
            for reason in TurnReason.allCases {
                try scenes.scene("Three names pick in a turn (\(reason)), and no fourth follows") {
                    $0.give(.first, reason)
                    $0.type("claim b2 a3 c4", "a1")
                }
            }
            try scenes.scene("Three names replace earlier picks") {
                $0.give(.first, .claim)
                let (chosen, stray) = (try LineModeDuel.card("A3"), try LineModeDuel.card("A1"))
                $0.publish(.picked(.first, stray)) { state in
                    state.selection = Selection(
                        seat: .first, cards: [chosen, stray], verdict: .undecided)
                }
                $0.type("b2 a3 c4")
            }
            try scenes.scene("One or two names mark, and pick in a turn") {
                $0.type("b1", "a2 b1", "a2", "a1 b1", "c1", "clear")
                $0.give(.first, .claim)
                $0.type("b1", "pick b1 a2")
            }
            try scenes.scene("Three names mark in the opponent's turn, to be claimed after it") {
                $0.type("c3")
                $0.give(.second, .claim)
                $0.type("a1 b1 a2")
                $0.open(.timedOut(.second, .claim, points: -2))
                $0.type("claim")
            }
            try scenes.scene("A claim with fewer cards carries exactly those into the turn") {
                $0.type("c3", "claim a1 b1")
                $0.give(.first, .claim, seconds: nil)
                $0.type("claim")
            }
            try scenes.scene("Without claims, names pick, and there is no turn", rules: .solo) {
                $0.type("a1", "a1 b2 c3", "claim", "pass")
            }
            try scenes.scene("Clear takes back marks and picks") {
                $0.type("clear", "a1", "clear")
                $0.give(.first, .claim)
                let card = try LineModeDuel.card("B1")
                $0.publish(.picked(.first, card)) { state in
                    state.selection = Selection(seat: .first, cards: [card], verdict: .undecided)
                }
                $0.type("clear")
            }
            for phase in TablePhase.allCases {
                try scenes.scene("Names of cards while \(phase)") {
                    $0.publish(nil) { $0.phase = phase }
                    $0.type("a1", "set a1 b1 c1", "resign", "q", "no")
                }
            }
            for keys in ["q w e", "r F v", "claim q,a,z", "a1 s C3", "w", "y", "t"] {
                try scenes.scene("Keys name the cards that they are on the screen") {
                    $0.type(keys)
                }
            }
        }
    }

    @Test(
        "Commands are sent to the host, refused to watchers, and answered before there is a table")
    func commands() throws {
        try LineModeScenes.expect("commands") { scenes in
            for line in [
                "more", "+", "-", "!", "PASS", "Hint", "cheat", "ready", "start", "rematch", "new",
                "pause", "  say  nice  one \r\n", "chat Ho", "say",
                "say " + String(repeating: "x", count: 201),
            ] {
                try scenes.scene("A command") { $0.type(line) }
            }
            try scenes.scene("A watcher can only chat", seat: nil) {
                $0.type(
                    "a1", "a1 b1 c1", "claim", "deal", "pass", "hint", "ready", "new", "pause",
                    "resume", "resign", "clear", "q")
            }
            try scenes.scene("A watcher's words", seat: nil) { $0.type("say hi", "help", "") }
            try scenes.scene("Against the computer, nobody reads", venue: .embedded) {
                $0.type("say hi", "help")
            }
            try scenes.scene("A demo only shows", seat: nil, venue: .embedded) {
                $0.type("say hi", "help", "", "deal")
            }
            try scenes.scene("What a command does not take, or is changed elsewhere") {
                $0.type(
                    "a1", "unmark a1", "deal 3", "third a1 a1", "settings", "theme", "shuffle",
                    "ready", "yes please")
            }
            try scenes.scene("A free seat", venue: .hosted) {
                $0.publish(.left(.second)) { ($0.phase, $0.players.second) = (.waiting, nil) }
                $0.type("", "rules")
            }
            try scenes.scene("A pause needs a running game") {
                $0.publish(.paused) { $0.phase = .paused }
                $0.type("pause", "resume")
            }
            try scenes.scene("Resign asks first, and anything but an answer cancels it") {
                $0.type("yes", "resign", "no", "resign", "time", "yes", "surrender", "y")
            }
            try scenes.scene("Q asks before a game is lost") { $0.type("q", "no", "q", "q") }
            try scenes.scene("Q is answered by quit") {
                $0.type("q", "quit")
            }
            for line in ["quit", "exit", "bye"] {
                try scenes.scene("Quit says goodbye once and leaves at once") {
                    $0.type(line, "quit")
                    $0.endInput()
                    $0.receive(.bye(.left, resume: false))
                }
            }
            try scenes.scene("The end of input leaves the table") { $0.endInput() }
            try scenes.scene("The report gives the figures so far, and no set that is still there")
            {
                $0.type("report")
                let trio = try LineModeDuel.trio("A3", "B3", "B4")
                $0.publish(.setFound(.second, trio, points: 5)) { $0.players.second?.points = 5 }
                $0.type("report")
                $0.publish(.dealt(.first, [], setsBefore: 1, points: -2)) { $0.selection = nil }
                $0.type("report")
            }
        }
        for command in TableCommand.typed {
            var client = LineModeClient()
            #expect(!client.read(command.name, at: .zero).lines.isEmpty)
        }
        var client = LineModeClient()
        #expect(client.read("", at: .zero).lines == ["Now: waiting for the host."])
        #expect(
            client.read("a1", at: .zero).lines == ["Refused: \(Refusal.waitingForReady.sentence)"])
    }

    @Test("Names typed before another card came there, or within three seconds, are refused once")
    func stale() throws {
        func time(_ seconds: Int) -> MonotonicInstant { MonotonicInstant(.seconds(seconds)) }
        let fresh = Array(Card.all.filter { !LineModeDuel.board.contains($0) }.prefix(2))
        try LineModeScenes.expect("new-cards") { scenes in
            for began in [5, 6, 8, 9] {
                try scenes.scene("Begun at \(began) s, and again at 9 s") {
                    $0.now = time(6)
                    $0.publish(.refilled([fresh[0]])) { $0.cards[4] = fresh[0] }
                    $0.now = time(9)
                    $0.type("claim c1 b2 a3", since: time(began))
                    $0.type("claim c1 b2 a3", since: time(9))
                }
            }
            try scenes.scene("The board tells of the new card, and a pipe types nothing") {
                $0.now = time(6)
                $0.publish(.refilled([fresh[0]])) { $0.cards[4] = fresh[0] }
                $0.type("board", since: time(7))
                $0.type("c1 b2", since: time(7))
                $0.publish(.refilled([fresh[1]])) { $0.cards[4] = fresh[1] }
                $0.type("c1 b2", since: nil)
            }
            try scenes.scene("A refusal names every new card among the named ones") {
                $0.now = time(6)
                $0.publish(.refilled(fresh)) { ($0.cards[0], $0.cards[4]) = (fresh[0], fresh[1]) }
                $0.type("a1 b2 c1", since: time(7))
                $0.type("a1 b2 c1", since: time(7))
            }
            try scenes.scene("A card that has gone with its slot is not there") {
                $0.now = time(6)
                for added in fresh {
                    $0.publish(.dealt(.second, [added], setsBefore: 0, points: 1)) {
                        $0.cards.append(added)
                    }
                    $0.publish(nil) { $0.cards.removeLast() }
                }
                $0.type("a5 b1 c1", since: time(5))
            }
            try scenes.scene("A pause, which turns the cards over, changes none") {
                let cards = $0.state.cards
                $0.now = time(6)
                $0.publish(.paused) { ($0.phase, $0.cards) = (.paused, cards.map { _ in nil }) }
                $0.publish(.resumed) { ($0.phase, $0.cards) = (.open, cards) }
                $0.type("claim c1 b2 a3", since: time(5))
            }
        }
    }

    @Test("A letter of a row and a number name one of 81 slots")
    func names() {
        let names = [
            (0, "A1"), (1, "B1"), (2, "C1"), (3, "A2"), (11, "C4"), (12, "A5"), (20, "C7"),
            (77, "C26"), (78, "A27"), (80, "C27"),
        ]
        for (slot, name) in names { #expect(SlotName(slot: slot).description == name) }
        for slot in 0...80 {
            let name = SlotName(slot: slot)
            #expect(SlotName(name.description) == name)
            #expect(SlotName(name.description.lowercased()) == name)
        }
        for text in [
            "", "a", "1", "a0", "d1", "a28", "c99", "1a", "ab1", "aa4", "ba1", "zz3", "aaa1", "a1 ",
            "\u{212A}1", "é1", "a١", "@1", "[1", "`1", "{1",
        ] {
            #expect(SlotName(text) == nil)
        }
    }

    @Test(
        "A card's name in line mode is the row and column of its key on the screen",
        arguments: Keyboard.builtIn)
    func keys(keyboard: Keyboard) throws {
        let keys = CardKeys.keys(keyboard)
        for (row, letters) in keyboard.rows.dropFirst().enumerated() {
            for (column, key) in letters.prefix(7).enumerated() {
                let name = try #require(LineModeRequest.Name(String(key), keyboard))
                let slot = try #require(name.slot)
                #expect(
                    SlotName(slot: slot).description
                        == "\(SlotName.letter(ofRow: row))\(column + 1)")
                #expect(keys[slot] == key)
            }
        }
    }
}

@Suite("New game in line mode")
struct LineModeQuestionTests {
    @Test("Line mode asks before new loses a game against the computer, and a yes has one meaning")
    func questions() throws {
        try LineModeScenes.expect("questions") { scenes in
            for answer in ["yes", "new", "no", "score"] {
                try scenes.scene("Against the computer, new asks first", venue: .embedded) {
                    $0.type("new", answer, "yes")
                }
            }
            try scenes.scene("Against a person, new asks first, but withdraws at once") {
                $0.type("new", "no", "new", "yes")
                $0.publish(.asked(.first, .new)) { $0.players.first?.asks = .new }
                $0.type("new")
            }
            for phase in [TablePhase.waiting, .over, .paused] {
                try scenes.scene("Yes starts or resumes a game (\(phase)) that the other waits for")
                {
                    $0.publish(.ready(.second)) { state in
                        state.phase = phase
                        state.players.second?.isReady = true
                    }
                    $0.type("yes")
                    $0.publish(.ready(.first)) { $0.players.first?.isReady = true }
                    $0.type("yes")
                }
            }
            try scenes.scene("The opponent's return cancels resigning, which would have won") {
                $0.publish(.seatReleased(.second)) { state in
                    state.phase = .paused
                    state.players.second?.isPresent = false
                }
                $0.type("resign")
                $0.publish(.returned(.second)) { state in
                    state.phase = .open
                    state.players.second?.isPresent = true
                }
                $0.type("yes")
            }
            try scenes.scene("A request of the opponent cancels an open question") {
                $0.type("resign")
                $0.publish(.asked(.second, .pause)) { $0.players.second?.asks = .pause }
                $0.now = $0.now.advanced(by: .seconds(3))
                $0.type("yes")
            }
        }
    }

    @Test("Line mode agrees to a new game that was asked for a moment ago only by a second yes")
    func fresh() throws {
        var duel = try LineModeDuel()
        duel.publish(.asked(.second, .pause)) { $0.players.second?.asks = .pause }
        duel.publish(.asked(.second, .new)) { $0.players.second?.asks = .new }
        duel.now = duel.now.advanced(by: .milliseconds(600))
        #expect(duel.lines("y") == ["New game: this ends the game. Type yes again to agree."])
        #expect(duel.sent("y") == [.new])

        var later = try LineModeDuel()
        later.publish(.asked(.second, .new)) { $0.players.second?.asks = .new }
        later.now = later.now.advanced(by: .seconds(3))
        #expect(later.sent("yes") == [.new])
    }
}
