import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Playback")
struct PlaybackTests {
    private let wide = Size(80, 24)

    private func prepared(_ playback: Playback, at now: MonotonicInstant) -> TableScreen {
        var screen = TableScreen(playback, SettingsModel())
        screen.prepare(wide, Appearance(), .smooth, at: now)
        return screen
    }

    /// Presses keys as on the screen.
    private func press(_ keys: [Key], _ playback: inout Playback, at second: Double) {
        var screen = TableScreen(playback, SettingsModel())
        for key in keys { press(key, &screen, at: ReplayStory.second(second), wide) }
        if let played = screen.playback { playback = played }
    }

    @discardableResult
    private func press(
        _ key: Key, _ screen: inout TableScreen, at now: MonotonicInstant, _ size: Size
    ) -> [ScreenEffect<SessionEnd>] {
        handle(.key(key), &screen, at: now, size)
    }

    private func handle(
        _ input: InputEvent, _ screen: inout TableScreen, at now: MonotonicInstant, _ size: Size
    ) -> [ScreenEffect<SessionEnd>] {
        _ = screen.advance(to: now)
        screen.prepare(size, Appearance(), .smooth, at: now)
        return screen.handle(input, in: size, at: now)
    }

    private func rows(_ screen: TableScreen, at now: MonotonicInstant, _ size: Size) -> [String] {
        var screen = screen
        screen.prepare(size, Appearance(), .smooth, at: now)
        var canvas = Canvas(size)
        screen.draw(on: &canvas, Appearance(), at: now)
        return canvas.lines
    }

    private func position(_ playback: Playback, at second: Double) -> Double {
        let time = playback.position(at: ReplayStory.second(second)).sinceOpening
        return Double(time.wholeMilliseconds) / 1000
    }

    @Test("Playback starts with a game and shows what a watcher saw at any speed")
    func speeds() throws {
        for speed in PlaybackSpeed.allCases {
            var playback = try ReplayStory.playback(speed: speed)
            #expect(playback.model.table?.phase == .countdown)
            let factor = Double(speed.rawValue)
            // The game begins after two seconds: Ann has claimed after eight more.
            playback.advance(to: ReplayStory.second(7.99 / factor))
            #expect(playback.model.table?.event == .started)
            playback.advance(to: ReplayStory.second(8 / factor))
            #expect(playback.model.table?.event == .claimed(.first))
            #expect(position(playback, at: 8 / factor) == 10)
        }
    }

    @Test("Playback wakes up exactly for each moment until the end")
    func wakes() throws {
        var playback = try ReplayStory.playback(speed: .fourfold)
        var (seen, wakes) = ([playback.model.table?.revision], 0)
        while let next = playback.nextMoment {
            playback.advance(to: next)
            seen.append(playback.model.table?.revision)
            wakes += 1
            try #require(wakes < 100)
        }
        #expect(seen.compactMap { $0?.number } == Array(3...14))
        #expect(!playback.isPlaying)
    }

    @Test("Playback schedules nothing while paused or at its end")
    func idle() throws {
        var playback = try ReplayStory.playback()
        press([.character(" ")], &playback, at: 8.5)
        let now = ReplayStory.second(8.5)
        #expect(position(playback, at: 8.5) == 10.5)
        #expect(position(playback, at: 100) == 10.5)
        #expect(playback.nextMoment == nil)
        // A turn is under way, of which nothing runs out now.
        #expect(playback.model.table?.phase == .turn)
        #expect(prepared(playback, at: now).nextChange(after: now, .smooth) == nil)
        press([.character(" ")], &playback, at: 100)
        #expect(position(playback, at: 100) == 10.5)
        let change = prepared(playback, at: ReplayStory.second(100))
            .nextChange(after: ReplayStory.second(100), .smooth)
        #expect(change != nil)
        press([Key(.end), Key(.end), .character("]"), Key(.end)], &playback, at: 101)
        playback.advance(to: ReplayStory.second(101.1))
        #expect(playback.nextMoment == nil)
        let end = ReplayStory.second(102)
        #expect(prepared(playback, at: end).nextChange(after: end, .smooth) == nil)
        // There it begins again.
        press([.character(" ")], &playback, at: 110)
        #expect(position(playback, at: 110) == 2)
        #expect(playback.isPlaying)
    }

