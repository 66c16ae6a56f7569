package enum EndpointError: Error, Hashable, Sendable {
    case noHost
    /// What stands in the host's place is neither a name nor an address.
    case badHost(String)
    /// What stands in the port's place is no number from 1 to 65535.
    case badPort(String)
    case url(String)

    /// The message for a person: the problem and what to do about it.
    ///
    /// It contains what they typed, not made safe for a terminal.
    package var sentence: String {
        switch self {
        case .noHost: "missing host: use HOST or HOST:PORT"
        case .badHost(let text):
            "invalid host '\(text)': use a name, an IPv4 address, or an IPv6 address"
        case .url(let text): "invalid host '\(text)': use HOST or HOST:PORT without '://'"
        case .badPort(let text): "invalid port '\(text)': use a number from 1 to 65535"
        }
    }
}

/// A host as a player names it, not yet looked up.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A name, which may have letters of any script, or an address without brackets.
    package let host: String
    package let port: UInt16

    /// The port a host listens on unless told otherwise.
    package static let standardPort: UInt16 = 7381

    /// Reads `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT` or a bare IPv6 address.
    ///
    /// With more than one colon and no brackets everything is the address: in `::1:7381` nobody can
    /// tell a port from the address's last group.
    ///
    /// - Throws: ``EndpointError`` naming the part that cannot be read.
    package init(
        _ text: String, defaultPort: UInt16 = Endpoint.standardPort
    ) throws(EndpointError) {
        let bytes = Array(text.utf8)
        guard !text.holds("://") else { throw .url(text) }
        if bytes.first == UInt8(ascii: "[") {
            let inside = text.dropFirst().prefix { $0 != "]" }
            let rest = text.dropFirst(inside.count + 1)
            guard rest.first == "]", Self.isV6(inside) else { throw .badHost(text) }
            host = String(inside)
            port = try Self.port(afterHost: rest.dropFirst(), defaultPort, in: text)
        } else if bytes.count(where: { $0 == UInt8(ascii: ":") }) > 1 {
            guard Self.isV6(text[...]) else { throw .badHost(text) }
            host = text
            port = defaultPort
        } else {
            let typed = text.prefix { $0 != ":" }
            guard !typed.isEmpty else { throw .noHost }
            guard let name = HostName(String(typed)) else { throw .badHost(String(typed)) }
            host = name.text
            port = try Self.port(afterHost: text.dropFirst(typed.count), defaultPort, in: text)
        }
    }

    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Whether it is an address with colons; `::ffff:1.2.3.4` is one although it means IPv4.
    private static func isV6(_ text: Substring) -> Bool {
        text.contains(":") && IPAddress(String(text)) != nil
    }

    private static func port(
        afterHost rest: Substring, _ defaultPort: UInt16, in text: String
    ) throws(EndpointError) -> UInt16 {
        guard let colon = rest.first else { return defaultPort }
        guard colon == ":" else { throw .badHost(text) }
        let digits = rest.dropFirst()
        let areDigits = digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        guard areDigits, let port = UInt16(digits), port > 0 else {
            throw .badPort(String(digits))
        }
        return port
    }
}
