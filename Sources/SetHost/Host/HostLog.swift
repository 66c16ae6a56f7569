import SetProtocol

/// Decides which events of a host get a line in its log, and formats them.
///
/// A kind of event has a name and perhaps a reason. The first ``lines`` of each kind in a
/// ``window`` get a line each; the others are counted and summed up in one line. So the log grows
/// slowly, whatever strangers do.
///
///     event=refused why=unknownTable address=198.51.100.0/24
///     event=away why=reset table=K7M2QX seat=1 address=loopback
///     event=summary of=refused why=unknownTable count=1689 seconds=60 addresses=1 address=198.51.100.0/24
package struct HostLog: Sendable {
    private struct Kind: Hashable {
        let word: String
        let reason: String?
    }

    /// The recent events of one kind.
    private struct Window {
        let began: MonotonicInstant
        var end: MonotonicInstant { began.advanced(by: HostLog.window) }
        var count = 0
        var addresses: Set<IPAddress> = []
    }

    /// How long events of a kind are counted together.
    package static let window = Duration.seconds(60)
    /// How many of them get a line each.
    package static let lines = 10
    /// How many addresses are distinguished per kind.
    package static let mostAddresses = 1000

    private let namesAddresses: Bool
    /// At most as many as there are kinds.
    private var windows: [Kind: Window] = [:]

    /// Creates an empty log.
    ///
    /// - Parameter namesAddresses: Whether to write whole addresses instead of networks.
    package init(namesAddresses: Bool = false) {
        self.namesAddresses = namesAddresses
    }

    /// When to call ``summaries(at:)``; `nil` if there is nothing to sum up.
    package var nextWake: MonotonicInstant? {
        windows.values.lazy.filter { $0.count > Self.lines }.map(\.end).min()
    }

    /// Records an event.
    ///
    /// - Returns: The lines to write, in order.
    package mutating func note(_ event: LogEvent, at now: MonotonicInstant) -> [String] {
        let kind = Kind(word: event.what.word, reason: event.what.reason)
        var lines: [String] = []
        if let window = windows[kind], window.end <= now { lines = end(kind, window, at: now) }
        var window = windows[kind] ?? Window(began: now)
        window.count += 1
        if let address = event.address, window.addresses.count < Self.mostAddresses {
            window.addresses.insert(address)
        }
        windows[kind] = window
        return window.count <= Self.lines ? lines + [line(for: event)] : lines
    }

    /// Sums up the events without a line of their own.
    ///
    /// - Parameter isLast: Whether the log ends here; otherwise only complete ``window``s are
    ///   summed up.
    package mutating func summaries(at now: MonotonicInstant, isLast: Bool = false) -> [String] {
        windows.filter { isLast || $0.value.end <= now }
            .sorted { ($0.key.word, $0.key.reason ?? "") < ($1.key.word, $1.key.reason ?? "") }
            .flatMap { end($0.key, $0.value, at: now) }
    }

    private mutating func end(_ kind: Kind, _ window: Window, at now: MonotonicInstant) -> [String]
    {
        windows[kind] = nil
        guard window.count > Self.lines else { return [] }
        var words = ["event=summary", "of=\(kind.word)"]
        if let reason = kind.reason { words.append("why=\(reason)") }
        let seconds = min(Self.window, window.began.duration(to: now)).components.seconds
        words += ["count=\(window.count)", "seconds=\(seconds)"]
        words.append("addresses=\(window.addresses.count)")
        if window.addresses.count == 1, let address = window.addresses.first {
            words.append("address=\(name(of: address))")
        }
        return [words.joined(separator: " ")]
    }

    private func line(for event: LogEvent) -> String {
        var words = ["event=\(event.what.word)"]
        if let reason = event.what.reason { words.append("why=\(reason)") }
        switch event.table {
        case .open(let code)?: words.append("table=\(code)")
        case .private?: words.append("table=private")
        case nil: break
        }
        switch event.role {
        case .player(let seat)?: words.append("seat=\(seat.rawValue)")
        case .watcher?: words.append("seat=watcher")
        case nil: break
        }
        if case .slowPongs(let measured, let kernel) = event.what {
            words.append("measured=\(measured.wholeMilliseconds)ms")
            words.append("kernel=\(kernel.wholeMilliseconds)ms")
        }
        if let address = event.address { words.append("address=\(name(of: address))") }
        return words.joined(separator: " ")
    }

    private func name(of address: IPAddress) -> String {
        namesAddresses ? "\(address)" : address.networkName
    }
}

extension IPAddress {
    /// The network of an address, for a log that does not identify people: `loopback`, `private`,
    /// or the first 24 bits of an IPv4 address and 48 of an IPv6 address.
    package var networkName: String {
        if isLoopback { return "loopback" }
        switch self {
        case .v4(let bytes):
            // RFC 1918, RFC 3927 and RFC 6598.
            let isPrivate =
                bytes >> 24 == 10 || bytes >> 20 == 0xAC1 || bytes >> 16 == 0xC0A8
                || bytes >> 16 == 0xA9FE || bytes >> 22 == 0x191
            return isPrivate ? "private" : "\(IPAddress.v4(bytes & 0xFFFF_FF00))/24"
        case .v6(let high, _, _):
            // RFC 4193 and RFC 4291.
            let isPrivate = high >> 57 == 0x7E || high >> 54 == 0x3FA
            let network = IPAddress.v6(high: high & 0xFFFF_FFFF_FFFF_0000, low: 0, scope: 0)
            return isPrivate ? "private" : "\(network)/48"
        }
    }
}
