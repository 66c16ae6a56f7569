import SetProtocol
import Testing

@testable import SetClient

@Suite("A won game")
struct CelebrationTests {
    private static func motion(
        wonBy winner: Seat?, by decider: GameResult.Decider = .points, _ level: MotionLevel = .full
    ) -> (motion: Motion, screen: TablePicture) {
        var story = MotionStory(120, 40)
        story.start()
        let before = story.screen
        story.end(wonBy: winner, by: decider)
        return (Motion.between(before, story.screen, level: level), story.screen)
    }

    @Test("A victory is celebrated for two seconds, and a defeat is not")
    func victory() throws {
        let (motion, screen) = Self.motion(wonBy: .first)
        let celebration = try #require(motion.celebration)
        let length = celebration.start.duration(to: celebration.end)
        #expect(.seconds(1) ... .milliseconds(2500) ~= length)
        let middle = celebration.start.advanced(by: length / 2)
        #expect(screen.picture(motion, at: middle) != screen.still)
        #expect(screen.picture(motion, at: celebration.end) == screen.still)
        #expect(Self.motion(wonBy: .second).motion.celebration == nil)
        #expect(Self.motion(wonBy: nil).motion.celebration == nil)
        #expect(Self.motion(wonBy: .first, by: .resigned).motion.celebration != nil)
        #expect(Self.motion(wonBy: .first, by: .left).motion.celebration == nil)
    }

    @Test("A victory is not celebrated with reduced motion, and ends when motion is skipped")
    func skipped() {
        for level in [MotionLevel.reduced, .none] {
            #expect(Self.motion(wonBy: .first, level).motion.celebration == nil)
        }
        var motion = Self.motion(wonBy: .first).motion
        motion.skip()
        #expect(motion.celebration == nil)
    }

    @Test("Falling symbols stay in their area and their columns, and never rise")
    func symbols() {
        let celebration = Celebration(start: .zero)
        let area = Rect(3, 1, 90, 30)
        var rows: [Int: Int] = [:]
        var seen = 0
        for milliseconds in stride(from: 0, through: 2100, by: 20) {
            let now = MonotonicInstant.zero.advanced(by: .milliseconds(milliseconds))
            let symbols = celebration.symbols(in: area, at: now)
            #expect(Set(symbols.map(\.place.x)).count == symbols.count)
            for symbol in symbols {
                #expect(area.contains(symbol.place))
                #expect(symbol.place.y >= rows[symbol.place.x, default: 0])
                rows[symbol.place.x] = symbol.place.y
                seen += 1
            }
        }
        #expect(seen > 300 && rows.count == 18)
        #expect(celebration.symbols(in: area, at: celebration.end).isEmpty)
        #expect(celebration.symbols(in: Rect(0, 1, 3, 2), at: .zero).isEmpty)
    }
}
