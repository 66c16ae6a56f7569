import SystemLibrary

package enum MonotonicClock {
    package static var now: MonotonicInstant {
        MonotonicInstant(.nanoseconds(Platform.uptimeNanoseconds))
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded towards zero, as far as the type reaches.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        let (sum, overflowsToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflowsToo ? (seconds < 0 ? .min : .max) : sum
    }
}
