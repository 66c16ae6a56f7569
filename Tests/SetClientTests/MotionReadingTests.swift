import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// A race is on from the moment new cards are announced, so they must be seen at once.
@Suite("New cards are seen at once")
struct MotionReadingTests {
    /// What brings new cards.
    enum Dealing: CaseIterable {
        case opening, openingWithoutCountdown, refill, deal, resume

        func happen(in story: inout MotionStory) {
            switch self {
            case .opening, .openingWithoutCountdown: story.start()
            case .refill: story.refill()
            case .deal: story.deal()
            case .resume: story.pause(story.hidden)
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
        "From the first frame after its state on, every card can be read and nothing covers it",
        arguments: Dealing.allCases, MotionLevel.allCases)
    func atOnce(dealing: Dealing, level: MotionLevel) throws {
        for size in MotionTests.sizes {
            var story = dealing.story(size)
            let before = story.screen
            dealing.happen(in: &story)
            let after = story.screen
            let motion = Motion.between(before, after, level: level)
            let (board, still) = (try #require(after.board), after.still)
            for time in motion.frames(from: story.now) {
                let shown = after.picture(motion, at: time)
                for slot in 0..<board.count {
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

    @Test("The same in pixels: all faces are placed in the first frame, and no picture above them")
    func inPixels() throws {
        for dealing in Dealing.allCases {
            var story = dealing.story(Size(120, 40))
            story.appearance.pictures = PictureSurface(.kitty, cell: Size(9, 18))
            let before = story.screen
            dealing.happen(in: &story)
            let after = story.screen
            let motion = Motion.between(before, after)
            let board = try #require(after.board)
            for time in motion.frames(from: story.now) {
                let placements = after.picture(motion, at: time).placements
                for slot in 0..<board.count {
                    let frame = board.frame(ofSlot: slot)
                    let own = placements.filter { $0.layer == .card && $0.frame == frame }
                    #expect(
                        own.count == 1 && own.allSatisfy { $0.picture.isFace },
                        "\(dealing), \(slot)")
                    let above = placements.filter {
                        $0.layer.rawValue > Placement.Layer.state.rawValue
                    }
                    #expect(above.allSatisfy { $0.frame.intersection(frame).isEmpty })
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
        #expect(Motion.between(backs, story.screen).flights.isEmpty)
    }
}

extension Picture {
    fileprivate var isFace: Bool { if case .face = content { true } else { false } }
}

extension Cell.Glyph {
    /// Whether it draws a part of a symbol.
    fileprivate var isBlock: Bool {
        guard case .narrow(let scalar) = self else { return false }
        return scalar.value >= 0x2580
    }
}
