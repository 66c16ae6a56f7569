import Foundation

/// How to make the tests take their time: `scripts/check --deep` sets `SET_DUEL_DEEP=1`.
///
/// What is tried by sample otherwise is then tried whole, and what repeats itself does so more often.
/// With `SET_DUEL_DEEP=5`, as `scripts/check --ci` sets it, it is a fifth of that.
package enum LongRun {
    /// One part in how many of a long run is done; `nil` when the tests are to be quick.
    fileprivate static let part = ProcessInfo.processInfo.environment["SET_DUEL_DEEP"]
        .flatMap(Int.init).map { max(1, $0) }

    package static let isOn = part != nil

    /// How often something is repeated.
    ///
    /// - Parameters:
    ///   - usual: How often at least, and when the tests are to be quick.
    ///   - whole: How often in a whole long run.
    package static func count(_ usual: Int, inLongRun whole: Int) -> Int {
        part.map { max(usual, whole / $0) } ?? usual
    }
}

extension Collection {
    /// Every element in a long run, or as many of them as it has parts; otherwise every `step`-th.
    package func sampled(every step: Int) -> [Element] {
        let step = LongRun.part ?? step
        return enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    }
}
