import SetProtocol
import SystemLibrary

package enum TerminalError: Error, Equatable {
    /// Input or output is no terminal.
    case notATerminal
    /// The terminal is gone: its window was closed or the connection to it was lost.
    case hungUp
    /// The system refused a call, with its `errno`.
    case system(SystemCall, code: Int32)

    package var sentence: String {
        switch self {
        case .notATerminal: "no terminal to draw on: use --plain"
        case .hungUp: "the terminal was closed"
        case .system(let call, let code):
            "cannot use the terminal (\(call.rawValue): error \(code)): try --plain"
        }
    }
}

package struct WindowSize: Equatable, Sendable {
    package var cells: Size
    /// The extent in pixels; `nil` when the terminal does not tell.
    package var pixels: Size?
}

/// The line settings of a terminal, as the system keeps them.
struct LineSettings: Sendable {
    fileprivate(set) var raw: termios

    /// The same with every byte going through as it is: no echo, no lines, no signals from keys.
    var transparent: LineSettings { changed { cfmakeraw(&$0) } }

    var isEdited: Bool { raw.c_lflag & tcflag_t(ICANON) != 0 }

    /// The same, but the program edits what is typed and shows it.
    ///
    /// Keys still make signals, and a line feed still begins a row.
    var unedited: LineSettings { changed { $0.c_lflag &= ~tcflag_t(ICANON | ECHO) } }

    /// The same, changed, and with reading that returns at the first byte.
    private func changed(_ change: (inout termios) -> Void) -> LineSettings {
        var copy = self
        change(&copy.raw)
        withUnsafeMutableBytes(of: &copy.raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return copy
    }
}

/// The system calls a terminal needs, with their errors as Swift's and interruptions retried.
enum TerminalSystem {
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    static func openControllingTerminal() throws(TerminalError) -> Int32 {
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ENXIO ? .notATerminal : error(in: .open) }
        return descriptor
    }

    static func settings(of descriptor: Int32) throws(TerminalError) -> LineSettings {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            throw errno == ENOTTY ? .notATerminal : error(in: .tcgetattr)
        }
        return LineSettings(raw: settings)
    }

    /// Changes the settings at once, without waiting for output: a stopped terminal must not
    /// keep a program from ending.
    static func apply(_ settings: LineSettings, to descriptor: Int32) throws(TerminalError) {
        var raw = settings.raw
        while tcsetattr(descriptor, TCSANOW, &raw) != 0 {
            guard errno == EINTR else { throw error(in: .tcsetattr) }
        }
    }

    /// How large a window is now; 80 by 24 where the system does not know, as on a serial line.
    static func windowSize(of descriptor: Int32) throws(TerminalError) -> WindowSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else {
            throw errno == ENOTTY ? .notATerminal : error(in: .ioctl)
        }
        guard window.ws_col > 0, window.ws_row > 0 else { return WindowSize(cells: Size(80, 24)) }
        let pixels = Size(Int(window.ws_xpixel), Int(window.ws_ypixel))
        return WindowSize(
            cells: Size(Int(window.ws_col), Int(window.ws_row)),
            pixels: pixels.width > 0 && pixels.height > 0 ? pixels : nil)
    }

    /// Whether the process is of the group that a terminal's keys go to.
    static func isInForeground(_ descriptor: Int32) -> Bool { tcgetpgrp(descriptor) == getpgrp() }

    static func discardInput(of descriptor: Int32) { tcflush(descriptor, TCIFLUSH) }

    /// Waits until reading or writing would not block; a terminal that hung up is ready.
    ///
    /// - Parameter milliseconds: At most; -1 for no limit.
    static func wait(
        for readiness: Readiness, of descriptor: Int32, milliseconds: Int32
    ) throws(TerminalError) -> Bool {
        let event = readiness == .reading ? POLLIN : POLLOUT
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let count = poll(&request, 1, milliseconds)
        // An interruption is as good as a time-out for everybody who asks in a loop.
        guard count >= 0 || errno == EINTR else { throw error(in: .poll) }
        return count > 0
    }

    /// Reads what there is, blocking if there is nothing.
    ///
    /// - Returns: At least one byte, or none when interrupted.
    static func receive(from descriptor: Int32) throws(TerminalError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            let result = read(descriptor, buffer.baseAddress, buffer.count)
            if result <= 0 { failure = result == 0 ? EIO : errno }
            count = max(0, result)
        }
        switch failure {
        case 0, EINTR, EAGAIN: return bytes
        case EIO: throw .hungUp
        default: throw .system(.read, code: failure)
        }
    }

    /// Writes as much as goes without waiting more than the system does.
    ///
    /// - Returns: How many bytes were taken; 0 when interrupted or when there is no room.
    static func send(
        _ bytes: ArraySlice<UInt8>, to descriptor: Int32
    ) throws(TerminalError) -> Int {
        let result = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if result >= 0 { return result }
        switch errno {
        case EINTR, EAGAIN: return 0
        case EIO, EPIPE: throw .hungUp
        default: throw error(in: .write)
        }
    }

    /// Makes calls on a descriptor return at once.
    ///
    /// The flag belongs to the open file, which other programs share: ``CrashRestore`` restores it.
    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Milliseconds of a clock that never goes back.
    static func milliseconds() -> Int {
        MonotonicInstant.zero.duration(to: MonotonicClock.now).wholeMilliseconds
    }

    /// Stops the process group, as the shell's job control would; returns when it is continued.
    ///
    /// The signal's default action does it, because that spares a process without a shell, which
    /// nobody could wake.
    static func stopProcess() {
        var byDefault = sigaction()
        var before = sigaction()
        sigaction(SIGTSTP, &byDefault, &before)
        var wanted = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&wanted)
        sigaddset(&wanted, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &wanted, &blocked)
        kill(0, SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        sigaction(SIGTSTP, &before, nil)
    }

    private static func error(in call: SystemCall) -> TerminalError {
        errno == EIO ? .hungUp : .system(call, code: errno)
    }
}
