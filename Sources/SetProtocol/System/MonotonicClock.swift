import Dispatch

/// The machine's monotonic clock.
package enum MonotonicClock {
    package static var now: MonotonicInstant {
        MonotonicInstant(.nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)))
    }
}

extension MonotonicInstant {
    /// The same instant for Dispatch; instants before the clock's zero become zero.
    var dispatchTime: DispatchTime {
        DispatchTime(uptimeNanoseconds: UInt64(clamping: sinceZero.wholeNanoseconds))
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
