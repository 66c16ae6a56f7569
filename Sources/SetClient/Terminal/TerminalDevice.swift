import Synchronization

/// The terminal the game is played in: enters it, writes to it and gives it back.
///
/// What was changed is undone on every way out. In order, by ``leave()``, which any number of
/// callers may call any number of times; and if nobody did, when the process exits or dies of a
/// fault. Only a kill that cannot be caught leaves a terminal as it is.
///
/// Reading is for one caller at a time, and so is writing.
public final class TerminalDevice: Sendable {
    /// The descriptor to wait on for input, open as long as the device is.
    public let input: Int32
    private let output: Int32
    /// The settings to give back, as they were when the device was made.
    private let saved: LineSettings
    private let presence = Mutex(Presence.outside)

    /// Whose the terminal is.
    private enum Presence: Sendable {
        /// The shell's.
        case outside
        /// The game's.
        case inside(TerminalModes)
        /// The shell's, until the game is continued.
        case suspended(TerminalModes)
    }

    /// How long answers under way are waited for when leaving.
    private static let fenceMilliseconds = 150
    /// How long a terminal that takes no bytes is waited for when leaving.
    private static let writeMilliseconds = 250

    /// Uses two descriptors of one terminal; it neither opens nor closes them.
    ///
    /// - Throws: ``TerminalError/notATerminal`` when either is none.
    public init(input: Int32, output: Int32) throws(TerminalError) {
        guard TerminalSystem.isTerminal(input), TerminalSystem.isTerminal(output) else {
            throw .notATerminal
        }
        self.input = input
        self.output = output
        saved = try TerminalSystem.settings(of: input)
    }

    /// Uses standard input and output.
    ///
    /// When only the input is redirected, keys are read from the controlling terminal, so that a
    /// recorded game can come in by a pipe.
    ///
    /// - Throws: ``TerminalError/notATerminal`` when output is none: then there is nothing to
    ///   draw on.
    public static func standard() throws(TerminalError) -> TerminalDevice {
        guard isOutputTerminal else { throw .notATerminal }
        if TerminalSystem.isTerminal(0) { return try TerminalDevice(input: 0, output: 1) }
        let descriptor = try TerminalSystem.openControllingTerminal()
        return try TerminalDevice(input: descriptor, output: 1)
    }

    /// Whether standard output goes to a terminal.
    public static var isOutputTerminal: Bool { TerminalSystem.isTerminal(1) }

    /// How large the window is now; 80 by 24 where the system does not know, as on a serial line.
    public func windowSize() throws(TerminalError) -> WindowSize {
        let window = try TerminalSystem.windowSize(of: output)
        guard window.cells.width > 0, window.cells.height > 0 else {
            return WindowSize(cells: Size(80, 24))
        }
        return window
    }

    // MARK: - Entering and leaving

    /// Switches raw mode and the modes on; nothing happens when that is done already.
    public func enter(_ modes: TerminalModes) throws(TerminalError) {
        let isInside = presence.withLock { presence in
            if case .inside = presence { return true }
            presence = .inside(modes)
            return false
        }
        guard !isInside else { return }
        // Armed first, so that there is no moment in which a crash would leave traces.
        CrashRestore.arm(input: input, output: output, saved: saved)
        do {
            try TerminalSystem.apply(saved.transparent, to: input)
            try write(modes.enterBytes)
        } catch {
            leave()
            throw error
        }
    }

    /// Gives the terminal back as it was; nothing happens when that is done already.
    ///
    /// Answers and clicks still under way are waited for and thrown away, for otherwise the shell
    /// would read them as typing. Takes at most half a second, and no time at all when the
    /// terminal is gone.
    public func leave() {
        let wasInside = presence.withLock { presence in
            defer { presence = .outside }
            if case .inside = presence { return true }
            return false
        }
        if wasInside { giveBack() }
    }

    /// Gives the terminal back for a while, as the shell's job control wants it.
    ///
    /// Then stop the process with ``stopProcess()``, and call ``resume()`` when it goes on.
    public func suspend() {
        let wasInside = presence.withLock { presence in
            guard case .inside(let modes) = presence else { return false }
            presence = .suspended(modes)
            return true
        }
        if wasInside { giveBack() }
    }

    /// Enters again after a suspension, with the same modes; the screen is empty then.
    public func resume() throws(TerminalError) {
        guard case .suspended(let modes) = presence.withLock({ $0 }) else { return }
        try enter(modes)
    }

    /// Stops the process until the shell continues it, as if by control and Z.
    public static func stopProcess() { TerminalSystem.stopProcess() }

    private func giveBack() {
        let wasNonBlocking = TerminalSystem.setNonBlocking(true, output)
        if writeInTime(TerminalModes.leaveBytes + TerminalModes.fenceBytes) { awaitFence() }
        TerminalSystem.discardInput(of: input)
        // On a terminal that is gone there is nothing to restore.
        try? TerminalSystem.apply(saved, to: input)
        _ = TerminalSystem.setNonBlocking(wasNonBlocking, output)
        CrashRestore.disarm()
    }

    /// Reads and forgets until the answer to the fence comes, after which nothing will.
    private func awaitFence() {
        let deadline = TerminalSystem.milliseconds() + Self.fenceMilliseconds
        var decoder = InputDecoder()
        while true {
            let left = deadline - TerminalSystem.milliseconds()
            guard left > 0,
                let isReady = try? TerminalSystem.wait(
                    for: .reading, of: input, milliseconds: Int32(left))
            else { return }
            guard isReady else { continue }
            guard let bytes = try? TerminalSystem.read(input) else { return }
            for event in decoder.feed(bytes) {
                if case .report(.primaryAttributes) = event { return }
            }
        }
    }

    /// Writes without ever waiting long; the descriptor does not block.
    ///
    /// - Returns: Whether everything was taken.
    private func writeInTime(_ bytes: [UInt8]) -> Bool {
        let deadline = TerminalSystem.milliseconds() + Self.writeMilliseconds
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = try? TerminalSystem.write(rest, to: output) else { return false }
            rest = rest.dropFirst(count)
            if rest.isEmpty { break }
            let left = deadline - TerminalSystem.milliseconds()
            guard left > 0 else { return false }
            _ = try? TerminalSystem.wait(for: .writing, of: output, milliseconds: Int32(left))
        }
        return true
    }

    // MARK: - Bytes

    /// Writes all bytes, in one call to the system if it takes them, and waits while it does not.
    ///
    /// - Throws: ``TerminalError/hungUp`` when the terminal is gone.
    public func write(_ bytes: [UInt8]) throws(TerminalError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try TerminalSystem.write(rest, to: output)
            rest = rest.dropFirst(count)
            if count == 0 {
                _ = try TerminalSystem.wait(for: .writing, of: output, milliseconds: -1)
            }
        }
    }

    /// Reads everything that has come in, without waiting.
    ///
    /// - Returns: The bytes; none when there are none.
    /// - Throws: ``TerminalError/hungUp`` when the terminal is gone and all has been read.
    public func read() throws(TerminalError) -> [UInt8] {
        var bytes: [UInt8] = []
        while try TerminalSystem.wait(for: .reading, of: input, milliseconds: 0) {
            do {
                bytes += try TerminalSystem.read(input)
            } catch {
                // What came before the end is still to be heard; the next call tells of the end.
                guard bytes.isEmpty else { break }
                throw error
            }
            // A flood must not keep the reader from its other work.
            guard bytes.count < 65_536 else { break }
        }
        return bytes
    }
}
