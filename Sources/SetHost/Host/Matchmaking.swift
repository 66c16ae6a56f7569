import SetProtocol

/// Which table a player without a code is shown to, as a value.
///
/// A table with a free seat is one of these, and the first kind that there is gets the player:
///
/// | table                                          | among several         |
/// |------------------------------------------------|-----------------------|
/// | its player is present and ready                | who waits longest     |
/// | its player is present, see below               | who came last         |
/// | as these, but several opponents have left      | as these              |
/// | a new table, where more are allowed            |                       |
/// | its player kept an opponent waiting, or the newcomer's address has just left it or its player | as these |
/// | its player is away                             | who came last         |
///
/// **Keeping an opponent waiting.** A player who was not ready while an opponent came and went gets no
/// newcomer for ``rest``, twice as long each further time, until that player says `ready`. Otherwise a
/// connection that says nothing would meet every newcomer.
///
/// **Waiting at several tables.** Players of one address who wait at several tables and are not ready look
/// like an address that wants to meet everybody: newcomers from elsewhere come to them last.
///
/// **Spoiled meetings.** An address several of whose meetings (``mostSpoiled``) were over before the end of a game or
/// of the first minute (``shortMeeting``) is met last by newcomers from elsewhere, unless these have had about as many.
/// Otherwise one that waits ready at many tables, and is gone as soon as a game begins, would meet everybody. The one
/// who stayed has a part in it (``shareOfStaying``) if a game had begun: who resigns every game, or never moves a hand,
/// is left by others and never leaves. That alone makes nobody be met last. And to leave an address of which that is
/// known, or an opponent who is away, counts no more. Two addresses do not meet for ``avoidance`` after such a meeting,
/// and for twice as long after each further one.
///
/// **Coming and going.** Only one departure of an address in ``departureTime`` says something about
/// the player who stays. Otherwise an address that joins and leaves all the time could make all who
/// wait look like that.
package struct Matchmaking: Sendable {
    /// How long a player gets no newcomer after keeping an opponent waiting.
    package static let rest = Duration.seconds(120)
    /// How often that doubles at most.
    static let mostDoublings = 4
    /// How many opponents have left when a table comes after the others.
    package static let manyDepartures = 3
    /// For how long an address gets another table than the one it left, and another opponent.
    package static let avoidance = Duration.seconds(30)
    /// The time in which one departure of an address counts.
    package static let departureTime = Duration.seconds(60)
    /// Who is gone before the two have sat together for so long has given nobody a game.
    static let shortMeeting = Duration.seconds(60)
    /// How long it takes until a meeting that an address has spoiled is forgotten, one after the other.
    static let forgetting = Duration.seconds(150)
    /// How many of them an address may have that others do not meet last.
    static let mostSpoiled = 3
    /// How many are kept in mind.
    static let mostRemembered = 40
    /// How many others count as one that the address itself has left.
    static let shareOfStaying = 2
    /// What others do not mind.
    private static let tolerated = forgetting * mostSpoiled
    /// How long after they may meet again it is forgotten that two addresses were parted.
    private static let reconciliation = Duration.seconds(600)
    /// How many spoiled meetings in a row make the time longer: to half an hour.
    private static let mostDoubledPartings = 7
    /// How many pairs of addresses are remembered.
    private static let mostPartings = 4096
    /// How many addresses are remembered for their last departure.
    private static let mostDepartures = 1024

    private let sittings: RateLimit.Rate
    private var tables: [TableCode: ListedTable] = [:]
    /// When a departure of an address last counted.
    private var departures: [CallerOrigin: MonotonicInstant] = [:]
    /// When all meetings that an address has spoiled will be forgotten.
    private var spoiled: [CallerOrigin: MonotonicInstant] = [:]
    /// The addresses whose players do not meet for a while: one of them has left the other.
    private var parted: [Set<CallerOrigin>: Parting] = [:]

    private struct Parting: Hashable {
        /// When they may meet again.
        var until: MonotonicInstant
        /// How many meetings of theirs were spoiled in a row.
        var count: Int
    }

    /// No tables.
    ///
    /// - Parameter sittings: How often one address may sit down at one table.
    package init(sittings: RateLimit.Rate) {
        self.sittings = sittings
    }

    // MARK: - Tables

    /// How many tables there are.
    package var count: Int { tables.count }

    /// Whether only those who know its code come to a table; `nil` when there is no such table.
    package func isPrivate(_ code: TableCode) -> Bool? { tables[code]?.isPrivate }

    /// Notes that there is a table.
    package mutating func opened(
        _ code: TableCode, serial: Int, isPrivate: Bool, takesNewcomers: Bool = true,
        _ overview: TableOverview, at now: MonotonicInstant
    ) {
        tables[code] = ListedTable(
            serial: serial, isPrivate: isPrivate, takesNewcomers: takesNewcomers && !isPrivate,
            overview, at: now)
    }

    /// Notes that a table is closed.
    package mutating func closed(_ code: TableCode) {
        tables[code] = nil
    }

    /// Notes where the player of a seat comes from.
    package mutating func seated(_ address: IPAddress, in seat: Seat, at code: TableCode) {
        tables[code]?.seated(CallerOrigin(address), in: seat)
    }

    /// How many seats the players of an address have, those who are away included.
    package func seatCount(of address: IPAddress) -> Int {
        let origin = CallerOrigin(address)
        return tables.values.reduce(0) { $0 + $1.seatCount(of: origin) }
    }

    /// Notes that a table has changed.
    package mutating func changed(
        _ code: TableCode, _ overview: TableOverview, at now: MonotonicInstant
    ) {
        for departure in tables[code]?.change(to: overview, at: now) ?? [] {
            if departure.isEarly { count(departure, at: code, now) }
            if departure.kind == .lost { continue }
            if let origin = departure.origin {
                tables[code]?.avoid(origin, at: now)
                let other = tables[code]?.origin(of: departure.seat.opponent)
                part(origin, from: other, isEarly: departure.isEarly, at: now)
                guard departureCounts(of: origin, at: now) else { continue }
            }
            tables[code]?.hold(departure, at: now)
        }
    }

    /// Counts a spoiled meeting; one of two players behind the same address is their own affair.
    private mutating func count(
        _ departure: ListedTable.Departure, at code: TableCode, _ now: MonotonicInstant
    ) {
        let other = tables[code]?.origin(of: departure.seat.opponent)
        guard let origin = departure.origin, origin != other else { return }
        // Nobody spoils anything by leaving an opponent whose connection was lost.
        if tables[code]?.overview.places[departure.seat.opponent] == .away { return }
        let isNoWonder = other.map { Self.tolerated < memory(of: $0, at: now) } ?? false
        if !isNoWonder { spoil(origin, by: Self.forgetting, at: now) }
        guard let other, departure.hadBegun else { return }
        // Whoever only stays is still met by others, if after everybody else.
        let room = Self.tolerated - memory(of: other, at: now)
        spoil(other, by: min(Self.forgetting / Self.shareOfStaying, max(.zero, room)), at: now)
    }

    private mutating func spoil(_ origin: CallerOrigin, by time: Duration, at now: MonotonicInstant)
    {
        if spoiled.count >= Self.mostDepartures { spoiled = spoiled.filter { now < $0.value } }
        guard spoiled.count < Self.mostDepartures || spoiled[origin] != nil else { return }
        let latest = now.advanced(by: Self.forgetting * Self.mostRemembered)
        spoiled[origin] = min(max(now, spoiled[origin] ?? now).advanced(by: time), latest)
    }

    /// How long it takes until all that an address has spoiled is forgotten.
    private func memory(of origin: CallerOrigin, at now: MonotonicInstant) -> Duration {
        spoiled[origin].map { max(.zero, now.duration(to: $0)) } ?? .zero
    }

    private mutating func departureCounts(of origin: CallerOrigin, at now: MonotonicInstant) -> Bool
    {
        func isRecent(_ time: MonotonicInstant) -> Bool {
            now < time.advanced(by: Self.departureTime)
        }
        if let last = departures[origin], isRecent(last) { return false }
        if departures.count >= Self.mostDepartures {
            departures = departures.filter { isRecent($0.value) }
        }
        guard departures.count < Self.mostDepartures else { return false }
        departures[origin] = now
        return true
    }

    /// Lets players of two addresses not meet for a while: the tables of those who left each other are not
    /// always the same.
    ///
    /// For twice as long after each further meeting that was spoiled: otherwise some addresses that take turns
    /// could keep two people apart for as long as they like.
    private mutating func part(
        _ origin: CallerOrigin, from other: CallerOrigin?, isEarly: Bool, at now: MonotonicInstant
    ) {
        guard let other, other != origin else { return }
        if parted.count >= Self.mostPartings {
            parted = parted.filter { now < $0.value.until.advanced(by: Self.reconciliation) }
        }
        let pair: Set = [origin, other]
        let last = parted[pair]
        guard last != nil || parted.count < Self.mostPartings else { return }
        var count = isEarly ? 1 : 0
        if let last, now < last.until.advanced(by: Self.reconciliation) {
            // The second one to leave a table spoils no other meeting.
            count =
                now < last.until ? last.count : min(last.count + count, Self.mostDoubledPartings)
        }
        let until = now.advanced(by: Self.avoidance * (1 << max(0, count - 1)))
        parted[pair] = Parting(until: max(until, last?.until ?? until), count: count)
    }

    // MARK: - Newcomers

    /// The best table for a player, if one is better than a new one.
    ///
    /// - Parameters:
    ///   - address: Where the player comes from.
    ///   - tried: Tables that have refused the player.
    package func best(
        for address: IPAddress, except tried: Set<TableCode>, at now: MonotonicInstant
    ) -> TableCode? {
        let origin = CallerOrigin(address)
        let crowds = addressesWaitingTwice
        let tolerated = max(Self.tolerated, memory(of: origin, at: now) * 3 / 2)
        return best(except: tried) { table in
            table.suits(origin, at: now)
                && table.idler.map { $0 == origin || !crowds.contains($0) } != false
                && table.origins.allSatisfy { other in
                    parted[[origin, other]].map { $0.until <= now } != false
                        && (other == origin || memory(of: other, at: now) <= tolerated)
                }
        }
    }

    /// The addresses of which several players wait, each alone, and are not ready.
    private var addressesWaitingTwice: Set<CallerOrigin> {
        var (once, twice): (Set<CallerOrigin>, Set<CallerOrigin>) = ([], [])
        for table in tables.values where table.takesNewcomers {
            guard let idler = table.idler else { continue }
            if !once.insert(idler).inserted { twice.insert(idler) }
        }
        return twice
    }

    /// The best of all tables with a free seat, for when there can be no new one.
    package func lastResort(except tried: Set<TableCode>) -> TableCode? {
        best(except: tried) { $0.isPlayerPresent } ?? best(except: tried) { _ in true }
    }

    private func best(
        except tried: Set<TableCode>, where isWanted: (ListedTable) -> Bool
    ) -> TableCode? {
        var best: (code: TableCode, table: ListedTable)?
        for (code, table) in tables
        where table.overview.hasRoom && table.takesNewcomers && !tried.contains(code)
            && isWanted(table)
        {
            if let best, !table.isBetter(than: best.table) { continue }
            best = (code, table)
        }
        return best?.code
    }

    /// The table that a watcher is shown: the oldest where a game is in progress, else the oldest.
    package func toWatch(except tried: Set<TableCode>) -> TableCode? {
        tables.filter { !$0.value.isPrivate && !tried.contains($0.key) }.min { one, other in
            let (left, right) = (one.value, other.value)
            guard left.overview.isPlaying == right.overview.isPlaying else {
                return left.overview.isPlaying
            }
            return left.serial < right.serial
        }?.key
    }

    /// Whether an address may sit down at a table now; if so, that counts.
    package mutating func allowsSitting(
        from address: IPAddress, at code: TableCode, _ now: MonotonicInstant
    ) -> Bool {
        tables[code]?.allowsSitting(from: CallerOrigin(address), sittings, at: now) ?? true
    }
}
