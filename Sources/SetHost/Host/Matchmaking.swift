import SetProtocol

/// Chooses a table for a player without a code, as a value.
///
/// Tables with a free seat are ranked as follows; the first kind that exists gets the player:
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
/// **Keeping an opponent waiting.** A player who was not ready while an opponent came and went gets
/// no newcomers for ``rest``, twice as long each further time, until that player says `ready`.
/// Otherwise a silent connection would meet every newcomer.
///
/// **Waiting at several tables.** If several players of one address wait and are not ready, the
/// address seems to want to meet everybody: newcomers from elsewhere meet them last.
///
/// **Spoiled meetings.** A meeting is spoiled if it ends before a game is finished or within the
/// first minute (``shortMeeting``). Newcomers from elsewhere meet an address with several of these
/// (``mostSpoiled``) last, unless they have had about as many. Otherwise an address that waits
/// ready at many tables and leaves each game would meet everybody. If a game had begun, the player
/// who stayed is charged a part (``shareOfStaying``), because somebody who resigns every game or
/// never moves is left by others and never leaves. That alone ranks nobody last. Leaving such an
/// address, or an opponent who is away, is not charged. Two addresses do not meet for ``avoidance``
/// after a spoiled meeting, and for twice as long after each further one of either of them.
///
/// **Coming and going.** Only one departure of an address in ``departureTime`` counts against the
/// player who stays. Otherwise an address that joins and leaves all the time could discredit
/// everybody who waits.
///
/// **Neighbors.** Players who share an address, as behind a tunnel, cannot be told apart. So what
/// they do counts for their table alone: an early departure after ``trial`` ranks it after others,
/// and every second newcomer of that address gets a new table instead. Otherwise a few silent
/// connections would meet all their neighbors again and again.
package struct Matchmaking: Sendable {
    /// How long a player gets no newcomers after keeping an opponent waiting.
    package static let rest = Duration.seconds(120)
    /// The most doublings of that time.
    static let mostDoublings = 4
    /// The number of departed opponents that ranks a table after the others.
    package static let manyDepartures = 3
    /// How long an address gets another table than the one it left, and another opponent.
    package static let avoidance = Duration.seconds(30)
    /// The time in which only one departure of an address counts.
    package static let departureTime = Duration.seconds(60)
    /// How long neighbors must have sat together for a departure to count.
    package static let trial = Duration.seconds(5)
    /// A player who leaves before this has spoiled the meeting.
    static let shortMeeting = Duration.seconds(60)
    /// How long each spoiled meeting of an address is remembered; they expire one after the other.
    static let forgetting = Duration.seconds(150)
    /// The most spoiled meetings with which an address is not ranked last.
    static let mostSpoiled = 3
    /// The most spoiled meetings that are remembered.
    static let mostRemembered = 40
    /// How many spoiled meetings of a player who stayed count as one.
    static let shareOfStaying = 2
    /// How much memory of spoiled meetings does not matter.
    private static let tolerated = forgetting * mostSpoiled
    /// How long a parting of two addresses is remembered after they may meet again.
    private static let reconciliation = Duration.seconds(600)
    /// The most spoiled meetings in a row that lengthen the time: to half an hour.
    private static let mostDoubledPartings = 7
    /// The most pairs of addresses that are remembered.
    private static let mostPartings = 4096
    /// The most addresses remembered for their last departure.
    private static let mostDepartures = 1024

    private let (sittings, sittingsByCode): (RateLimit.Rate, RateLimit.Rate)
    private var tables: [TableCode: ListedTable] = [:]
    /// Those that a newcomer without a code may be sent to, which are few where many play.
    private var open: Set<TableCode> = []
    /// When a departure of each address last counted.
    private var departures: [CallerOrigin: MonotonicInstant] = [:]
    /// How many seats are kept for disconnected players.
    private var kept = 0
    /// How many seats each address holds, and how many of them are kept.
    private var seats: [CallerOrigin: (all: Int, kept: Int)] = [:]
    /// When all spoiled meetings of each address will be forgotten.
    private var spoiled: [CallerOrigin: MonotonicInstant] = [:]
    /// Pairs of addresses that do not meet for a while, because one left the other.
    private var parted: [Set<CallerOrigin>: Parting] = [:]
    /// Whether the last newcomer who could have had such a table of a neighbor got a new one.
    private var lastGotNewTable = false

    private struct Parting: Hashable {
        /// When they may meet again.
        var until: MonotonicInstant
        /// How many of their meetings were spoiled in a row.
        var count: Int
    }

    /// Creates an empty list of tables.
    ///
    /// - Parameter limits: How often one address may sit down at one table.
    package init(_ limits: HostLimits) {
        (sittings, sittingsByCode) = (limits.sittings, limits.sittingsByCode)
    }

    // MARK: - Tables

    /// The number of tables.
    package var count: Int { tables.count }

    /// Whether a table is private; `nil` if there is no such table.
    package func isPrivate(_ code: TableCode) -> Bool? { tables[code]?.isPrivate }

    /// Records a new table.
    package mutating func opened(
        _ code: TableCode, serial: Int, isPrivate: Bool, takesNewcomers: Bool = true,
        _ overview: TableOverview, at now: MonotonicInstant
    ) {
        tables[code] = ListedTable(
            serial: serial, isPrivate: isPrivate, takesNewcomers: takesNewcomers && !isPrivate,
            overview, at: now)
        count(code, by: 1)
    }

    /// Records that a table is closed.
    package mutating func closed(_ code: TableCode) {
        count(code, by: -1)
        tables[code] = nil
    }

    /// Records the address of a seat's player.
    package mutating func seated(_ address: IPAddress, in seat: Seat, at code: TableCode) {
        count(code, by: -1)
        tables[code]?.seated(CallerOrigin(address), in: seat)
        count(code, by: 1)
    }

    /// How many seats are kept for disconnected players: of an address, and in all.
    ///
    /// After a restart nobody knows where a player came from.
    package func keptSeats(of address: IPAddress) -> (here: Int, all: Int) {
        (seats[CallerOrigin(address)]?.kept ?? 0, kept)
    }

    /// Adds a table as it is to what is known of all tables, or takes it off, so that no newcomer
    /// costs a look at all of them.
    private mutating func count(_ code: TableCode, by step: Int) {
        guard let table = tables[code] else { return }
        open.remove(code)
        if step > 0, table.overview.hasRoom, table.takesNewcomers { open.insert(code) }
        for seat in Seat.allCases where table.overview.places[seat].isTaken {
            let keptStep = table.overview.places[seat] == .away ? step : 0
            kept += keptStep
            guard let origin = table.origin(of: seat) else { continue }
            let old = seats[origin] ?? (0, 0)
            let new = (all: old.all + step, kept: old.kept + keptStep)
            seats[origin] = new.all > 0 ? new : nil
        }
    }

    /// The number of seats held by an address, including absent players.
    package func seatCount(of address: IPAddress) -> Int {
        seats[CallerOrigin(address)]?.all ?? 0
    }

    /// Records a change of a table.
    package mutating func changed(
        _ code: TableCode, _ overview: TableOverview, at now: MonotonicInstant
    ) {
        count(code, by: -1)
        let departures = tables[code]?.change(to: overview, at: now) ?? []
        count(code, by: 1)
        for departure in departures {
            if departure.isEarly { count(departure, at: code, now) }
            if departure.kind == .lost { continue }
            if let origin = departure.origin {
                tables[code]?.avoid(origin, at: now)
                let other = tables[code]?.origin(of: departure.seat.opponent)
                part(origin, from: other, isEarly: departure.isEarly, at: now)
                let counts =
                    other == origin
                    ? departure.lasted >= Self.trial : departureCounts(of: origin, at: now)
                guard counts else { continue }
            }
            tables[code]?.hold(departure, at: now)
        }
    }

    /// Counts a spoiled meeting; two players behind the same address are their own concern.
    private mutating func count(
        _ departure: ListedTable.Departure, at code: TableCode, _ now: MonotonicInstant
    ) {
        let other = tables[code]?.origin(of: departure.seat.opponent)
        guard let origin = departure.origin, origin != other else { return }
        // Leaving an opponent who has disconnected spoils nothing.
        if tables[code]?.overview.places[departure.seat.opponent] == .away { return }
        let isNoWonder = other.map { Self.tolerated < memory(of: $0, at: now) } ?? false
        if !isNoWonder { spoil(origin, by: Self.forgetting, at: now) }
        guard let other, departure.hadBegun else { return }
        // A player who only stays is still met by others, if after everybody else.
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

    /// How long it takes until all spoiled meetings of an address are forgotten.
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

    /// Keeps two addresses apart for a while, so that players who left each other get new
    /// opponents.
    ///
    /// The time doubles with each further spoiled meeting of the two, and with each address with
    /// which either of them has spoiled one lately: otherwise a few addresses that take turns could
    /// keep two people apart as long as they like.
    private mutating func part(
        _ origin: CallerOrigin, from other: CallerOrigin?, isEarly: Bool, at now: MonotonicInstant
    ) {
        guard let other, other != origin else { return }
        func isRemembered(_ parting: Parting) -> Bool {
            now < parting.until.advanced(by: Self.reconciliation)
        }
        if parted.count >= Self.mostPartings { parted = parted.filter { isRemembered($0.value) } }
        let pair: Set = [origin, other]
        let last = parted[pair]
        guard last != nil || parted.count < Self.mostPartings else { return }
        let known = last.flatMap { isRemembered($0) ? $0 : nil }
        var count = known?.count ?? 0
        // The second player to leave a table spoils no other meeting.
        if isEarly, known.map({ now >= $0.until }) ?? true {
            let others = parted.count { other in
                other.key != pair && other.value.count > 0 && !other.key.isDisjoint(with: pair)
                    && isRemembered(other.value)
            }
            count = min(1 + max(count, others), Self.mostDoubledPartings)
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
    package mutating func best(
        for address: IPAddress, except tried: Set<TableCode>, at now: MonotonicInstant
    ) -> TableCode? {
        let origin = CallerOrigin(address)
        let crowds = addressesWaitingTwice
        let tolerated = max(Self.tolerated, memory(of: origin, at: now) * 3 / 2)
        let code = best(except: tried) { table in
            table.suits(origin, at: now)
                && table.idler.map { $0 == origin || !crowds.contains($0) } != false
                && table.origins.allSatisfy { other in
                    parted[[origin, other]].map { $0.until <= now } != false
                        && (other == origin || memory(of: other, at: now) <= tolerated)
                }
        }
        // Where only one player waits, a new table would keep two apart who are alone here.
        guard let code, let table = tables[code], table.manyHaveLeft,
            table.origins.contains(origin),
            open.count(where: { tables[$0]?.awaitsOpponent == true }) > 1
        else { return code }
        lastGotNewTable.toggle()
        return lastGotNewTable ? nil : code
    }

    /// The addresses with several players who wait alone and are not ready.
    private var addressesWaitingTwice: Set<CallerOrigin> {
        var (once, twice): (Set<CallerOrigin>, Set<CallerOrigin>) = ([], [])
        for code in open {
            guard let idler = tables[code]?.idler else { continue }
            if !once.insert(idler).inserted { twice.insert(idler) }
        }
        return twice
    }

    /// The best table with a free seat, for when no new one can be opened.
    package func lastResort(except tried: Set<TableCode>) -> TableCode? {
        best(except: tried) { $0.isPlayerPresent } ?? best(except: tried) { _ in true }
    }

    private func best(
        except tried: Set<TableCode>, where isWanted: (ListedTable) -> Bool
    ) -> TableCode? {
        var best: (code: TableCode, table: ListedTable)?
        for code in open where !tried.contains(code) {
            guard let table = tables[code], isWanted(table) else { continue }
            if let best, !table.isBetter(than: best.table) { continue }
            best = (code, table)
        }
        return best?.code
    }

    /// The table for a watcher: the oldest with a game in progress, else the oldest.
    package func toWatch(except tried: Set<TableCode>) -> TableCode? {
        tables.lazy.filter { !$0.value.isPrivate && !tried.contains($0.key) }.min { one, other in
            let (left, right) = (one.value, other.value)
            guard left.overview.isPlaying == right.overview.isPlaying else {
                return left.overview.isPlaying
            }
            return left.serial < right.serial
        }?.key
    }

    /// Whether a player may sit down at a table now; a yes counts.
    ///
    /// Without a code, an address may always sit down with its own players. Otherwise one player
    /// behind a tunnel could use up what all of them have in common.
    package mutating func allowsSitting(
        from address: IPAddress, at code: TableCode, isByCode: Bool, _ now: MonotonicInstant
    ) -> Bool {
        let sitter = ListedTable.Sitter(origin: CallerOrigin(address), hasCode: isByCode)
        if !isByCode, tables[code]?.origins.contains(sitter.origin) == true { return true }
        let rate = isByCode ? sittingsByCode : sittings
        return tables[code]?.allowsSitting(of: sitter, rate, at: now) ?? true
    }

    /// When a player with the code of a table may sit down there next; `nil` while it is full.
    func nextSitting(from address: IPAddress, by code: TableCode) -> MonotonicInstant? {
        guard let table = tables[code], table.overview.hasRoom else { return nil }
        return table.nextSitting(
            of: ListedTable.Sitter(origin: CallerOrigin(address), hasCode: true))
    }
}
