import Testing

/// Runs a suite that waits for sockets, processes, timers or other tasks: a few such suites at a
/// time, and apart from the tests that only compute.
///
/// Those run all at once and keep the threads busy that Swift has for tasks. A test that waits for
/// the next line of a program must not queue behind them at each of its steps. Swift has other
/// threads for tasks of a higher priority, which these suites get; the system shares the processors
/// among all of them.
package struct TurnstileTrait: SuiteTrait, TestScoping {
    /// Waits for a place, runs the suite, and gives the place on.
    package func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask(priority: .high) {
                    await Turnstile.shared.enter()
                    do {
                        try await function()
                    } catch {
                        await Turnstile.shared.leave()
                        throw error
                    }
                    await Turnstile.shared.leave()
                }
                try await group.waitForAll()
            }
        }
    }
}

extension Trait where Self == TurnstileTrait {
    /// Runs when there is a place: for suites that wait for something.
    package static var inTurn: Self { TurnstileTrait() }
}

/// Counts the suites inside, and lets those that wait in one after the other.
private actor Turnstile {
    static let shared = Turnstile()

    private var places = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        guard places == 0 else {
            places -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        places += 1
    }
}
