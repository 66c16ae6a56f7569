import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The lesson")
struct LessonTests {
    private static let left = [ScreenEffect.done(SessionEnd(.left))]

    @Test("Lesson cards show what each step is about", arguments: 0..<200 as Range<UInt64>)
    func cards(_ seed: UInt64) {
        let cards = LessonCards(seed: seed)
        #expect(cards == LessonCards(seed: seed))
        #expect(cards.allDifferent.explanation.allSatisfy { $0.pattern == .allDifferent })
        #expect(cards.mixed.isSet)
        #expect(cards.mixed.explanation.count { $0.pattern == .allDifferent } == 2)
        #expect(cards.nearMiss.explanation.count { !$0.agrees } == 1)
        let faults = cards.choices.compactMap { Trio(cards.pair + [$0]) }.map { trio in
            trio.explanation.count { !$0.agrees }
        }
        #expect(faults.sorted() == [0, 1, 1])
        #expect(Array(cards.six.prefix(3)) == cards.nearMiss.cards)
        #expect(CardSet(cards.six).setCount == 1)
        #expect(CardSet(cards.twelve).setCount >= 3)
        #expect([6, 12] == [Set(cards.six).count, Set(cards.twelve).count])
    }

    @Test("Keys alone pass every step of the lesson, which ends in a duel on request")
    func keys() {
        var driver = TableDriver(lessonAt: .features)
        var steps: [Lesson.Step] = []
        for step in Lesson.Step.allCases {
            steps += [driver.step].compactMap(\.self)
            #expect(driver.caption?.hasPrefix("\(step.rawValue)/6 ") == true)
            driver.solve()
            guard step != .none, step != .race else { continue }
            #expect(driver.text.contains("You found a set! Press enter for the next cards."))
            driver.press(Key(.enter))
        }
        #expect(steps == Lesson.Step.allCases)
        #expect(driver.caption?.hasPrefix("Done!") == true)
        #expect(driver.screen.lesson?.wantsDuel == false)
        #expect(driver.press(Key(.enter)) == Self.left)
        #expect(driver.screen.lesson?.wantsDuel == true)
    }

