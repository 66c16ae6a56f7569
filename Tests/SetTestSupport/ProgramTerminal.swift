import Glibc
import SetClient
import SetProtocol

/// The program in its own terminal, as a person at the keyboard sees it.
///
/// What it writes is interpreted by a ``ReferenceTerminal``, which also answers its questions. What
/// comes after the screen has been given back is kept apart, as a shell's lines would be.
package actor ProgramTerminal: QueueConfined {
    package nonisolated let executor = QueueExecutor(label: "test.terminal")
    private let terminal: PseudoTerminal
    private let process: ProgramProcess
    private let settingsBefore: [UInt32]
    private(set) package var screen: ReferenceTerminal
    private(set) package var bytes: [UInt8] = []
    private var farewell: [UInt8] = []
    private var uninterpreted: [UInt8] = []
    private var repliesSent = 0
    private var isOnScreen = false
    private var hasAnsweredFence = false
    private var answering: Answering

    /// How a terminal answers what it is asked.
    package enum Answering: Hashable, Sendable {
        case atOnce
        /// When told to by ``answer()``.
        case later
        /// With these bytes when first asked for the fence; what is written is not interpreted.
        case scripted(String)
    }

    /// Starts the program in a new terminal.
    ///
    /// - Parameters:
    ///   - isSilent: Whether the terminal, as the program finds it and gives it back, neither shows
    ///     what is typed nor makes signals of it: for tests that do not know when to stop typing.
    ///   - offersPictures: Whether it answers that it shows pictures.
    ///   - sixels: What it shows of sixels, if it says that it shows them.
    package init(
        _ arguments: String, columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:], answering: Answering = .atOnce,
        isSilent: Bool = false, offersPictures: Bool = false, sixels: ReferenceSixels? = nil,
        limit: Duration = .seconds(100)
    ) throws {
        try self.init(
            path: ProgramProcess.path, arguments.split(separator: " ").map(String.init),
            columns: columns, rows: rows, environment, answering, limit, isSilent: isSilent,
            offersPictures: offersPictures, sixels: sixels)
    }

    package init(
        shell script: String, environment: [String: String] = [:], limit: Duration = .seconds(100)
    ) throws {
        try self.init(
            path: "/bin/sh", ["-c", script], columns: 80, rows: 24,
            environment, .atOnce, limit)
    }

    private init(
        path: String, _ arguments: [String], columns: Int, rows: Int,
        _ environment: [String: String], _ answering: Answering, _ limit: Duration,
        isSilent: Bool = false, offersPictures: Bool = false, sixels: ReferenceSixels? = nil
    ) throws {
        terminal = try PseudoTerminal(UInt16(columns), UInt16(rows))
        if isSilent { terminal.silence() }
        settingsBefore = terminal.settings
        var screen = ReferenceTerminal(Size(columns, rows))
        screen.offersPictures = offersPictures
        screen.sixels = sixels
        self.screen = screen
        self.answering = answering
        process = try ProgramProcess(
            arguments, environment: ProgramRun.environment.merging(environment) { $1 },
            streams: .terminal(path: terminal.path), limit: limit, path: path)
    }

    // MARK: - What a person does

    package func type(_ text: String) { terminal.type(text) }

    /// Types any bytes at all, while what the program draws is looked at.
    package func type(bytes: [UInt8]) throws {
        for start in stride(from: 0, to: bytes.count, by: 200) {
            terminal.type(bytes: Array(bytes[start..<min(start + 200, bytes.count)]))
            while try readOn(atMost: .zero) {}
        }
    }

    /// Presses and releases the left mouse button on a cell.
    package func click(_ x: Int, _ y: Int) {
        type("\u{1B}[<0;\(x + 1);\(y + 1)M\u{1B}[<0;\(x + 1);\(y + 1)m")
    }

    /// Writes on the screen like another program in the same terminal.
    package func write(_ text: String) throws { try screen.feed(Array(text.utf8)) }

    /// Resizes the window.
    ///
    /// From then on what is drawn outside is cut off: news may leave the screen by itself in the very
    /// moment, in a frame for the old size.
    package func resize(columns: Int, rows: Int, pixels: (UInt16, UInt16) = (0, 0)) throws {
        screen.clips = true
        screen.resize(to: Size(columns, rows))
        terminal.resize(UInt16(columns), UInt16(rows), pixels: pixels)
    }

    /// Resizes the window at any time, even in the middle of a frame for the old size, and checks
    /// what arrives in the meantime.
    package func resizeRudely(columns: Int, rows: Int, pixels: (UInt16, UInt16)) throws {
        try resize(columns: columns, rows: rows, pixels: pixels)
        while try readOn(atMost: .milliseconds(1)) {}
    }

    /// Stops the output, as ctrl-s does, or lets it go on.
    package func stopOutput(_ isStopped: Bool = true) { terminal.stopOutput(isStopped) }

    /// Waits until exactly so many typed bytes are unread; returns whether they are.
    package func awaitReading(leaving unread: Int32 = 0) -> Bool {
        terminal.awaitReading(leaving: unread)
    }

    package func hangUp() { terminal.hangUp() }

    package var isHungUp: Bool { terminal.isHungUp }

    /// Uses the terminal as a shell does while the program is stopped.
    package func cook() { terminal.cook() }

    /// Answers everything that has been asked, and what will be asked at once.
    package func answer() {
        answering = .atOnce
        answerQuestions()
        if !isOnScreen { answerFence() }
    }

    package func signal(_ number: Int32) { process.signal(number) }

    // MARK: - What a person sees

    /// Waits until the screen shows something.
    ///
    /// - Parameters:
    ///   - what: What is waited for, in words, for the failure.
    ///   - isShown: Whether it is there.
    package func wait(
        for what: String, _ isShown: @Sendable (ReferenceTerminal) -> Bool
    ) throws {
        while !(isFrameWhole && isShown(screen)) {
            guard try readOn() else {
                throw ProgramFailure(
                    description: """
                        \(what) is not on the screen:
                        \(screen.text)
                        \(lastWords)
                        """)
            }
        }
    }

    package func wait(for words: String) throws {
        try wait(for: words) { $0.text.contains(words) }
    }

    /// How often the program has taken the screen.
    package var entries: Int { bytes.ranges(of: Self.enteringBytes).count }

    /// Waits until the program has taken the screen again, and so reads what is typed from now on.
    package func awaitEntry(after entries: Int) throws {
        while self.entries == entries {
            guard try readOn() else {
                throw ProgramFailure(description: "the screen is not taken back: \(lastWords)")
            }
        }
    }

    /// How many bytes the program writes within a time in which it should write none.
    package func bytesWritten(within time: Duration) throws -> Int {
        let before = bytes.count
        _ = try readOn(atMost: time)
        return bytes.count - before
    }

    package var hasEnded: Bool { process.hasEnded }

    package func end() throws -> ProgramStatus {
        while try readOn() {}
        let status = process.end()
        // What was written last may still lie in the terminal.
        while try readOn(atMost: .zero) {}
        return status
    }

    /// Whether the terminal is as it was before the program came.
    package var isRestored: Bool {
        terminal.settings == settingsBefore && screen.modes == [7, 25]
            && screen.keyboardFlags.isEmpty && screen.title == "shell" && leavesLast
    }

    /// How many bytes the program left behind for the shell to read; to be asked after its end.
    package var unreadInput: Int { terminal.unreadInput }

    /// Waits until some words stand below the screen that was given back.
    package func wait(forLastWords words: String) throws {
        try wait(forLastWords: words) { $0.contains(words) }
    }

    /// Waits until a text stands below the screen that was given back.
    ///
    /// - Parameter what: What is waited for, in words, for the failure.
    package func wait(
        forLastWords what: String, _ isShown: @Sendable (String) -> Bool
    ) throws {
        while !isShown(lastWords) {
            guard try readOn() else {
                throw ProgramFailure(description: "\(what) is not in \(lastWords)")
            }
        }
    }

    /// Waits for its end without reading its output, like a frozen terminal.
    package func endUnread() -> ProgramStatus { process.end() }

    package var residentBytes: Int { process.residentBytes() }

    /// Whether the terminal is as it was before the program came, or was before it took the screen.
    package var isGivenBack: Bool {
        bytes.firstRange(of: Self.enteringBytes) == nil ? isCookedAsBefore : isRestored
    }

    /// Whether lines and echo are as they were before the program came.
    package var isCookedAsBefore: Bool { terminal.settings == settingsBefore }

    /// Whether keys go to the program as they are, without echo and lines.
    package var isRaw: Bool { !terminal.isCooked }

    /// Whether the screen was taken, and given back after it had last been taken.
    private var leavesLast: Bool {
        guard let entered = bytes.lastRange(of: Self.enteringBytes),
            let left = bytes.lastRange(of: TerminalModes.leaveBytes)
        else { return false }
        return left.lowerBound > entered.upperBound
    }

    // MARK: - Bytes

    /// What stands there after the screen has been given back, as a shell would show it.
    ///
    /// An answer to the last question that comes too late is echoed like typing; that happens to
    /// every program on a slow line and is left out.
    package var lastWords: String {
        let words = String(decoding: farewell, as: UTF8.self)
        let echo = "^[" + Self.fenceAnswer.dropFirst()
        guard let place = words.firstRange(of: echo) else { return words }
        return String(words[..<place.lowerBound] + words[place.upperBound...])
    }

    private static let fenceAnswer = "\u{1B}[?62;22c"

    private var isFrameWhole: Bool { uninterpreted.isEmpty && !screen.modes.contains(2026) }

    /// Reads what the program writes and interprets it.
    ///
    /// - Returns: Whether there may be more: not after the end, nor when the time was over first.
    private func readOn(atMost limit: Duration? = nil) throws -> Bool {
        guard !terminal.isHungUp, process.wait(toRead: terminal.window, atMost: limit) else {
            return false
        }
        let new = terminal.shown(atLeast: 0)
        bytes += new
        guard case .scripted(let replies) = answering else {
            uninterpreted += new
            try interpret()
            return !new.isEmpty
        }
        farewell += new
        if !hasAnsweredFence, farewell.lastRange(of: TerminalQuestion.attributes.bytes) != nil {
            hasAnsweredFence = true
            type(replies)
        }
        return !new.isEmpty
    }

    /// Interprets what has come: on the screen while it is taken, as a shell's lines otherwise.
    private func interpret() throws {
        while true {
            guard isOnScreen else {
                farewell += uninterpreted
                let start = farewell.lastRange(of: Self.enteringBytes)?.lowerBound
                uninterpreted = start.map { Array(farewell[$0...]) } ?? []
                if let start { farewell.removeSubrange(start...) }
                answerFence()
                guard start != nil else { return }
                (isOnScreen, hasAnsweredFence) = (true, false)
                continue
            }
            let end = uninterpreted.firstRange(of: TerminalModes.leaveBytes)?.upperBound
            let whole = end ?? uninterpreted.wholeSequences
            try screen.feed(Array(uninterpreted[..<whole]))
            uninterpreted.removeFirst(whole)
            answerQuestions()
            guard end != nil else { return }
            isOnScreen = false
        }
    }

    private static let enteringBytes = Array("\u{1B}[?1049h".utf8)

    private func answerQuestions() {
        guard answering == .atOnce else { return }
        let replies = String(decoding: screen.replies[repliesSent...], as: UTF8.self)
        repliesSent = screen.replies.count
        if !replies.isEmpty { type(replies) }
    }

    /// A program that leaves asks one last question to know when everything before it was read.
    private func answerFence() {
        guard answering == .atOnce, !hasAnsweredFence, screen.clearings > 0,
            let fence = farewell.lastRange(of: TerminalQuestion.attributes.bytes)
        else { return }
        farewell.removeSubrange(fence)
        hasAnsweredFence = true
        type(Self.fenceAnswer)
    }
}

