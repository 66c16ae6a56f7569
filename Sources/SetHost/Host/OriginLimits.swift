import SetProtocol

/// A rate limit for each of the addresses that did something lately.
///
/// Beyond the most, all are forgotten: a crowd of that many addresses has no limit anyway.
struct OriginLimits: Sendable {
    private let rate: RateLimit.Rate
    private let most: Int
    private var limits: [CallerOrigin: RateLimit] = [:]

    init(_ rate: RateLimit.Rate, most: Int) { (self.rate, self.most) = (rate, most) }

    var count: Int { limits.count }

    /// Whether an address may do it now; a yes counts.
    mutating func allows(_ origin: CallerOrigin, at now: MonotonicInstant) -> Bool {
        var limit = limits[origin] ?? RateLimit(rate)
        let isAllowed = limit.allows(at: now)
        if limits[origin] == nil, limits.count >= most {
            limits = limits.filter { !$1.isFull(at: now) }
            if limits.count >= most { limits = [:] }
        }
        limits[origin] = limit
        return isAllowed
    }
}
