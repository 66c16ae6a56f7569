import SetProtocol
import Testing

@testable import SetClient

@Suite struct HeldKeys {
    /// A terminal's keys as they arrive, and what counts of them.
    private struct Typing {
        private var presses = KeyPresses()
        var use = KeyUse.cards
        var isAsking = false
        private(set) var now = MonotonicInstant.zero.advanced(by: .seconds(100))
        /// What has counted, by the milliseconds since the start.
        private(set) var counted: [String] = []

        /// Lets time pass; the program wakes when something is to be decided.
        mutating func wait(_ milliseconds: Int) {
            let end = now.advanced(by: .milliseconds(milliseconds))
            if let until = presses.unclear?.until, until <= end {
                now = until
                note(presses.receive(nil, for: use, isAsking: isAsking, at: now))
            }
            now = end
            note(presses.receive(nil, for: use, isAsking: isAsking, at: now))
        }

        mutating func send(_ event: InputEvent) {
            note(presses.receive(event, for: use, isAsking: isAsking, at: now))
        }

        mutating func press(_ text: String) {
            for character in text { send(.key(.character(character))) }
        }

        /// Holds a key down: the first repetition after a delay, then at a pace.
        mutating func hold(_ key: Key, _ delay: Int, _ pace: Int, count: Int) {
            send(.key(key))
            wait(delay)
            for _ in 0..<count {
                send(.key(key))
                wait(pace)
            }
        }

        mutating func click(_ x: Int, _ y: Int) {
            send(.mouse(Mouse(.press(.left), at: Point(x, y))))
        }

        private mutating func note(_ events: [InputEvent]) {
            for event in events {
                switch event {
                case .key(let key): counted.append(key.name)
                case .mouse(let mouse):
                    if case .press = mouse.action { counted.append("click") }
                case .keyUp, .focus, .paste, .report: counted.append("\(event)")
                }
            }
        }
    }

    @Test(
        "A key of a card that is held down counts once, at every delay and pace of a keyboard",
        arguments: [250, 400, 500, 660], [25, 33, 92])
    func held(delay: Int, pace: Int) {
        for key in [Key.character("q"), .character(" "), Key(.enter), .character("P")] {
            var typing = Typing()
            typing.hold(key, delay, pace, count: 60)
            typing.wait(1000)
            #expect(typing.counted == [key.name])
            typing.send(.key(key))
            #expect(typing.counted == [key.name, key.name])
        }
    }

    @Test("A card key that is pressed twice counts twice, unless within 120 milliseconds")
    func twice() {
        for (gap, count) in [(0, 1), (50, 1), (119, 1), (120, 2), (300, 2), (699, 2), (700, 2)] {
            var typing = Typing()
            typing.press("q")
            typing.wait(gap)
            typing.press("q")
            typing.wait(1000)
            #expect(typing.counted.count == count, "\(gap) ms")
        }
    }

    @Test("Different keys count at any speed and in order, also after an unclear one")
    func others() {
        var typing = Typing()
        typing.press("qwqwe")
        #expect(typing.counted == ["q", "w", "q", "w", "e"])
        typing.wait(300)
        typing.press("er")
        #expect(typing.counted == ["q", "w", "q", "w", "e", "e", "r"])
    }

    @Test("A key that the terminal says is held down counts only where it moves or writes")
    func marked() {
        for (use, code, isCounted) in [
            (KeyUse.cards, Key.Code.character("q"), false), (.cards, .enter, false),
            (.cards, .left, true), (.cards, .up, true), (.commands, .character("y"), false),
            (.commands, .down, true), (.commands, .right, false), (.commands, .enter, false),
            (.text, .character("q"), true), (.text, .backspace, true), (.text, .enter, false),
            (.playback, .right, true), (.playback, .character("l"), true),
            (.playback, .character(" "), false),
        ] {
            var held = Key(code)
            held.isRepeat = true
            var typing = Typing()
            typing.use = use
            // Also if the press went to something else.
            typing.send(.key(held))
            #expect(typing.counted.count == (isCounted ? 1 : 0), "\(use) \(code)")
            typing.send(.key(Key(.escape)))
            typing.send(.key(Key(code)))
            typing.wait(5000)
            typing.send(.key(held))
            #expect(typing.counted.count == (isCounted ? 4 : 2), "\(use) \(code)")
        }
    }

