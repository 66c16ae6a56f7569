import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Lesson")
struct LessonFlowTests {
    private typealias Outcome = LessonPage.Outcome

    // MARK: - On and back

    @Test(
        "Several keys go forward and back in the lesson",
        arguments: [
            (Key(.enter), Key(.left)), (.character(" "), Key(.backspace)),
            (Key(.right), Key(.pageUp)), (Key(.tab), Key(.backtab)), (Key(.pageDown), Key(.left)),
        ])
    func onAndBack(_ on: Key, _ back: Key) {
        var player = LessonPlayer()
        #expect(player.scene == .looks(.number))
        player.press(on, on)
        #expect(player.scene == .looks(.shading))
        player.press(back)
        #expect(player.scene == .looks(.shape))
        player.press(back, back, back)
        #expect(player.scene == .looks(.number) && player.step == [])
    }

    @Test("Keys alone finish the lesson, which can end in a game")
    func whole() {
        var player = LessonPlayer()
        for _ in 0..<8 { player.press(Key(.enter)) }
        #expect(player.scene == .question(.nearMiss))
        player.type("n")
        player.press(Key(.enter))
        player.type("y")
        player.press(Key(.enter))
        #expect(player.scene == .third)
        player.touch(player.lesson.cards.third)
        player.press(Key(.enter))
        #expect(player.scene == .search)
        player.touch(player.lesson.search.board.answer)
        player.press(Key(.enter))
        #expect(player.scene == .race)
        player.type(" ")
        player.touch(player.lesson.race.board.answer)
        #expect(player.lesson.race.state == .found)
        player.press(Key(.enter), Key(.enter))
        #expect(player.scene == .end)
        player.press(Key(.enter))
        #expect(player.step == [.done(.playNow)])
    }

    @Test("The lesson is finished when left at its end without a game")
    func finished() {
        var player = LessonMoment.end.player(80, 24)
        player.press(Key(.right), .character(" "), Key(.tab))
        #expect(player.scene == .end && player.step == [])
        player.type("Q")
        #expect(player.step == [.done(.finished)])
    }

    @Test("The lesson can be skipped at any moment", arguments: LessonMoment.allCases)
    func skipped(_ moment: LessonMoment) {
        let outcome: Outcome = moment == .end ? .finished : .skipped
        for key in [Key(.escape), .character("Q"), .control("c")] {
            var player = moment.player(80, 24)
            player.press(key)
            #expect(player.step == [.done(outcome)])
        }
    }

    @Test("q in the lesson picks the card that has this letter, and does nothing without cards")
    func letterOfCard() {
        var player = LessonMoment.search.player(80, 24)
        player.type("q")
        #expect(player.step == [] && player.lesson.search.board.picks.count == 1)
        player = LessonMoment.number.player(80, 24)
        player.type("q")
        #expect(player.step == [] && player.scene == .looks(.number))
    }

    // MARK: - Questions

    @Test("The lesson explains right and wrong answers and keeps them", arguments: [true, false])
    func questions(_ answer: Bool) {
        for question in LessonQuestion.allCases {
            var player = LessonPlayer()
            player.skip(to: .question(question))
            #expect(!player.text.contains("✓"))
            player.type(answer ? "Y" : "N")
            #expect(player.lesson.answer(to: question) == answer)
            #expect(player.text.contains("Right,") == (answer == question.isSet))
            #expect(player.text.contains(question.isSet ? "all different" : "two alike"))
            player.type(answer ? "n" : "y")
            player.press(Key(.tab), Key(.left))
            #expect(player.lesson.answer(to: question) == answer)
        }
    }

    @Test("Arrows answer the lesson's questions")
    func answersByArrows() {
        var player = LessonMoment.question.player(80, 24)
        // Those who press enter to go on must not answer by it.
        for _ in 1...3 { player.press(Key(.enter)) }
        #expect(player.lesson.answer(to: .nearMiss) == nil && player.page.cursor == nil)
        #expect(player.text.contains("Press y or n."))
        player.press(Key(.right), Key(.left), Key(.right), .character(" "))
        #expect(player.lesson.answer(to: .nearMiss) == false)
    }

    @Test("The lesson marks on the cards what does not fit")
    func faultOnCards() {
        let player = LessonMoment.nearMiss.player(80, 24)
        let lines = player.canvas().lines
        let finding = player.lesson.cards.trio(for: .nearMiss).explanation.first { !$0.agrees }
        #expect(finding?.feature == .number)
        #expect(lines.contains { $0.split(separator: " ") == ["two", "two", "three", "✗"] })
    }

