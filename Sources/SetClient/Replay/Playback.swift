import SetProtocol

/// A recorded duel being played.
///
/// There are two times. The *present* is the viewer's; the *position* is a time of the recording.
/// Everything on the table goes by the position, so countdowns run and stop with the playback. While
/// it is paused, or at its end, there is nothing to wake up for.
package struct Playback: Sendable {
    package let recording: Recording
    /// The table as a watcher knows it at the position.
    @Boxed package internal(set) var model: TableModel
    package private(set) var speed: PlaybackSpeed
    package private(set) var isPlaying = true
    /// Counts the jumps of the position: movement does not continue across one.
    private(set) var leaps = 0

    /// The position at the moment ``since``.
    private var anchor: TableInstant
    private var since: MonotonicInstant
    private var count = 0
    /// The model before every 256th moment, as far as they have been received.
    private var kept: [TableModel]
    /// What can be jumped to, in order.
    let marks: [PlaybackMark]

    private static let keepingStep = 256

    /// - Parameter game: The existing game that is shown first, counted from 0.
    package init(
        _ recording: Recording, game: Int = 0, speed: PlaybackSpeed = .normal,
        at now: MonotonicInstant
    ) {
        (self.recording, self.speed) = (recording, speed)
        var model = TableModel(venue: .recorded)
        _ = model.receive(.welcome(recording.welcome), at: .zero)
        kept = [model]
        self.model = model
        marks = recording.moments.compactMap(PlaybackMark.init)
        let games = recording.games
        anchor = games.indices.contains(game) ? games[game].span.lowerBound : .zero
        since = now
        receive()
        if isAtEnd(now) { isPlaying = false }
    }

    // MARK: - Time

    private var end: TableInstant { recording.moments.last?.time ?? .zero }

    package func position(at now: MonotonicInstant) -> TableInstant {
        guard isPlaying else { return anchor }
        let played = max(.zero, since.duration(to: now)) * speed.rawValue
        return min(anchor.advanced(by: played), max(anchor, end))
    }

    /// When a position will be reached; `nil` while it is paused.
    func present(of position: TableInstant) -> MonotonicInstant? {
        guard isPlaying else { return nil }
        let wait = max(.zero, anchor.duration(to: position))
        // Rounded up: the position must have been reached by then.
        return since.advanced(by: (wait + .nanoseconds(speed.rawValue)) / speed.rawValue)
    }

    /// When something happens next; `nil` while it is paused or over.
    package var nextMoment: MonotonicInstant? {
        let next = count < recording.moments.count ? recording.moments[count].time : end
        return present(of: next)
    }

    private func isAtEnd(_ now: MonotonicInstant) -> Bool {
        count == recording.moments.count && position(at: now) >= end
    }

    package mutating func advance(to now: MonotonicInstant) {
        guard isPlaying else { return }
        (anchor, since) = (position(at: now), max(since, now))
        receive()
        if isAtEnd(now) { isPlaying = false }
    }

    /// Gives the model everything up to the position.
    private mutating func receive() {
        while count < recording.moments.count, recording.moments[count].time <= anchor {
            if count / Self.keepingStep == kept.count { kept.append(model) }
            let moment = recording.moments[count]
            _ = model.receive(moment.message, at: moment.time.replayed)
            count += 1
        }
    }

    // MARK: - What the viewer does

    mutating func togglePause(at now: MonotonicInstant) {
        if isPlaying {
            advance(to: now)
            isPlaying = false
        } else if isAtEnd(now) {
            seek(to: recording.games.first?.span.lowerBound ?? .zero, at: now)
            (isPlaying, since) = (count < recording.moments.count, now)
        } else {
            (isPlaying, since) = (true, now)
        }
    }

    mutating func play(at newSpeed: PlaybackSpeed, at now: MonotonicInstant) {
        advance(to: now)
        speed = newSpeed
    }

    /// Jumps to a time of the recording, or to the nearer end of the recording.
    mutating func seek(to time: TableInstant, at now: MonotonicInstant) {
        let target = min(max(time, recording.moments.first?.time ?? .zero), end)
        let wanted = recording.moments.firstIndex { $0.time > target } ?? recording.moments.count
        if wanted < count {
            let step = min(wanted / Self.keepingStep, kept.count - 1)
            model = kept[step]
            count = step * Self.keepingStep
        }
        (anchor, since) = (target, now)
        leaps += 1
        receive()
    }

    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        model.remark(text, at: position(at: now).replayed)
    }
}

// MARK: - Games and marks

extension Playback {
    /// The current game, counted from 0; `nil` in an empty recording.
    package func game(at now: MonotonicInstant) -> Int? {
        let position = position(at: now)
        guard !recording.games.isEmpty else { return nil }
        return recording.games.lastIndex { $0.span.lowerBound <= position } ?? 0
    }

    /// How much later than meant a step back comes while it plays.
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

    /// Jumps to the start of the game, and from there to the start of the game before.
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
            // After a rematch, the next game begins with the end of this one.
            let next = recording.games[game + 1].span.lowerBound
            last = min(last, next.advanced(by: .microseconds(-1)))
        }
        seek(to: last, at: now)
    }
}

/// How many times faster than it was played a duel is shown.
package enum PlaybackSpeed: Int, CaseIterable, Sendable {
    case normal = 1
    case double = 2
    case fourfold = 4
    case eightfold = 8
    case sixteenfold = 16

    package var word: String { String(rawValue) }

    var faster: PlaybackSpeed { PlaybackSpeed(rawValue: rawValue * 2) ?? self }

    var slower: PlaybackSpeed { PlaybackSpeed(rawValue: rawValue / 2) ?? self }
}
