import SetProtocol

/// A recorded duel in lines of text as a watcher would have read them, each with its time: all at
/// once for a pipe, or event by event for a person who listens.
package struct LineModeReplay: Sendable {
    /// What is announced at one moment.
    private struct Event {
        let moment: Int
        let isSet: Bool
        let lines: [(time: MonotonicInstant, text: String)]

        /// The lines for a listener, who hears the time once.
        var heard: [String] {
            lines.enumerated().map { $0 == 0 ? "[\($1.time.stamp)] \($1.text)" : $1.text }
        }
    }

    private let recording: Recording
    private let moments: Range<Int>
    /// The client that has read nothing yet.
    @Boxed private var beginning: LineModeClient
    private var events: [Event] = []
    /// The number of events announced so far.
    private var place = 0

    private static let hint =
        "Replay: press enter for the next event, or type set for the next set found. Type back, back "
        + "set, all, quit, or a question such as board."
    private static let end = "Replay: this is the end. Type back or quit."

    /// - Parameter game: The only game to tell, a valid index; `nil` for all.
    package init(_ recording: Recording, game: Int? = nil, as client: LineModeClient) {
        (self.recording, beginning) = (recording, client)
        moments = game.map { recording.games[$0].moments } ?? recording.moments.indices
        events = listen(to: recording.moments.count).events
    }

    /// The events among the first moments, and the client that has announced them.
    private func listen(to count: Int) -> (client: LineModeClient, events: [Event]) {
        var client = beginning
        _ = client.receive(.welcome(recording.welcome), at: .zero)
        var events: [Event] = []
        for (index, moment) in recording.moments.prefix(count).enumerated() {
            let lines = Self.lines(of: moment, for: &client)
            guard moments.contains(index), !lines.isEmpty else { continue }
            let isSet = if case .found? = PlaybackMark(moment)?.kind { true } else { false }
            events.append(Event(moment: index, isSet: isSet, lines: lines))
        }
        return (client, events)
    }

    private static func lines(
        of moment: Recording.Moment, for client: inout LineModeClient
    ) -> [(time: MonotonicInstant, text: String)] {
        let now = moment.time.replayed
        var lines: [(time: MonotonicInstant, text: String)] = []
        while let due = client.nextAnnouncement, due <= now {
            lines += client.timePassed(at: due).lines.map { (due, $0) }
            // A wrong clock must not cause an endless loop.
            if client.nextAnnouncement == due { break }
        }
        return lines + client.receive(moment.message, at: now).lines.map { (now, $0) }
    }

    /// Prints all of it without waiting.
    package func tell(_ show: (String) -> Void) {
        welcome.forEach(show)
        for line in events.flatMap(\.lines) { show("[\(line.time.stamp)] \(line.text)") }
    }

    private var welcome: [String] {
        var client = beginning
        return client.receive(.welcome(recording.welcome), at: .zero).lines
    }

    // MARK: - Event by event

    /// The first lines for a person who listens.
    package var introduction: [String] { welcome + [Self.hint] }

    /// Handles a typed line.
    ///
    /// - Returns: The answer; `nil` to leave.
    package mutating func read(_ line: String) -> [String]? {
        let (before, after) = (events[..<max(0, place - 1)], events[place...])
        switch line.halfWidth.lowercased().split(separator: " ").joined(separator: " ") {
        case "", "next": return announce(after.indices.first)
        case "set", "next set": return announce(after.firstIndex(where: \.isSet))
        case "back", "b":
            return before.isEmpty
                ? ["Replay: this is the first event."] : announce(before.indices.last)
        case "back set":
            return before.lastIndex(where: \.isSet).map { announce($0) }
                ?? ["Replay: no set was found before this."]
        case "all": return after.flatMap(\.heard) + announce(nil)
        case "quit", "q", "exit", "leave", "bye": return nil
        case "help", "h", "?": return [Self.hint]
        case _: return answer(line)
        }
    }

    /// Answers a question as of the last event; another verbosity counts from there on.
    private mutating func answer(_ line: String) -> [String] {
        let last = place == 0 ? -1 : events[place - 1].moment
        var client = listen(to: last + 1).client
        let now = last < 0 ? .zero : recording.moments[last].time.replayed
        let answer = client.read(line, at: now).lines
        guard client.verbosity != beginning.verbosity else { return answer }
        beginning.verbosity = client.verbosity
        events = listen(to: recording.moments.count).events
        place = events.prefix { $0.moment <= last }.count
        return answer
    }

    /// Announces an event; without one, the end.
    private mutating func announce(_ index: Int?) -> [String] {
        place = index.map { $0 + 1 } ?? events.count
        return index.map { events[$0].heard } ?? [Self.end]
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
