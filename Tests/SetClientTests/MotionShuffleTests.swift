import SetProtocol
import Testing

@testable import SetClient

@Suite("Shuffling the board")
struct MotionShuffleTests {
    private static func story(cards: Int = 12) -> MotionStory {
        var story = MotionStory(80, 24)
        story.start(cards)
        return story
    }

    private static func shown(_ story: MotionStory) -> [Card?] { story.model.table?.cards ?? [] }

    @Test(
        "Shuffling the board keeps all cards, moves most, and sends nothing",
        arguments: [2, 3, 12, 15, 21])
    func permutation(count: Int) {
        var story = Self.story(cards: count)
        let before = Self.shown(story)
        var model = story.model
        #expect(model.perform(.shuffle, at: story.now) == [])
        story.perform(.shuffle)
        let after = Self.shown(story)
        #expect(Set(after) == Set(before))
        #expect(after.count == before.count)
        #expect(count < 12 || after != before)
        model.remark("Your cards are rearranged.", at: story.now)
        #expect(story.model == model)
    }

    @Test("After shuffling, a key plays the card that now lies under it")
    func labels() throws {
        var story = Self.story()
        let labels = story.screen.labels
        story.perform(.shuffle)
        #expect(story.screen.labels == labels)
        story.perform(.touch(slot: 4))
        #expect(story.model.marks == [try #require(Self.shown(story)[4])])
    }

    @Test("Shuffling moves marks and the cursor with their cards")
    func marks() throws {
        var story = Self.story()
        story.perform(.point(slot: 3))
        story.perform(.touchPointed)
        let card = try #require(Self.shown(story)[3])
        story.perform(.shuffle)
        #expect(story.model.marks == [card])
        #expect(story.view.cursor.flatMap { Self.shown(story)[$0] } == card)
        let slot = try #require(story.view.cursor)
        #expect(story.screen.state(ofSlot: slot).isMarked)
    }

    @Test("A shuffled order lasts while cards come and go")
    func lasting() {
        var story = Self.story()
        story.perform(.shuffle)
        let shuffled = Self.shown(story)
        story.deal()
        #expect(Array(Self.shown(story).prefix(12)) == shuffled)
        story.judge([1, 4, 6], isSet: true)
        #expect(Array(Self.shown(story).prefix(12)) == shuffled)
        let before = Self.shown(story)
        story.refill(closingGaps: true)
        let after = Self.shown(story)
        #expect(Set(after) == Set(story.state.cards))
        for (slot, card) in after.enumerated() where before.prefix(12).contains(card) {
            #expect(before[slot] == card)
        }
    }

    @Test("Keys shuffle the board and change the motion level, which is announced")
    func keys() {
        var driver = TableDriver(Self.story().view)
        #expect(driver.action(for: .character("S")) == .shuffle)
        for level in [MotionLevel.reduced, .none, .full] {
            #expect(driver.type("M") == [.save([.motion: level.rawValue])])
            #expect(driver.screen.settings.motion == level)
            #expect(driver.rows.joined().contains("Motion: \(level.rawValue)."))
        }
    }
}
