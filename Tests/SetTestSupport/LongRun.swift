import Foundation

/// How the tests are told to take their time: `scripts/check --deep` sets `SET_DUEL_DEEP=1`.
///
/// What is tried by sample otherwise is then tried whole, and what repeats itself does so more often.
public enum LongRun {
    /// Whether the tests may take their time.
    public static let isOn = ProcessInfo.processInfo.environment["SET_DUEL_DEEP"] == "1"
}
