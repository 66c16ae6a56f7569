import Foundation
import SetProtocol
import SetSimulation

/// What a host told a client, in order, to be changed and judged.
struct ConformanceScript {
    /// One line, or what a client sent.
    struct Line {
        var message: HostMessage?
        var sent: ClientMessage?
        var moment: TableInstant
        /// Whether lines are left out before this one.
        var isAfterGap = false
    }

    var rules: Rules
    var isWatcher = false
    var lines: [Line] = []
    /// Whether the rules are known from elsewhere, as those of a journal are.
    var isJournal = true

    /// Everything that the model finds.
    func judged(tolerance: Duration = .zero, mayStop: Bool = false) -> [ConformanceFault] {
        var model = ConformanceModel(
            rules: isJournal ? rules : nil, isWatcher: isWatcher, tolerance: tolerance,
            lateness: .zero, mayStop: mayStop)
        var welcome: Welcome?
        return lines.flatMap { line -> [ConformanceFault] in
            var faults: [ConformanceFault] = []
            if line.isAfterGap {
                model.connectionBegan()
                if let last = welcome, !line.isWelcomeOrError {
                    faults += model.observe(.welcome(last), at: line.moment)
                    welcome = last.withAnotherToken
                }
            }
            if let sent = line.sent { model.sent(sent, at: line.moment) }
            guard let message = line.message else { return faults }
            faults += model.observe(message, at: line.moment)
            if case .welcome(let announced) = message {
                welcome = announced.withAnotherToken
            }
            return faults
        }
    }

    // MARK: - Changes

    /// The place of the state of a revision.
    func place(_ revision: Int) -> Int {
        lines.firstIndex { $0.state?.revision.number == revision } ?? 0
    }

    /// Changes the state of a revision.
    mutating func edit(_ revision: Int, _ change: (inout TableState) -> Void) {
        edit(where: { $0.revision.number == revision }, change)
    }

    /// Changes the states of some revisions.
    mutating func edit(
        where isWanted: (TableState) -> Bool, _ change: (inout TableState) -> Void
    ) {
        for place in lines.indices {
            guard var state = lines[place].state, isWanted(state) else { continue }
            change(&state)
            lines[place].message = .state(state)
        }
    }

    /// Delays the messages from a revision on.
    mutating func delay(from revision: Int, by time: Duration) {
        for place in place(revision)..<lines.count {
            lines[place].moment = lines[place].moment.advanced(by: time)
        }
    }

    /// Adds the pings of a host in every silence.
    mutating func ping(every interval: Duration) {
        let pairs = zip(lines, lines.dropFirst()).map { ($0.moment, $1.moment) }
        for (place, (start, end)) in pairs.enumerated().reversed() {
            let count = Int(start.duration(to: end) / interval)
            let pings = (1..<max(1, count + 1)).map { number in
                Line(message: .ping(Nonce("1")), moment: start.advanced(by: interval * number))
            }
            lines.insert(contentsOf: pings.filter { $0.moment < end }, at: place + 1)
        }
    }

    /// Adds a line behind the state of a revision.
    mutating func insert(_ message: HostMessage, after revision: Int) {
        let place = place(revision)
        lines.insert(Line(message: message, moment: lines[place].moment), at: place + 1)
    }

    mutating func editWelcome(_ change: (inout Welcome) -> Void) {
        for place in lines.indices {
            guard case .welcome(var welcome)? = lines[place].message else { continue }
            change(&welcome)
            lines[place].message = .welcome(welcome)
        }
    }

    mutating func editReveal(_ change: (inout [Card], inout Salt) -> Void) {
        for place in lines.indices {
            guard case .reveal(let reveal)? = lines[place].message else { continue }
            var (deck, salt) = (reveal.shuffle.deck, reveal.shuffle.salt)
            change(&deck, &salt)
            lines[place].message = .reveal(
                Reveal(game: reveal.game, shuffle: Shuffle(deck: deck, salt: salt)))
        }
    }
}

