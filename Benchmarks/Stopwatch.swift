import SystemLibrary

/// The clocks, in microseconds.
enum LoadClock {
    static var now: Double { read(CLOCK_MONOTONIC) }
    /// The processor time of this thread.
    static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }
    /// The processor time of the whole program.
    static var process: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// Measures how much processor time something takes.
///
/// Processor time, not time on the wall: on a busy machine the latter tells of the others.
enum Stopwatch {
    /// How long one round lasts at least, in microseconds: far more than reading the clock takes.
    private static let shortestRound = 4000.0
    /// How many rounds are measured; the least counts, for nothing makes a program too fast.
    private static let rounds = 9

    /// Measures a subject and a reference in turns, so that both meet the same machine.
    ///
    /// - Returns: The microseconds one call takes of each.
    static func compare(
        _ subject: () -> Void, with reference: (() -> Void)? = nil
    ) -> (subject: Double, reference: Double) {
        let calls = (calibrate(subject), reference.map(calibrate) ?? 0)
        var least = (subject: Double.infinity, reference: Double.infinity)
        for _ in 0..<rounds {
            least.subject = min(least.subject, time(calls.0, subject))
            if let reference { least.reference = min(least.reference, time(calls.1, reference)) }
        }
        return least
    }

    /// How many calls make a round long enough.
    private static func calibrate(_ body: () -> Void) -> Int {
        var calls = 1
        while time(calls, body) * Double(calls) < shortestRound { calls *= 2 }
        return calls
    }

    /// The microseconds per call, over the given number of calls.
    private static func time(_ calls: Int, _ body: () -> Void) -> Double {
        let start = LoadClock.process
        for _ in 0..<calls { body() }
        return (LoadClock.process - start) / Double(calls)
    }
}

/// Keeps a result from being found unused and never computed.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}

extension [Double] {
    /// The value that a share of all values is not above; 0 when there is none.
    func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return 0 }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
