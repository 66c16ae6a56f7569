import SetProtocol

/// What strangers do to a host while others play there.
struct Abuse: Sendable {
    /// What one connection of a stranger does.
    enum Manner: Hashable, Sendable {
        /// Says the same over and over as fast as it is taken.
        case pours
        /// Says one byte of it a second.
        case trickles
        /// Says it once, and comes again when the host has closed the connection.
        case saysOnce
        /// Reads a hundred bytes a second.
        case readsSlowly
        /// Never reads.
        case neverReads
    }

    /// What it is called.
    let name: String
    /// What is done, in a line.
    let summary: String
    let manner: Manner
    /// How many connections of that kind there are at a time.
    let connections: Int
    /// From how many addresses they come.
    var addresses = 1
    /// Whether they watch the table that is measured, before they do anything else.
    var isWatching = false
    /// Whether they sit down at tables, before they do anything else.
    var isSitting = false
    /// What they say; the code of the measured table is given.
    var bytes: @Sendable (TableCode) -> [UInt8] = { _ in [] }
    /// Further options of the host.
    var options: [String] = []
    /// How many descriptors the host may have.
    var descriptors: Int?

    /// All there are.
    static let all: [Abuse] = [
        Abuse(
            name: "giantLine", summary: "lines of a gigabyte from watchers",
            manner: .pours, connections: 4, isWatching: true, bytes: { _ in filled(0x61) }),
        Abuse(
            name: "giantHello", summary: "the same from strangers, as their first line",
            manner: .pours, connections: 4, bytes: { _ in filled(0x7B) }),
        Abuse(
            name: "rubbish", summary: "megabytes of garbage",
            manner: .pours, connections: 4, bytes: { _ in rubbish }),
        Abuse(
            name: "flood", summary: "messages from watchers as fast as they are accepted",
            manner: .pours, connections: 4, isWatching: true,
            bytes: { _ in repeated("{\"type\":\"claim\",\"board\":1}\n") }),
        Abuse(
            name: "malformed", summary: "malformed JSON, one line per connection",
            manner: .saysOnce, connections: 16,
            bytes: { _ in Array(String(repeating: "[{\"a\":", count: 80).utf8) + [0x0A] }),
        Abuse(
            name: "forgedPongs", summary: "answers from watchers to pings that nobody sent",
            manner: .pours, connections: 8, isWatching: true,
            bytes: { _ in repeated("{\"type\":\"pong\",\"nonce\":\"0123456789abcdef\"}\n") }),
        Abuse(
            name: "wrongTokens", summary: "wrong tokens for the seats of the table",
            manner: .saysOnce, connections: 32, addresses: 250, bytes: wrongToken),
        Abuse(
            name: "slowLine", summary: "fifty first lines at one byte per second",
            manner: .trickles, connections: 50, addresses: 2,
            bytes: { _ in Array("{\"type\":\"hello\",\"protocol\":1}".utf8) }),
        Abuse(
            name: "slowReader", summary: "watchers that read a hundred bytes per second",
            manner: .readsSlowly, connections: 24, isWatching: true),
        Abuse(
            name: "neverReads", summary: "watchers that never read",
            manner: .neverReads, connections: 24, isWatching: true),
        Abuse(
            name: "silent", summary: "a thousand silent connections that reconnect when closed",
            manner: .saysOnce, connections: 1000, addresses: 200),
        Abuse(
            name: "idle", summary: "two thousand idle players at tables",
            manner: .saysOnce, connections: 2000, addresses: 100, isSitting: true,
            options: ["--max-tables", "2000", "--max-connections", "4000"]),
        Abuse(
            name: "descriptors", summary: "more connections than the host has descriptors",
            manner: .saysOnce, connections: 64, addresses: 4, descriptors: 32),
    ]

    /// How much is handed to the kernel at a time.
    private static let chunk = 65_536

    private static func filled(_ byte: UInt8) -> [UInt8] {
        [UInt8](repeating: byte, count: chunk)
    }

    private static func repeated(_ line: String) -> [UInt8] {
        Array(String(repeating: line, count: chunk / line.utf8.count).utf8)
    }

    /// Bytes of all kinds, line ends among them.
    private static var rubbish: [UInt8] {
        var generator = SeededGenerator(seed: 4)
        return (0..<chunk).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    @Sendable
    private static func wrongToken(_ code: TableCode) -> [UInt8] {
        let token = SeatToken(hex: String(repeating: "0a", count: 16))
        return WireCodec.encode(.hello(Hello(name: "Eve", table: code, token: token)))
    }
}
