import SetProtocol

/// A seat at a host's table with its secret, as it is noted for a later start of the program.
package struct KeptSeat: Equatable, Sendable {
    package var host: String
    package var table: TableCode
    package var seat: Seat
    /// What the player wanted to be called.
    package var name: String
    package var token: SeatToken

    /// How long its file may be, in bytes.
    static let limit = 2048

    var bytes: [UInt8] {
        JSONValue.object([
            .init("host", .string(host)), .init("table", .string(table.text)),
            .init("seat", .string(seat == .first ? "first" : "second")),
            .init("name", .string(name)),
            .init("token", .string(token.hex)),
        ]).indented()
    }
}

extension KeptSeat {
    /// Reads what stands in a file.
    ///
    /// - Returns: `nil` when that is anything but a seat.
    init?(_ bytes: [UInt8]) {
        guard let object = try? JSONValue(parsing: bytes), let host = object["host"]?.string,
            let name = object["name"]?.string, SafeText.isAllowedName(name),
            let table = object["table"]?.string.flatMap(TableCode.init),
            let token = object["token"]?.string.flatMap(SeatToken.init(hex:)),
            let seat = object["seat"]?.string, seat == "first" || seat == "second"
        else { return nil }
        (self.host, self.table, self.name, self.token) = (host, table, name, token)
        self.seat = seat == "first" ? .first : .second
    }
}

/// Where the program notes what should outlive it but is no setting: `$XDG_STATE_HOME/set-duel`,
/// usually `~/.local/state/set-duel`.
package struct StateDirectory: Equatable, Sendable {
    package let path: String

    /// `nil` without a home directory; then nothing can be noted.
    package init?(environment: [String: String]) {
        guard let path = environment.directory("XDG_STATE_HOME", orHome: ".local/state")
        else { return nil }
        self.path = path
    }

    package init(path: String) {
        self.path = path
    }

    var seats: String { path + "/seats" }

    /// The usual directory of a host's journals.
    package var journals: String { path + "/journal" }

    /// The journals of duels against the computer, for replay only: a host does not resume them.
    package var computerDuels: String { path + "/play" }

    /// A line for each finished game.
    var history: String { path + "/games.jsonl" }

    /// The same for the counted tries at the decks of days.
    var days: String { path + "/daily.jsonl" }

    /// The journals of tries that are not finished, a directory for each day.
    package func dailyGames(_ day: String) -> String { "\(path)/daily/\(day)" }

    /// The journals of solo games, from which they are continued.
    package var soloGames: String { path + "/solo" }

    /// The file of a seat; no host's name can lead anywhere else.
    func file(of seat: KeptSeat) -> String {
        let number = seat.seat == .first ? 0 : 1
        return "\(seats)/\(prefix(host: seat.host))\(seat.table)-\(number).json"
    }

    /// What the files of all seats at a host begin with.
    func prefix(host: String) -> String { ConfigurationDirectory.plain(host) + "@" }
}
