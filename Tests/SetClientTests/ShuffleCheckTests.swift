import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Shuffle check")
struct ShuffleCheckTests {
    private let deck = SeededGenerator.shuffledDeck(seed: 3)
    private let salt: Salt

    init() throws {
        salt = try #require(Salt(hex: "000102030405060708090a0b0c0d0e0f"))
    }

    private var shuffle: Shuffle { Shuffle(deck: deck, salt: salt) }

    private func promise(_ shuffle: Shuffle? = nil, game: Int = 1) -> HostMessage {
        .commitment(Commitment(game: game, digest: (shuffle ?? self.shuffle).digest))
    }

    private func reveal(_ shuffle: Shuffle? = nil, game: Int = 1) -> HostMessage {
        .reveal(Reveal(game: game, shuffle: shuffle ?? self.shuffle))
    }

    /// A game of two deals and two found sets, as a host shows it.
    private func course(of deck: [Card], game: Int = 1, isSuddenDeath: Bool = false)
        -> [TableState]
    {
        var state = TableState()
        state.players = PerSeat(first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        (state.game, state.isSuddenDeath) = (game, isSuddenDeath)
        state.revision = Revision(100 * game + (isSuddenDeath ? 50 : 0))
        var states: [TableState] = []
        func show(_ event: TableEvent?, _ phase: TablePhase = .open) {
            (state.event, state.phase) = (event, phase)
            state.revision = state.revision.next
            states.append(state)
        }
        show(isSuddenDeath ? .suddenDeath : .countdown, .countdown)
        (state.cards, state.deck) = (Array(deck[..<12]), 69)
        show(.started)
        state.cards += Array(deck[12..<15]) as [Card?]
        state.deck = 66
        show(.dealt(.first, Array(deck[12..<15]), setsBefore: 0, points: 1))
        state.cards.removeLast(3)
        state.discard = 3
        show(.refilled([]))
        for slot in 0..<3 { state.cards[slot] = deck[15 + slot] }
        (state.deck, state.discard) = (63, 6)
        show(.refilled(Array(deck[15..<18])))
        show(.over, .over)
        return states
    }

    /// The course with the commitment where a host sends it, before the first cards.
    private func messages(
        _ states: [TableState], promised: Shuffle? = nil, revealed: Shuffle? = nil
    ) -> [HostMessage] {
        let game = states.first?.game ?? 1
        var messages = states.map { HostMessage.state($0) }
        messages.insert(promise(promised, game: game), at: min(1, messages.count))
        return messages + [reveal(revealed ?? promised, game: game)]
    }

    private func conclusion(_ messages: [HostMessage]) -> ShuffleCheck.Finding? {
        var model = TableModel()
        for message in messages { _ = model.receive(message, at: .zero) }
        return model.shuffleFinding
    }

    private func welcome() throws -> HostMessage {
        let code = try #require(TableCode("K7M2QX"))
        return .welcome(Welcome(seat: .first, token: nil, table: code, rules: .duel))
    }

    @Test("The shuffle check confirms a deck that was dealt in its order")
    func kept() throws {
        let states = course(of: deck)
        #expect(conclusion(messages(states)) == .kept)
        // Another game at the same table begins without the cards of the last one.
        let next = course(of: deck.reversed(), game: 2)
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        #expect(conclusion(messages(states) + messages(next, promised: other)) == .kept)
        // A sudden death has a deck of its own, and the first one is revealed after its first state.
        let death = course(of: deck.reversed(), isSuddenDeath: true)
        let game = [states[0]].map { HostMessage.state($0) } + [promise()]
        let rest = states[1..<5].map { HostMessage.state($0) } + [.state(death[0]), reveal()]
        let end = [promise(other)] + death[1...].map { .state($0) } + [reveal(other)]
        #expect(conclusion(game + rest + end) == .kept)
    }

    @Test("The shuffle of a game that a client joined late cannot be verified", arguments: 1..<5)
    func late(first: Int) throws {
        let states = course(of: deck).map { HostMessage.state($0) }
        // A newcomer receives the commitment after the first state.
        let later = [try welcome(), states[first], promise()] + states[(first + 1)...]
        #expect(conclusion(later + [reveal()]) == .unverified)
        // Even so, cards that do not match the deck are a fault.
        var trick = deck
        trick.swapAt(16, 80)
        let other = Shuffle(deck: trick, salt: salt)
        let cheat = [try welcome(), states[first], promise(other)] + states[(first + 1)...]
        #expect(conclusion(cheat + [reveal(other)]) == .broken(.dealtOtherwise))
    }

    @Test("A player who returns can verify the shuffle after seeing every card", arguments: 1..<5)
    func back(first: Int) throws {
        let states = course(of: deck).map { HostMessage.state($0) }
        let back = [try welcome(), states[0], promise()] + states[1...first]
        let again = [try welcome(), states[first], promise()] + states[(first + 1)...]
        #expect(conclusion(back + again + [reveal()]) == .kept)
        // The same cards lie there, and none came in the meantime.
        let one = [try welcome(), states[0], promise(), states[1]]
        let two = [try welcome(), states[first], promise()] + states[(first + 1)...]
        #expect(
            conclusion(one + two + [reveal()]) == (first < 3 ? .kept : .unverified))
        // Three cards came and went.
        var missing = course(of: deck)
        for slot in 0..<3 { missing[4].cards[slot] = deck[18 + slot] }
        missing[4].deck = 60
        missing[5].cards = missing[4].cards
        missing[5].deck = 60
        missing[4].event = .refilled(Array(deck[18..<21]))
        let gone = missing.map { HostMessage.state($0) }
        #expect(
            conclusion(
                [gone[0], promise()] + gone[1...2] + [try welcome()] + gone[4...] + [reveal()])
                == .unverified)
    }

    @Test("A host cannot replace a commitment while the connection is cut")
    func replaced() throws {
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        let before = messages(Array(course(of: deck)[..<5])).dropLast()
        // The same game is dealt again, with another commitment in order.
        for isCut in [true, false] {
            let again = course(of: deck.reversed()).map { HostMessage.state($0) }
            let cut = isCut ? [try welcome()] : []
            let redealt = before + cut + [again[0], promise(other)] + again[1...]
            let finding = conclusion(redealt + [reveal(other)])
            #expect(finding != .kept && finding != nil, "\(isCut)")
        }
        func end(_ change: (inout TableState) -> Void) throws -> ShuffleCheck.Finding? {
            var states = course(of: deck.reversed())
            for index in states.indices { change(&states[index]) }
            let (shown, game) = (states.map { HostMessage.state($0) }, states[0].game)
            return conclusion(
                before + [try welcome(), shown[4], promise(other, game: game), shown[5]]
                    + [reveal(other, game: game)])
        }
        #expect(try end { $0.game = 2 } == .unverified)
        #expect(try end { $0.isSuddenDeath = true } == .unverified)
        #expect(try end { _ in }?.isBroken == true)
        var model = TableModel()
        let cut = [try welcome(), .state(course(of: deck, game: 2)[3])]
        let all = Array(before) + cut
        for message in all {
            _ = model.receive(message, at: .zero)
        }
        #expect(model.shuffleNews == .unverified)
    }

    @Test("The shuffle check looks at every game that has cards, whatever its number")
    func numbers() {
        var states = course(of: deck)
        for index in states.indices { states[index].game = 0 }
        #expect(conclusion(messages(states)) == .kept)
        states[4].cards[1] = deck[70]
        #expect(conclusion(messages(states)) == .broken(.dealtOtherwise))
        // A number that changes for one state hides nothing.
        states = course(of: deck)
        states[4].game = 0
        #expect(conclusion(messages(states))?.isBroken == true)
        states[4].game = 2
        #expect(conclusion(messages(states))?.isBroken == true)
        // Another number in the middle of a game ends the old one without its deck.
        let next = Array(course(of: deck.reversed(), game: 2)[1...])
        var model = TableModel()
        let played = messages(Array(course(of: deck)[..<4])).dropLast()
        let all: [HostMessage] = Array(played) + [promise(game: 2)]
        for message in all {
            _ = model.receive(message, at: .zero)
        }
        #expect(model.shuffleNews == .unverified)
        _ = model.receive(.state(next[0]), at: .zero)
        #expect(model.log.contains { $0.content == .shuffle(.unverified) })
    }

    @Test("A sudden death is verified like a game of its own, and the worse finding counts")
    func suddenDeath() {
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        let before = messages(Array(course(of: deck)[..<5])).dropLast()
        let death = course(of: deck.reversed(), isSuddenDeath: true).map { HostMessage.state($0) }
        let rest = Array(death[1...])
        let whole = before + [death[0], reveal(), promise(other)] + rest
        #expect(conclusion(whole + [reveal(other)]) == .kept)
        #expect(conclusion(Array(whole)) == .unverified)
        // Neither a commitment nor a reveal.
        #expect(
            conclusion(before + [death[0], reveal()] + rest) == .unverified)
        // The first deck is never revealed.
        let silent = before + [death[0], promise(other)] + rest
        #expect(conclusion(silent + [reveal(other)]) == .unverified)
        // The first deck of a game that begins with a sudden death was never seen.
        let played = course(of: deck).map { HostMessage.state($0) }
        let between = HostMessage.state(course(of: deck, game: 2)[0])
        for start in [[], played + [between]] {
            let finding = conclusion(start + [death[0], promise(other)] + rest + [reveal(other)])
            #expect(finding == .unverified, "\(start.count)")
        }
        // The flag is set in one state only.
        var flagged = course(of: deck)
        flagged[4].isSuddenDeath = true
        flagged[4].cards[1] = deck[70]
        flagged[5].cards[1] = deck[70]
        #expect(conclusion(messages(flagged))?.isBroken == true)
    }

    @Test("A deck or commitment that has been revealed must not be used again")
    func reused() {
        let states = messages(course(of: deck))
        #expect(
            conclusion(states + messages(course(of: deck, game: 2))) == .broken(.reused))
        // The same order with another salt.
        let salted = Shuffle(deck: deck, salt: Salt(shuffle.digest))
        #expect(
            conclusion(states + messages(course(of: deck, game: 2), promised: salted))
                == .broken(.reused))
        let death = course(of: deck, isSuddenDeath: true)
        let before = messages(Array(course(of: deck)[..<5])).dropLast()
        let rest = death[1...].map { HostMessage.state($0) }
        let again = before + [.state(death[0]), reveal(), promise()] + rest
        #expect(conclusion(again + [reveal()]) == .broken(.reused))
    }

    @Test("After the end, the first message that is no reveal shows that none will come")
    func silence() {
        let states = course(of: deck).map { HostMessage.state($0) }
        var client = LineModeClient()
        func lines(_ messages: [HostMessage]) -> [String] {
            messages.flatMap { client.receive($0, at: .zero).lines }
        }
        let end = lines([states[0], promise()] + states[1...])
        #expect(!end.contains { $0.contains("verif") })
        let sentence = "Shuffle: You did not see enough to verify the shuffle."
        #expect(lines([.ping(Nonce("1"))]) == [sentence])
        #expect(lines([.ping(Nonce("2"))]).isEmpty)
        client = LineModeClient()
        #expect(lines(states).last == sentence)
    }

    @Test("The shuffle check detects another deck, salt, or commitment")
    func anotherDeck() throws {
        var swapped = deck
        swapped.swapAt(40, 41)
        let other = Shuffle(deck: swapped, salt: salt)
        let states = course(of: deck)
        #expect(conclusion(messages(states, revealed: other)) == .broken(.anotherDeck))
        let zero = try #require(Salt(hex: String(repeating: "0", count: 32)))
        #expect(
            conclusion(messages(states, revealed: Shuffle(deck: deck, salt: zero)))
                == .broken(.anotherDeck))
        let replaced = messages(states).dropLast() + [promise(other), reveal(other)]
        #expect(conclusion(Array(replaced)) == .broken(.promisedTwice))
        for place in [0, 11, 12, 14, 15, 17] {
            var trick = deck
            trick.swapAt(place, 80)
            let shown = Shuffle(deck: trick, salt: salt)
            #expect(conclusion(messages(states, promised: shown)) == .broken(.dealtOtherwise))
        }
        let short = Shuffle(deck: Array(deck.dropLast()), salt: salt)
        #expect(conclusion(messages(states, promised: short)) == .broken(.incomplete))
        let twice = Shuffle(deck: [deck[1]] + deck.dropFirst(), salt: salt)
        #expect(conclusion(messages(states, promised: twice)) == .broken(.incomplete))
    }

    @Test("The shuffle check compares boards, whatever the events name")
    func boards() {
        let honest = course(of: deck)
        func isFound(_ name: String, _ change: (inout [TableState]) -> Void) {
            var states = honest
            change(&states)
            #expect(conclusion(messages(states)) == .broken(.dealtOtherwise), "\(name)")
        }
        isFound("the board has another card than the event names") { states in
            states[2].cards[13] = deck[70]
        }
        isFound("another card comes without an event") { states in
            states[4].cards[1] = deck[70]
            states[5].cards[1] = deck[70]
            states[4].event = nil
        }
        isFound("the first board has another card, and no event") { states in
            for index in 1..<6 { states[index].cards[5] = deck[70] }
            states[1].event = nil
        }
        isFound("a card is replaced while the cards lie face down") { states in
            var paused = states[3]
            (paused.event, paused.phase) = (.paused, .paused)
            paused.cards = paused.cards.map { _ in nil }
            for index in 4..<6 { states[index].cards[9] = deck[70] }
            states.insert(paused, at: 4)
        }
        isFound("a found card comes back") { states in
            states[4].cards[0] = deck[12]
            states[5].cards[0] = deck[12]
            states[4].event = nil
        }
        isFound("a card lies there twice") { states in states[4].cards[0] = deck[11] }
        isFound("the deck grows") { states in states[5].deck = 69 }
        isFound("cards leave the deck unseen") { states in states[5].deck = 60 }
    }

    @Test("Cards lie face down only while the game stands still, and all of them")
    func faceDown() {
        for index in 1..<5 {
            var states = course(of: deck)
            states[index].cards[4] = nil
            #expect(conclusion(messages(states)) == .broken(.hidden), "one in play")
            states[index].cards = states[index].cards.map { _ in nil }
            #expect(conclusion(messages(states)) == .broken(.hidden), "all in play")
            states = course(of: deck)
            (states[index].phase, states[index].cards[4]) = (.paused, nil)
            #expect(conclusion(messages(states)) == .broken(.hidden), "one in a pause")
        }
        // Behind one hidden card, other cards than those of the deck.
        let fake = course(of: Array(deck[30...]) + deck[..<30]).map { state in
            var state = state
            if !state.cards.isEmpty { state.cards[0] = nil }
            return HostMessage.state(state)
        }
        let honest = course(of: deck)[5]
        let shown = [fake[0], promise()] + fake[1..<5] + [.state(honest), reveal()]
        #expect(conclusion(shown) == .broken(.hidden))
        // The cards of a player who was away at the beginning are seen later.
        var states = course(of: deck)
        states[1].cards = states[1].cards.map { _ in nil }
        states[1].phase = .paused
        #expect(conclusion(messages(states)) == .kept)
        // Those that nobody has ever seen prove nothing.
        states = course(of: deck)
        states[5].cards = states[5].cards.map { _ in nil }
        states[5].deck = 60
        #expect(conclusion(messages(states)) == .unverified)
    }

    @Test("Cards that were shown before their commitment prove nothing", arguments: [0, 1])
    func preview(game: Int) throws {
        for phase in [TablePhase.waiting, .paused, .over, nil] {
            var preview = course(of: deck)[1]
            (preview.phase, preview.game, preview.event) = (phase, game, nil)
            let number = game + 1
            let states = course(of: deck, game: number).map { HostMessage.state($0) }
            let start = [try welcome(), .state(TableState()), .state(preview)]
            let rest = [states[0], promise(game: number)] + states[1...] + [reveal(game: number)]
            let finding = conclusion(start + rest)
            #expect(finding == .unverified, "\(String(describing: phase)) \(finding as Any)")
        }
    }

    @Test("A commitment before the first state of a connection may have been made later")
    func unanchored() throws {
        let states = course(of: deck).map { HostMessage.state($0) }
        let start = [try welcome(), promise()] + states[1...] + [reveal()]
        #expect(conclusion(start) == .unverified)
    }

    @Test("A commitment is good for one game, revealed or not")
    func committedTwice() throws {
        let states = messages(course(of: deck)).dropLast()
        let again = messages(course(of: deck, game: 2))
        #expect(conclusion(states + [try welcome()] + again) == .broken(.reused))
    }

    @Test("What has not been said of a shuffle is said to a player who leaves")
    func leaving() {
        let states = course(of: deck).map { HostMessage.state($0) }
        let late = Array(states[..<2]) + [promise()] + states[2...]
        for (messages, words) in [
            ([states[0], promise()] + states[1...], "You did not see enough"),
            (late, "only after it had dealt"),
        ] {
            for end in ["quit", "bye", "loss"] {
                var client = LineModeClient()
                var lines: [String] = []
                for message in messages { lines += client.receive(message, at: .zero).lines }
                switch end {
                case "quit": lines += client.read("quit", at: .zero).lines
                case "bye":
                    lines +=
                        client.receive(
                            .bye(.closing, resume: false, message: "The end."), at: .zero
                        ).lines
                case _: lines += client.connectionClosed("The connection was lost.").lines
                }
                #expect(lines.contains { $0.contains(words) }, "\(end): \(lines.suffix(4))")
            }
        }
    }

    @Test("The shuffle check says what is missing without a commitment or a reveal")
    func unverified() {
        let states = course(of: deck).map { HostMessage.state($0) }
        #expect(conclusion(states + [reveal()]) == .unverified)
        let silent = [states[0], promise()] + states[1...]
        #expect(conclusion(silent) == .unverified)
        #expect(conclusion(silent + [reveal(game: 2)]) == .unverified)
        #expect(conclusion([]) == nil)
        #expect(conclusion([.state(TableState())]) == nil)
        let late = Array(states[..<2]) + [promise()] + states[2...] + [reveal()]
        #expect(conclusion(late) == .broken(.promisedLate))
    }

    @Test("A deck that is revealed while the game goes on with it is a fault")
    func revealedEarly() {
        let states = course(of: deck).map { HostMessage.state($0) }
        let early = [promise()] + states[..<3] + [reveal()] + states[3...]
        #expect(conclusion(early) == .broken(.revealedEarly))
        // An agreed new game reveals the deck and goes on with another.
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        let next = messages(course(of: deck.reversed(), game: 2), promised: other)
        #expect(conclusion([promise()] + states[..<3] + [reveal()] + next) == .kept)
        var model = TableModel()
        for message in [promise()] + states[..<3] + [reveal(), states[3]] {
            _ = model.receive(message, at: .zero)
        }
        #expect(model.notice?.content == .shuffle(.broken(.revealedEarly)))
    }

    @Test("A shuffle fault lasts through sudden death and ends with the game")
    func games() {
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        var random = SeededGenerator(seed: 8)
        let cheat = messages(course(of: deck), revealed: other)
        #expect(
            conclusion(cheat + [promise(other), reveal(other)]) == .broken(.anotherDeck))
        let third = Shuffle(deck: deck.shuffled(using: &random), salt: salt)
        let next = messages(course(of: third.deck, game: 2), promised: third)
        #expect(conclusion(cheat + next) == .kept)
    }

    @Test("The shuffle check survives a hostile host", arguments: [-5, 0, 3, 82, 100, Int.max])
    func hostile(left: Int) {
        var state = TableState()
        (state.event, state.deck, state.game) = (.refilled(Array(deck[..<3])), left, 1)
        (state.cards, state.phase) = (Array(deck[..<3]), .open)
        let result = conclusion([promise(), .state(state), reveal()])
        #expect(
            result
                == (left == 0 || left == 3 ? .unverified : .broken(.dealtOtherwise)))
    }

    @Test("The log has the shuffle finding; a fault is also a notice")
    func told() {
        var model = TableModel()
        for message in messages(course(of: deck)) { _ = model.receive(message, at: .zero) }
        #expect(model.log.last?.content == .shuffle(.kept))
        #expect(model.notice == nil)
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        let another = Shuffle(deck: deck.reversed(), salt: Salt(shuffle.digest))
        for message in [promise(another, game: 2), reveal(other, game: 2)] {
            _ = model.receive(message, at: .zero)
        }
        #expect(model.notice?.content == .shuffle(.broken(.anotherDeck)))
    }

    @Test("Line mode prints the shuffle finding")
    func lines() {
        var client = LineModeClient()
        var lines: [String] = []
        for message in messages(course(of: deck)) {
            lines += client.receive(message, at: .zero).lines
        }
        #expect(lines.last == "Shuffle verified: the deck never changed.")
        let other = Shuffle(deck: deck.reversed(), salt: salt)
        let another = Shuffle(deck: deck.reversed(), salt: Salt(shuffle.digest))
        for message in [promise(another, game: 2), reveal(other, game: 2)] {
            lines += client.receive(message, at: .zero).lines
        }
        #expect(lines.last == "Warning: The deck does not match the host's commitment.")
    }

    @Test("The report in line mode says that a shuffle cannot be verified")
    func report() {
        var client = LineModeClient()
        for state in course(of: deck) { _ = client.receive(.state(state), at: .zero) }
        let lines = client.read("report", at: .zero).lines
        #expect(
            lines.last == "Shuffle: You did not see enough to verify the shuffle.")
    }

    @Test("A television checks another table by that table's rules, and from its beginning")
    func otherTable() throws {
        func welcome(_ table: String, _ rules: Rules) throws -> HostMessage {
            let code = try #require(TableCode(table))
            return .welcome(Welcome(seat: nil, token: nil, table: code, rules: rules))
        }
        var rules = Rules.duel
        rules.deck = .junior
        let second = try welcome("K7M2QX", rules)
        var model = TableModel()
        for message in [try welcome("AAAAAA", .duel)] + messages(course(of: deck)) + [second] {
            _ = model.receive(message, at: .zero)
        }
        var check = ShuffleCheck()
        check.receive(second)
        #expect(model.shuffle == check)
    }
}
