import SetProtocol
import Synchronization
import SystemLibrary

/// Restores the terminal when the process crashes or exits without having left.
///
/// A signal handler may use no locks, memory or Swift objects. So everything it needs is prepared
/// in atomics and buffers that are never freed.
enum CrashRestore {
    /// Where to write; -1 while there is nothing to restore.
    private static let output = Atomic<Int32>(-1)
    /// The flags of that open file, which other programs share.
    private static let flags = Atomic<Int32>(0)
    /// Which terminal to give its settings back.
    private static let input = Atomic<Int32>(-1)
    /// The address of the saved settings, a `termios` that lives as long as the process.
    private static let settings = Atomic<UInt>(0)
    /// The address of the bytes to write and how many there are.
    private static let bytes = Atomic<UInt>(0)
    private static let byteCount = Atomic<Int>(0)
    /// Whether pictures are to be removed first.
    private static let removesPictures = Atomic<Bool>(false)

    /// How many bytes there are to write if the screen was taken.
    private static let leaveByteCount = TerminalModes.leaveBytes.count
    /// How many more before them remove pictures.
    private static let removalByteCount = KittyGraphics.removeAll.count

    /// Every signal that ends a process and can be caught: faults and traps, then what people and
    /// the system send.
    ///
    /// The session handles those that it watches.
    private static let fatalSignals = [
        SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP, SIGSYS, SIGQUIT, SIGINT, SIGTERM, SIGHUP,
        SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2,
    ]

    /// Prepares to restore a terminal, in place of any before.
    ///
    /// - Parameter leavesScreen: Whether to write the leave bytes too; not if nothing was entered.
    static func arm(
        input: Int32, output: Int32, saved: LineSettings, leavesScreen: Bool = true
    ) {
        _ = isInstalled
        disarm()
        removesPictures.store(false, ordering: .relaxed)
        byteCount.store(leavesScreen ? leaveByteCount : 0, ordering: .relaxed)
        UnsafeMutablePointer<termios>(bitPattern: settings.load(ordering: .acquiring))?.pointee =
            saved.raw
        flags.store(fcntl(output, F_GETFL), ordering: .relaxed)
        self.input.store(input, ordering: .relaxed)
        self.output.store(output, ordering: .releasing)
    }

    /// Whether there is something to restore: no longer when a fatal signal has come.
    static var isArmed: Bool { output.load(ordering: .sequentiallyConsistent) >= 0 }

    /// Notes that pictures are about to be shown, so that a crash removes them too.
    static func removePicturesToo() { removesPictures.store(true, ordering: .relaxed) }

    /// Forgets the terminal, which has been left in order, apart from the flags.
    static func disarm() {
        let descriptor = output.exchange(-1, ordering: .sequentiallyConsistent)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, flags.load(ordering: .relaxed)) }
    }

    /// Writes the leave bytes and restores the settings, once; called on every way out.
    private static func restore() {
        let descriptor = output.exchange(-1, ordering: .sequentiallyConsistent)
        guard descriptor >= 0 else { return }
        var address = bytes.load(ordering: .relaxed)
        var rest = byteCount.load(ordering: .relaxed)
        if rest > 0, !removesPictures.load(ordering: .relaxed) {
            address += UInt(removalByteCount)
        } else if rest > 0 {
            rest += removalByteCount
        }
        // A terminal that does not take the bytes must not keep the process from dying.
        for _ in 0..<4 where rest > 0 {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&request, 1, 60)
            let written = write(descriptor, UnsafeRawPointer(bitPattern: address), rest)
            if written > 0 {
                address += UInt(written)
                rest -= written
            }
        }
        _ = fcntl(descriptor, F_SETFL, flags.load(ordering: .relaxed))
        if let saved = UnsafePointer<termios>(bitPattern: settings.load(ordering: .relaxed)) {
            tcsetattr(input.load(ordering: .relaxed), TCSANOW, saved)
        }
    }

    /// Installs the handlers when first asked for, and never again.
    private static let isInstalled: Bool = {
        // Initialized now, because a handler must not.
        _ = (leaveByteCount, removalByteCount)
        let prepared = KittyGraphics.removeAll + TerminalModes.leaveBytes
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: prepared.count)
        buffer.initialize(from: prepared, count: prepared.count)
        bytes.store(UInt(bitPattern: buffer), ordering: .relaxed)
        let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        saved.initialize(to: termios())
        settings.store(UInt(bitPattern: saved), ordering: .releasing)
        input.store(-1, ordering: .relaxed)
        disarm()

        // A stack that has overflowed cannot run a handler, so this thread gets another one.
        let size = 64 * 1024
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = numericCast(size)
        sigaltstack(&stack, nil)

        var action = sigaction()
        let flags = Int64(SA_ONSTACK) | Int64(bitPattern: UInt64(truncatingIfNeeded: SA_RESETHAND))
        action.sa_flags = Int32(truncatingIfNeeded: flags)
        // The signal is raised again and strikes with its default when the handler returns.
        Platform.setHandler(
            { signal in
                CrashRestore.restore()
                raise(signal)
            }, of: &action)
        // What somebody ignores, as `nohup` does, stays ignored.
        for signal in fatalSignals where !Platform.isIgnored(signal) {
            sigaction(signal, &action, nil)
        }
        atexit { CrashRestore.restore() }
        Program.giveBackTerminal.withLock { $0 = { CrashRestore.restore() } }
        return true
    }()
}