    @Test("The mouse alone passes every step of the lesson")
    func mouse() throws {
        var driver = TableDriver(lessonAt: .features)
        func click(_ action: Action) throws {
            let buttons = try #require(driver.picture.hintLine?.bar.buttons)
            let button = try #require(buttons.first { $0.action == action }, "\(action)")
            driver.click(button.rect.origin)
        }
        for step in Lesson.Step.allCases {
            #expect(driver.step == step)
            if step == .race { try click(.claim) }
            if driver.answer.isEmpty { try click(.deal) }
            for card in driver.answer where driver.step == step {
                let slot = try #require(driver.model.table?.cards.firstIndex(of: card))
                driver.click(try #require(driver.picture.board?.frame(ofSlot: slot)).origin)
            }
            if let found = driver.model.foundCard { try click(.move(.touchCard(found))) }
        }
        #expect(driver.caption?.hasPrefix("Done!") == true)
    }

    @Test(
        "The lesson explains wrong picks and lets the player try again",
        arguments: [
            Lesson.Step.third, .none, .six, .race,
        ])
    func wrongPicks(_ step: Lesson.Step) {
        var driver = TableDriver(lessonAt: step)
        let points = driver.model.table?.players.first?.points ?? 0
        if step == .race { driver.press(.character(" ")) }
        driver.touch(
            step == .none ? driver.screen.lesson?.cards.nearMiss.cards ?? [] : driver.mistake)
        #expect(driver.text.contains("✗"))
        #expect(driver.caption?.hasPrefix("\(step.rawValue)/6 ") == true)
        let loss = (driver.model.table?.players.first?.points ?? 0) - points
        #expect(loss == (step == .race ? Rules.duel.mismatchPoints : 0))
        if step == .none { #expect(driver.text.contains("Two alike and one different: no set.")) }
        if step == .race { #expect(driver.text.contains("the other player could now pick")) }
        driver.now = driver.now.advanced(by: .seconds(1))
        driver.solve()
        #expect(driver.model.table?.selection?.verdict == .match || driver.step == .six)
    }

    @Test("The lesson refuses to deal where there is a set", arguments: Lesson.Step.allCases)
    func deals(_ step: Lesson.Step) {
        var driver = TableDriver(lessonAt: step)
        driver.press(.character("+"))
        let refusal =
            step == .mixed ? "This is a set: pick it to see why." : "There is a set: look again."
        #expect(driver.text.contains(refusal) == (step != .none))
        #expect(driver.step == (step == .none ? .six : step))
        guard step == .none else { return }
        #expect(driver.model.table?.cards.count == 6)
        #expect(driver.text.contains("You dealt: there was no set"))
        #expect(driver.caption?.contains("With two alike, it is no set.") == true)
    }

    @Test("A turn of the lesson runs out as in a duel, and its player can claim again")
    func late() {
        var driver = TableDriver(lessonAt: .race)
        driver.press(.character(" "))
        #expect(driver.text.contains("Your turn: pick three cards."))
        driver.now = driver.now.advanced(by: Rules.duel.claim - .milliseconds(1))
        driver.advance()
        #expect(driver.model.table?.phase == .turn)
        driver.now = driver.now.advanced(by: .milliseconds(1))
        #expect(
            driver.screen.nextChange(after: driver.now.advanced(by: .seconds(-1)), .smooth) != nil)
        driver.advance()
        #expect(driver.text.contains("You ran out of time. -2 points."))
        #expect(driver.text.contains("the other player could now pick for 10 seconds."))
        driver.solve()
        #expect(driver.caption?.hasPrefix("Done!") == true)
    }

    @Test("A passed turn of the lesson costs as in a duel")
    func passes() {
        var driver = TableDriver(lessonAt: .race)
        driver.press(.character(" "), .character("-"))
        #expect(driver.text.contains("You passed. -2 points."))
        #expect(driver.step == .race && driver.model.table?.phase == .open)
    }

    @Test("Marks are picked by a claim in the lesson, as in a game")
    func marks() {
        var driver = TableDriver(lessonAt: .race)
        driver.touch(driver.answer)
        #expect(driver.model.marks.count == 3)
        driver.press(.character(" "))
        #expect(driver.caption?.hasPrefix("Done!") == true)
    }

    @Test("The lesson shows cards of a set one by one when asked")
    func hints() {
        var driver = TableDriver(lessonAt: .six)
        for count in [1, 2, 3, 3] {
            driver.press(.character("!"))
            #expect(driver.model.hint?.cards.count == count)
            #expect(driver.model.hint?.cards.allSatisfy(driver.answer.contains) == true)
        }
        // What has been shown already is no news. A deal led here.
        #expect(driver.model.log.count(where: \.isLogged) == 1 + 3)
        driver = TableDriver(lessonAt: .none)
        for _ in 1...3 { driver.press(.character("!")) }
        #expect(driver.text.contains("You were shown that there is no set"))
        #expect(driver.model.log.count(where: \.isLogged) == 1)
    }

    @Test(
        "The lesson is left at once, whatever is picked",
        arguments: Lesson.Step.allCases, [Key(.escape), .character("Q"), .control("c")])
    func leaving(_ step: Lesson.Step, _ key: Key) {
        var driver = TableDriver(lessonAt: step)
        #expect(driver.press(key).last == Self.left[0])
        driver = TableDriver(lessonAt: step)
        driver.touch(driver.answer.prefix(1).map(\.self))
        #expect(driver.press(key).last == Self.left[0])
        #expect(driver.screen.lesson?.wantsDuel == false)
        driver = TableDriver(lessonAt: step)
        driver.size = Size(12, 4)
        #expect(driver.press(key).last == Self.left[0])
    }

    @Test("A new game in the lesson begins it again, and no other request does anything")
    func again() throws {
        var driver = TableDriver(lessonAt: .third)
        driver.press(.character("P"))
        #expect(driver.text.contains("Not in the lesson."))
        driver.press(.character("N"), .character("y"))
        #expect(driver.step == .features)
        #expect(driver.model.table?.players.first?.points == 0)
    }

    @Test("Colors changed in the lesson are saved, and its captions name them")
    func colors() {
        for seed in 0..<40 as Range<UInt64> {
            var driver = TableDriver(lessonAt: .none, seed: seed)
            let finding = driver.screen.lesson?.cards.nearMiss.explanation.first { !$0.agrees }
            guard finding?.feature == .color else { continue }
            let effects = driver.press(.character("C"))
            #expect(effects == [.save([.colorBlind: "yes"])])
            driver.appearance = Appearance(palette: Palette(driver.screen.theme))
            driver.pass()
            let names = finding?.variants.map {
                CardWords(driver.screen.theme).name(of: .color, $0)
            }
            #expect(driver.caption?.contains(names?.listed() ?? "?") == true)
            return
        }
        Issue.record("no seed varies the color")
    }

    @Test("The lesson has room for all its words in every theme", arguments: Theme.builtIn)
    func room(_ theme: Theme) {
        let words = LessonWords(register: .screen, cardWords: CardWords(theme))
        for seed in (UInt64(0)..<20).sampled(every: 5) {
            let cards = LessonCards(seed: seed)
            for step in Lesson.Step.allCases {
                for hasFailed in [false, true] {
                    let caption = words.caption(of: step, cards, hasFailed: hasFailed)
                    #expect(tooSmall(for: caption, at: step) == [], "\(caption)")
                }
            }
        }
        #expect(tooSmall(for: words.end, at: .race) == [])
    }

    /// The windows in which a caption is cut.
    private func tooSmall(for caption: String, at step: Lesson.Step) -> [Size] {
        (Self.rooms[step] ?? []).filter { _, room in
            room.map { caption.wrapped(to: $0.width).count > $0.height } ?? true
        }.map(\.window)
    }

    /// How much room a caption has; every step is shown in a window of 40 by 15 and in all larger ones.
    private static let rooms: [Lesson.Step: [(window: Size, room: Size?)]] = {
        let windows = [40, 47, 60, 71, 72, 80, 99, 100, 120, 200].flatMap { width in
            [15, 16, 20, 24, 40, 60].map { Size(width, $0) }
        }
        let counts: [Lesson.Step: Int] = [.third: 5, .six: 6, .race: 12]
        return Dictionary(
            uniqueKeysWithValues: Lesson.Step.allCases.map { step in
                var table = TableRegions.Table(
                    cards: counts[step] ?? 3, isRace: false, isSolo: true)
                table.isLesson = true
                return (
                    step,
                    windows.map { ($0, TableRegions($0, table, cellAspect: 2)?.turn.size) }
                )
            })
    }()

    @Test(
        "The lesson shows all its words", arguments: Lesson.Step.allCases,
        [Size(40, 15), Size(80, 24), Size(120, 40)])
    func words(_ step: Lesson.Step, _ size: Size) {
        var driver = TableDriver(lessonAt: step, size)
        #expect(driver.text.contains(driver.caption ?? "?"))
        guard step == .race else { return }
        driver.solve()
        #expect(driver.text.contains(driver.caption ?? "?"))
    }

    @Test("The race of the lesson at 40 by 15 looks as in its golden picture")
    func picture() {
        let driver = TableDriver(lessonAt: .race, Size(40, 15))
        expectPicture(driver.rows.joined(separator: "\n"), "lesson/race-40x15")
    }
}
