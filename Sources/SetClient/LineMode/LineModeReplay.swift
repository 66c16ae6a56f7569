import SetProtocol

/// A recorded duel in lines of text as a watcher would have read them, each with its time: all at
/// once for a pipe, or event by event for a person who listens.
package struct LineModeReplay: Sendable {
    private let recording: Recording
    @Boxed private var beginning: LineModeClient
    private let moments: Range<Int>
    /// The client that has received everything before ``place``.
    @Boxed private var client: LineModeClient
    /// The next moment to announce.
    private var place = 0
    /// Whether a person listens.
    private var isHeard = false
    /// The places of the moments that have been announced, for going back.
    private var announced: [Int] = []

    private static let hint =
        "Replay: press enter for the next event, or type set for the next set found. Type back, back "
        + "set, again, all, help all, quit, or a question such as board."
    private static let end = "Replay: this is the end. Type back or quit."

    /// - Parameter game: The only game to tell, a valid index; `nil` for all.
    package init(_ recording: Recording, game: Int? = nil, as client: LineModeClient) {
        self.recording = recording
        (beginning, self.client) = (client, client)
        moments = game.map { recording.games[$0].moments } ?? recording.moments.indices
    }

    /// Prints all of it without waiting.
    package mutating func tell(_ show: (String) -> Void) {
        for line in begin() { show(line) }
        while let lines = next() { for line in lines { show(line) } }
    }

    // MARK: - Event by event

    /// The first lines for a person who listens.
    package mutating func introduce() -> [String] {
        isHeard = true
        return begin() + [Self.hint]
    }

    /// The answer to a typed line; `nil` to leave.
    package mutating func read(_ line: String) -> [String]? {
        let typed = line.halfWidth.lowercased().split(separator: " ").joined(separator: " ")
        switch typed {
        case "", "next": return next() ?? [Self.end]
        case "set", "next set":
            while let lines = next() {
                if announced.last.map(isSet) == true { return lines }
            }
            return [Self.end]
        case "back", "b":
            return goBack(to: { _ in true }) ?? ["Replay: this is the first event."]
        case "back set":
            return goBack(to: isSet) ?? ["Replay: no set was found before this."]
        case "all":
            var lines: [String] = []
            while let more = next() { lines += more }
            return lines + [Self.end]
        case "quit", "q", "exit", "leave", "bye": return nil
        case "again", "repeat": return announced.last.flatMap { go(to: $0) } ?? [Self.hint]
        case "help", "h", "?": return [Self.hint]
        case "help all": return [Self.hint] + Self.usage + Self.questions.map(\.usage)
        case _:
            if let usage = Self.usage.first(where: { "help \($0)".hasPrefix(typed + ":") }) {
                return ["Help: \(usage)"]
            }
            if let way = Self.jumps.first(where: { $0.typed == typed }) { return jump(way.command) }
            return client.read(line, at: time.replayed).lines
        }
    }

    /// The commands of the screen, as they are typed.
    private static let jumps: [(typed: String, command: PlaybackCommand)] = [
        ("rewind", .back), ("forward", .forward), ("start", .start), ("end", .finish),
        ("previous game", .previousGame), ("next game", .nextGame),
    ]
    private static let usage =
        [
            "next: the next event, as enter does.", "back: the event before.",
            "set: the next set found, or the result.", "back set: the set or result before.",
            "again: the same event again.", "all: everything up to the end.", "quit: leaves.",
        ]
        + jumps.map { jump in
            let words = jump.command.summary.split(separator: " ").prefix { !$0.hasPrefix("(") }
            return "\(jump.typed): \(words.joined(separator: " "))."
        }
    private static let questions: [TableCommand] = [
        .board, .what, .where, .third, .score, .report, .time, .turn, .history, .verbosity, .rules,
    ]

    /// The time of the last event announced.
    private var time: TableInstant { announced.last.map { recording.moments[$0].time } ?? .zero }

    /// Goes to where the command leads on the screen: forward to the first event from there on, back to
    /// the last one before.
    private mutating func jump(_ command: PlaybackCommand) -> [String] {
        var playback = Playback(recording, at: .zero)
        playback.seek(to: time, at: .zero)
        if case .play(let change) = command.effect { change(&playback, command.keys[0], .zero) }
        let wanted = playback.position(at: .zero)
        let target =
            wanted > time
            ? moments.first { recording.moments[$0].time >= wanted } ?? moments.last
            : announced.last { recording.moments[$0].time <= wanted } ?? announced.first
        let lines = target.flatMap { $0 == announced.last ? nil : go(to: $0) }
        return lines ?? ["Replay: nothing more that way."]
    }

    /// Whether a set was found, or the game ended.
    private func isSet(_ index: Int) -> Bool {
        let moment = recording.moments[index]
        return PlaybackMark(moment).map { $0.deed?.kind == .found || moment.isOver } ?? false
    }

    /// Goes back to the last such event before the last one announced, and announces it again; `nil` if there
    /// is none.
    private mutating func goBack(to isWanted: (Int) -> Bool) -> [String]? {
        announced.dropLast().last(where: isWanted).flatMap { go(to: $0) }
    }

    /// Announces the first event from a place on, or else the last one.
    private mutating func go(to target: Int) -> [String]? {
        if announced.last.map({ $0 >= target }) == true { _ = begin() }
        var lines: [String]?
        while announced.last.map({ $0 < target }) ?? true, let next = next() { lines = next }
        return lines
    }

    private mutating func begin() -> [String] {
        (client, place, announced) = (beginning, 0, [])
        return client.receive(.welcome(recording.welcome), at: .zero).lines
    }

    /// The lines of the next moment that has any; `nil` at the end.
    private mutating func next() -> [String]? {
        while place < recording.moments.count {
            let lines = announceMoment()
            if !lines.isEmpty, moments.contains(place) {
                announced.append(place)
                place += 1
                return lines
            }
            place += 1
        }
        return nil
    }

    private mutating func announceMoment() -> [String] {
        let moment = recording.moments[place]
        var lines: [(MonotonicInstant, String)] = []
        while let due = client.nextAnnouncement, due <= moment.time.replayed {
            lines += client.timePassed(at: due).lines.map { (due, $0) }
            // A wrong clock must not cause an endless loop.
            if client.nextAnnouncement == due { break }
        }
        lines += client.receive(moment.message, at: moment.time.replayed).lines
            .map { (moment.time.replayed, $0) }
        // A listener hears the time once.
        return lines.enumerated().map { index, line in
            isHeard && index > 0 ? line.1 : "[\(line.0.stamp)] \(line.1)"
        }
    }
}

extension MonotonicInstant {
    /// Minutes, seconds, and tenths since the table opened, such as `12:03.4`.
    fileprivate var stamp: String {
        let tenths = max(0, sinceZero.wholeMilliseconds / 100)
        let seconds = tenths / 10 % 60
        return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
    }
}
