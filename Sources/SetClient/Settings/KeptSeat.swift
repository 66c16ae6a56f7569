import SetProtocol

/// A seat at a host's table with its secret, as it is noted for a later start of the program.
package struct KeptSeat: Hashable, Sendable {
    /// The host as the player named it.
    package var host: String
    /// The table.
    package var table: TableCode
    /// Which of its seats.
    package var seat: Seat
    /// What the player wanted to be called.
    package var name: String
    /// What gives the seat back.
    package var token: SeatToken

    /// Notes a seat.
    package init(host: String, table: TableCode, seat: Seat, name: String, token: SeatToken) {
        (self.host, self.table, self.seat, self.name) = (host, table, seat, name)
        self.token = token
    }

    /// How long its file may be, in bytes.
    static let limit = 2048

    /// Hashes all but the token.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(table)
        hasher.combine(seat)
        hasher.combine(name)
    }

    /// What stands in its file.
    var bytes: [UInt8] {
        JSONValue.object([
            .init("host", .string(host)), .init("table", .string(table.text)),
            .init("seat", .string(seat == .first ? "first" : "second")),
            .init("name", .string(name)),
            .init("token", .string(token.hex)),
        ]).indented()
    }

    /// Reads what stands in a file.
    ///
    /// - Returns: `nil` when that is anything but a seat.
    init?(_ bytes: [UInt8]) {
        do throws(JSONError) {
            guard case .object(let members) = try JSONValue(parsing: bytes) else { return nil }
            func text(_ key: String) -> String? {
                guard case .string(let text) = members.first(where: { $0.key == key })?.value else {
                    return nil
                }
                return text
            }
            guard let host = text("host"), let name = text("name"), SafeText.isAllowedName(name),
                let table = text("table").flatMap({ TableCode($0) }),
                let token = text("token").flatMap({ SeatToken(hex: $0) }), let seat = text("seat"),
                seat == "first" || seat == "second"
            else { return nil }
            self.init(
                host: host, table: table, seat: seat == "first" ? .first : .second, name: name,
                token: token)
        } catch {
            return nil
        }
    }
}

/// Where the program notes what should outlive it but is no setting: `$XDG_STATE_HOME/set-duel`,
/// usually `~/.local/state/set-duel`.
package struct StateDirectory: Hashable, Sendable {
    /// Its absolute path.
    package let path: String

    /// Finds it from the environment; a path that is not absolute counts as not given (XDG Base
    /// Directory Specification).
    ///
    /// - Returns: `nil` when there is no home; then nothing can be noted.
    package init?(environment: [String: String]) {
        func absolute(_ name: String) -> String? {
            guard let path = environment[name], path.hasPrefix("/") else { return nil }
            return path
        }
        guard
            let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" })
        else { return nil }
        path = base + "/set-duel"
    }

    /// A directory of a known place.
    package init(path: String) {
        self.path = path
    }

    /// The directory of the seats.
    var seats: String { path + "/seats" }

    /// The file of a seat; no host's name can lead anywhere else.
    func file(of seat: KeptSeat) -> String {
        let number = seat.seat == .first ? 0 : 1
        return "\(seats)/\(prefix(host: seat.host))\(seat.table)-\(number).json"
    }

    /// What the files of all seats at a host begin with.
    func prefix(host: String) -> String { ConfigurationDirectory.plain(host) + "@" }
}
