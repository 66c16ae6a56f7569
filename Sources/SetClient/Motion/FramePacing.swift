import SetProtocol

/// Keeps pictures from piling up on the way to a terminal that is far or slow.
///
/// Each picture of something moving ends with a question that every terminal answers once it has
/// taken in what came before. The next one waits for the answer, so that the terminal itself sets
/// the pace, and the time the answer takes tells how many pictures are worth sending at all.
package struct FramePacing: Hashable, Sendable {
    /// How many pictures of a movement the line bears.
    package enum Pace: Hashable, Sendable {
        /// All of them.
        case smooth
        /// Two or three for each movement.
        case keyFrames
        /// None: things change in their place.
        case cuts

        /// The least time between two pictures.
        var interval: Duration {
            switch self {
            case .smooth: Motion.frame
            case .keyFrames, .cuts: .milliseconds(150)
            }
        }
    }

    /// The question (DSR 5), to be appended to a picture.
    package static let question: [UInt8] = Array("\u{1B}[5n".utf8)
    /// How long an answer is waited for.
    static let answerTimeout = Duration.milliseconds(250)

    private var unanswered: [MonotonicInstant] = []
    private var lastFrame: MonotonicInstant?
    private var delay = Duration.zero
    private var hasEverAnswered = false

    /// Knows nothing of the line yet and expects the best.
    package init() {}

    /// How many pictures the line bears, by the newest answer.
    package var pace: Pace {
        switch delay {
        case ...Duration.milliseconds(120): .smooth
        case ...Duration.milliseconds(400): .keyFrames
        default: .cuts
        }
    }

    /// When the next picture of something moving may be sent; any time when it is `nil`.
    package var nextFrame: MonotonicInstant? {
        lastFrame?.advanced(by: unanswered.isEmpty ? pace.interval : Self.answerTimeout)
    }

    /// Notes that a picture with a question has been sent.
    package mutating func asked(at now: MonotonicInstant) {
        if let oldest = unanswered.first {
            let waited = oldest.duration(to: now)
            // A terminal that never answers is taken for slow, not for lost.
            delay = hasEverAnswered ? max(delay, waited) : Self.answerTimeout
        }
        unanswered.append(now)
        if unanswered.count > 8 { unanswered.removeFirst() }
        lastFrame = now
    }

    /// Notes an answer; one that nobody asked for says nothing.
    package mutating func answered(at now: MonotonicInstant) {
        guard !unanswered.isEmpty else { return }
        delay = unanswered.removeFirst().duration(to: now)
        hasEverAnswered = true
    }
}
