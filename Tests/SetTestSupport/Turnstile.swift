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
            // Not the child of a group: in Swift 6.3 that has its parent's priority, whatever is asked for.
            let turn = Task(priority: .high) { try await Turnstile.shared.admit(function) }
            try await withTaskCancellationHandler {
                try await turn.value
            } onCancel: {
                turn.cancel()
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

    func admit(_ suite: @Sendable () async throws -> Void) async throws {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        defer { leave() }
        try await suite()
    }

    private func leave() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        places += 1
    }
}
