import SetProtocol
import Testing

@testable import SetClient

@Suite("Bytes of motion")
struct MotionCostTests {
    /// All bytes a terminal is sent while a story goes on.
    private static func bytes(
        _ story: MotionStory, pace: FramePacing.Pace = .smooth,
        _ happen: (inout MotionStory) -> Void
    ) -> Int {
        var (story, renderer) = (story, Renderer(synchronizes: true))
        var prints = CardCache()
        let before = story.screen
        _ = renderer.frame(before.still)
        happen(&story)
        let after = story.screen
        let motion = Motion.between(before, after)
        let frames = motion.frames(from: story.now, pace: pace).map { time -> Int in
            let bytes = renderer.frame(after.picture(motion, at: time, with: &prints)).count
            return bytes == 0 ? 0 : bytes + FramePacing.question.count
        }
        #expect(renderer.frame(after.still).isEmpty)
        return frames.reduce(0, +)
    }

    private static func story(_ width: Int, _ height: Int, _ blitter: Blitter) -> MotionStory {
        var story = MotionStory(width, height)
        story.appearance.blitter = blitter
        story.start()
        return story
    }

    @Test("Dealing three cards at 120 by 40 costs at most 26 kB", arguments: Blitter.allCases)
    func dealing(blitter: Blitter) {
        // All others make room.
        let total = Self.bytes(Self.story(120, 40, blitter)) { $0.deal() }
        #expect(total <= 26_000)
    }

    @Test("A found set and its replacement cost at most 25 kB", arguments: Blitter.allCases)
    func refilling(blitter: Blitter) {
        var story = Self.story(120, 40, blitter)
        story.judge([0, 5, 7], isSet: true)
        let total = Self.bytes(story) { $0.refill() }
        #expect(total <= 25_000)
    }

    @Test("Celebrating a victory at 120 by 40 costs at most 25 kB beyond the report")
    func celebrating() {
        let story = Self.story(120, 40, .sextant)
        let won = Self.bytes(story) { $0.end(wonBy: .first) }
        let lost = Self.bytes(story) { $0.end(wonBy: .second) }
        #expect(3_000...25_000 ~= won - lost, "\(won - lost)")
    }

    /// A terminal that is shown one still picture after another.
    private struct Terminal {
        private var renderer = Renderer(synchronizes: true)
        private var prints = CardCache()

        /// The bytes of the next picture.
        mutating func show(_ story: MotionStory) -> Int {
            let screen = story.screen
            let picture = screen.picture(Motion(), at: screen.now, with: &prints)
            return renderer.frame(picture).count
        }
    }

    @Test("Marking and unmarking a card costs at most 420 bytes", arguments: Blitter.allCases)
    func marking(blitter: Blitter) {
        var (story, terminal) = (Self.story(120, 40, blitter), Terminal())
        _ = terminal.show(story)
        for slot in 0..<12 {
            for _ in 0..<2 {
                story.perform(.touch(slot: slot))
                #expect(1...420 ~= terminal.show(story))
            }
        }
    }

    @Test("Picking a card costs at most 400 bytes", arguments: Background.allCases)
    func picking(background: Background) {
        var start = Self.story(120, 40, .quadrant)
        start.appearance.palette = Palette(.classic, on: background)
        start.claim()
        var terminal = Terminal()
        for slot in 0..<12 {
            var story = start
            _ = terminal.show(story)
            for next in [slot, (slot + 5) % 12] {
                story.pick(next)
                #expect(1...400 ~= terminal.show(story))
            }
        }
    }

    @Test(
        "Each step of a countdown costs at most 60 bytes, or 140 when large digits change",
        arguments: [Size(80, 24), Size(120, 40), Size(200, 60)])
    func ticking(size: Size) {
        var story = Self.story(size.width, size.height, .quadrant)
        story.claim()
        var terminal = Terminal()
        _ = terminal.show(story)
        var steps = 0
        let start = story.now
        while let next = story.screen.nextChange(after: story.now) {
            let wasUrgent = story.now >= start.advanced(by: .milliseconds(3333))
            story.now = next
            // Once the bar changes its color, and in the end everything changes.
            let isUrgent = story.now >= start.advanced(by: .milliseconds(3333))
            let bytes = terminal.show(story)
            let isSecond = start.duration(to: story.now).components.attoseconds == 0
            let most = isSecond && size.width > 80 ? 140 : 60
            if wasUrgent == isUrgent { #expect(bytes <= most, "\(start.duration(to: story.now))") }
            steps += 1
        }
        #expect(steps > 20)
    }

    @Test("A pause and its end cost at most 25 kB each", arguments: Blitter.allCases)
    func pausing(blitter: Blitter) {
        var story = Self.story(120, 40, blitter)
        let cards = story.state.cards
        #expect(Self.bytes(story) { $0.pause(nil) } <= 25_000)
        story.pause(nil)
        #expect(Self.bytes(story) { $0.pause(cards) } <= 25_000)
    }

    @Test("At rest, motion costs no bytes")
    func idle() {
        let story = Self.story(120, 40, .quadrant)
        let motion = Motion.between(story.screen, story.screen)
        #expect(motion.nextFrame(after: story.now) == nil)
        #expect(Self.bytes(story) { _ in } == 0)
    }
}

@Suite("Frame pacing")
struct MotionPacingTests {
    private static func at(_ milliseconds: Int) -> MonotonicInstant {
        MonotonicInstant(.milliseconds(milliseconds))
    }

    /// A connection that answered one frame after a while.
    private static func line(answeringAfter milliseconds: Int) -> FramePacing {
        var pacing = FramePacing()
        pacing.asked(at: at(1000))
        pacing.answered(at: at(1000 + milliseconds))
        return pacing
    }

    @Test(
        "Frame pacing follows the terminal's response time",
        arguments: [
            (5, .smooth), (120, .smooth), (121, .keyFrames), (400, .keyFrames), (401, .cuts),
        ] as [(Int, FramePacing.Pace)])
    func pace(milliseconds: Int, pace: FramePacing.Pace) {
        #expect(Self.line(answeringAfter: milliseconds).pace == pace)
    }

    @Test("Frame pacing waits for an answer at most 250 ms")
    func waiting() {
        var pacing = FramePacing()
        #expect(pacing.nextFrame == nil)
        pacing.asked(at: Self.at(0))
        #expect(pacing.nextFrame == Self.at(250))
        pacing.answered(at: Self.at(4))
        #expect(pacing.nextFrame == Self.at(33))
    }

    @Test("Frame pacing treats a silent terminal as slow and ignores stray answers")
    func mute() {
        var pacing = FramePacing()
        for time in stride(from: 0, to: 5000, by: 250) { pacing.asked(at: Self.at(time)) }
        #expect(pacing.pace == .keyFrames)
        var other = FramePacing()
        other.answered(at: Self.at(3))
        #expect(other == FramePacing())
    }

    @Test("Frame pacing recovers with the first quick answer")
    func recovery() {
        var pacing = Self.line(answeringAfter: 900)
        #expect(pacing.pace == .cuts)
        pacing.asked(at: Self.at(3000))
        pacing.answered(at: Self.at(3010))
        #expect(pacing.pace == .smooth)
    }

    @Test("Frame pacing sends two to five frames over a slow connection")
    func keyFrames() {
        var story = MotionStory(80, 24)
        story.start()
        let before = story.screen
        story.deal()
        let motion = Motion.between(before, story.screen)
        let frames = motion.frames(from: story.now, pace: .keyFrames)
        #expect(3...6 ~= frames.count)
        #expect(motion.frames(from: story.now).count > 12)
    }
}
