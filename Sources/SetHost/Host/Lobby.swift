import SetProtocol

/// Everything a host decides about connections that are not at a table, as a value: events and
/// times go in, effects come out.
///
/// | event          | newcomer                        | asking a table         | at a table, refused |
/// |----------------|---------------------------------|------------------------|---------------------|
/// | connected      | greeted                         |                        |                     |
/// | line           | hello → asking; else refused    | ignored                | ignored             |
/// | answered       |                                 | at a table; the next table, or refused | |
/// | wokeUp         | refused after its time          |                        |                     |
/// | closed         | forgotten                       | forgotten              | forgotten           |
///
/// A connection over a limit is heard too, because it may be that of a player who returns to a
/// seat. Whatever else it says, it is refused.
///
/// ``AdmissionControl`` decides who may connect, and ``Matchmaking`` which table suits a player
/// without a code. A table has the last word on who sits there; if it refuses a player who did not
/// name it, the next is asked.
package struct Lobby: Sendable {
    private enum Stage {
        /// Must say hello before the deadline.
        case newcomer(deadline: MonotonicInstant)
        /// Waits until the deadline for a table still being read, or for a turn to sit down.
        case waiting(Hello, TableCode, deadline: MonotonicInstant)
        /// Has said hello; a table is being asked.
        case asking(Search)
        case player
        case watcher
        /// Was refused with a reason.
        case refused
        /// Was refused as excess, and counts toward no limit.
        case excess
    }

    /// The search for a table.
    private struct Search {
        let hello: Hello
        /// The tables that have been asked.
        var tried: Set<TableCode> = []
        /// Whether one of them was opened for this search.
        var hasNewTable = false
        /// Why the last one refused.
        var refusal: ConnectionError?
    }

    private struct Visitor {
        let address: IPAddress
        var stage: Stage
        /// Why only a player who returns to a seat may come in; `nil` within the limits.
        var overLimit: ConnectionError?
        /// The number of empty lines before hello.
        var emptyLines = 0
    }

    /// The most empty lines before hello; they mean nothing, but each costs time.
    private static let mostEmptyLines = 8

    private let limits: HostLimits
    private let helloTime: Duration
    private let isPrivate: Bool
    private var admission: AdmissionControl<ConnectionID>
    private var matchmaking: Matchmaking
    private var visitors: [ConnectionID: Visitor] = [:]
    private var nextSerial = 0
    /// The codes of tables still to be read.
    private var awaited: Set<TableCode> = []
    /// The connections waiting for a table by its code, in order of arrival.
    private var waiting: [ConnectionID] = []
    /// The connections that won a lot for a table, until it answers.
    private var drawn: [TableCode: ConnectionID] = [:]
    private var isRecovering = false
    private var watchers: [CallerOrigin: Int] = [:]
    private var isClosing = false
    /// The code of a private host's one table, once it has been opened.
    package private(set) var privateCode: TableCode?
    private var effects: [LobbyEffect] = []

    /// Creates the lobby of an empty host.
    ///
    /// - Parameters:
    ///   - helloTime: The time after connecting within which hello must arrive.
    ///   - isPrivate: Whether there is only one table, joined by its code.
    package init(_ limits: HostLimits, helloTime: Duration, isPrivate: Bool = false) {
        (self.limits, self.helloTime, self.isPrivate) = (limits, helloTime, isPrivate)
        admission = AdmissionControl(limits)
        matchmaking = Matchmaking(limits)
    }

    /// The number of connections, including those at tables and those being refused.
    package var connectionCount: Int { visitors.count }

    /// When to wake it next; `nil` for never.
    package var nextWake: MonotonicInstant? {
        let silent = [admission.oldestNewcomer, admission.oldestOverLimit, waiting.first]
        return (silent.map(deadline) + waiting.map(nextSitting)).compactMap(\.self).min()
    }

    /// When a connection that waits may sit down by its code next.
    private func nextSitting(_ id: ConnectionID) -> MonotonicInstant? {
        guard let visitor = visitors[id], case .waiting(_, let code, _) = visitor.stage,
            drawn[code] == nil
        else { return nil }
        return matchmaking.nextSitting(from: visitor.address, by: code)
    }

    private func deadline(_ id: ConnectionID?) -> MonotonicInstant? {
        switch id.flatMap({ visitors[$0]?.stage }) {
        case .newcomer(let deadline), .waiting(_, _, let deadline): deadline
        case .asking, .player, .watcher, .refused, .excess, nil: nil
        }
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - now: The current time; for a line, its arrival.
    ///   - random: For table codes.
    /// - Returns: What to do, in order.
    package mutating func apply(
        _ event: LobbyEvent, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) -> [LobbyEffect] {
        switch event {
        case .connected(let id, let address): connected(id, from: address, at: now)
        case .line(let line, let id): receive(line, from: id, at: now, using: &random)
        case .lineTooLong(let id): if isNewcomer(id) { refuse(id, .lineTooLong) }
        case .closed(let id): closed(id)
        case .answered(let id, let code, let answer):
            answered(id, by: code, answer, at: now, using: &random)
        case .privateTableNeeded:
            openPrivateTable(at: now, using: &random)
        case .recovering(let headers): recovering(headers, at: now, using: &random)
        case .tableResumed(let header, let hasCurrentRules, let overview):
            let code = header.table
            add(
                code, serial: header.serial, isPrivate: header.isPrivate,
                takesNewcomers: hasCurrentRules, overview, at: now)
            log(.resumed, at: code)
        case .tableChanged(let code, let overview):
            matchmaking.changed(code, overview, at: now)
            drawLots(at: now, using: &random)
        case .tableClosed(let code): tableClosed(code, at: now, using: &random)
        case .wokeUp:
            dismissTheSilent(at: now)
            drawLots(at: now, using: &random)
        case .closing: close()
        }
        var answer: [LobbyEffect] = []
        swap(&answer, &effects)
        return answer
    }

    private mutating func log(
        _ what: LogEvent.What, from address: IPAddress? = nil, at code: TableCode? = nil
    ) {
        let name = code.flatMap { code in
            matchmaking.isPrivate(code).map { $0 ? LogEvent.TableName.private : .open(code) }
        }
        effects.append(.log(LogEvent(what, from: address, at: name)))
    }
}

// MARK: - Connections

extension Lobby {
    /// Whether an address may connect now; asked before anything is done for the connection.
    mutating func mayCall(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        admission.mayCall(from: address, at: now)
    }

    private mutating func connected(
        _ id: ConnectionID, from address: IPAddress, at now: MonotonicInstant
    ) {
        effects.append(.listen(to: id))
        var visitor = Visitor(
            address: address, stage: .newcomer(deadline: now.advanced(by: helloTime)))
        switch admission.called(id, from: address, reserved: matchmaking.keptSeats(of: address)) {
        case .greeted(insteadOf: let oldest):
            if let oldest { refuse(oldest, .crowdedOut) }
        case .overLimit(let error, insteadOf: let oldest):
            visitor.overLimit = error
            if let oldest { turnAway(oldest) }
        }
        visitors[id] = visitor
    }

    /// Tells a connection over the limit why it cannot come in, unless too many are being told already.
    ///
    /// - Parameter reason: What was wrong with a return; `nil` for the limit itself.
    private mutating func turnAway(_ id: ConnectionID, _ reason: ConnectionError? = nil) {
        guard let visitor = visitors[id], let limit = visitor.overLimit else { return }
        waiting.removeAll { $0 == id }
        if admission.mayTell(id) {
            visitors[id]?.overLimit = nil
            visitors[id]?.stage = .excess
            refuse(id, reason ?? limit)
            visitors[id]?.stage = .excess
        } else {
            visitors[id] = nil
            effects.append(.drop(id))
            log(.turnedAway, from: visitor.address)
        }
    }

    private func isNewcomer(_ id: ConnectionID) -> Bool {
        if case .newcomer? = visitors[id]?.stage { true } else { false }
    }

    private mutating func closed(_ id: ConnectionID) {
        guard let visitor = visitors.removeValue(forKey: id) else { return }
        if visitor.overLimit != nil {
            waiting.removeAll { $0 == id }
            return admission.forget(overLimit: id)
        }
        switch visitor.stage {
        case .excess: return admission.toldOneGone()
        case .newcomer, .asking: admission.introduced(id)
        case .waiting: waiting.removeAll { $0 == id }
        case .watcher:
            let origin = CallerOrigin(visitor.address)
            let others = watchers[origin, default: 1] - 1
            watchers[origin] = others > 0 ? others : nil
        case .player, .refused: break
        }
        admission.gone(from: visitor.address)
    }

    private mutating func refuse(
        _ id: ConnectionID, _ error: ConnectionError, saying message: String? = nil,
        at code: TableCode? = nil
    ) {
        guard let visitor = visitors[id] else { return }
        if visitor.overLimit != nil { return turnAway(id, error) }
        let address = visitor.address
        let limit = message == nil ? limit(of: error, for: visitor) : nil
        visitors[id]?.stage = .refused
        waiting.removeAll { $0 == id }
        admission.introduced(id)
        effects.append(
            .refuse(id, error, saying: message ?? limit?.sentence ?? error.sentence))
        if !isClosing { log(.refused(error, limit), from: address, at: code) }
    }

    /// The limit behind an error that several limits have in common.
    private func limit(of error: ConnectionError, for visitor: Visitor) -> HostLimits.Name? {
        switch (error, visitor.stage) {
        case (.addressFull, _): .connectionsPerAddress
        case (.hostFull, .excess): .connections
        case (.hostFull, _): .tables
        case (.tooManyWatchers, _):
            watchers[CallerOrigin(visitor.address), default: 0] < limits.watchersPerAddress
                ? .watchers : .watchersPerAddress
        case (.tooOften, .asking(let search)) where search.hello.isReturn: nil
        case (.tooOften, _): .sittings
        case _: nil
        }
    }

    private mutating func dismissTheSilent(at now: MonotonicInstant) {
        while let oldest = admission.oldestNewcomer, let end = deadline(oldest), end <= now {
            refuse(oldest, .helloLate)
        }
        while let oldest = admission.oldestOverLimit, let end = deadline(oldest), end <= now {
            turnAway(oldest)
        }
        dismissWaiting(at: now)
    }

    private mutating func close() {
        isClosing = true
        while let oldest = admission.oldestNewcomer { refuse(oldest, .hostClosing) }
        while let oldest = admission.oldestOverLimit { turnAway(oldest) }
        for id in waiting { refuse(id, .hostClosing) }
    }
}

// MARK: - Hello

extension Lobby {
    private mutating func receive(
        _ line: ArraySlice<UInt8>, from id: ConnectionID, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        if waiting.contains(id) { return refuse(id, .tooFast) }
        guard isNewcomer(id) else { return }
        if line.isEmpty {
            visitors[id]?.emptyLines += 1
            if visitors[id].map({ $0.emptyLines > Self.mostEmptyLines }) == true {
                refuse(id, .helloFirst)
            }
            return
        }
        do throws(WireError) {
            greet(id, with: try WireCodec.decodeClientMessage(line), at: now, using: &random)
        } catch {
            switch error {
            case .badName: refuse(id, .badName)
            case .malformed, .unknownType, .missing, .invalid, .badText:
                refuse(id, .badMessage, saying: error.sentence)
            }
        }
    }

    private mutating func greet(
        _ id: ConnectionID, with message: ClientMessage, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        do throws(ConnectionError) {
            guard case .hello(let hello) = message else { throw .helloFirst }
            guard hello.version == Hello.protocolVersion else { throw .unsupportedProtocol }
            if visitors[id]?.overLimit != nil, !hello.isReturn { return turnAway(id) }
            try checkSeats(for: hello, from: id)
            guard let code = hello.table else {
                if isPrivate { throw .codeNeeded }
                if hello.role == .play, hello.token != nil { throw .tokenUnknown }
                return search(Search(hello: hello), for: id, at: now, using: &random)
            }
            if try waits(for: code, id, with: hello, at: now) { return }
            try checkCode(code, of: hello, from: id, at: now)
            do throws(ConnectionError) {
                try checkLimits(of: hello, at: code, from: id, now)
                ask(code, toAdmit: id, Search(hello: hello))
            } catch {
                guard error == .tooOften else { throw error }
                wait(id, with: hello, for: code, at: now)
            }
        } catch {
            refuse(id, error, at: error == .tooManyGuesses ? nil : message.tableNamed)
        }
    }

    /// Limits wrong codes.
    ///
    /// A player with a token passes if the table exists: nobody can guess a token, and a wrong one
    /// gets the same answer as a wrong code; see ``answered(_:by:_:at:using:)``.
    private mutating func checkCode(
        _ code: TableCode, of hello: Hello, from id: ConnectionID, at now: MonotonicInstant
    ) throws(ConnectionError) {
        guard let address = visitors[id]?.address else { return }
        let mayGuess = admission.mayGuess(from: address, at: now)
        if matchmaking.isPrivate(code) != nil, mayGuess || hello.isReturn { return }
        guard mayGuess else { throw .tooManyGuesses }
        if admission.guessedWrong(from: address, at: now) { log(.guessesBlocked, from: address) }
        throw .unknownTable
    }

    /// Keeps an address from filling the tables with disconnected players.
    ///
    /// A kept seat counts as a connection. A player who returns to one is never refused.
    private func checkSeats(for hello: Hello, from id: ConnectionID) throws(ConnectionError) {
        guard hello.role == .play, !hello.isReturn, let address = visitors[id]?.address else {
            return
        }
        let seats = matchmaking.seatCount(of: address)
        guard seats < limits.connectionsPerAddress else { throw .addressFull }
    }

    private mutating func checkLimits(
        of hello: Hello, at code: TableCode, from id: ConnectionID, _ now: MonotonicInstant
    ) throws(ConnectionError) {
        guard let address = visitors[id]?.address else { return }
        switch hello.role {
        case .watch:
            let here = watchers[CallerOrigin(address), default: 0]
            guard here < limits.watchersPerAddress else { throw .tooManyWatchers }
        case .play:
            let isAllowed =
                hello.isReturn
                || matchmaking.allowsSitting(
                    from: address, at: code, isByCode: hello.table != nil, now)
            guard isAllowed else { throw .tooOften }
        }
    }

    private mutating func ask(_ code: TableCode, toAdmit id: ConnectionID, _ search: Search) {
        var search = search
        search.tried.insert(code)
        visitors[id]?.stage = .asking(search)
        effects.append(.ask(code, toAdmit: id, search.hello))
    }
}

extension Hello {
    /// Whether a player wants a seat back.
    fileprivate var isReturn: Bool { role == .play && token != nil }
}

extension ClientMessage {
    /// The table that hello names.
    fileprivate var tableNamed: TableCode? {
        guard case .hello(let hello) = self else { return nil }
        return hello.table
    }
}

// MARK: - Tables

extension Lobby {
    /// Sends a newcomer without a code to the best table, or refuses them if there is none.
    private mutating func search(
        _ search: Search, for id: ConnectionID, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        var search = search
        do throws(ConnectionError) {
            while let code = try nextTable(for: &search, id, at: now, using: &random) {
                do throws(ConnectionError) {
                    try checkLimits(of: search.hello, at: code, from: id, now)
                    return ask(code, toAdmit: id, search)
                } catch {
                    guard error == .tooOften else { throw error }
                    search.tried.insert(code)
                    search.refusal = error
                }
            }
        } catch {
            refuse(id, error)
        }
    }

    /// - Throws: Why there is no other table.
    private mutating func nextTable(
        for search: inout Search, _ id: ConnectionID, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) throws(ConnectionError) -> TableCode? {
        guard let address = visitors[id]?.address else { return nil }
        guard search.hello.role == .play else {
            guard let code = matchmaking.toWatch(except: search.tried) else {
                throw search.refusal ?? .nothingToWatch
            }
            return code
        }
        let wantsNew = search.hello.wantsNewTable
        if !wantsNew, let code = matchmaking.best(for: address, except: search.tried, at: now) {
            return code
        }
        // If a table opened for this search refused, another new one would too.
        if !search.hasNewTable, let code = openTable(nil, at: now, using: &random) {
            search.hasNewTable = true
            return code
        }
        guard !wantsNew, let code = matchmaking.lastResort(except: search.tried) else {
            throw search.refusal ?? .hostFull
        }
        return code
    }

    private mutating func answered(
        _ id: ConnectionID, by code: TableCode, _ answer: TableAnswer, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        if drawn[code] == id { drawn[code] = nil }
        guard let visitor = visitors[id], case .asking(var search) = visitor.stage else { return }
        switch answer {
        case .admitted(let seat?):
            visitors[id]?.stage = .player
            if visitor.overLimit == nil {
                admission.introduced(id)
            } else {
                visitors[id]?.overLimit = nil
                admission.returned(id, from: visitor.address)
            }
            matchmaking.seated(visitor.address, in: seat, at: code)
        case .admitted(nil):
            visitors[id]?.stage = .watcher
            admission.introduced(id)
            watchers[CallerOrigin(visitor.address), default: 0] += 1
        case .refused(let error) where search.hello.table == nil:
            search.refusal = error
            self.search(search, for: id, at: now, using: &random)
        case .refused(.tokenUnknown) where !admission.mayGuess(from: visitor.address, at: now):
            // A blocked address must not learn that the table exists.
            refuse(id, .tooManyGuesses)
        case .refused(let error): refuse(id, error, at: code)
        }
    }

    /// Opens a table with the given code, or a free one.
    ///
    /// - Returns: `nil` if there are as many tables as allowed.
    private mutating func openTable(
        _ wanted: TableCode?, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) -> TableCode? {
        guard matchmaking.count + awaited.count < limits.tables else { return nil }
        var code = wanted ?? TableCode(using: &random)
        while matchmaking.isPrivate(code) != nil || awaited.contains(code) {
            code = TableCode(using: &random)
        }
        if isPrivate { privateCode = code }
        effects.append(.open(code, serial: nextSerial))
        add(
            code, serial: nextSerial, isPrivate: isPrivate, takesNewcomers: true,
            TableOverview(PerSeat(both: .free)), at: now)
        log(.opened, at: code)
        return code
    }

    /// Makes later serials follow this one; the last serial, which no host reaches, may repeat.
    private mutating func countOn(from serial: Int) {
        nextSerial = max(nextSerial, min(serial + 1, JournalHeader.lastSerial))
    }

    private mutating func add(
        _ code: TableCode, serial: Int, isPrivate: Bool, takesNewcomers: Bool,
        _ overview: TableOverview, at now: MonotonicInstant
    ) {
        countOn(from: serial)
        matchmaking.opened(
            code, serial: serial, isPrivate: isPrivate, takesNewcomers: takesNewcomers, overview,
            at: now)
    }

    /// Opens the one table of a private host, unless it exists or is still to be read.
    private mutating func openPrivateTable(
        at now: MonotonicInstant, using random: inout some RandomNumberGenerator
    ) {
        guard isPrivate else { return }
        if let privateCode, matchmaking.isPrivate(privateCode) != nil { return }
        if let privateCode, awaited.contains(privateCode) { return }
        _ = openTable(privateCode, at: now, using: &random)
    }

    private mutating func tableClosed(
        _ code: TableCode, at now: MonotonicInstant, using random: inout some RandomNumberGenerator
    ) {
        guard matchmaking.isPrivate(code) != nil else { return }
        log(.closed, at: code)
        matchmaking.closed(code)
        drawn[code] = nil
        // The one table of a private host is always there for those with its code.
        if code == privateCode, !isClosing { _ = openTable(code, at: now, using: &random) }
    }
}

// MARK: - Tables that are still to be read

extension Lobby {
    /// Records which tables may still come, and serves those who waited for one that has been read.
    private mutating func recovering(
        _ headers: [JournalHeader], at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        awaited = Set(headers.map(\.table))
        for header in headers {
            countOn(from: header.serial)
            // The newest of several has the code that was given away last.
            if header.isPrivate, isPrivate, !isRecovering { privateCode = header.table }
        }
        isRecovering = !headers.isEmpty
        for id in waiting {
            guard case .waiting(let hello, let code, _)? = visitors[id]?.stage,
                !awaited.contains(code)
            else { continue }
            waiting.removeAll { $0 == id }
            greet(id, with: .hello(hello), at: now, using: &random)
        }
        // The private table's journal may have turned out to be unusable.
        if headers.isEmpty, privateCode != nil, !isClosing {
            openPrivateTable(at: now, using: &random)
        }
    }

    /// Decides what happens to a table whose journal has been read.
    func resumption(of table: RecoveredTable) -> Resumption {
        let players = table.replay.duel.players
        let isEmpty = Seat.allCases.allSatisfy { players[$0] == nil }
        return resumption(of: table.header, isEmpty: isEmpty)
    }

    /// Decides what happens to a table whose journal has been read.
    ///
    /// - Parameter isEmpty: Whether nobody sits there.
    func resumption(of header: JournalHeader, isEmpty: Bool) -> Resumption {
        if matchmaking.isPrivate(header.table) != nil { return .omitted(.sameTable(header.table)) }
        if matchmaking.count >= limits.tables { return .omitted(.tooManyTables) }
        // Only the one table of a private host waits for its first players.
        return !isEmpty || (header.isPrivate && isPrivate) ? .resumed : .closed
    }

    /// Makes a connection wait for a table still to be read.
    ///
    /// - Returns: Whether it waits.
    /// - Throws: ``ConnectionError/tooManyGuesses``: a blocked address must not learn the code.
    private mutating func waits(
        for code: TableCode, _ id: ConnectionID, with hello: Hello, at now: MonotonicInstant
    ) throws(ConnectionError) -> Bool {
        guard awaited.contains(code), matchmaking.isPrivate(code) == nil, let visitor = visitors[id]
        else { return false }
        guard hello.isReturn || admission.mayGuess(from: visitor.address, at: now) else {
            throw .tooManyGuesses
        }
        wait(id, with: hello, for: code, at: now)
        return true
    }

    private mutating func wait(
        _ id: ConnectionID, with hello: Hello, for code: TableCode, at now: MonotonicInstant
    ) {
        admission.introduced(id)
        visitors[id]?.stage = .waiting(hello, code, deadline: now.advanced(by: helloTime))
        waiting.append(id)
    }

    /// Lets players sit down by their code who had to wait because their address does so too often.
    ///
    /// Lots decide who is next. In the order of arrival, one who comes and goes as fast as the
    /// limit allows would always come before a neighbor with the same code.
    private mutating func drawLots(
        at now: MonotonicInstant, using random: inout some RandomNumberGenerator
    ) {
        for id in waiting.shuffled(using: &random) {
            guard let visitor = visitors[id], case .waiting(let hello, let code, _) = visitor.stage,
                let next = nextSitting(id), next <= now,
                matchmaking.allowsSitting(from: visitor.address, at: code, isByCode: true, now)
            else { continue }
            drawn[code] = id
            waiting.removeAll { $0 == id }
            ask(code, toAdmit: id, Search(hello: hello))
        }
    }

    private mutating func dismissWaiting(at now: MonotonicInstant) {
        while let first = waiting.first, let deadline = deadline(first), deadline <= now {
            guard case .waiting(_, let code, _)? = visitors[first]?.stage else { break }
            let isLoading = awaited.contains(code)
            refuse(
                first, .tooOften,
                saying: isLoading
                    ? "The host is still loading this table: try again in a few seconds." : nil)
        }
    }
}
