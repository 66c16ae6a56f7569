import Testing

/// Lets only so many suites run at a time.
///
/// Left to themselves all suites run at once on as many threads as there are cores. A test that
/// waits for a real window or a real program then competes with hundreds of others for its next
/// step, and what takes milliseconds can take minutes. With a few at a time every test makes
/// progress, and the whole takes no longer.
public struct TurnstileTrait: SuiteTrait, TestScoping {
    /// Waits for a place, runs the suite, and gives the place on.
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await Turnstile.shared.enter()
        do {
            try await function()
        } catch {
            await Turnstile.shared.leave()
            throw error
        }
        await Turnstile.shared.leave()
    }
}

extension Trait where Self == TurnstileTrait {
    /// Runs when there is a place: a few suites at a time.
    public static var inTurn: Self { TurnstileTrait() }
}

/// Counts who is inside, and lets those who wait in one after the other.
private actor Turnstile {
    static let shared = Turnstile()

    private var places = 6
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
