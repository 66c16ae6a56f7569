import SetProtocol

/// A recorded duel in lines of text as a watcher would have read them, each with its time.
package struct LineModeReplay: Sendable {
    private let recording: Recording
    private let client: LineModeClient
    private let moments: Range<Int>

    /// - Parameter game: The only game to print, a valid index; `nil` for all.
    package init(_ recording: Recording, game: Int? = nil, as client: LineModeClient) {
        (self.recording, self.client) = (recording, client)
        moments = game.map { recording.games[$0].moments } ?? recording.moments.indices
    }

    /// Prints all of it without waiting.
    package func tell(_ show: (String) -> Void) {
        var client = client
        for line in client.receive(.welcome(recording.welcome), at: .zero).lines { show(line) }
        for (index, moment) in recording.moments.enumerated() {
            var lines: [(MonotonicInstant, String)] = []
            while let due = client.nextAnnouncement, due <= moment.time.replayed {
                lines += client.timePassed(at: due).lines.map { (due, $0) }
                // A wrong clock must not cause an endless loop.
                if client.nextAnnouncement == due { break }
            }
            lines += client.receive(moment.message, at: moment.time.replayed).lines
                .map { (moment.time.replayed, $0) }
            guard moments.contains(index) else { continue }
            for (time, line) in lines { show("[\(time.stamp)] \(line)") }
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