    @Test("Playback moves by five seconds, by events, and to either end of a game")
    func seeks() throws {
        var playback = try ReplayStory.playback()
        press([.character(" ")], &playback, at: 0)
        let steps: [(Key, Double)] = [
            (Key(.right), 7), (Key(.right), 12), (Key(.left), 7), (Key(.down), 11),
            (Key(.down), 22), (Key(.down), 30), (Key(.up), 22), (Key(.up), 11), (Key(.up), 5),
            (Key(.up), 0), (Key(.up), 0), (Key(.end), 40), (Key(.right), 45), (Key(.home), 2),
            (.character("]"), 50), (.character("]"), 50), (Key(.right), 55), (.character("["), 50),
            (.character("["), 2), (.character("["), 2), (.character("]"), 50), (Key(.end), 62),
            (Key(.right), 62), (Key(.left), 57), (Key(.home), 50),
        ]
        for (key, second) in steps {
            press([key], &playback, at: 0)
            #expect(position(playback, at: 0) == second, "\(key)")
        }
    }

    @Test("A step back during playback skips the event that was just shown")
    func stepsBack() throws {
        var playback = try ReplayStory.playback(speed: .double)
        playback.advance(to: ReplayStory.second(4.7))
        #expect(position(playback, at: 4.7) == 11.4)
        press([Key(.up)], &playback, at: 4.7)
        #expect(position(playback, at: 4.7) == 5)
    }

    @Test("Playback changes its speed by keys without a jump")
    func speedKeys() throws {
        var playback = try ReplayStory.playback()
        let keys: [(Key, PlaybackSpeed)] = [
            (.character("+"), .double), (.character("+"), .fourfold),
            (.character("5"), .sixteenfold),
            (.character("+"), .sixteenfold), (.character("-"), .eightfold),
            (.character("1"), .normal),
            (.character("-"), .normal), (.character("3"), .fourfold),
        ]
        for (key, speed) in keys {
            press([key], &playback, at: 1)
            #expect(playback.speed == speed)
            #expect(position(playback, at: 1) == 3)
        }
        #expect(position(playback, at: 2) == 7)
    }

    @Test("Playback shows the same after jumps as without", arguments: [15, 8])
    func leaps(seed: UInt64) async throws {
        let recording = try Simulation.recording(seed: seed)
        var generator = SeededGenerator(seed: seed)
        var playback = Playback(recording, at: .zero)
        playback.togglePause(at: .zero)
        let last = try #require(recording.moments.last?.time).sinceOpening.wholeMicroseconds
        for _ in 0..<60 {
            let time = TableInstant(.microseconds(Int(generator.below(UInt64(last + 1)))))
            playback.seek(to: time, at: .zero)
            var model = TableModel(venue: .recorded)
            _ = model.receive(.welcome(recording.welcome), at: .zero)
            for moment in recording.moments
            where moment.time <= max(time, recording.moments[0].time) {
                _ = model.receive(moment.message, at: moment.time.replayed)
            }
            let isSame = playback.model == model
            #expect(isSame, "at \(time)")
            await Task.yield()
        }
    }

    @Test("Playback keeps the viewer's settings and sheets when it jumps")
    func keeps() throws {
        var screen = TableScreen(try ReplayStory.playback(), SettingsModel())
        let now = ReplayStory.second(1)
        for key in [Key.character("C"), Key(.end), .character("I")] {
            press(key, &screen, at: now, wide)
        }
        #expect(screen.view.sheet?.kind == .rules)
        // What closes a sheet does nothing else.
        let isPlaying = screen.playback?.isPlaying
        press(.character(" "), &screen, at: now, wide)
        #expect(screen.view.sheet == nil && screen.playback?.isPlaying == isPlaying)
        press(Key(.home), &screen, at: now, wide)
        #expect(screen.settings.isColorBlind && screen.view.sheet == nil)
    }

