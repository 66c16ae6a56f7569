import SetProtocol

/// A recorded duel being played, as a value: keys and the time go in; what is seen, and when that
/// changes, comes out.
///
/// There are two times. The *present* is that of whoever looks on; the *position* is a time of the
/// recording, and everything on the table goes by it: so countdowns run as fast as the playing does,
/// and stand still with it. While it is paused, or at its end, there is nothing to wake up for.
package struct Playback: Sendable {
    /// What is played.
    package let recording: Recording
    /// The table as a watcher knows it at the position.
    package internal(set) var model: TableModel
    /// How fast it is played.
    package private(set) var speed: PlaybackSpeed
    /// Whether the position moves.
    package private(set) var isPlaying = true
    /// Counts the leaps of the position: what moved before one does not go on after it.
    private(set) var leaps = 0

    /// Where in the recording it stood when it was the moment ``since``.
    private var anchor: TableInstant
    private var since: MonotonicInstant
    /// How many moments the model has been told.
    private var place = 0
    /// The model before every so many moments, as far as they have been told.
    private var kept: [TableModel]
    /// What can be leapt to, in order.
    let marks: [PlaybackMark]

    private static let keepingStep = 256

    /// A recording about to be played.
    ///
    /// - Parameters:
    ///   - game: The game that is shown first, counted from 0; one that there is.
    ///   - now: The present.
    package init(
        _ recording: Recording, game: Int = 0, speed: PlaybackSpeed = .normal,
        at now: MonotonicInstant
    ) {
        (self.recording, self.speed) = (recording, speed)
        var model = TableModel(venue: .recorded)
        _ = model.receive(.welcome(recording.welcome), at: .zero)
        (self.model, kept) = (model, [model])
        marks = recording.moments.compactMap(PlaybackMark.init)
        let games = recording.games
        anchor = games.indices.contains(game) ? games[game].span.lowerBound : .zero
        since = now
        tell()
        if isAtEnd(now) { isPlaying = false }
    }

    // MARK: - Time

    /// When the recording is over.
    private var end: TableInstant { recording.moments.last?.time ?? .zero }

    /// Where in the recording it is.
    package func position(at now: MonotonicInstant) -> TableInstant {
        guard isPlaying else { return anchor }
        let played = max(.zero, since.duration(to: now)) * speed.rawValue
        return min(anchor.advanced(by: played), max(anchor, end))
    }

    /// When it will be somewhere, unless something is done meanwhile; `nil` while it is paused.
    func present(of position: TableInstant) -> MonotonicInstant? {
        guard isPlaying else { return nil }
        let wait = max(.zero, anchor.duration(to: position))
        // Rounded up: it must have been reached by then.
        return since.advanced(by: (wait + .nanoseconds(speed.rawValue)) / speed.rawValue)
    }

    /// When something happens next that is to be seen; `nil` while it is paused or over.
    package var nextMoment: MonotonicInstant? {
        let next = place < recording.moments.count ? recording.moments[place].time : end
        return present(of: next)
    }

    private func isAtEnd(_ now: MonotonicInstant) -> Bool {
        place == recording.moments.count && position(at: now) >= end
    }

    /// Lets time pass.
    package mutating func advance(to now: MonotonicInstant) {
        guard isPlaying else { return }
        (anchor, since) = (position(at: now), max(since, now))
        tell()
        if isAtEnd(now) { isPlaying = false }
    }

    /// Tells the model everything up to where it is.
    private mutating func tell() {
        while place < recording.moments.count, recording.moments[place].time <= anchor {
            if place / Self.keepingStep == kept.count { kept.append(model) }
            let moment = recording.moments[place]
            _ = model.receive(moment.message, at: moment.time.replayed)
            place += 1
        }
    }

    // MARK: - What the viewer does

    /// Goes on, or stands still; at the end it begins again.
    mutating func togglePause(at now: MonotonicInstant) {
        if isPlaying {
            advance(to: now)
            isPlaying = false
        } else if isAtEnd(now) {
            seek(to: recording.games.first?.span.lowerBound ?? .zero, at: now)
            (isPlaying, since) = (place < recording.moments.count, now)
        } else {
            (isPlaying, since) = (true, now)
        }
    }

    mutating func play(at newSpeed: PlaybackSpeed, at now: MonotonicInstant) {
        advance(to: now)
        speed = newSpeed
    }

    /// Goes to a time of the recording; one before its beginning or after its end means that.
    mutating func seek(to time: TableInstant, at now: MonotonicInstant) {
        let target = min(max(time, recording.moments.first?.time ?? .zero), end)
        let wanted = count(upTo: target)
        if wanted < place {
            let step = min(wanted / Self.keepingStep, kept.count - 1)
            model = kept[step]
            place = step * Self.keepingStep
        }
        (anchor, since) = (target, now)
        leaps += 1
        tell()
    }

    /// How many moments there are up to a time.
    private func count(upTo time: TableInstant) -> Int {
        var range = recording.moments.startIndex..<recording.moments.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if recording.moments[middle].time <= time {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// Tells the viewer something.
    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        model.remark(text, at: position(at: now).replayed)
    }
}

// MARK: - Games and marks

extension Playback {
    /// Which game is seen, counted from 0; `nil` in a recording of nothing.
    package func game(at now: MonotonicInstant) -> Int? {
        let position = position(at: now)
        guard !recording.games.isEmpty else { return nil }
        return recording.games.lastIndex { $0.span.lowerBound <= position } ?? 0
    }

    /// What a step back is measured from: who goes back while it plays is late by a moment.
    private func slack(_ wanted: Duration) -> Duration {
        isPlaying ? wanted * speed.rawValue : .zero
    }

    mutating func seek(by step: Duration, at now: MonotonicInstant) {
        seek(to: position(at: now).advanced(by: step), at: now)
    }

    mutating func nextMark(at now: MonotonicInstant) {
        let position = position(at: now)
        seek(to: marks.first { $0.time > position }?.time ?? end, at: now)
    }

    mutating func previousMark(at now: MonotonicInstant) {
        let position = position(at: now).advanced(by: .zero - slack(.milliseconds(700)))
        seek(to: marks.last { $0.time < position }?.time ?? .zero, at: now)
    }

    mutating func nextGame(at now: MonotonicInstant) {
        guard let game = game(at: now), game + 1 < recording.games.count else { return }
        seek(to: recording.games[game + 1].span.lowerBound, at: now)
    }

    /// Goes to the beginning of the game, and from there to that of the game before.
    mutating func previousGame(at now: MonotonicInstant) {
        guard let game = game(at: now) else { return }
        let start = recording.games[game].span.lowerBound
        let isUnderWay = start < position(at: now).advanced(by: .zero - slack(.seconds(1)))
        seek(to: recording.games[isUnderWay ? game : max(0, game - 1)].span.lowerBound, at: now)
    }

    mutating func start(at now: MonotonicInstant) {
        guard let game = game(at: now) else { return }
        seek(to: recording.games[game].span.lowerBound, at: now)
    }

    mutating func finish(at now: MonotonicInstant) {
        guard let game = game(at: now) else { return }
        var last = recording.games[game].span.upperBound
        if game + 1 < recording.games.count {
            // Where both wanted another game, the next one begins with the end of this one.
            let next = recording.games[game + 1].span.lowerBound
            last = min(last, next.advanced(by: .microseconds(-1)))
        }
        seek(to: last, at: now)
    }
}

extension TableInstant {
    /// The instant on the clock of a model to which a recording is replayed: that clock shows the
    /// table's time.
    package var replayed: MonotonicInstant { MonotonicInstant(sinceOpening) }

    /// The table's time that the clock of such a model shows.
    init(replayed instant: MonotonicInstant) {
        self.init(instant.sinceZero)
    }
}
