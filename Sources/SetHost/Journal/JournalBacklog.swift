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

    /// Those that are not written, oldest first; a slice, so that removing the first moves nothing.
    private var pieces: ArraySlice<Piece> = []
    private var written = 0
    private(set) var bytes = 0
    private(set) var isBehind = false

    /// When the disk falls behind unless it writes something before.
    var deadline: MonotonicInstant? {
        isBehind ? nil : pieces.first?.given.advanced(by: Self.longestWait)
    }

    /// Whether announcements no longer wait for a piece.
    func isSettled(_ piece: Int) -> Bool { isBehind || piece <= written }

    /// Records a piece given to the disk, and returns its number, from 1.
    mutating func give(_ count: Int, at now: MonotonicInstant) -> Int {
        pieces.append(Piece(bytes: count, given: now))
        bytes += count
        return written + pieces.count
    }

    /// Records that the oldest piece is written, or never will be, and returns whether the disk has
    /// just caught up.
    mutating func pieceWritten() -> Bool {
        guard let piece = pieces.popFirst() else { return false }
        bytes -= piece.bytes
        written += 1
        guard isBehind, pieces.isEmpty else { return false }
        isBehind = false
        return true
    }

    /// Whether the disk has just fallen behind.
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

    /// Records a failure, and returns whether to warn the operator.
    mutating func failed(at now: MonotonicInstant) -> Bool {
        lastFailure = now
        if let lastTold, now < lastTold.advanced(by: Self.interval) { return false }
        (lastTold, isOpen) = (now, true)
        return true
    }

    /// Records a success, and returns whether to tell the operator that the trouble is over: there
    /// has been no failure for a while.
    mutating func worked(after calm: Duration = Self.calm, at now: MonotonicInstant) -> Bool {
        guard isOpen, lastFailure.advanced(by: calm) <= now else { return false }
        isOpen = false
        return true
    }
}
