import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What moves must not flash: no more than three times a second, as WCAG 2.3.1 has it.
@Suite("Flashing")
struct MotionFlashTests {
    /// Something that happens at a table.
    enum PendingInput: CaseIterable {
        case start, deal, refill, match, mismatch, shuffle, pause, resume, victory

        /// The screens before and after it.
        func screens(_ size: Size, _ background: Background) -> (TablePicture, TablePicture) {
            var story = MotionStory(size.width, size.height)
            story.appearance.palette = Palette(.classic, on: background)
            if self != .start { story.start() }
            let cards = story.state.cards
            if self == .refill { story.judge([0, 5, 7], isSet: true) }
            if self == .resume { story.pause(nil) }
            let before = story.screen
            switch self {
            case .start: story.start()
            case .deal: story.deal()
            case .refill: story.refill()
            case .match: story.judge([1, 2, 6], isSet: true)
            case .mismatch: story.judge([1, 2, 6], isSet: false)
            case .shuffle: story.perform(.shuffle)
            case .pause: story.pause(nil)
            case .resume: story.pause(cards)
            case .victory: story.end(wonBy: .first)
            }
            return (before, story.screen)
        }
    }

    /// The brightness of one cell over time.
    private struct Trace {
        /// When it turned from getting lighter to getting darker or back.
        private(set) var turns: [MonotonicInstant] = []
        private var anchor: Double
        private var direction = 0.0

        init(_ luminance: Double) { anchor = luminance }

        /// Only changes of a tenth of the whole range count, as WCAG counts them.
        mutating func become(_ luminance: Double, at time: MonotonicInstant) {
            let change = luminance - anchor
            if abs(change) >= 0.1, direction * change <= 0 {
                if direction != 0 { turns.append(time) }
                (anchor, direction) = (luminance, change)
            } else if direction * change > 0 {
                // Going on in the same direction.
                anchor = luminance
            }
        }

        /// The most turns in one second.
        var mostTurns: Int {
            turns.indices.map { first in
                let end = turns[first].advanced(by: .seconds(1))
                return turns[first...].prefix { $0 < end }.count
            }.max() ?? 0
        }
    }

    /// How often the cells of a picture turn in one second while something happens.
    private static func turns(
        _ happening: PendingInput, _ size: Size, _ background: Background
    ) async -> [Int] {
        let (before, after) = happening.screens(size, background)
        let motion = Motion.between(before, after)
        var prints = CardCache()
        var last = before.still.cells
        var traces = last.map { Trace(luminance($0, background)) }
        for time in motion.frames(from: after.now) {
            let cells = after.picture(motion, at: time, with: &prints).cells
            for index in cells.indices where cells[index] != last[index] {
                traces[index].become(luminance(cells[index], background), at: time)
            }
            last = cells
            await Task.yield()
        }
        return traces.map(\.mostTurns)
    }

    private static func luminance(_ cell: Cell, _ background: Background) -> Double {
        var (front, back) = (cell.style.foreground, cell.style.background)
        if cell.style.attributes.contains(.reverse) { swap(&front, &back) }
        let light = luminance(front, background == .dark ? 0.7 : 0)
        let dark = luminance(back, background == .dark ? 0 : 1)
        switch cell.glyph {
        case .narrow(" "): return dark
        case .narrow("█"): return light
        case .narrow, .wide, .trail, .picture: return (light + dark) / 2
        }
    }

    private static func luminance(_ ink: TerminalColor, _ standard: Double) -> Double {
        guard case .rgb(let color) = ink.kind else { return standard }
        func linear(_ part: UInt8) -> Double {
            let share = Double(part) / 255
            return share * share * (0.3 + 0.7 * share.squareRoot())
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
            + 0.0722 * linear(color.blue)
    }

    @Test(
        "No cell of a gesture or a turning card flashes more than three times",
        arguments: [PendingInput.match, .mismatch, .pause], Background.allCases)
    func gestures(happening: PendingInput, background: Background) async {
        for size in [Size(40, 15), Size(80, 24), Size(120, 40)].fewerWhenSlow {
            let turns = await Self.turns(happening, size, background)
            #expect(turns.contains { $0 > 0 })
            #expect(turns.allSatisfy { $0 <= 3 }, "\(size)")
        }
    }

    // Cards on their way pass over one another, and what a cell shows then is a small part of what
    // is seen. WCAG counts flashes, two turns each, where they fill a quarter of ten degrees.
    @Test(
        "Flying cards make no area flash more than three times",
        arguments: [PendingInput.start, .deal, .refill, .shuffle], Background.allCases)
    func flights(happening: PendingInput, background: Background) async {
        for size in [Size(40, 15), Size(80, 24), Size(120, 40)].sampled(every: 2) {
            let turns = await Self.turns(happening, size, background)
            let flashing = turns.filter { $0 > 6 }.count
            #expect(flashing <= Self.field / 4, "\(size)")
        }
    }

    /// The cells of ten degrees of what is seen: 341 by 256 pixels, as WCAG says; cells of 8 by 16.
    private static let field = 341 * 256 / 128

    @Test("The flash test detects flashing")
    func canary() {
        var trace = Trace(0)
        for step in 1...10 {
            trace.become(
                step.isMultiple(of: 2) ? 0 : 1, at: MonotonicInstant(.milliseconds(100 * step)))
        }
        #expect(trace.mostTurns == 9)
        var slow = Trace(0)
        for step in 1...10 {
            slow.become(
                step.isMultiple(of: 2) ? 0 : 1, at: MonotonicInstant(.milliseconds(400 * step)))
        }
        #expect(slow.mostTurns == 3)
        var dim = Trace(0.5)
        for step in 1...10 {
            dim.become(
                step.isMultiple(of: 2) ? 0.5 : 0.55, at: MonotonicInstant(.milliseconds(step)))
        }
        #expect(dim.mostTurns == 0)
    }
}
