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
        + "set, all, quit, or a question such as board."
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

    /// Handles a typed line.
    ///
    /// - Returns: The answer; `nil` to leave.
    package mutating func read(_ line: String) -> [String]? {
        switch line.halfWidth.lowercased().split(separator: " ").joined(separator: " ") {
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
        case "help", "h", "?": return [Self.hint]
        case _:
            let now = announced.last.map { recording.moments[$0].time.replayed } ?? .zero
            return client.read(line, at: now).lines
        }
    }

    private func isSet(_ index: Int) -> Bool {
        PlaybackMark(recording.moments[index])?.deed?.kind == .found
    }

    /// Goes back to the last such event before the last one announced, and announces it again; `nil` if there
    /// is none.
    private mutating func goBack(to isWanted: (Int) -> Bool) -> [String]? {
        guard let target = announced.dropLast().last(where: isWanted) else { return nil }
        _ = begin()
        var lines: [String]?
        while announced.last.map({ $0 < target }) ?? true {
            lines = next()
            if lines == nil { break }
        }
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
        guard isHeard else { return lines.map { time, line in "[\(time.stamp)] \(line)" } }
        // A listener hears the time once.
        return lines.enumerated().map { index, line in
            index == 0 ? "[\(line.0.stamp)] \(line.1)" : line.1
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
