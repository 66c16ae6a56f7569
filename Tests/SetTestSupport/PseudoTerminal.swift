import Glibc
import Synchronization

/// A pair of descriptors of which one is a terminal and the other its window and keyboard.
package final class PseudoTerminal: Sendable {
    package struct Unavailable: Error {}

    package let program: Int32
    package let window: Int32
    package let path: String
    private let isOpen = Atomic(true)

    /// Opens a pair of an extent in columns, rows and pixels of each.
    package init(_ columns: UInt16 = 80, _ rows: UInt16 = 24, pixels: (UInt16, UInt16) = (0, 0))
        throws
    {
        var (window, program): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 1024)
        guard openpty(&window, &program, &name, nil, nil) == 0 else { throw Unavailable() }
        for end in [window, program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        (self.window, self.program) = (window, program)
        resize(columns, rows, pixels: pixels)
    }

    deinit {
        close(program)
        hangUp()
    }

    /// Closes the window, as a person does who has seen enough of all programs in it.
    ///
    /// The descriptor's number may be another one's at once: nothing may be read from it any more.
    package func hangUp() {
        if isOpen.exchange(false, ordering: .relaxed) { close(window) }
    }

    /// Whether the window is closed for good: a program that is being started shares it for a moment.
    ///
    /// - Returns: `false` if that takes longer than five seconds, or longer where everything is slow.
    package func awaitHangUp() -> Bool {
        var request = pollfd(fd: program, events: 0, revents: 0)
        return poll(&request, 1, 5000 * Int32(Slowdown.factor)) > 0
    }

    /// Stops the terminal's output, as ctrl-s does, or lets it go on.
    package func stopOutput(_ isStopped: Bool = true) {
        tcflow(program, isStopped ? TCOOFF : TCOON)
    }

    /// Waits until the program has left exactly this number of typed bytes unread.
    ///
    /// - Returns: `false` if that takes longer than twenty seconds, or longer where everything is slow.
    package func awaitReading(leaving unread: Int32 = 0) -> Bool {
        let deadline = ContinuousClock.now.advanced(by: Duration.seconds(20).whenSlow)
        var count: Int32 = 0
        repeat {
            _ = ioctl(program, UInt(FIONREAD), &count)
            sched_yield()
        } while count != unread && ContinuousClock.now < deadline
        return count == unread
    }

    /// Keeps the terminal from showing what is typed and from making signals of it.
    package func silence() {
        var raw = termios()
        tcgetattr(program, &raw)
        raw.c_lflag &= ~tcflag_t(ECHO | ISIG)
        raw.c_iflag &= ~tcflag_t(IXON)
        tcsetattr(program, TCSANOW, &raw)
    }

    package var isHungUp: Bool { !isOpen.load(ordering: .relaxed) }

    /// Makes the terminal what a shell wants for its prompt, whatever a program made of it.
    package func cook() {
        var raw = termios()
        tcgetattr(program, &raw)
        raw.c_lflag |= tcflag_t(ECHO | ICANON | ISIG)
        raw.c_oflag |= tcflag_t(OPOST)
        tcsetattr(program, TCSANOW, &raw)
    }

    /// How many bytes of input wait for the next program; the terminal is raw afterwards.
    package var unreadInput: Int {
        var raw = termios()
        tcgetattr(program, &raw)
        cfmakeraw(&raw)
        tcsetattr(program, TCSANOW, &raw)
        var count: Int32 = 0
        _ = ioctl(program, UInt(FIONREAD), &count)
        return Int(count)
    }

    package func resize(_ columns: UInt16, _ rows: UInt16, pixels: (UInt16, UInt16) = (0, 0)) {
        var size = winsize(
            ws_row: rows, ws_col: columns, ws_xpixel: pixels.0, ws_ypixel: pixels.1)
        _ = ioctl(window, UInt(TIOCSWINSZ), &size)
    }

    /// The line settings that a program may change, as numbers to compare.
    package var settings: [UInt32] {
        var raw = termios()
        tcgetattr(program, &raw)
        return [raw.c_iflag, raw.c_oflag, raw.c_cflag, raw.c_lflag].map { UInt32($0) }
    }

    /// Whether keys echo, make lines or raise signals, or output is changed on its way.
    package var isCooked: Bool {
        var raw = termios()
        tcgetattr(program, &raw)
        return raw.c_lflag & tcflag_t(ECHO | ICANON | ISIG) != 0
            || raw.c_oflag & tcflag_t(OPOST) != 0
    }

    package func type(_ text: String) { type(bytes: Array(text.utf8)) }

    /// Types bytes that need not be text.
    package func type(bytes: [UInt8]) { _ = write(window, bytes, bytes.count) }

    /// What the program has written; waits for the given number of bytes.
    ///
    /// - Returns: Fewer when nothing more came for five seconds, or longer where everything is slow.
    package func shown(atLeast count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var request = pollfd(fd: window, events: Int16(POLLIN), revents: 0)
            let timeout = bytes.count >= count ? 0 : 5000 * Int32(Slowdown.factor)
            guard poll(&request, 1, timeout) > 0 else { return bytes }
            let length = read(window, &buffer, buffer.count)
            guard length > 0 else { return bytes }
            bytes += buffer[..<length]
        }
    }
}
