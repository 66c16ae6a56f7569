import SystemLibrary

package enum MonotonicClock {
    package static var now: MonotonicInstant {
        MonotonicInstant(.nanoseconds(Platform.uptimeNanoseconds))
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded towards zero, as far as the type reaches.
    package var wholeNanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
