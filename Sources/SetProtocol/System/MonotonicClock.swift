import Dispatch

/// The clock that only goes forward, which Dispatch timers go by as well.
///
/// Its zero is of no meaning. A table that counts from its own opening subtracts the reading it
/// took then.
package enum MonotonicClock {
    /// The reading now.
    package static var now: TableTime {
        TableTime(.nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)))
    }
}

extension TableTime {
    /// The same moment as Dispatch counts it; moments before its zero become zero.
    var dispatchTime: DispatchTime {
        DispatchTime(uptimeNanoseconds: UInt64(clamping: sinceOpening.wholeNanoseconds))
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
