import SetProtocol
import Synchronization

/// The terminal the game is played in: enters it, writes to it and gives it back.
///
/// Every way out restores it: ``leave()``, which may be called repeatedly, or else a crash handler.
/// Only SIGKILL leaves it as it is.
///
/// One caller may read at a time, and one may write.
package final class TerminalDevice: Sendable {
    /// The descriptor to wait on for input, open as long as the device is.
    package let input: Int32
    let output: Int32
    /// The settings to give back, as they were when the device was made.
    private let saved: LineSettings
    private let presence = Locked(Presence.outside)
    private let fences = Locked(Fences())
    /// Whether pictures are to be removed when leaving.
    private let mayShowPictures = Atomic(false)
    /// What has been written and the terminal has not taken yet.
    private let backlog = Locked<ArraySlice<UInt8>>([])
    private static let tookNothing = Atomic(false)
    /// Whether the terminal that was left last was stopped: nobody could read last words.
    package static var isStopped: Bool { tookNothing.load(ordering: .relaxed) }

    private enum Presence: Sendable {
        case outside
        /// Ours; without modes, only to ask something.
        case inside(TerminalModes?)
        /// The shell's, until the game is continued.
        case suspended(TerminalModes)
    }

    /// Questions that close a batch and have not been answered yet.
    private struct Fences: Sendable {
        var unanswered = 0
        /// How long the answers may take, in milliseconds.
        var timeout = 150
    }

    /// How long a terminal that takes no bytes is waited for when leaving.
    private static let writeMilliseconds = 500

    /// Uses two descriptors of one terminal; it neither opens nor closes them.
    ///
    /// - Throws: ``TerminalError/notATerminal`` when either is none.
    package init(input: Int32, output: Int32) throws(TerminalError) {
        guard TerminalSystem.isTerminal(input), TerminalSystem.isTerminal(output) else {
            throw .notATerminal
        }
        self.input = input
        self.output = output
        saved = try TerminalSystem.settings(of: input)
    }

    /// Uses standard input and output.
    ///
    /// If only the input is redirected, keys are read from the controlling terminal, so that a
    /// recorded game can come through a pipe. Throws ``TerminalError/notATerminal`` if the output
    /// is not one.
    package static func standard() throws(TerminalError) -> TerminalDevice {
        guard TerminalSystem.isTerminal(1) else { throw .notATerminal }
        let input: Int32 =
            try TerminalSystem.isTerminal(0) ? 0 : TerminalSystem.openControllingTerminal()
        return try TerminalDevice(input: input, output: 1)
    }

    /// The width of the terminal on standard output; 80 where it is unknown.
    package static var columns: Int { (try? TerminalSystem.windowSize(of: 1).cells.width) ?? 80 }

    /// Leaves the editing of typed lines to the program until it ends, on every way out.
    ///
    /// - Returns: Whether standard input and output are one's terminal; otherwise nothing is changed.
    static func beginLineEditing() -> Bool {
        guard TerminalSystem.isTerminal(0), TerminalSystem.isTerminal(1),
            TerminalSystem.isInForeground(0), let saved = try? TerminalSystem.settings(of: 0)
        else { return false }
        CrashRestore.arm(input: 0, output: 1, saved: saved, leavesScreen: false)
        return (try? TerminalSystem.apply(saved.unedited, to: 0)) != nil
    }

    /// Begins line editing again if a shell has changed it while the program was suspended, but not
    /// while the program dies of a signal, whose handler has just ended it.
    static func resumeLineEditing() {
        guard CrashRestore.isArmed, TerminalSystem.isInForeground(0),
            let now = try? TerminalSystem.settings(of: 0),
            now.isEdited
        else { return }
        try? TerminalSystem.apply(now.unedited, to: 0)
    }

    /// Whether keys go to this process: a program in the background that asked something would be
    /// stopped by the system.
    package var isInForeground: Bool { TerminalSystem.isInForeground(input) }

    package func windowSize() throws(TerminalError) -> WindowSize {
        try TerminalSystem.windowSize(of: output)
    }

    // MARK: - Entering and leaving

    /// Switches raw mode and the modes on; nothing happens when that is done already.
    ///
    /// - Parameter modes: `nil` to ask something while the shell's picture stays: for questions whose
    ///   answers come by keyboard and leave no trace on the screen.
    package func enter(_ modes: TerminalModes?) throws(TerminalError) {
        let isInside = presence.withLock { presence in
            if case .inside = presence { return true }
            presence = .inside(modes)
            return false
        }
        guard !isInside else { return }
        // Armed first, so that there is no moment in which a crash would leave traces.
        CrashRestore.arm(input: input, output: output, saved: saved, leavesScreen: modes != nil)
        do {
            TerminalSystem.makeNonBlocking(output)
            try TerminalSystem.apply(saved.transparent, to: input)
            try write(modes?.enterBytes ?? [])
        } catch {
            leave()
            throw error
        }
    }

    /// Restores the terminal; does nothing the second time.
    ///
    /// Waits for answers and clicks under way and discards them, or the shell would read them as
    /// typing: at most half a second longer than answers may take, and not at all if the terminal
    /// is gone.
    package func leave() {
        let before = presence.withLock { presence in
            defer { presence = .outside }
            return presence
        }
        if case .inside(let modes) = before { giveBack(modes == nil ? [] : leaveBytes) }
    }

    /// Gives the terminal back for a while, as the shell's job control wants it.
    ///
    /// Then stop the process, and call ``resume()`` when it goes on.
    package func suspend() {
        let wasInside = presence.withLock { presence in
            guard case .inside(let modes?) = presence else { return false }
            presence = .suspended(modes)
            return true
        }
        if wasInside { giveBack(leaveBytes) }
    }

    /// Enters again after a suspension, with the same modes; the screen is empty then.
    package func resume() throws(TerminalError) {
        guard case .suspended(let modes) = presence.withLock({ $0 }) else { return }
        try enter(modes)
    }

    /// What is written on the way out, once: entering again begins without pictures.
    private var leaveBytes: [UInt8] {
        let removes = mayShowPictures.exchange(false, ordering: .sequentiallyConsistent)
        return (removes ? KittyGraphics.removeAll : [])
            + TerminalModes.leaveBytes + TerminalQuestion.attributes.bytes
    }

    /// Notes that pictures are about to be shown, so that every way out removes them.
    package func willShowPictures() {
        let mightAlready = mayShowPictures.exchange(true, ordering: .sequentiallyConsistent)
        if !mightAlready { CrashRestore.removePicturesToo() }
    }

    private func giveBack(_ bytes: [UInt8]) {
        let isWritten = writeInTime(bytes)
        Self.tookNothing.store(!isWritten, ordering: .relaxed)
        if isWritten { awaitFences(bytes.isEmpty ? 0 : 1) }
        TerminalSystem.discardInput(of: input)
        // On a terminal that is gone there is nothing to restore.
        try? TerminalSystem.apply(saved, to: input)
        CrashRestore.disarm()
    }

    /// Reads and discards until all fences have been answered.
    ///
    /// Otherwise the answer to an early fence could be taken for the last one, and the shell would
    /// get the last.
    private func awaitFences(_ more: Int) {
        let before = fences.withLock { fences in
            defer { fences.unanswered = 0 }
            return fences
        }
        let deadline = TerminalSystem.milliseconds() + before.timeout
        _ = try? answers(to: before.unanswered + more, by: deadline)
    }

    /// Reads until some fences have been answered or a time has come; what is typed meanwhile is lost.
    func answers(
        to fences: Int, by deadline: Int
    ) throws(TerminalError) -> (reports: [TerminalReport], areComplete: Bool) {
        var (reports, missing, decoder) = ([TerminalReport](), fences, InputDecoder())
        while missing > 0 {
            let left = deadline - TerminalSystem.milliseconds()
            guard left > 0 else { return (reports, false) }
            let isReady = try TerminalSystem.wait(
                for: .reading, of: input, milliseconds: Int32(left))
            guard isReady else { continue }
            for case .report(let report) in decoder.feed(try TerminalSystem.receive(from: input)) {
                reports.append(report)
                if case .primaryAttributes = report { missing -= 1 }
            }
        }
        return (reports, true)
    }

    /// Writes what waits, then these bytes, without ever waiting long; nothing waits afterwards.
    ///
    /// - Returns: Whether everything was taken.
    private func writeInTime(_ bytes: [UInt8]) -> Bool {
        defer { backlog.withLock { $0 = [] } }
        var (bytes, deadline) = (bytes, TerminalSystem.milliseconds() + Self.writeMilliseconds)
        while (try? write(bytes)) != nil {
            let left = deadline - TerminalSystem.milliseconds()
            guard isBehind, left > 0 else { return !isBehind }
            bytes = []
            let hasRoom = try? TerminalSystem.wait(
                for: .writing, of: output, milliseconds: Int32(left))
            if hasRoom == true { deadline += Self.writeMilliseconds }
        }
        return false
    }

    // MARK: - Questions

    /// Asks a batch of questions that ends with the fence.
    ///
    /// - Parameter timeout: How long the answers may take; leaving waits as long.
    package func ask(
        _ questions: [TerminalQuestion], within timeout: Duration
    ) throws(TerminalError) {
        guard questions.last == .attributes else { return }
        fences.withLock { fences in
            fences.unanswered += 1
            fences.timeout = max(fences.timeout, timeout.wholeMilliseconds)
        }
        try write(questions.flatMap(\.bytes))
    }

    package func fenceAnswered() {
        fences.withLock { $0.unanswered = max(0, $0.unanswered - 1) }
    }

    /// Sends the queries, waits for the answers, and restores the terminal.
    ///
    /// Blocks for up to `timeout`, and discards what is typed in the meantime. The last question
    /// must be the fence.
    ///
    /// - Parameter onOwnScreen: For queries that write and move the cursor; all others leave no trace
    ///   below a shell's prompt.
    package func inquire(
        _ questions: [TerminalQuestion], within timeout: Duration, onOwnScreen: Bool = false
    ) throws(TerminalError) -> TerminalInquiry {
        try enter(onOwnScreen ? TerminalModes(reportsMouse: false) : nil)
        defer { leave() }
        let start = TerminalSystem.milliseconds()
        try ask(questions, within: timeout)
        let (answers, isComplete) = try answers(to: 1, by: start + timeout.wholeMilliseconds)
        if isComplete { fenceAnswered() }
        return TerminalInquiry(
            answers: answers, isComplete: isComplete,
            milliseconds: TerminalSystem.milliseconds() - start)
    }

    // MARK: - Bytes

    /// Writes what waits and these bytes, in one call to the system if it takes them; the rest waits
    /// for the next call, as long as the terminal is stopped or slow.
    ///
    /// - Throws: ``TerminalError/hungUp`` when the terminal is gone.
    package func write(_ bytes: [UInt8]) throws(TerminalError) {
        try backlog.withLock { (backlog) throws(TerminalError) in
            backlog += bytes
            while !backlog.isEmpty {
                let count = try TerminalSystem.send(backlog, to: output)
                if count == 0 { return }
                backlog = backlog.dropFirst(count)
            }
            backlog = []
        }
    }

    package var isBehind: Bool { backlog.withLock { !$0.isEmpty } }

    /// Reads all pending input, without waiting.
    ///
    /// Throws ``TerminalError/hungUp`` when the terminal is gone and all has been read.
    package func read() throws(TerminalError) -> [UInt8] {
        var bytes: [UInt8] = []
        while try TerminalSystem.wait(for: .reading, of: input, milliseconds: 0) {
            do {
                bytes += try TerminalSystem.receive(from: input)
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

package struct TerminalInquiry: Equatable, Sendable {
    package let answers: [TerminalReport]
    /// Whether the closing question was answered, so that nothing more was to come.
    package let isComplete: Bool
    /// How long it took, in milliseconds.
    package let milliseconds: Int

    /// The answer to a question; `nil` when there was none.
    package func answer(to question: TerminalQuestion) -> TerminalReport? {
        answers.last { TerminalQuestion(answeredBy: $0) == question }
    }
}
