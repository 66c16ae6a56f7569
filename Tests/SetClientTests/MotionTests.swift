import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Motion")
struct MotionTests {
    static let sizes = [Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60)]

    private static func story(_ size: Size, cards: Int = 12) -> MotionStory {
        var story = MotionStory(size.width, size.height)
        story.start(cards)
        return story
    }

    @Test(
        "Backs fly one by one under the first cards, and motion ends with the final picture",
        arguments: sizes)
    func start(size: Size) throws {
        var story = MotionStory(size.width, size.height)
        let before = story.screen
        story.start()
        let motion = Motion.between(before, story.screen)
        let flights = motion.flights
        #expect(flights.map(\.goal) == (0..<12).map { .slot($0) })
        #expect(zip(flights, flights.dropFirst()).allSatisfy { $0.departure < $1.departure })
        #expect(flights.allSatisfy { $0.isBelow && $0.sides == .back })
        let end = try #require(motion.frames(from: story.now).last)
        #expect(story.now.duration(to: end) <= .milliseconds(1250))
        #expect(story.screen.picture(motion, at: end) == story.screen.still)
        #expect(!motion.isMoving(at: end))
    }

    @Test("Motion sends found cards to the discard pile while new ones are dealt")
    func refill() throws {
        for size in Self.sizes {
            var story = Self.story(size)
            story.judge([0, 5, 7], isSet: true)
            let before = story.screen
            story.refill()
            let after = story.screen
            let motion = Motion.between(before, after)
            let leaving = motion.flights.filter { $0.goal == .discard }
            let coming = motion.flights.filter { $0.goal != .discard }
            #expect(
                leaving.map(\.origin) == [0, 5, 7].compactMap { before.board?.frame(ofSlot: $0) })
            #expect(coming.map(\.goal) == [.slot(0), .slot(5), .slot(7)])
            let last = try #require(motion.flights.map(\.arrival).max())
            #expect(story.now.duration(to: last) <= .milliseconds(300))
            #expect(motion.flights.allSatisfy { $0.isBelow })
            if let discard = after.discardFrame {
                #expect(leaving.allSatisfy { $0.target == discard })
            } else {
                #expect(leaving.allSatisfy { $0.target.maxY <= 0 })
            }
        }
    }

    @Test("Motion is not disturbed by a change that moves no card")
    func undisturbed() {
        var story = MotionStory(80, 24)
        let before = story.screen
        story.start()
        let first = story.screen
        var motion = Motion.between(before, first)
        let planned = motion
        story.perform(.touch(slot: 3))
        story.perform(.point(slot: 1))
        motion.changed(from: first, to: story.screen, at: story.now)
        #expect(motion == planned)
    }

    @Test("Keys and clicks use the final picture during motion")
    func final() throws {
        var story = MotionStory(80, 24)
        story.start()
        let frame = try #require(story.screen.board?.frame(ofSlot: 11))
        #expect(story.screen.action(at: frame.origin) == .touch(slot: 11))
        #expect(story.screen.slot(labelled: "q") == 0)
    }

    @Test("Motion raises a set and shakes a mismatch without flashing")
    func gestures() throws {
        for isSet in [true, false] {
            for size in Self.sizes {
                var story = Self.story(size)
                let before = story.screen
                story.judge([1, 2, 6], isSet: isSet)
                let motion = Motion.between(before, story.screen)
                let gesture = try #require(motion.gesture)
                let card = try #require(story.state.cards[2])
                let extent = try #require(story.screen.board?.cardSize)
                let room = try #require(story.screen.board?.room(around: 2))
                let offsets = motion.frames(from: story.now).map {
                    gesture.offset(of: card, extent, within: room, at: $0)
                }
                let rises = isSet && room.up > 0
                #expect(offsets.allSatisfy { rises ? $0.width == 0 : $0.height == 0 })
                #expect(!rises || offsets.contains { $0.height < 0 })
                #expect(rises || room.right == 0 || offsets.contains { $0.width > 0 })
                #expect(isSet || room.left == 0 || offsets.contains { $0.width < 0 })
                #expect(
                    offsets.allSatisfy {
                        -room.left...room.right ~= $0.width && -$0.height <= room.up
                    })
                #expect(offsets.last == Size(0, 0))
                let turns = zip(offsets, offsets.dropFirst()).filter { $0 != $1 }.count
                let time = gesture.start.duration(to: gesture.end)
                #expect(turns <= 3 && time >= .milliseconds(340) && time <= .milliseconds(600))
                #expect(story.screen.picture(motion, at: story.now) != story.screen.still)
                #expect(story.screen.picture(motion, at: gesture.end) == story.screen.still)
            }
        }
    }

    @Test("Joining a running game shows no motion")
    func quiet() {
        let joining = TablePicture(
            model: TableModel(), size: Size(80, 24), appearance: Appearance(), now: ViewScene.now)
        let joined = TablePicture(
            model: ViewScene.open.model(), size: Size(80, 24), appearance: Appearance(),
            now: ViewScene.now)
        #expect(!Motion.between(joining, joined).isMoving(at: ViewScene.now))
        let story = Self.story(Size(80, 24))
        #expect(Motion.between(joining, story.screen).flights.count == 12)
    }

    @Test("Reduced motion moves nothing and highlights new cards")
    func reduced() throws {
        var story = Self.story(Size(120, 40))
        story.judge([0, 5, 7], isSet: true)
        let before = story.screen
        story.refill()
        let screen = story.screen
        let motion = Motion.between(before, screen, level: .reduced)
        let frames = motion.frames(from: story.now)
        #expect(frames.count == 2)
        let (first, last) = (
            screen.picture(motion, at: frames[0]), screen.picture(motion, at: frames[1])
        )
        #expect(last == screen.still)
        #expect(first != last)
        let board = try #require(screen.board)
        for slot in [0, 5, 7] {
            let frame = board.frame(ofSlot: slot)
            let label = try #require(screen.labels[slot].unicodeScalars.first)
            let row = (frame.minX..<frame.maxX).map { first[$0, frame.minY].glyph }
            #expect(row.contains(.narrow(label)), "the key of a new card is seen at once")
        }
        for y in 0..<screen.size.height {
            for x in 0..<screen.size.width where first[x, y] != last[x, y] {
                let slot = try #require(board.slot(at: Point(x, y)))
                #expect([0, 5, 7].contains(slot))
                #expect(!board.frame(ofSlot: slot).inset(1, 1).contains(Point(x, y)))
            }
        }
    }

    @Test("Without motion only final pictures are shown")
    func none() {
        var story = MotionStory(80, 24)
        let before = story.screen
        story.start()
        let motion = Motion.between(before, story.screen, level: .none)
        #expect(!motion.isMoving(at: story.now))
        #expect(motion.nextFrame(after: story.now) == nil)
        #expect(story.screen.picture(motion, at: story.now) == story.screen.still)
    }

    @Test(
        "Motion ends with the final picture after any changes",
        arguments: 0..<LongRun.count(5, inLongRun: 50))
    func anything(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var story = MotionStory(80, 24, seed: UInt64(seed))
        var motion = Motion()
        var shown = story.screen
        var hidden: [Card?]?
        for _ in 0..<30 {
            Self.step(&story, &hidden, &generator)
            motion.level = MotionLevel.allCases[generator.below(8) == 0 ? 1 : 0]
            story.now = story.now.advanced(by: .milliseconds(Int(generator.below(300))))
            motion.changed(from: shown, to: story.screen, at: story.now)
            shown = story.screen
            if generator.below(4) == 0 { _ = shown.picture(motion, at: story.now) }
            for flight in motion.flights {
                guard case .slot(let slot) = flight.goal else { continue }
                let card = flight.sides == .faceThenBack ? nil : flight.card
                #expect(shown.model.table?.cards[slot] == card)
                #expect(shown.board?.frame(ofSlot: slot) == flight.target)
            }
            let targets = motion.flights.compactMap { flight -> Int? in
                if case .slot(let slot) = flight.goal { return slot }
                return nil
            }
            #expect(Set(targets).count == targets.count)
            let later = story.now.advanced(by: .seconds(2))
            #expect(!motion.isMoving(at: later))
            #expect(shown.picture(motion, at: later) == shown.still)
        }
    }

    private static func step(
        _ story: inout MotionStory, _ hidden: inout [Card?]?, _ generator: inout SeededGenerator
    ) {
        if let cards = hidden {
            story.pause(cards)
            hidden = nil
            return
        }
        let count = story.state.cards.count
        switch generator.below(9) {
        case 0: story.start()
        case 1 where count > 0 && count < 60: story.deal()
        case 2, 3: if count >= 12 { story.judge([1, 4, count - 1], isSet: true) }
        case 4: if story.state.selection?.verdict == .match { story.refill() }
        case 5:
            if story.state.selection?.verdict == .match, count > 12 {
                story.refill(closingGaps: true)
            }
        case 6: if count >= 12 { story.judge([0, 2, 3], isSet: false) }
        case 7:
            story.size = Size(1 + Int(generator.below(140)), 1 + Int(generator.below(50)))
        default:
            if generator.below(3) == 0, count > 0 {
                hidden = story.state.cards
                story.pause(nil)
            } else {
                story.perform(.shuffle)
            }
        }
    }
}
