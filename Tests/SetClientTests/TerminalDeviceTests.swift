import Foundation
import SetTestSupport
import Testing

@testable import SetClient

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

@Suite(.serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalDevices {
    private let enter = TerminalModes().enterBytes
    private let leave = TerminalModes.leaveBytes + TerminalQuestion.attributes.bytes

    private func device(_ terminal: PseudoTerminal) throws -> TerminalDevice {
        try TerminalDevice(input: terminal.program, output: terminal.program)
    }

    @Test("The terminal device enters raw mode and restores the exact earlier state")
    func enterAndLeave() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let device = try device(terminal)
        #expect(terminal.isCooked)
        try device.enter(TerminalModes())
        #expect(!terminal.isCooked)
        #expect(terminal.settings != before)
        #expect(terminal.shown(atLeast: enter.count) == enter)
        terminal.type("\u{1B}[?6c")
        device.leave()
        #expect(terminal.settings == before)
        #expect(terminal.shown(atLeast: leave.count) == leave)
    }

    @Test("The terminal device enters once and leaves once however often it is asked")
    func idempotent() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let device = try device(terminal)
        device.leave()
        #expect(terminal.shown(atLeast: 0) == [])
        try device.enter(TerminalModes())
        try device.enter(TerminalModes(title: "again"))
        #expect(terminal.shown(atLeast: enter.count) == enter)
        terminal.type("\u{1B}[?6c")
        device.leave()
        device.leave()
        #expect(terminal.shown(atLeast: leave.count) == leave)
        #expect(terminal.settings == before)
    }

    @Test("The terminal device waits for the answers to all batches of questions when it leaves")
    func fences() throws {
        let terminal = try PseudoTerminal()
        let device = try device(terminal)
        try device.enter(TerminalModes())
        try device.ask([.background, .attributes], within: .seconds(5))
        // The first batch is answered and heard of, the second answered while leaving.
        device.fenceAnswered()
        try device.ask([.version, .attributes], within: .milliseconds(1))
        terminal.type("\u{1B}P>|x\u{1B}\\\u{1B}[?62c\u{1B}[?62c")
        device.leave()
        #expect(terminal.unreadInput == 0)
        // With one answer missing it gives up in the end; another one, which never waited long.
        let other = try self.device(terminal)
        try other.enter(TerminalModes())
        try other.ask([.attributes], within: .milliseconds(1))
        terminal.type("\u{1B}[?62c")
        other.leave()
        #expect(terminal.unreadInput == 0)
    }

    @Test("The terminal device queries below a shell prompt without a trace")
    func inquiry() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let device = try device(terminal)
        let questions: [TerminalQuestion] = [.background, .version, .attributes]
        terminal.type("ls\u{1B}]11;rgb:ff/ff/ff\u{1B}\\\u{1B}[?62c")
        let echo = terminal.shown(atLeast: 1)
        let inquiry = try device.inquire(questions, within: .seconds(5))
        #expect(inquiry.isComplete)
        #expect(inquiry.answer(to: .background) == .background(.init(255, 255, 255)))
        #expect(inquiry.answer(to: .version) == nil)
        let shown = echo + terminal.shown(atLeast: 1)
        #expect(
            String(decoding: shown, as: UTF8.self).hasSuffix("\u{1B}]11;?\u{7}\u{1B}[>0q\u{1B}[c"))
        #expect(terminal.settings == before)
        let silent = try self.device(terminal).inquire(questions, within: .milliseconds(1))
        #expect(!silent.isComplete && silent.answers.isEmpty)
        #expect(terminal.settings == before)
    }

    @Test("The terminal device discards pending clicks and answers when it leaves")
    func drains() throws {
        let terminal = try PseudoTerminal()
        let device = try device(terminal)
        try device.enter(TerminalModes())
        terminal.type("\u{1B}[<0;1;1M\u{1B}[<0;1;1m\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?62;22cls\r")
        device.leave()
        #expect(try device.read() == [])
    }

    @Test("The terminal device lends the terminal to the shell while suspended")
    func suspension() throws {
        let terminal = try PseudoTerminal()
        let device = try device(terminal)
        let modes = TerminalModes(reportsMouse: false, title: "set-duel")
        try device.enter(modes)
        #expect(terminal.shown(atLeast: modes.enterBytes.count) == modes.enterBytes)
        terminal.type("\u{1B}[?6c")
        device.suspend()
        #expect(terminal.isCooked)
        #expect(terminal.shown(atLeast: leave.count) == leave)
        try device.resume()
        #expect(!terminal.isCooked)
        #expect(terminal.shown(atLeast: modes.enterBytes.count) == modes.enterBytes)
        try device.resume()
        terminal.type("\u{1B}[?6c")
        device.suspend()
        device.leave()
        try device.resume()
        #expect(terminal.isCooked)
        #expect(terminal.shown(atLeast: leave.count) == leave)
    }

    @Test("The terminal device reports the window size and its changes")
    func windowSize() throws {
        let terminal = try PseudoTerminal(120, 40, pixels: (1200, 800))
        let device = try device(terminal)
        #expect(
            try device.windowSize() == WindowSize(cells: Size(120, 40), pixels: Size(1200, 800)))
        terminal.resize(1, 1)
        #expect(try device.windowSize() == WindowSize(cells: Size(1, 1)))
        terminal.resize(0, 0)
        #expect(try device.windowSize() == WindowSize(cells: Size(80, 24)))
    }

    @Test("The terminal device reads everything that has come in, without waiting")
    func reading() throws {
        let terminal = try PseudoTerminal()
        let device = try device(terminal)
        try device.enter(TerminalModes())
        #expect(try device.read() == [])
        // A control character is a byte like any other in raw mode.
        terminal.type("q\u{3}\r\u{1B}[A")
        #expect(try device.read() == Array("q\u{3}\r\u{1B}[A".utf8))
        #expect(try device.read() == [])
        terminal.type("\u{1B}[?6c")
        device.leave()
    }

    @Test(
        "The terminal device writes everything in order to a slow terminal",
        arguments: [false, true])
    func slowTerminal(isNonBlocking: Bool) throws {
        let terminal = try PseudoTerminal()
        let device = try device(terminal)
        if isNonBlocking {
            _ = fcntl(terminal.program, F_SETFL, fcntl(terminal.program, F_GETFL) | O_NONBLOCK)
        }
        try device.enter(TerminalModes())
        _ = terminal.shown(atLeast: enter.count)
        let frame = (0..<300_000).map { UInt8(0x20 + $0 % 90) }
        Thread.detachNewThread {
            try? device.write(frame)
            while device.isBehind { try? device.write([]) }
        }
        #expect(terminal.shown(atLeast: frame.count) == frame)
        terminal.type("\u{1B}[?6c")
        device.leave()
        let isStill = fcntl(terminal.program, F_GETFL) & O_NONBLOCK != 0
        #expect(isStill == isNonBlocking)
    }

    @Test("The terminal device does not wait for a stopped terminal, and loses nothing of a frame")
    func stoppedTerminal() throws {
        let terminal = try PseudoTerminal()
        let device = try device(terminal)
        try device.enter(TerminalModes())
        _ = terminal.shown(atLeast: enter.count)
        terminal.stopOutput()
        try device.write(Array("frame".utf8))
        try device.write(Array(" and bell".utf8))
        #expect(device.isBehind)
        terminal.stopOutput(false)
        try device.write([])
        #expect(!device.isBehind)
        #expect(terminal.shown(atLeast: 14) == Array("frame and bell".utf8))
        terminal.type("\u{1B}[?6c")
        device.leave()
    }

    @Test("The terminal device leaves a terminal that takes no more bytes without waiting for it")
    func stalledTerminal() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let device = try device(terminal)
        try device.enter(TerminalModes())
        let flags = fcntl(terminal.program, F_GETFL)
        _ = fcntl(terminal.program, F_SETFL, flags | O_NONBLOCK)
        while write(terminal.program, [UInt8](repeating: 0x20, count: 512), 512) > 0 {}
        _ = fcntl(terminal.program, F_SETFL, flags)
        device.leave()
        #expect(terminal.settings == before)
    }

    @Test("The terminal device reports a hangup and can still be left")
    func hangUp() throws {
        let terminal = try PseudoTerminal()
        let (program, window) = (dup(terminal.program), dup(terminal.window))
        defer { close(program) }
        let device = try TerminalDevice(input: program, output: program)
        try device.enter(TerminalModes())
        // Another file takes the number, so that the descriptor is not closed twice.
        let other = open("/dev/null", O_RDWR)
        close(window)
        dup2(other, terminal.window)
        close(other)
        #expect(terminal.awaitHangUp())
        #expect(throws: TerminalError.hungUp) { try device.read() }
        #expect(throws: TerminalError.hungUp) { try device.write([0x20]) }
        device.leave()
    }

    @Test("The terminal device refuses anything but a terminal")
    func noTerminal() throws {
        let null = open("/dev/null", O_RDWR)
        defer { close(null) }
        #expect(throws: TerminalError.notATerminal) {
            try TerminalDevice(input: null, output: null)
        }
        let terminal = try PseudoTerminal()
        #expect(throws: TerminalError.notATerminal) {
            try TerminalDevice(input: terminal.program, output: null)
        }
    }
}

