import SetProtocol

/// The journal pieces that are not written yet, and whether announcements wait for them: a value.
///
/// | state      | announcements                            | left by                                |
/// |------------|------------------------------------------|----------------------------------------|
/// | keeping up | wait until what precedes them is written | the oldest piece is too old → behind   |
/// | behind     | do not wait                              | everything is written → keeping up     |
struct JournalBacklog: Hashable, Sendable {
    /// How long a disk may take before announcements no longer wait for it.
    static let longestWait = Duration.milliseconds(200)
    /// The most bytes that may wait to be written, for one table and for all.
    static let (mostBytesOfTable, mostBytes) = (1 << 20, 16 << 20)

    private struct Piece: Hashable {
        var bytes: Int
        var given: MonotonicInstant
    }

    /// Those that are not written, oldest first, behind some that are.
    private var pieces: [Piece] = []
    private var first = 0
    private var written = 0
    private(set) var bytes = 0
    /// Whether the disk is too slow, so that announcements do not wait for it.
    private(set) var isBehind = false

    /// When the disk falls behind unless it writes something before.
    var deadline: MonotonicInstant? {
        isBehind || first == pieces.count
            ? nil : pieces[first].given.advanced(by: Self.longestWait)
    }

    /// Whether announcements no longer wait for a piece.
    func isSettled(_ piece: Int) -> Bool { isBehind || piece <= written }

    /// Records a piece given to the disk.
    ///
    /// - Returns: Its number, from 1.
    mutating func give(_ count: Int, at now: MonotonicInstant) -> Int {
        pieces.append(Piece(bytes: count, given: now))
        bytes += count
        return written + pieces.count - first
    }

    /// Records that the oldest piece is written, or never will be.
    ///
    /// - Returns: Whether the disk has just caught up.
    mutating func pieceWritten() -> Bool {
        guard first < pieces.count else { return false }
        bytes -= pieces[first].bytes
        (first, written) = (first + 1, written + 1)
        // Moves elements only when at least as many are dropped.
        if first * 2 >= pieces.count {
            pieces.removeFirst(first)
            first = 0
        }
        guard isBehind, pieces.isEmpty else { return false }
        isBehind = false
        return true
    }

    /// Checks the time.
    ///
    /// - Returns: Whether the disk has just fallen behind.
    mutating func look(at now: MonotonicInstant) -> Bool {
        guard let deadline, deadline <= now else { return false }
        isBehind = true
        return true
    }
}

/// How often the operator is warned of lasting trouble: a value.
struct JournalComplaint: Hashable, Sendable {
    /// The shortest time between two notices of the same trouble.
    static let interval = Duration.seconds(600)
    /// How long without a failure until the trouble counts as over.
    static let calm = Duration.seconds(60)

    private var lastTold: MonotonicInstant?
    private var lastFailure = MonotonicInstant.zero
    /// Whether the operator has been warned and not yet told that it is over.
    private var isOpen = false

    /// Records a failure.
    ///
    /// - Returns: Whether to warn the operator.
    mutating func failed(at now: MonotonicInstant) -> Bool {
        lastFailure = now
        if let lastTold, now < lastTold.advanced(by: Self.interval) { return false }
        (lastTold, isOpen) = (now, true)
        return true
    }

    /// Records a success.
    ///
    /// - Parameter calm: How long there must have been no failure.
    /// - Returns: Whether to tell the operator that the trouble is over.
    mutating func worked(after calm: Duration = Self.calm, at now: MonotonicInstant) -> Bool {
        guard isOpen, lastFailure.advanced(by: calm) <= now else { return false }
        isOpen = false
        return true
    }
}
