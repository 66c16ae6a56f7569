import SetProtocol
import Testing

@testable import SetClient

@Suite("Motion details")
struct MotionDetailTests {
    private static func story(_ size: Size, cards: Int = 12) -> MotionStory {
        var story = MotionStory(size.width, size.height)
        story.start(cards)
        return story
    }

    @Test(
        "Shuffled cards glide together under those in their new places",
        arguments: MotionTests.sizes)
    func glide(size: Size) throws {
        var story = Self.story(size)
        let before = story.screen
        story.perform(.shuffle)
        let motion = Motion.between(before, story.screen)
        let moved = (0..<12).filter { before.cards[$0] != story.screen.cards[$0] }
        #expect(motion.flights.map(\.goal) == moved.map { .slot($0) })
        for flight in motion.flights {
            #expect(flight.departure == story.now)
            #expect(flight.stops >= 1 && flight.travel > .zero && flight.isBelow)
            let half = try #require(flight.pose(at: story.now.advanced(by: flight.travel / 2)))
            let isFar =
                abs(flight.origin.minX - flight.target.minX) > 2
                || abs(flight.origin.minY - flight.target.minY) > 2
            if isFar { #expect(half.frame != flight.origin && half.frame != flight.target) }
        }
    }

    @Test("The lattice of a flying card's back does not move on the screen")
    func lattice() throws {
        for size in MotionTests.sizes {
            var story = MotionStory(size.width, size.height)
            let before = story.screen
            story.start()
            for flight in Motion.between(before, story.screen).flights {
                for milliseconds in stride(from: 0, to: 260, by: 10) {
                    let time = flight.departure.advanced(by: .milliseconds(milliseconds))
                    guard let pose = flight.pose(at: time), !pose.isFaceUp else { continue }
                    let (frame, target) = (pose.frame, flight.target)
                    #expect(
                        (frame.minX + frame.minY - target.minX - target.minY).isMultiple(of: 2))
                }
            }
        }
    }

    @Test(
        "Cards turn face down in place for a pause, and lie face up at once at its end",
        arguments: MotionTests.sizes)
    func pausing(size: Size) throws {
        var story = Self.story(size)
        let cards = story.state.cards
        let before = story.screen
        story.pause(nil)
        let screen = story.screen
        let motion = Motion.between(before, screen)
        #expect(motion.flights.count == 12)
        #expect(motion.flights.allSatisfy { $0.turnsOver && $0.origin == $0.target })
        #expect(motion.flights.map(\.card) == cards.compactMap(\.self))
        let frames = motion.frames(from: story.now)
        let end = try #require(frames.last)
        #expect(story.now.duration(to: end) <= .milliseconds(420))
        #expect(screen.picture(motion, at: end) == screen.still)
        for flight in motion.flights {
            let poses = frames.compactMap { flight.pose(at: $0) }
            #expect(poses.first?.isFaceUp == true && poses.last?.isFaceUp == false)
            #expect(poses.contains { $0.isTurning })
        }
        story.pause(cards)
        #expect(Motion.between(screen, story.screen).flights.isEmpty)
    }

    @Test(
        "New cards stand out without motion and without color", arguments: MotionTests.sizes)
    func highlight(size: Size) throws {
        var story = Self.story(size)
        story.appearance.palette = Palette(.classic, on: .dark, .none)
        story.judge([0, 5, 7], isSet: true)
        let before = story.screen
        story.refill()
        let screen = story.screen
        let motion = Motion.between(before, screen, level: .reduced)
        let picture = screen.picture(motion, at: story.now)
        let still = screen.still
        let board = try #require(screen.board)
        for slot in 0..<12 {
            let frame = board.frame(ofSlot: slot)
            var changes = 0
            for y in frame.minY..<frame.maxY {
                for x in frame.minX..<frame.maxX {
                    let (one, other) = (picture[x, y], still[x, y])
                    let hasSign = one.glyph != other.glyph
                    let isReversed = one.style.attributes.contains(.reverse)
                    if one != other, hasSign || isReversed { changes += 1 }
                }
            }
            let least = frame.size.height >= 5 ? frame.size.width / 2 : 2
            #expect([0, 5, 7].contains(slot) ? changes >= least : changes == 0)
        }
    }
}