// MARK: - Dying

/// Enters a terminal by its name, in the process that is about to die.
private func enteredTerminal(_ path: String) throws -> TerminalDevice {
    let descriptor = open(path, O_RDWR | O_NOCTTY)
    let device = try TerminalDevice(input: descriptor, output: descriptor)
    try device.enter(TerminalModes())
    return device
}

@Suite(.serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalCrashes {
    private func expectRestored(_ terminal: PseudoTerminal, before: [UInt32]) {
        #expect(terminal.settings == before)
        let expected = TerminalModes().enterBytes + TerminalModes.leaveBytes
        #expect(terminal.shown(atLeast: expected.count) == expected)
    }

    @Test(
        "Crashes restore the terminal and end with the same signal",
        arguments: [SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP])
    func signals(signal: Int32) async throws {
        let terminal = try PseudoTerminal()
        let (path, before) = (terminal.path, terminal.settings)
        let result = await #expect(processExitsWith: .failure) {
            [path = path as String, signal = signal as Int32] in
            _ = try enteredTerminal(path)
            // Sent to the process, because a worker's thread may block it.
            kill(getpid(), signal)
            while true { pause() }
        }
        #expect(result?.exitStatus == .signal(signal))
        expectRestored(terminal, before: before)
    }

    @Test("Swift runtime traps restore the terminal")
    func trap() async throws {
        let terminal = try PseudoTerminal()
        let (path, before) = (terminal.path, terminal.settings)
        await #expect(processExitsWith: .failure) { [path = path as String] in
            _ = try enteredTerminal(path)
            fatalError("as if by a mistake")
        }
        expectRestored(terminal, before: before)
    }

    @Test("A process that exits without leaving restores the terminal")
    func exitWithoutLeaving() async throws {
        let terminal = try PseudoTerminal()
        let (path, before) = (terminal.path, terminal.settings)
        await #expect(processExitsWith: .exitCode(3)) { [path = path as String] in
            _ = try enteredTerminal(path)
            exit(3)
        }
        expectRestored(terminal, before: before)
    }

    @Test("Crashes after leaving write nothing")
    func afterLeaving() async throws {
        let terminal = try PseudoTerminal()
        let path = terminal.path
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
            let device = try enteredTerminal(path)
            device.leave()
            abort()
        }
        let expected =
            TerminalModes().enterBytes + TerminalModes.leaveBytes
            + TerminalQuestion.attributes.bytes
        #expect(terminal.shown(atLeast: expected.count) == expected)
    }
}