extension Welcome {
    /// The welcome of a connection that was left out.
    fileprivate var withAnotherToken: Welcome {
        let hex = (token?.hex.reversed()).map { String($0) }
        return Welcome(
            seat: seat, token: hex.flatMap(SeatToken.init(hex:)), table: table, rules: rules)
    }
}

extension ConformanceScript.Line {
    var state: TableState? {
        if case .state(let state)? = message { state } else { nil }
    }

    /// Whether a connection, or what is known of one after lines left out, can begin with it.
    fileprivate var isBeginning: Bool { state != nil || isWelcomeOrError }

    fileprivate var isWelcomeOrError: Bool {
        switch message {
        case .welcome, .error: true
        default: false
        }
    }
}

// MARK: - Transcripts

/// A conversation from `docs/transcripts`, with moments for its lines.
struct ConformanceTranscript {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/transcripts")

    static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    private struct Line {
        let speaker: Character
        let text: String
        var isSent: Bool { text.first == ">" }
        var isGap: Bool { text.hasSuffix(" …") || text.hasSuffix(" end") }
        var bytes: [UInt8] { Array(text.dropFirst(2).utf8) }
    }

    private var rules = Rules.duel
    private var lines: [Line] = []
    /// The states of the table as published, with their times.
    private var states: [Int: (state: TableState, moment: TableInstant)] = [:]

