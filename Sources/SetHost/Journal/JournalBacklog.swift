import SetProtocol

/// What was given to the disk and is not written yet, and whether announcements wait for it: a value.
///
/// | state      | announcements                            | left by                                |
/// |------------|------------------------------------------|----------------------------------------|
/// | keeping up | wait until what precedes them is written | the oldest piece is too old → behind   |
/// | behind     | do not wait                              | everything is written → keeping up     |
struct JournalBacklog: Hashable, Sendable {
    /// How long a disk may take before announcements no longer wait for it.
    static let longestWait = Duration.milliseconds(200)
    /// How many bytes may wait to be written, of one table and of all.
    static let (mostBytesOfTable, mostBytes) = (1 << 20, 16 << 20)

    private struct Piece: Hashable {
        var bytes: Int
        var given: MonotonicInstant
    }

    /// Oldest first; those before `first` are written.
    private var pieces: [Piece] = []
    private var first = 0
    /// How many bytes wait to be written.
    private(set) var bytes = 0
    /// Whether the disk does not keep up, so that announcements do not wait for it.
    private(set) var isBehind = false

    /// When the disk is behind unless it has written something by then.
    var deadline: MonotonicInstant? {
        isBehind || first == pieces.count
            ? nil : pieces[first].given.advanced(by: Self.longestWait)
    }

    /// Notes a piece that is given to the disk.
    mutating func give(_ count: Int, at now: MonotonicInstant) {
        pieces.append(Piece(bytes: count, given: now))
        bytes += count
    }

    /// Notes that the oldest piece is written, or will never be.
    ///
    /// - Returns: Whether the disk has caught up just now.
    mutating func written() -> Bool {
        guard first < pieces.count else { return false }
        bytes -= pieces[first].bytes
        first += 1
        // Moved only when at least as many are dropped.
        if first * 2 >= pieces.count {
            pieces.removeFirst(first)
            first = 0
        }
        guard isBehind, pieces.isEmpty else { return false }
        isBehind = false
        return true
    }

    /// Looks at the clock.
    ///
    /// - Returns: Whether the disk has fallen behind just now.
    mutating func look(at now: MonotonicInstant) -> Bool {
        guard let deadline, deadline <= now else { return false }
        isBehind = true
        return true
    }
}

/// How often the operator is warned of trouble that goes on: a value.
struct JournalComplaint: Hashable, Sendable {
    /// The shortest time between two notices of the same trouble.
    static let interval = Duration.seconds(600)
    /// How long nothing must fail before the trouble is taken to be over.
    static let calm = Duration.seconds(60)

    private var lastTold: MonotonicInstant?
    private var lastFailure = MonotonicInstant.zero
    /// Whether the operator was warned and does not know yet that it is over.
    private(set) var isOpen = false

    /// Notes a failure.
    ///
    /// - Returns: Whether to tell somebody.
    mutating func failed(at now: MonotonicInstant) -> Bool {
        lastFailure = now
        if let lastTold, now < lastTold.advanced(by: Self.interval) { return false }
        (lastTold, isOpen) = (now, true)
        return true
    }

    /// Notes that what used to fail works.
    ///
    /// - Parameter calm: How long nothing must have failed.
    /// - Returns: Whether to tell somebody that the trouble is over.
    mutating func worked(after calm: Duration = Self.calm, at now: MonotonicInstant) -> Bool {
        guard isOpen, lastFailure.advanced(by: calm) <= now else { return false }
        isOpen = false
        return true
    }
}