extension ReferenceTerminal {
    /// What stands on the screen, row by row, without styles.
    package var rows: [String] {
        (0..<size.height).map { y in
            var row = ""
            for x in 0..<size.width {
                switch self[x, y].glyph {
                case .narrow(let scalar), .wide(let scalar): row.unicodeScalars.append(scalar)
                case .trail, .picture: break
                }
            }
            return row
        }
    }

    package var text: String { rows.joined(separator: "\n") }
}

extension [UInt8] {
    /// How many of the first bytes are whole escape sequences and characters.
    fileprivate var wholeSequences: Int {
        var place = 0
        while place < count, let length = lengthOfSequence(at: place) { place += length }
        return place
    }

    private func lengthOfSequence(at start: Int) -> Int? {
        let length: Int?
        switch self[start] {
        case 0x1B where start + 1 < count:
            let body = self[(start + 2)...]
            let end: Int? =
                switch self[start + 1] {
                case UInt8(ascii: "["): body.firstIndex { 0x40...0x7E ~= $0 }
                case UInt8(ascii: "P"): body.firstIndex(of: UInt8(ascii: "\\"))
                case UInt8(ascii: "_"): body.firstIndex(of: 0x1B).map { $0 + 1 }
                default: body.firstIndex(of: 0x07)
                }
            length = end.map { $0 - start + 1 }
        case 0x1B: length = nil
        case 0xF0...: length = 4
        case 0xE0...: length = 3
        case 0xC0...: length = 2
        case _: length = 1
        }
        return length.flatMap { start + $0 <= count ? $0 : nil }
    }

    fileprivate func lastRange(of part: [UInt8]) -> Range<Int>? {
        guard !part.isEmpty, count >= part.count else { return nil }
        for start in stride(from: count - part.count, through: 0, by: -1)
        where self[start..<start + part.count].elementsEqual(part) {
            return start..<start + part.count
        }
        return nil
    }
}
