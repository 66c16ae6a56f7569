/// What has been added to protocol 1 and not every host or client knows.
///
/// The raw value is the word on the wire. Each side names those it knows, in `hello` and in `welcome`.
package enum ProtocolFeature: String, CaseIterable, Hashable, Sendable {
    /// The host answers ``ClientMessage/status``.
    case status
    /// The rules ``Rules/bestOf`` and ``Rules/firstTo``, and ``TableState/match``.
    case match
    /// ``ClientMessage/queue``, ``TableState/queue``, and the rule ``Rules/rotate``; only a client with it
    /// is welcomed again when it gets or loses a seat.
    case queue
    /// ``Hello/isTelevision``.
    case tv
    /// The rule ``Rules/deck``: a client without it is sent no commitments to other decks.
    case junior
}

/// A number that a host chose by chance when it started: the same host, reached over several
/// addresses, has the same.
package struct HostID: Hashable, Sendable {
    private var bits: UInt64 = 0

    fileprivate init() {}

    package init(using generator: inout some RandomNumberGenerator) { bits = generator.next() }

    /// Parses exactly 16 lowercase hexadecimal digits.
    package init?(hex: String) {
        guard let bits = UInt64(hex: hex) else { return nil }
        self.bits = bits
    }

    package var hex: String { bits.hex }
}

/// What a host says about itself to anybody who asks, before and without `hello`.
package struct HostStatus: Hashable, Sendable {
    package var version = Hello.protocolVersion
    package var host: HostID
    package var program: String
    package var tables = 0
    /// The seats that newcomers could take now, including those at tables that could be opened.
    package var seats = 0
    package var players = 0
    package var watchers = 0
    package var isPrivate: Bool
    /// Whether the host is about to end and takes nobody in.
    package var isDraining = false
    /// The rules of a new table in a word, for people.
    package var rules: String
    /// What only an answer on the local network says: the port for connections, the machine's name, and
    /// the player who waits there longest.
    package var port: Int?
    package var machine: String?
    package var waiting: String?

    /// The UDP port on which hosts are looked for, and how many bytes a question has at least and an
    /// answer at most: who forges the address of a question gains nothing.
    package static let searchPort: UInt16 = 7381
    package static let searchBytes = 512

    package init() { self.init(host: HostID(), program: "", isPrivate: false, rules: "") }

    package init(host: HostID, program: String, isPrivate: Bool, rules: String) {
        (self.host, self.program) = (host, program)
        (self.isPrivate, self.rules) = (isPrivate, rules)
    }
}
