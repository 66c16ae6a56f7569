import SetProtocol

/// What the opponent asks for, and since when.
///
/// An answer must be meant for the request it answers: an opponent who asks for a pause, and for a
/// new game a moment later, or for nothing, could otherwise turn a yes or a no into something else.
struct OpponentRequest: Equatable, Sendable {
    /// What is asked for; `nil` if nothing is, or once this player has said no.
    private(set) var proposal: Proposal?
    /// When it came, changed, or went.
    private var changed: MonotonicInstant?
    /// Whether it came shortly after another one had gone.
    private var isSwitched = false

    /// How long a request must have stood before a key answers it: keys pressed sooner were meant for
    /// something else.
    static let answerTime = Duration.milliseconds(500)
    /// The same for a request that came instead of another, and how long a key that said no to a
    /// request means nothing else once it has gone: as long as it takes to read.
    static let readingTime = Duration.seconds(2)
    /// How long a request is shown: a little longer than it stands.
    static let showing = Duration.seconds(21)

    mutating func update(_ new: Proposal?, after old: Proposal?, at now: MonotonicInstant) {
        guard new != old else { return }
        isSwitched = new != nil && (old != nil || age(at: now) < Self.readingTime)
        (proposal, changed) = (new, now)
    }

    /// Forgets it, because this player has said no or the table is gone.
    mutating func close() { proposal = nil }

    /// When it is no longer shown, because hosts that let none lapse do not withdraw it.
    var end: MonotonicInstant? { proposal == nil ? nil : changed?.advanced(by: Self.showing) }

    /// Whether a key pressed now cannot be an answer to it.
    func isTooFreshToAnswer(at now: MonotonicInstant) -> Bool {
        proposal != nil && age(at: now) < (isSwitched ? Self.readingTime : Self.answerTime)
    }

    /// Whether one has gone so recently that a key may have been meant to say no to it.
    func hasJustGone(at now: MonotonicInstant) -> Bool {
        proposal == nil && age(at: now) < Self.readingTime
    }

    /// Whether rows and buttons moved a moment ago because it came, changed, or went.
    func hasJustChanged(at now: MonotonicInstant) -> Bool { age(at: now) < Self.answerTime }

    /// How long it has been as it is.
    func age(at now: MonotonicInstant) -> Duration {
        changed.map { $0.duration(to: now) } ?? .seconds(3600)
    }
}
