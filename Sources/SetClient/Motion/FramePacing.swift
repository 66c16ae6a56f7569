import SetProtocol

/// Keeps frames from piling up on the way to a slow terminal.
///
/// Each frame of an animation ends with a question that a terminal answers once it has processed what
/// came before. The next frame waits for the answer, and the time it takes decides how many frames
/// are worth sending.
package struct FramePacing: Equatable, Sendable {
    package enum Pace: Sendable {
        case smooth
        /// Two or three for each movement.
        case keyFrames
        case cuts

        /// The least time between two frames.
        var interval: Duration { self == .smooth ? Motion.frame : .milliseconds(150) }
    }

    /// Device status report (DSR 5), to be appended to a frame.
    package static let question: [UInt8] = Array("\u{1B}[5n".utf8)
    static let answerTimeout = Duration.milliseconds(250)

    private var unanswered: [MonotonicInstant] = []
    private var lastFrame: MonotonicInstant?
    /// Without measurements, a fast connection is assumed.
    private var delay = Duration.zero
    private var hasEverAnswered = false

    /// How many frames the connection can carry, by the newest answer.
    package var pace: Pace {
        switch delay {
        case ...Duration.milliseconds(120): .smooth
        case ...Duration.milliseconds(400): .keyFrames
        default: .cuts
        }
    }

    /// When the next frame of an animation may be sent; `nil` means any time.
    package var nextFrame: MonotonicInstant? {
        lastFrame?.advanced(by: unanswered.isEmpty ? pace.interval : Self.answerTimeout)
    }

    package mutating func asked(at now: MonotonicInstant) {
        if let oldest = unanswered.first {
            let waited = oldest.duration(to: now)
            // A terminal that never answers counts as slow.
            delay = hasEverAnswered ? max(delay, waited) : Self.answerTimeout
        }
        unanswered.append(now)
        if unanswered.count > 8 { unanswered.removeFirst() }
        lastFrame = now
    }

    /// Notes an answer; one without a question is ignored.
    package mutating func answered(at now: MonotonicInstant) {
        guard !unanswered.isEmpty else { return }
        delay = unanswered.removeFirst().duration(to: now)
        hasEverAnswered = true
    }
}