    // MARK: - Cards

    @Test("The third card in the lesson can be tried until it fits")
    func third() {
        var player = LessonMoment.wrongThird.player(80, 24)
        #expect(player.text.contains("Not that one.") && !player.lesson.isSolved)
        player.press(Key(.enter))
        #expect(player.scene == .third)
        player.touch(player.lesson.cards.third)
        #expect(player.lesson.isSolved && player.text.contains("Yes, that makes a set!"))
        player.type("asd")
        #expect(player.lesson.tried == player.lesson.cards.third)
    }

    @Test(
        "Arrows and enter play the lesson's boards", arguments: [LessonScene.third, .search, .race])
    func arrows(_ scene: LessonScene) {
        var player = LessonPlayer()
        player.skip(to: scene)
        if scene == .race { player.type(" ") }
        let goals = scene == .third ? [player.lesson.cards.third] : player.answer
        player.press(Key(.down))
        for goal in goals {
            player.point(at: goal)
            player.press(Key(.enter))
        }
        #expect(player.lesson.isSolved)
    }

    @Test("The lesson forgives three cards that are not a set and takes cards back")
    func search() {
        var player = LessonMoment.wrongSearch.player(80, 24)
        #expect(player.text.contains("Not a set.") && player.text.contains("two alike"))
        let answer = player.answer
        player.touch(answer[0])
        #expect(player.lesson.search.board.picks == [answer[0]])
        player.touch([answer[0], answer[1]])
        player.press(Key(.backspace))
        #expect(player.lesson.search.board.picks.isEmpty && player.scene == .search)
        player.press(Key(.backspace))
        #expect(player.scene == .third)
        player.press(Key(.tab))
        player.touch(answer)
        #expect(player.text.contains("You found it!"))
    }

    @Test("The lesson hints at cards of the set when asked, and after a while unasked")
    func hints() {
        var player = LessonMoment.search.player(80, 24)
        let (start, delay) = (player.now, LessonSearch.hintDelay)
        #expect(player.page.nextChange(after: start, .smooth) == start.advanced(by: delay))
        player.wait(delay)
        #expect(player.lesson.search.hints(at: player.now) == [player.answer[0]])
        player.type("!")
        #expect(player.lesson.search.hints(at: player.now).count == 2)
        player.wait(delay)
        #expect(player.page.nextChange(after: player.now, .smooth) == nil)
        player.type("!!!!")
        #expect(player.lesson.search.hints(at: player.now) == player.answer)
        player.touch(player.answer)
        #expect(player.lesson.isSolved)
    }

    // MARK: - The race