    @Test("Without marks, what moves or writes counts at any speed")
    func moving() {
        for (use, code) in [
            (KeyUse.cards, Key.Code.left), (.text, .character("l")), (.commands, .down),
            (.commands, .enter), (.playback, .character("+")),
        ] {
            var typing = Typing()
            typing.use = use
            for _ in 0..<5 { typing.send(.key(Key(code))) }
            #expect(typing.counted.count == 5, "\(use) \(code)")
        }
    }

    @Test("Where the terminal tells releases, a key is pressed again at once after its release")
    func released() {
        var typing = Typing()
        typing.press("w")
        typing.send(.keyUp(.character("w")))
        typing.hold(.character("q"), 500, 33, count: 20)
        #expect(typing.counted == ["w", "q"])
        typing.send(.keyUp(.character("q")))
        typing.wait(130)
        typing.press("q")
        #expect(typing.counted == ["w", "q", "q"])
        // The release of another key says nothing about this one.
        typing.send(.keyUp(.character("w")))
        typing.wait(500)
        typing.press("q")
        #expect(typing.counted == ["w", "q", "q"])
        // A release that was lost locks nobody out.
        typing.wait(701)
        typing.press("q")
        #expect(typing.counted == ["w", "q", "q", "q"])
        // Shift may come up before the letter.
        typing.press("P")
        typing.send(.keyUp(.character("p")))
        typing.wait(200)
        typing.press("P")
        #expect(typing.counted.suffix(2) == ["P", "P"])
    }

    @Test(
        "A key held down since before a request does not answer it",
        arguments: [-3000, -600, -100, -1], [250, 500, 660])
    func answer(before: Int, delay: Int) {
        for tellsReleases in [false, true] {
            var typing = Typing()
            if tellsReleases { typing.send(.keyUp(.character("x"))) }
            let key = Key.character("Y")
            var time = before
            var next = delay
            typing.send(.key(key))
            while time < 4000 {
                typing.wait(10)
                time += 10
                if time >= 0 { typing.isAsking = true }
                next -= 10
                if next <= 0 {
                    typing.send(.key(key))
                    next = 30
                }
            }
            #expect(typing.counted == ["Y"])
            // It is an answer once it has been up.
            typing.send(.keyUp(key))
            typing.wait(800)
            typing.press("Y")
            #expect(typing.counted == ["Y", "Y"])
        }
    }

    @Test("An answer pressed after the request counts at once")
    func fresh() {
        var typing = Typing()
        typing.press("N")
        typing.wait(10)
        typing.isAsking = true
        typing.press("Y")
        #expect(typing.counted == ["N", "Y"])
    }

    @Test("A key held down does not answer the question that it opened")
    func ownQuestion() {
        for key in [Key.character("N"), .control("c")] {
            var typing = Typing()
            typing.send(.key(key))
            (typing.use, typing.isAsking) = (.commands, true)
            typing.wait(500)
            for _ in 0..<50 {
                typing.send(.key(key))
                typing.wait(30)
            }
            typing.wait(1000)
            #expect(typing.counted == [key.name])
        }
        // Asking to leave a second time still counts.
        for gap in [0, 200, 800] {
            var typing = Typing()
            typing.send(.key(.control("c")))
            (typing.use, typing.isAsking) = (.commands, true)
            typing.wait(gap)
            typing.send(.key(.control("c")))
            typing.wait(200)
            #expect(typing.counted == ["ctrl-c", "ctrl-c"], "\(gap) ms")
        }
    }

    @Test("A double click on a card counts once, clicks on two cards or after a while count twice")
    func clicks() {
        for (gap, x, count) in [
            (0, 5, 1), (100, 5, 1), (250, 6, 1), (250, 9, 2), (300, 5, 2), (0, 9, 2),
        ] {
            var typing = Typing()
            typing.click(5, 5)
            typing.wait(gap)
            typing.click(x, 5)
            #expect(typing.counted.count == count, "\(gap) ms")
        }
        var typing = Typing()
        typing.use = .commands
        typing.click(5, 5)
        typing.click(5, 5)
        #expect(typing.counted.count == 2)
    }
}
