import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Resizing during motion")
struct MotionResizeTests {
    @Test(
        "Resizing during motion leaves nothing of the old picture",
        arguments: [
            Size(120, 40), Size(60, 20), Size(80, 23), Size(79, 24), Size(20, 6),
            // Another one and back again, before anybody looked.
            Size(80, 24),
        ],
        LongRun.isOn ? [60, 180, 320] : [180])
    func resized(size: Size, milliseconds: Int) async throws {
        var story = MotionStory(80, 24)
        story.start()
        var (renderer, prints) = (Renderer(synchronizes: true), CardCache())
        var terminal = ReferenceTerminal(story.size)
        try terminal.feed(Array("\u{1B}[?7l".utf8))
        let before = story.screen
        story.deal()
        let planned = story.screen
        var motion = Motion.between(before, planned)
        func show(_ screen: TablePicture, at now: MonotonicInstant) throws -> Canvas {
            var canvas = Canvas(screen.size)
            motion.draw(screen, on: &canvas, with: &prints, at: now)
            try terminal.feed(renderer.frame(canvas))
            return canvas
        }
        let middle = story.now.advanced(by: .milliseconds(milliseconds))
        for time in motion.frames(from: story.now) where time < middle {
            let canvas = try show(planned, at: time)
            #expect(terminal.differences(from: canvas).isEmpty)
        }
        // The window changes first; the program hears of it after another frame.
        terminal.resize(to: size)
        _ = try show(planned, at: middle)
        let clearings = terminal.clearings
        renderer.repaintAll()
        (story.size, story.now) = (size, middle.advanced(by: .milliseconds(33)))
        let resized = story.screen
        motion.changed(from: planned, to: resized, at: story.now)
        for time in motion.frames(from: story.now) {
            let canvas = try show(resized, at: time)
            #expect(!terminal.isDisturbed)
            #expect(terminal.differences(from: canvas).isEmpty)
            await Task.yield()
        }
        #expect(terminal.clearings == clearings + 1)
        #expect(terminal.differences(from: resized.still).isEmpty)
    }
    @Test("The resize test detects a screen that was not redrawn")
    func canary() throws {
        var story = MotionStory(80, 24)
        story.start()
        var renderer = Renderer()
        var terminal = ReferenceTerminal(story.size)
        try terminal.feed(Array("\u{1B}[?7l".utf8))
        try terminal.feed(renderer.frame(story.screen.still))
        terminal.resize(to: Size(80, 24))
        story.perform(.touch(slot: 3))
        try terminal.feed(renderer.frame(story.screen.still))
        #expect(terminal.isDisturbed)
        #expect(!terminal.differences(from: story.screen.still).isEmpty)
    }
}