    @Test("A turn in the lesson runs out without a penalty")
    func late() throws {
        var player = LessonMoment.race.player(80, 24)
        #expect(player.page.nextChange(after: player.now, .smooth) == nil)
        player.type(" ")
        let change = try #require(player.page.nextChange(after: player.now, .smooth))
        #expect(player.now.duration(to: change) <= .milliseconds(100))
        player.wait(LessonRace.window - .milliseconds(1))
        #expect(player.text.contains("Your turn: pick three cards.") && player.text.contains("1 s"))
        player.wait(.milliseconds(1))
        #expect(
            player.text.contains("Time is up.")
                && player.page.nextChange(after: player.now, .smooth) == nil)
        // What was meant for the turn does nothing else.
        player.type("qwe ")
        player.press(Key(.enter))
        #expect(player.lesson.race.board.picks.isEmpty && player.scene == .race)
        player.wait(.seconds(1))
        player.type("q ")
        player.touch(player.answer)
        #expect(player.lesson.race.state == .found)
    }

    @Test("The lesson names the cost of a wrong claim and lets the player try again")
    func wrongClaim() {
        var player = LessonMoment.wrongRace.player(80, 24)
        let words = player.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("In a duel, you lose 2 points; the other player gets 10 seconds."))
        player.type(" ")
        #expect(player.text.contains("Your turn: pick three cards."))
    }

    @Test("Space in the lesson picks the marked cards, as in a game")
    func marks() {
        var player = LessonMoment.marked.player(80, 24)
        #expect(player.text.contains("Two marked. Only you can see them."))
        var early = player
        early.type(" ")
        #expect(early.lesson.race.board.picks.count == 2 && early.lesson.race.marks.isEmpty)
        #expect(early.text.contains("Your turn: one more card."))
        early.touch(early.answer[2])
        #expect(early.lesson.race.state == .found)
        player.touch(player.answer[2])
        #expect(player.text.contains("Three cards marked. Press space to claim the set."))
        player.type(" ")
        #expect(player.lesson.race.state == .found)
    }

    // MARK: - The mouse

    @Test("The mouse alone finishes the lesson")
    func mouse() {
        var player = LessonPlayer()
        // In scenes that only show something a click on a card goes on too.
        while player.scene != .question(.nearMiss) { player.click(slot: 1) }
        for isSet in [false, true] {
            player.click(answer: isSet)
            player.click(button: .goOn)
        }
        player.click(player.lesson.cards.third)
        player.click(button: .goOn)
        player.click(button: .hint)
        #expect(player.lesson.search.hints(at: player.now).count == 1)
        for card in player.answer { player.click(card) }
        player.click(button: .goOn)
        player.click(button: .claim)
        for card in player.answer { player.click(card) }
        #expect(player.lesson.race.state == .found)
        player.click(button: .goOn)
        player.click(button: .goBack)
        player.click(button: .goOn)
        player.click(button: .goOn)
        #expect(player.scene == .end)
        player.click(slot: 0)
        #expect(player.step == [])
        player.click(button: .play)
        #expect(player.step == [.done(.playNow)])
    }

    @Test("The right button takes lesson picks back; other input is ignored")
    func otherEvents() {
        var player = LessonMoment.search.player(80, 24)
        player.type("q")
        player.take(.paste("wasd"))
        player.take(.focus(false))
        player.take(.mouse(Mouse(.wheelDown, at: Point(40, 10))))
        player.press(.character("w", .alt), .control("q"), Key(.function(5)))
        #expect(player.lesson.search.board.picks.count == 1)
        player.take(.mouse(Mouse(.press(.right), at: Point(0, 0))))
        #expect(player.lesson.search.board.picks.isEmpty)
    }

    // MARK: - Looks

    @Test("C in the lesson switches to color-blind colors and saves that")
    func colors() {
        var player = LessonMoment.color.player(80, 24)
        #expect(player.text.contains("red, green, or violet"))
        player.type("C")
        #expect(player.step == [.save([.colorBlind: "yes"])])
        #expect(player.text.contains("blue, orange, or yellow"))
        player.type("C")
        #expect(player.step == [.save([.colorBlind: "no"])])
    }

    @Test("Lesson cards have the letters of the player's keyboard", arguments: Keyboard.builtIn)
    func keyboards(_ keyboard: Keyboard) {
        var player = LessonMoment.search.player(80, 24, ClientSettings(keyboard: keyboard))
        let letters = keyboard.rows[1].prefix(3) + keyboard.rows[2].prefix(3)
        #expect(player.screen?.labels == letters.map(String.init))
        player.touch(player.answer)
        #expect(player.lesson.isSolved)
    }
}

extension LessonPlayer {
    /// The set among the cards of the scene.
    fileprivate var answer: [Card] {
        scene == .race ? lesson.race.board.answer : lesson.search.board.answer
    }

    /// Presses arrows until a card is pointed at.
    fileprivate mutating func point(at card: Card) {
        guard let screen, let cursor = page.cursor,
            let goal = screen.touchableSlots.first(where: { screen.card(inSlot: $0) == card })
        else { return }
        let (here, there) = (screen.board.place(ofSlot: cursor), screen.board.place(ofSlot: goal))
        guard let here, let there else { return }
        let across = Key(there.column < here.column ? .left : .right)
        for _ in 0..<abs(there.column - here.column) { press(across) }
        for _ in 0..<abs(there.row - here.row) { press(Key(there.row < here.row ? .up : .down)) }
    }

    fileprivate mutating func click(slot: Int) {
        guard let frame = screen?.board.frame(ofSlot: slot) else { return }
        click(Point(frame.minX + frame.size.width / 2, frame.minY + frame.size.height / 2))
    }

    fileprivate mutating func click(_ card: Card) {
        let slot = screen?.touchableSlots.first { screen?.card(inSlot: $0) == card }
        if let slot { click(slot: slot) }
    }

    fileprivate mutating func click(button action: LessonAction) {
        let button = screen?.keys.buttons.first { $0.action == action }
        if let button { click(Point(button.rect.maxX - 1, button.rect.minY)) }
    }

    fileprivate mutating func click(answer isSet: Bool) {
        let button = screen?.answers.buttons.first { $0.action == .answer(isSet: isSet) }
        if let button { click(button.rect.origin) }
    }
}