    @Test("Playback shows the report at the end, hides it and shows it again from its top")
    func report() throws {
        var screen = TableScreen(try ReplayStory.playback(), SettingsModel())
        let now = ReplayStory.second(1)
        press(Key(.end), &screen, at: now, wide)
        #expect(screen.view.showsReport)
        press(Key(.escape), &screen, at: now, wide)
        #expect(!screen.view.showsReport)
        press(Key(.home), &screen, at: now, wide)
        press(Key(.end), &screen, at: now, wide)
        #expect(screen.view.showsReport)
    }

    @Test("Playback sends no messages, whatever is pressed or clicked")
    func silent() async throws {
        var screen = TableScreen(try ReplayStory.playback(), SettingsModel())
        var generator = SeededGenerator(seed: 9)
        // Those that open sheets and leave them are pressed most.
        let sheets = "IOTQIOTQ?yY".map { Key.character($0) }
        let keys =
            sheets + TableCommand.inHelp.flatMap(\.row.keys)
            + PlaybackCommand.all.flatMap { $0.keys }
        for turn in 0..<3000 {
            let now = ReplayStory.second(Double(turn) / 50)
            let size = Size(1 + Int(generator.below(90)), 1 + Int(generator.below(30)))
            let input: InputEvent
            if generator.below(4) == 0 {
                let point = Point(
                    Int(generator.below(UInt64(size.width))),
                    Int(generator.below(UInt64(size.height))))
                input = .mouse(Mouse(.press(.left), at: point))
            } else {
                input = .key(keys[Int(generator.below(UInt64(keys.count)))])
            }
            let isSilent = handle(input, &screen, at: now, size).allSatisfy { effect in
                switch effect {
                case .save, .copy, .done: true
                case .send, .alert: false
                }
            }
            #expect(isSilent)
            if turn % 50 == 0 {
                _ = rows(screen, at: now, size)
                await Task.yield()
            }
        }
    }

    @Test("A click on the time line jumps there")
    func clicks() throws {
        var screen = TableScreen(try ReplayStory.playback(), SettingsModel())
        press(.character(" "), &screen, at: .zero, wide)
        let row = wide.height - 1
        var times: [Double] = []
        for column in 0..<wide.width {
            let point = Point(column, row)
            guard screen.frame?.timeLine.time(at: point) != nil else { continue }
            _ = handle(.mouse(Mouse(.press(.left), at: point)), &screen, at: .zero, wide)
            times.append(position(try #require(screen.playback), at: 0))
        }
        #expect(times.count > 30)
        #expect(times.first == 2 && times.last == 40)
        #expect(times == times.sorted())
    }

    @Test("Each playback command has its own key and is in the help")
    func keys() throws {
        let keys = PlaybackCommand.all.flatMap { $0.keys }
        #expect(Set(keys).count == keys.count)
        var screen = TableScreen(try ReplayStory.playback(), SettingsModel())
        press(.character("?"), &screen, at: .zero, wide)
        let text = rows(screen, at: .zero, wide).joined(separator: "\n")
        for command in PlaybackCommand.all {
            #expect(text.contains(command.summary), "\(command.title)")
        }
    }

    @Test("Playback shows an empty recording")
    func nothing() throws {
        let table = try #require(TableCode("K7M2QX"))
        let recording = Recording(table: table, rules: .duel, moments: [])
        let playback = Playback(recording, at: .zero)
        #expect(playback.nextMoment == nil)
        var screen = TableScreen(playback, SettingsModel())
        for command in PlaybackCommand.all where command.title != "quit" {
            for size in [Size(1, 1), Size(40, 15), Size(80, 24)] {
                press(try #require(command.keys.first), &screen, at: .zero, size)
                _ = rows(screen, at: .zero, size)
            }
        }
    }

    @Test("A step back skips what was shown half a second ago at any speed")
    func stepsBackFast() throws {
        for speed in PlaybackSpeed.allCases {
            // The set of second 11 was seen 0.5 s ago by the clock of who looks on.
            let now = ReplayStory.second(9.0 / Double(speed.rawValue) + 0.5)
            var playback = try ReplayStory.playback(speed: speed)
            playback.advance(to: now)
            playback.previousMark(at: now)
            #expect(playback.position(at: now) == TableInstant(.seconds(5)), "\(speed)")
        }
    }
}
