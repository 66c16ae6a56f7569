import SetProtocol

/// Everything a host decides about connections that are not at a table, as a value: events and
/// times go in, effects come out.
///
/// | event      | newcomer                     | waiting                      | asking a table                         | at a table, refused |
/// |------------|------------------------------|------------------------------|----------------------------------------|-----------|
/// | line       | hello → asking; else refused | refused                      | ignored                                | ignored   |
/// | recovering |                              | asking, if its table is read |                                        |           |
/// | answered   |                              |                              | at a table; the next table, or refused |           |
/// | wokeUp     | refused after its time       | refused after its time       |                                        |           |
/// | closed     | forgotten                    | forgotten                    | forgotten                              | forgotten |
///
/// A connection waits if it names a table of an earlier host that is still to be read.
///
/// The limits of connections apply at hello, because only that shows whether a player returns to a
/// kept seat, which has a connection reserved.
///
/// ``AdmissionControl`` decides who may connect, and ``Matchmaking`` which table suits a player
/// without a code. A table has the last word on who sits there; if it refuses a player who did not
/// name it, the next is asked.
package struct Lobby: Sendable {
    private enum Stage {
        case newcomer
        /// Waits for a table still to be read.
        case waiting(Hello)
        /// Has said hello; a table is being asked.
        case asking(Search)
        case player
        case watcher
        case refused
    }

    private struct Search {
        let hello: Hello
        var tried: Set<TableCode> = []
        /// Whether one of them was opened for this search.
        var hasNewTable = false
        var refusal: ConnectionError?
    }

    private struct Visitor {
        let address: IPAddress
        var stage = Stage.newcomer
        var emptyLines = 0
        /// When it is refused unless it has said hello, or the table it waits for has been read.
        var deadline: MonotonicInstant
    }

    /// The most empty lines before hello; they mean nothing, but each costs time.
    private static let mostEmptyLines = 8

    private let limits: HostLimits
    private let helloTime: Duration
    private let about: HostStatus
    private var isPrivate: Bool { about.isPrivate }
    private var admission: AdmissionControl<ConnectionID>
    private var matchmaking = Matchmaking()
    /// For table codes.
    private var random: any RandomNumberGenerator & Sendable
    private var visitors: [ConnectionID: Visitor] = [:]
    private var nextSerial = 0
    private var awaited: Set<TableCode> = []
    /// The connections waiting for these tables, in order of arrival.
    private var waiting: [ConnectionID] = []
    private var watchers: [CallerOrigin: Int] = [:]
    private var (playerCount, watcherCount) = (0, 0)
    private var isClosing = false
    /// The code of a private host's one table, once it has been opened.
    package private(set) var privateCode: TableCode?
    private var effects: [LobbyEffect] = []

    /// Creates the lobby of an empty host; hello must arrive within a time after connecting.
    package init(
        _ limits: HostLimits, helloTime: Duration, about: HostStatus = HostStatus(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        (self.limits, self.helloTime, self.about) = (limits, helloTime, about)
        self.random = random
        admission = AdmissionControl(limits)
    }

    /// The number of connections, including those at tables and those being refused.
    package var connectionCount: Int { visitors.count }

    package var status: HostStatus {
        var status = about
        status.tables = matchmaking.count
        let unopened = isPrivate ? 0 : max(0, limits.tables - matchmaking.count - awaited.count)
        status.seats = matchmaking.freeSeats + 2 * unopened
        (status.players, status.watchers) = (playerCount, watcherCount)
        status.isDraining = isClosing
        return status
    }

    package var longestWaiting: TableCode? { matchmaking.longestWaiting }

    /// When to wake it next; `nil` for never.
    package var nextWake: MonotonicInstant? { silent.map(\.deadline).min() }

    /// The connections of each kind whose time ends first.
    private var silent: [(id: ConnectionID, deadline: MonotonicInstant)] {
        [admission.oldestNewcomer, waiting.first].compactMap { id in
            guard let id, let deadline = visitors[id]?.deadline else { return nil }
            return (id, deadline)
        }
    }

    /// Handles an event, a line at its arrival, and says what to do, in order.
    package mutating func apply(
        _ event: LobbyEvent, at now: MonotonicInstant
    ) -> [LobbyEffect] {
        switch event {
        case .connected(let id, let address): connected(id, from: address, at: now)
        case .line(let line, let id): receive(line, from: id, at: now)
        case .lineTooLong(let id): if isNewcomer(id) { refuse(id, .lineTooLong) }
        case .closed(let id): closed(id)
        case .answered(let id, let code, let answer): answered(id, by: code, answer, at: now)
        case .privateTableNeeded: openPrivateTable(at: now)
        case .recovering(let headers): recovering(headers, at: now)
        case .tableResumed(let header, let hasCurrentRules, let overview):
            countOn(from: header.serial)
            let table = ListedTable(
                serial: header.serial, isPrivate: header.isPrivate,
                takesNewcomers: hasCurrentRules, overview, sittings: limits.sittings, at: now)
            matchmaking.opened(header.table, table)
            log(.resumed, at: header.table)
        case .tableChanged(let code, let overview): matchmaking.changed(code, overview, at: now)
        case .moved(let id, let seat, let code): moved(id, to: seat, at: code)
        case .tableClosed(let code): tableClosed(code, at: now)
        case .wokeUp: refuseTheSilent(at: now)
        case .closing: close()
        }
        return exchange(&effects, with: [])
    }

    private mutating func log(
        _ what: LogEvent.What, from address: IPAddress? = nil, at code: TableCode? = nil
    ) {
        let name = code.flatMap { code in
            matchmaking.isPrivate(code).map { LogEvent.name(of: code, isPrivate: $0) }
        }
        effects.append(.log(LogEvent(what, from: address, at: name)))
    }

    // MARK: - Connections

    /// Whether an address may connect now; asked before anything is done for the connection.
    mutating func mayCall(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        admission.mayCall(from: address, at: now)
    }

    private mutating func connected(
        _ id: ConnectionID, from address: IPAddress, at now: MonotonicInstant
    ) {
        effects.append(.listen(to: id))
        visitors[id] = Visitor(address: address, deadline: now.advanced(by: helloTime))
        if let oldest = admission.called(id) { refuse(oldest, .crowdedOut) }
    }

    private func isNewcomer(_ id: ConnectionID) -> Bool {
        if case .newcomer? = visitors[id]?.stage { true } else { false }
    }

    private mutating func closed(_ id: ConnectionID) {
        guard let visitor = visitors.removeValue(forKey: id) else { return }
        switch visitor.stage {
        case .newcomer: return admission.forget(id)
        case .refused: return admission.refusalFinished()
        case .waiting: waiting.removeAll { $0 == id }
        case .player, .watcher, .asking: count(visitor, by: -1)
        }
        admission.gone(from: visitor.address)
    }

    /// Refuses a connection with a reason, or silently if too many are being refused already.
    private mutating func refuse(
        _ id: ConnectionID, _ error: ConnectionError, saying message: String? = nil,
        at code: TableCode? = nil
    ) {
        guard let visitor = visitors[id] else { return }
        let limit = message == nil ? limit(of: error, for: visitor) : nil
        let isWaiting = if case .waiting = visitor.stage { true } else { false }
        guard seeOff(id, visitor, isBounded: isClosing || isWaiting) else { return }
        effects.append(
            .refuse(id, error, saying: message ?? limit?.sentence ?? error.sentence))
        if !isClosing { log(.refused(error, limit), from: visitor.address, at: code) }
    }

    /// Tells a newcomer about the host, as if refusing it.
    private mutating func inform(_ id: ConnectionID) {
        guard let visitor = visitors[id], seeOff(id, visitor) else { return }
        effects.append(.inform(id, status))
    }

    /// Takes a visitor for one who is refused; `false` if there are too many, and this one is dropped.
    private mutating func seeOff(
        _ id: ConnectionID, _ visitor: Visitor, isBounded: Bool = false
    ) -> Bool {
        closed(id)
        guard admission.beginRefusal(isBounded: isBounded) else {
            effects.append(.drop(id))
            log(.turnedAway, from: visitor.address)
            return false
        }
        visitors[id] = visitor
        visitors[id]?.stage = .refused
        return true
    }

    /// The limit behind an error that several limits have in common.
    private func limit(of error: ConnectionError, for visitor: Visitor) -> HostLimits.Name? {
        switch error {
        case .addressFull: .connectionsPerAddress
        case .hostFull: if case .newcomer = visitor.stage { .connections } else { .tables }
        case .tooManyWatchers:
            watchers[CallerOrigin(visitor.address), default: 0] < limits.watchersPerAddress
                ? .watchers : .watchersPerAddress
        case .tooOften:
            // A table says this only to players who return.
            if case .asking(let search) = visitor.stage, search.hello.isReturn {
                nil
            } else {
                .sittings
            }
        case _: nil
        }
    }

    private mutating func refuseTheSilent(at now: MonotonicInstant) {
        while let (id, _) = silent.first(where: { $0.deadline <= now }) {
            if case .waiting? = visitors[id]?.stage {
                refuse(
                    id, .tooOften,
                    saying: "The host is still loading this table: try again in a few seconds.")
            } else {
                refuse(id, .helloLate)
            }
        }
    }

    private mutating func close() {
        isClosing = true
        while let (id, _) = silent.first { refuse(id, .hostClosing) }
    }

    // MARK: - Hello

    private mutating func receive(
        _ line: ArraySlice<UInt8>, from id: ConnectionID, at now: MonotonicInstant
    ) {
        if case .waiting? = visitors[id]?.stage { return refuse(id, .tooFast) }
        guard isNewcomer(id) else { return }
        if line.isEmpty {
            visitors[id]?.emptyLines += 1
            if visitors[id].map({ $0.emptyLines > Self.mostEmptyLines }) == true {
                refuse(id, .helloFirst)
            }
            return
        }
        do throws(WireError) {
            greet(id, with: try WireCodec.decodeClientMessage(line), at: now)
        } catch .badName {
            refuse(id, .badName)
        } catch {
            refuse(id, .badMessage, saying: error.sentence)
        }
    }

    private mutating func greet(
        _ id: ConnectionID, with message: ClientMessage, at now: MonotonicInstant
    ) {
        guard let address = visitors[id]?.address else { return }
        if case .status = message { return inform(id) }
        guard case .hello(let hello) = message else { return refuse(id, .helloFirst) }
        guard hello.version == Hello.protocolVersion else {
            return refuse(id, .unsupportedProtocol)
        }
        // Until a table is read, nobody can check its tokens.
        if !hello.isReturn || hello.table.map(awaited.contains) == true,
            let limit = admission.limit(for: address, reserved: matchmaking.keptSeats(of: address))
        {
            return refuse(id, limit, at: hello.table)
        }
        admission.admit(id, from: address)
        visitors[id]?.stage = .asking(Search(hello: hello))
        findTable(for: id, hello, from: address, at: now)
    }

    private mutating func findTable(
        for id: ConnectionID, _ hello: Hello, from address: IPAddress, at now: MonotonicInstant
    ) {
        do throws(ConnectionError) {
            if hello.role == .watch {
                let others = watchers[CallerOrigin(address), default: 0]
                guard others < limits.watchersPerAddress else { throw .tooManyWatchers }
            }
            guard let code = hello.table else {
                if isPrivate { throw .codeNeeded }
                if hello.role == .play, hello.token != nil { throw .tokenUnknown }
                return search(Search(hello: hello), for: id, at: now)
            }
            let isAwaited = awaited.contains(code)
            try checkCode(code, isRight: isAwaited, of: hello, from: address, at: now)
            if isAwaited, matchmaking.isPrivate(code) == nil {
                let deadline = now.advanced(by: helloTime)
                visitors[id]?.stage = .waiting(hello)
                visitors[id]?.deadline = deadline
                return waiting.append(id)
            }
            let sitsDown = hello.role == .play && !hello.isReturn
            guard !sitsDown || matchmaking.allowsSitting(from: address, at: code, now) else {
                throw .tooOften
            }
            ask(code, toAdmit: id, Search(hello: hello))
        } catch {
            refuse(id, error, at: error == .tooManyGuesses ? nil : hello.table)
        }
    }

    /// Limits wrong codes.
    ///
    /// A player with a token passes if the table exists: nobody can guess a token, and a wrong one
    /// gets the same answer as a wrong code; see ``answered(_:by:_:at:)``.
    private mutating func checkCode(
        _ code: TableCode, isRight: Bool, of hello: Hello, from address: IPAddress,
        at now: MonotonicInstant
    ) throws(ConnectionError) {
        let mayGuess = admission.mayGuess(from: address, at: now)
        if isRight || matchmaking.isPrivate(code) != nil, mayGuess || hello.isReturn { return }
        guard mayGuess else { throw .tooManyGuesses }
        if admission.guessedWrong(from: address, at: now) { log(.guessesBlocked, from: address) }
        throw .unknownTable
    }

    private mutating func ask(_ code: TableCode, toAdmit id: ConnectionID, _ search: Search) {
        visitors[id]?.stage = .asking(search)
        effects.append(.ask(code, toAdmit: id, search.hello))
    }

    // MARK: - Tables

    /// Sends a newcomer without a code to the best table, or refuses them if there is none.
    private mutating func search(
        _ search: Search, for id: ConnectionID, at now: MonotonicInstant
    ) {
        guard let address = visitors[id]?.address else { return }
        var search = search
        do throws(ConnectionError) {
            let code = try nextTable(for: &search, from: address, at: now)
            search.tried.insert(code)
            ask(code, toAdmit: id, search)
        } catch {
            refuse(id, error)
        }
    }

    /// - Throws: Why there is no other table.
    private mutating func nextTable(
        for search: inout Search, from address: IPAddress, at now: MonotonicInstant
    ) throws(ConnectionError) -> TableCode {
        guard search.hello.role == .play else {
            guard
                let code = matchmaking.toWatch(
                    except: search.tried, isLively: search.hello.isTelevision)
            else {
                throw search.refusal ?? .nothingToWatch
            }
            return code
        }
        func best(isLastResort: Bool) -> TableCode? {
            if search.hello.wantsNewTable { return nil }
            return matchmaking.best(
                for: address, except: search.tried, isLastResort: isLastResort, at: now)
        }
        if let code = best(isLastResort: false) { return code }
        // If a table opened for this search refused, another new one would too.
        if !search.hasNewTable, let code = openTable(nil, at: now) {
            search.hasNewTable = true
            return code
        }
        guard let code = best(isLastResort: true) else { throw search.refusal ?? .hostFull }
        return code
    }

    private mutating func answered(
        _ id: ConnectionID, by code: TableCode, _ answer: TableAnswer, at now: MonotonicInstant
    ) {
        guard let visitor = visitors[id], case .asking(var search) = visitor.stage else { return }
        switch answer {
        case .success(let seat): moved(id, to: seat, at: code)
        case .failure(let error) where search.hello.table == nil:
            search.refusal = error
            self.search(search, for: id, at: now)
        case .failure(.tokenUnknown) where !admission.mayGuess(from: visitor.address, at: now):
            // A blocked address must not learn that the table exists.
            refuse(id, .tooManyGuesses)
        case .failure(let error): refuse(id, error, at: code)
        }
    }

    /// Records that a connection sits at a table, or watches there.
    private mutating func moved(_ id: ConnectionID, to seat: Seat?, at code: TableCode) {
        guard var visitor = visitors[id] else { return }
        count(visitor, by: -1)
        visitor.stage = seat == nil ? .watcher : .player
        count(visitor, by: 1)
        visitors[id] = visitor
        if let seat { matchmaking.seated(visitor.address, in: seat, at: code) }
    }

    private mutating func count(_ visitor: Visitor, by step: Int) {
        switch visitor.stage {
        case .player: playerCount += step
        case .watcher:
            watcherCount += step
            let origin = CallerOrigin(visitor.address)
            let others = watchers[origin, default: 0] + step
            watchers[origin] = others > 0 ? others : nil
        case .newcomer, .waiting, .asking, .refused: break
        }
    }

    /// Opens a table with the given code, or a free one; `nil` if there are as many tables as
    /// allowed.
    private mutating func openTable(
        _ wanted: TableCode?, at now: MonotonicInstant
    ) -> TableCode? {
        guard matchmaking.count + awaited.count < limits.tables else { return nil }
        var code = wanted ?? TableCode(using: &random)
        while matchmaking.isPrivate(code) != nil || awaited.contains(code) {
            code = TableCode(using: &random)
        }
        if isPrivate { privateCode = code }
        effects.append(.open(code, serial: nextSerial))
        let table = ListedTable(
            serial: nextSerial, isPrivate: isPrivate, TableOverview(PerSeat(both: .free)),
            sittings: limits.sittings, at: now)
        matchmaking.opened(code, table)
        countOn(from: nextSerial)
        log(.opened, at: code)
        return code
    }

    /// Makes later serials follow this one; the last serial, which no host reaches, may repeat.
    private mutating func countOn(from serial: Int) {
        nextSerial = max(nextSerial, min(serial + 1, JournalHeader.lastSerial))
    }

    private mutating func openPrivateTable(
        at now: MonotonicInstant
    ) {
        let exists = privateCode.map { matchmaking.isPrivate($0) != nil || awaited.contains($0) }
        if isPrivate, exists != true { _ = openTable(privateCode, at: now) }
    }

    private mutating func tableClosed(
        _ code: TableCode, at now: MonotonicInstant
    ) {
        guard matchmaking.isPrivate(code) != nil else { return }
        log(.closed, at: code)
        matchmaking.closed(code)
        // The one table of a private host is always there for those with its code.
        if code == privateCode, !isClosing { _ = openTable(code, at: now) }
    }

    // MARK: - Tables that are still to be read

    /// Records which tables may still come, and serves those who waited for one that has been read.
    private mutating func recovering(
        _ headers: [JournalHeader], at now: MonotonicInstant
    ) {
        let isFirst = awaited.isEmpty
        // A table may be resumed from one journal while another of it is still to be read.
        awaited = Set(headers.map(\.table)).filter { matchmaking.isPrivate($0) == nil }
        for header in headers {
            countOn(from: header.serial)
            // The newest of several has the code that was given away last.
            if header.isPrivate, isPrivate, isFirst { privateCode = header.table }
        }
        for id in waiting {
            guard let visitor = visitors[id], case .waiting(let hello) = visitor.stage,
                let code = hello.table, !awaited.contains(code)
            else { continue }
            waiting.removeAll { $0 == id }
            visitors[id]?.stage = .asking(Search(hello: hello))
            findTable(for: id, hello, from: visitor.address, at: now)
        }
        // The private table's journal may have turned out to be unusable.
        if headers.isEmpty, privateCode != nil, !isClosing {
            openPrivateTable(at: now)
        }
    }

    func resumption(of header: JournalHeader, isEmpty: Bool) -> Resumption {
        if matchmaking.isPrivate(header.table) != nil { return .omitted(.sameTable(header.table)) }
        if matchmaking.count >= limits.tables { return .omitted(.tooManyTables) }
        // Only the one table of a private host waits for its first players.
        return !isEmpty || (header.isPrivate && isPrivate) ? .resumed : .closed
    }
}

extension Hello {
    fileprivate var isReturn: Bool { role == .play && token != nil }
}
