import Foundation
import Testing

/// How to tell the tests that everything takes longer than usual, as it does under a sanitizer.
///
/// `scripts/sanitize` sets `SET_DUEL_SLOWDOWN`. Whoever waits for something gives up that many times
/// later; nothing becomes true by waiting, so a longer wait weakens no test. What only repeats the
/// same code with ever more data does so with less of it.
package enum Slowdown {
    /// How many times longer than usual things may take; 1 when nothing is said.
    package static let factor = max(1, Int(variable("SET_DUEL_SLOWDOWN") ?? "") ?? 1)

    package static let isSlow = factor > 1

    /// What makes a sanitizer write its reports where they are looked for.
    ///
    /// A program that a test runs gets these variables too, and nothing else of the tests' own.
    package static let sanitizerVariables: [String: String] = {
        let names = ["TSAN_OPTIONS", "ASAN_OPTIONS", "SWIFT_BACKTRACE"]
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in variable(name).map { (name, $0) } })
    }()

    private static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name]
    }
}

extension Duration {
    package var whenSlow: Duration { self * Slowdown.factor }
}

extension Collection {
    /// All, or where everything takes longer every so-many-th: for data that lead through the same
    /// code again and again.
    package var fewerWhenSlow: [Element] {
        enumerated().filter { $0.offset.isMultiple(of: Slowdown.factor) }.map(\.element)
    }
}

extension TimeLimitTrait.Duration {
    /// So many minutes, or more in a slow environment.
    ///
    /// Where this module is imported, which it is by every test that waits, it is meant by
    /// `.timeLimit(.minutes(5))`: what is not generic is preferred.
    package static func minutes(_ minutes: Int) -> Self {
        .minutes(Int64(minutes * Slowdown.factor))
    }
}
