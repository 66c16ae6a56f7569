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
    /// Whether sums are sentences, as in a terminal.
    private let isInWords: Bool
    /// At most as many as there are kinds.
    private var windows: [LogEvent.What: Window] = [:]

    package init(namesAddresses: Bool = false, isInWords: Bool = false) {
        (self.namesAddresses, self.isInWords) = (namesAddresses, isInWords)
    }

    /// When to call ``summaries(at:)``; `nil` if there is nothing to sum up.
    package var nextWake: MonotonicInstant? {
        windows.values.lazy.filter { $0.count > Self.lines }.map(\.end).min()
    }

    /// Records an event, and returns the lines to write.
    package mutating func note(_ event: LogEvent, at now: MonotonicInstant) -> [String] {
        let (lines, isOmitted) = count(event.what, from: event.address, at: now)
        return isOmitted ? lines : lines + [line(for: event)]
    }

    /// Records an event with a line of its own, and returns the lines to write.
    package mutating func note(
        _ line: String, of kind: String, at now: MonotonicInstant
    ) -> [String] {
        let (lines, isOmitted) = count(LogEvent.What(word: kind), from: nil, at: now)
        return isOmitted ? lines : lines + [line]
    }

    private mutating func count(
        _ what: LogEvent.What, from address: IPAddress?, at now: MonotonicInstant
    ) -> (lines: [String], isOmitted: Bool) {
        var lines: [String] = []
        if let window = windows[what], window.end <= now { lines = end(what, window, at: now) }
        var window = windows[what] ?? Window(began: now)
        window.count += 1
        if let address, window.addresses.count < Self.mostAddresses {
            window.addresses.insert(address)
        }
        windows[what] = window
        return (lines, window.count > Self.lines)
    }

    /// Sums up the events without a line of their own, in complete ``window``s or, if the log ends
    /// here, in all.
    package mutating func summaries(at now: MonotonicInstant, isLast: Bool = false) -> [String] {
        windows.filter { isLast || $0.value.end <= now }
            .sorted { ($0.key.word, $0.key.reason ?? "") < ($1.key.word, $1.key.reason ?? "") }
            .flatMap { end($0.key, $0.value, at: now) }
    }

    private mutating func end(
        _ what: LogEvent.What, _ window: Window, at now: MonotonicInstant
    ) -> [String] {
        windows[what] = nil
        guard window.count > Self.lines else { return [] }
        let seconds = min(Self.window, window.began.duration(to: now)).components.seconds
        if isInWords {
            return ["\(what.word): \(window.count - Self.lines) more within \(seconds) seconds"]
        }
        let only = window.addresses.count == 1 ? window.addresses.first : nil
        return [
            Self.line([
                ("event", "summary"), ("of", what.word), ("why", what.reason),
                ("count", "\(window.count)"), ("seconds", "\(seconds)"),
                ("addresses", "\(window.addresses.count)"), ("address", only.map(name)),
            ])
        ]
    }

    private func line(for event: LogEvent) -> String {
        let seat: String? =
            switch event.role {
            case .player(let seat)?: "\(seat.rawValue)"
            case .watcher?: "watcher"
            case nil: nil
            }
        return Self.line([
            ("event", event.what.word), ("why", event.what.reason), ("table", event.table),
            ("seat", seat), ("measured", event.measured.map { "\($0.wholeMilliseconds)ms" }),
            ("kernel", event.kernel.map { "\($0.wholeMilliseconds)ms" }),
            ("address", event.address.map(name)),
        ])
    }

    private static func line(_ words: [(key: String, value: String?)]) -> String {
        words.compactMap { key, value in value.map { "\(key)=\($0)" } }.joined(separator: " ")
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
