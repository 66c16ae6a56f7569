import Dispatch
import SetProtocol

/// The lines that a player types, shared by everything that reads them one after the other: the menu,
/// the lesson, a game.
///
/// Nothing is read ahead of its turn: what a script has written for the menu after a game is still
/// there when the game is over. In a terminal, a line that is printed does not break the one that is
/// being typed.
package final class TypedLines: Sendable {
    package enum State: Equatable, Sendable {
        /// A line, and when it was begun; `nil` from a pipe, which types nothing.
        case line(String, since: MonotonicInstant?)
        case nothing
        case end
    }

    private struct Content: Sendable {
        var framer = LineFramer(limit: 64 * 1024)
        /// Edits what is typed on a terminal; `nil` for a pipe.
        var editor: LineEditor?
        /// When the line was begun that is being typed.
        var began: MonotonicInstant?
        var lines: [(text: String, since: MonotonicInstant?)] = []
        var hasEnded = false
        var isReading = false
        var arrival: (@Sendable () -> Void)?
    }

    private let executor = QueueExecutor(label: "set-duel.typing")
    private let content = Locked(Content())
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Writes to standard output; a reader that has gone is its business.
    package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// - Parameter arrival: Called on the executor's queue after lines or the end have come.
    package func start(on owner: QueueExecutor, arrival: @escaping @Sendable () -> Void) {
        let isFirst = content.withLock { content in
            content.arrival = { owner.queue.async(execute: arrival) }
            defer { content.isReading = true }
            return !content.isReading
        }
        guard isFirst else { return owner.queue.async(execute: arrival) }
        if TerminalDevice.beginLineEditing() { content.withLock { $0.editor = LineEditor() } }
        StandardInput.read(on: executor) { [self] in receive($0) }
    }

    package func stop() { content.withLock { $0.arrival = nil } }

    /// The next line, which stays there until it is removed.
    package var next: State {
        content.withLock { content in
            content.lines.first.map { .line($0.text, since: $0.since) }
                ?? (content.hasEnded ? .end : .nothing)
        }
    }

    package func removeLine() {
        content.withLock { content in
            if !content.lines.isEmpty { content.lines.removeFirst() }
        }
    }

    /// Waits for a line; `nil` at the end.
    package func line() async -> String? {
        while true {
            switch next {
            case .line(let line, since: _):
                removeLine()
                return line
            case .end: return nil
            case .nothing:
                let arrived = OneTimeEvent<Bool>()
                start(on: executor) { [self] in
                    if next != .nothing { arrived.happen(true) }
                }
                if next == .nothing { _ = await arrived.wait() }
                stop()
                if Task.isCancelled { return nil }
            }
        }
    }

    /// Adds a line that nobody typed, such as for a signal.
    package func add(_ line: String) {
        content.withLock { content in
            content.lines.append((line, nil))
            return content.arrival
        }?()
    }

    /// Prints a line, or several, and behind it again what is being typed.
    package func show(_ line: String) {
        content.withLock { content in
            if content.editor != nil { TerminalDevice.resumeLineEditing() }
            write(
                content.editor?.interrupted(by: line, columns: TerminalDevice.columns)
                    ?? line + "\n")
        }
    }

    /// Whether somebody types at a terminal.
    package var areEdited: Bool { content.withLock { $0.editor != nil } }

    /// Ends the line that is being typed, which nobody will read.
    package func abandonLine() {
        content.withLock { content in
            guard content.editor?.text.isEmpty == false else { return }
            content.editor = LineEditor()
            write("\n")
        }
    }

    private func receive(_ bytes: [UInt8]) {
        let arrival = content.withLock { content in
            if bytes.isEmpty {
                content.hasEnded = true
            } else if var editor = content.editor {
                TerminalDevice.resumeLineEditing()
                let now = MonotonicClock.now
                if editor.text.isEmpty { content.began = now }
                let (echo, lines) = editor.receive(bytes)
                content.editor = editor
                if !echo.isEmpty { write(echo) }
                for line in lines {
                    content.lines.append((line, content.began))
                    content.began = now
                }
            } else {
                content.framer.append(bytes)
                while let line = Self.nextLine(&content.framer) {
                    content.lines.append((line, nil))
                }
            }
            return content.arrival
        }
        arrival?()
    }

    private static func nextLine(_ framer: inout LineFramer) -> String? {
        do {
            return try framer.nextLine().map { String(decoding: $0, as: UTF8.self) }
        } catch {
            framer = LineFramer(limit: framer.limit)
            return nil
        }
    }
}
