import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct ViewCountdown {
    @Test(
        "A countdown shows the seconds left, rounded up",
        arguments: [(5000, 5), (4999, 5), (4001, 5), (4000, 4), (1000, 1), (1, 1), (0, 0)])
    func digits(milliseconds: Int, seconds: Int) {
        #expect(bar(milliseconds, 5000).seconds == seconds)
    }

    @Test("A countdown bar is full at the start and empty at the end")
    func ends() {
        #expect(bar(5000, 5000).eighths == 8 * 40)
        #expect(bar(2500, 5000).eighths == 8 * 20)
        #expect(bar(0, 5000).eighths == 0)
        #expect(bar(0, 5000).untilNextChange == nil)
        #expect(bar(9000, 5000).eighths == 8 * 40)
        #expect(bar(0, 0).untilNextChange == nil)
    }

    @Test("A countdown turns urgent when a third is left")
    func urgent() {
        #expect(!bar(2001, 6000).isUrgent)
        #expect(bar(2000, 6000).isUrgent)
    }

    @Test(
        "A countdown bar changes only when announced, at most ten times a second",
        arguments: [(5000, 60), (5000, 4), (1500, 40), (60000, 20), (600_000, 10), (7000, 1)])
    func steps(total: Int, cells: Int) {
        var remaining = Duration.milliseconds(total)
        var changes = 0
        while let wait = bar(remaining, total, cells).untilNextChange {
            let before = bar(remaining, total, cells)
            let still = bar(remaining - wait + .nanoseconds(1), total, cells)
            #expect(still.eighths == before.eighths && still.digits == before.digits)
            #expect(still.isUrgent == before.isUrgent)
            remaining -= wait
            let after = bar(remaining, total, cells)
            #expect(
                after.eighths != before.eighths || after.digits != before.digits
                    || after.isUrgent != before.isUrgent)
            changes += 1
        }
        #expect(remaining == .zero)
        // Ten steps a second, the digits, and the change of tone.
        #expect(changes <= total / 100 + total / 1000 + 2)
        #expect(changes <= 8 * cells + total / 1000 + 2)
    }

    private func bar(_ remaining: Int, _ total: Int) -> CountdownBar {
        bar(.milliseconds(remaining), total, 40)
    }

    private func bar(_ remaining: Duration, _ total: Int, _ cells: Int) -> CountdownBar {
        CountdownBar(
            Countdown(remaining: remaining, total: .milliseconds(total)),
            row: cells + CountdownBar.digitColumns)
    }
}

@Suite struct ViewNextChange {
    @Test(
        "A still table announces no change",
        arguments: [
            ViewScene.alone, .ready, .open, .marked, .calling, .paused, .over, .help,
        ])
    func idle(scene: ViewScene) {
        #expect(screen(scene.model(), ViewScene.now).nextChange(after: ViewScene.now) == nil)
    }

    @Test(
        "A table picture changes exactly when announced",
        arguments: [ViewScene.myTurn, .otherTurn, .match, .countdown, .away, .refused])
    func moves(scene: ViewScene) throws {
        let model = scene.model()
        var now = ViewScene.now
        for _ in 0..<20 {
            guard let next = screen(model, now).nextChange(after: now) else { break }
            #expect(now < next)
            let justBefore = MonotonicInstant(next.sinceZero - .nanoseconds(1))
            #expect(picture(model, justBefore) == picture(model, now))
            #expect(picture(model, next) != picture(model, now))
            now = next
        }
        #expect(ViewScene.now < now)
    }

    @Test("A notice ends after four seconds and the keys return")
    func notice() {
        let model = ViewScene.refused.model()
        let start = ViewScene.now
        let end = start.advanced(by: .seconds(4))
        #expect(screen(model, start).nextChange(after: start) == end)
        #expect(picture(model, start).lines.joined().contains("No points lost"))
        #expect(!picture(model, end).lines.joined().contains("No points lost"))
    }

    @Test("The start countdown shows 3, 2, 1 in large digits")
    func countdown() {
        let model = ViewScene.countdown.model()
        for (passed, digit) in [(0, 3), (400, 2), (1399, 2), (1400, 1)] {
            let now = ViewScene.now.advanced(by: .milliseconds(passed))
            let text = picture(model, now).lines.joined(separator: "\n")
            for line in BigText.lines(String(digit)) { #expect(text.contains(line)) }
            #expect(text.contains("\(digit) s"))
        }
    }

    @Test("In large windows, a turn's seconds are shown in large digits that cover no words")
    func largeDigits() throws {
        let model = ViewScene.myTurn.model()
        let left = try #require(model.countdown(at: ViewScene.now))
        let seconds = CountdownBar(left, row: 40).seconds
        for (width, height, lines) in [
            (120, 40, BigText.small(String(seconds))), (80, 24, []),
            (200, 60, BigText.small(String(seconds))),
        ] {
            let picture = TablePicture(
                model: model, size: Size(width, height), appearance: Appearance(),
                now: ViewScene.now)
            let time = picture.regions?.time
            #expect(time?.size.height ?? 0 == lines.count)
            guard let time, let regions = picture.regions else { continue }
            var canvas = Canvas(Size(width, height))
            picture.draw(on: &canvas)
            for (row, line) in lines.enumerated() {
                #expect(canvas.lines[time.minY + row].contains(line), "\(width): \(line)")
            }
            for words in [regions.turn, regions.bar, regions.news] {
                #expect(words.intersection(time).isEmpty)
            }
        }
    }

    @Test(
        "Both scores stand once, in the largest digits after the cards, also below zero",
        arguments: [Size(80, 24), Size(100, 30), Size(120, 40), Size(200, 60), Size(50, 60)])
    func largeScores(size: Size) throws {
        for (mine, theirs, count, deck) in [(12, 4, 12, 60), (-3, 104, 15, 57), (39, 41, 9, 0)] {
            let model = ViewScene.playing(count) {
                $0.players.first?.points = mine
                $0.players.second?.points = theirs
                $0.deck = deck
            }
            let picture = TablePicture(
                model: model, size: size, appearance: Appearance(), now: ViewScene.now)
            let scores = try #require(picture.regions?.scores, "\(count) cards")
            var canvas = Canvas(picture.size)
            picture.draw(on: &canvas)
            func digits(_ points: Int) -> [String] {
                let text = String(points)
                return scores.size.height >= 5 ? BigText.lines(text) : BigText.small(text)
            }
            for (row, (one, other)) in zip(digits(mine), digits(theirs)).enumerated() {
                let line = Array(canvas.lines[scores.minY + row].padded(to: size.width))
                #expect(String(line[scores.minX...].prefix(one.count)) == one)
                #expect(String(line[..<scores.maxX].suffix(other.count)) == other)
            }
            let words = canvas.lines.joined(separator: "\n")
            #expect(!words.contains("pts") && !words.contains("points"), "\(words)")
            #expect(picture.regions?.time?.size.height ?? 0 <= scores.size.height)
        }
    }

    private func screen(_ model: TableModel, _ now: MonotonicInstant) -> TablePicture {
        TablePicture(model: model, size: Size(80, 24), appearance: Appearance(), now: now)
    }

    private func picture(_ model: TableModel, _ now: MonotonicInstant) -> Canvas {
        var canvas = Canvas(Size(80, 24))
        screen(model, now).draw(on: &canvas)
        return canvas
    }
}
