import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// A race is on from the moment new cards are announced, so they must be seen at once.
@Suite("New cards are seen at once")
struct MotionReadingTests {
    /// What brings new cards, and the slots where they lie.
    enum Dealing: CaseIterable {
        case opening, openingWithoutCountdown, refill, deal, resume

        func happen(in story: inout MotionStory) -> [Int] {
            switch self {
            case .opening, .openingWithoutCountdown:
                story.start()
                return Array(0..<12)
            case .refill:
                story.refill()
                return [0, 5, 7]
            case .deal:
                story.deal()
                return [12, 13, 14]
            case .resume:
                story.pause(story.hidden)
                return Array(0..<12)
            }
        }

        /// The table before it.
        func story(_ size: Size) -> MotionStory {
            var story = MotionStory(size.width, size.height)
            switch self {
            case .openingWithoutCountdown: break
            case .opening: story.countDown()
            case .refill:
                story.start()
                story.judge([0, 5, 7], isSet: true)
            case .deal: story.start()
            case .resume:
                story.start()
                story.pause(nil)
            }
            return story
        }
    }

    @Test(
        "Every new card can be read 150 ms after it is announced", arguments: Dealing.allCases,
        MotionLevel.allCases)
    func inTime(dealing: Dealing, level: MotionLevel) throws {
        for size in MotionTests.sizes {
            var story = dealing.story(size)
            let before = story.screen
            let slots = dealing.happen(in: &story)
            let after = story.screen
            let motion = Motion.between(before, after, level: level)
            let board = try #require(after.board)
            let deadline = story.now.advanced(by: .milliseconds(150))
            let times = [deadline] + motion.frames(from: story.now).filter { $0 > deadline }
            for time in times {
                let (shown, still) = (after.picture(motion, at: time), after.still)
                for slot in slots {
                    let frame = board.frame(ofSlot: slot)
                    // A sign on the edge of a card says that it is new.
                    let face = frame.size.height >= 5 ? frame.inset(1, 1) : frame
                    for y in face.minY..<face.maxY {
                        for x in face.minX..<face.maxX
                        where shown[x, y].glyph != still[x, y].glyph
                            && still[x, y].glyph.isBlock
                        {
                            Issue.record("slot \(slot) at \(size), \(story.now.duration(to: time))")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test("Cards lie face down on the table when the countdown ends", arguments: MotionTests.sizes)
    func faceDown(size: Size) throws {
        var story = MotionStory(size.width, size.height)
        let empty = story.screen
        story.countDown()
        let backs = story.screen
        #expect(backs.cards == Array(repeating: nil, count: 12))
        let dealt = Motion.between(empty, backs)
        #expect(dealt.flights.count == 12 && dealt.flights.allSatisfy { $0.sides == .back })
        let end = try #require(dealt.frames(from: story.now).last)
        #expect(story.now.duration(to: end) <= .milliseconds(1200))
        for time in dealt.frames(from: story.now) {
            for flight in dealt.flights {
                #expect(flight.pose(at: time)?.isFaceUp != true, "the card is not known yet")
            }
        }
        story.start()
        let turned = Motion.between(backs, story.screen)
        #expect(turned.flights.count == 12 && turned.flights.allSatisfy { $0.travel == .zero })
    }
}

extension Cell.Glyph {
    /// Whether it draws a part of a symbol.
    fileprivate var isBlock: Bool {
        guard case .narrow(let scalar) = self else { return false }
        return scalar.value >= 0x2580
    }
}