    init(_ name: String) throws {
        self.init(text: try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))
    }

    init(text: String) {
        for line in text.split(separator: "\n") {
            if line.hasPrefix("$") {
                rules = Self.rules(line.split(separator: " ").map(String.init))
            } else if line.contains(#/^[A-Z][<> ]/#), let speaker = line.first {
                lines.append(Line(speaker: speaker, text: Self.filled(line.dropFirst())))
            }
        }
        placeInTime()
    }

    /// Everybody that hears something.
    var speakers: [Character] { Set(lines.map(\.speaker)).sorted() }

    /// What one client received and sent.
    func script(for speaker: Character) throws -> ConformanceScript {
        var script = ConformanceScript(rules: rules)
        let greeting = lines.first { $0.speaker == speaker && $0.text.contains("\"hello\"") }
        script.isWatcher = greeting?.text.contains("\"watch\"") == true
        script.isJournal = !lines.contains {
            $0.speaker == speaker && $0.text.contains("\"welcome\"")
        }
        var (moment, isAfterGap) = (TableInstant.zero, false)
        for line in lines where line.speaker == speaker {
            if line.isGap {
                isAfterGap = true
                continue
            }
            var entry = ConformanceScript.Line(moment: moment)
            if line.isSent {
                entry.sent = try? WireCodec.decodeClientMessage(line.bytes)
                // After a gap, the next line starts over.
                guard !isAfterGap else { continue }
            } else {
                let message = try WireCodec.decodeHostMessage(line.bytes)
                entry.message = message
                guard !isAfterGap || entry.isBeginning else { continue }
                if case .state(let announced) = message,
                    let known = states[announced.revision.number]
                {
                    moment = max(moment, known.moment)
                    entry.message = .state(Self.timed(announced, like: known.state))
                }
                entry.moment = moment
            }
            entry.isAfterGap = isAfterGap
            isAfterGap = false
            script.lines.append(entry)
        }
        return script
    }

    /// What somebody would have been told who heard all that any of them did.
    func everything() throws -> ConformanceScript {
        var script = ConformanceScript(rules: rules)
        var seen: Set<HostMessage> = []
        var (moment, revision) = (TableInstant.zero, 0)
        for line in lines where !line.isSent && !line.isGap {
            let message = try WireCodec.decodeHostMessage(line.bytes)
            var entry = ConformanceScript.Line(message: message, moment: moment)
            switch message {
            case .state(let announced):
                guard announced.revision.number > revision, announced.event != nil,
                    let known = states[announced.revision.number]
                else { continue }
                let isPromised = script.lines.last?.state == nil
                entry.isAfterGap =
                    revision > 0
                    && (announced.revision.number > revision + 1
                        || announced.event == .started && !isPromised)
                (moment, revision) = (known.moment, announced.revision.number)
                entry.moment = moment
                entry.message = .state(known.state)
            case .commitment, .reveal, .said, .hint, .race:
                guard seen.insert(message).inserted else { continue }
            default: continue
            }
            script.lines.append(entry)
        }
        return script
    }

    // MARK: - Reading

    private static func filled(_ text: Substring) -> String {
        String(text)
            .replacing(#/"ms":<ms>,"of":(\d+)/#) { "\"ms\":\($0.output.1),\"of\":\($0.output.1)" }
            .replacing(#/<token [^>]*>/#) { token in
                SHA256(of: String(token.output)).hex.prefix(32)
            }
            .replacing("<table>", with: "K7M2QX").replacing("<s>", with: "3")
            .replacing("<nonce>", with: "n1")
    }

    /// The rules that the options of a command line give.
    private static func rules(_ words: [String]) -> Rules {
        var rules = words.contains("solo") ? Rules.solo : .duel
        for (option, value) in zip(words, words.dropFirst()) {
            guard let field = RuleField.all.first(where: { "--\($0.option)" == option }) else {
                continue
            }
            switch field.kind {
            case .time(let path, _):
                let milliseconds = Int((Double(value) ?? 0) * 1000)
                rules[keyPath: path] = .milliseconds(milliseconds)
            case .number(let path, _), .count(let path, _): rules[keyPath: path] = Int(value) ?? 0
            case .word(_, _, let set): set(&rules, value)
            case .milliseconds, .flag: break
            }
        }
        return rules
    }

    // MARK: - Time

    /// Gives each state its moment: a hundredth of a second after the one before, or when what was
    /// waited for is over.
    private mutating func placeInTime() {
        var announced: [Int: TableState] = [:]
        for line in lines where !line.isSent && !line.isGap {
            guard case .state(let state)? = try? WireCodec.decodeHostMessage(line.bytes),
                state.event != nil || announced.isEmpty
            else { continue }
            announced[state.revision.number] = state
        }
        var clock = ConformanceClock()
        for (revision, state) in announced.sorted(by: { $0.key < $1.key }) {
            states[revision] = clock.placed(state)
        }
    }

    /// A state with the times that remain in another one of the same revision.
    private static func timed(_ state: TableState, like other: TableState) -> TableState {
        var state = state
        (state.turn, state.clock) = (other.turn, other.clock)
        return state
    }
}

/// Tells when states come and what remains in them.
struct ConformanceClock {
    private var now = TableInstant.zero
    private var before: TableState?
    private var end: TableInstant?

    /// A state with its moment.
    mutating func placed(
        _ state: TableState, after step: Duration = .milliseconds(10)
    ) -> (state: TableState, moment: TableInstant) {
        var state = state
        now = now.advanced(by: step)
        if let end, Self.runsOut(state.event, before), end > now { now = end }
        let isSame =
            before?.turn?.seat == state.turn?.seat && before?.turn?.reason == state.turn?.reason
            && before?.clock?.reason == state.clock?.reason
        let total = state.turn?.countdown?.total ?? state.clock?.countdown.total
        if !isSame || end == nil { end = total.map { now.advanced(by: $0) } }
        if let end {
            let remaining = max(now.duration(to: end), .zero)
            state.turn?.countdown?.remaining = remaining
            state.clock?.countdown.remaining = remaining
        }
        if total == nil { end = nil }
        before = state
        return (state, now)
    }

    private static func runsOut(_ event: TableEvent?, _ before: TableState?) -> Bool {
        switch event {
        case .timedOut, .started, .resumed, .seatReleased: true
        case .refilled: before?.clock?.reason == .reveal
        default: false
        }
    }
}
