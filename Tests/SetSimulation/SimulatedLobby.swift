import SetHost
import SetProtocol

/// The production ``Lobby`` and tables of a whole host in virtual time, without connections:
/// messages are handled when they are sent.
///
/// It does what `Host` and `Table` do.
package struct SimulatedLobby: Sendable {
    /// One connection, from the test's point of view.
    private struct Visitor: Sendable {
        var table: TableCode?
        var participant: ParticipantID?
        var token: SeatToken?
        var refusal: ConnectionError?
        var sentence: String?
        var status: HostStatus?
        /// Whether either side has ended it.
        var isOver = false
    }

    package var now = MonotonicInstant(.seconds(1000))
    /// What the host would write to its log.
    package private(set) var log: [LogEvent] = []
    package private(set) var lobby: Lobby
    private let rules: Rules
    private let limits: HostLimits
    private let isPrivate: Bool
    private var tables: [TableCode: TableCore] = [:]
    private var overviews: [TableCode: TableOverview] = [:]
    private var visitors: [Visitor] = []
    private var guestsMade = 0
    private var random: SeededGenerator

    /// Creates an empty host.
    ///
    package init(_ limits: HostLimits = .standard, isPrivate: Bool = false, seed: UInt64 = 1) {
        var rules = Rules.duel
        rules.countdown = .zero
        (self.rules, self.limits, self.isPrivate) = (rules, limits, isPrivate)
        random = SeededGenerator(seed: seed)
        lobby = Lobby(
            limits, helloTime: .seconds(5), about: .of(isPrivate: isPrivate),
            random: SeededGenerator(seed: seed))
    }

    // MARK: - What visitors do

    /// Connects a visitor who sends nothing.
    ///
    /// - Returns: The number of the connection.
    package mutating func connect(from address: IPAddress) -> Int {
        visitors.append(Visitor())
        apply(.connected(ConnectionID(visitors.count - 1), from: address))
        return visitors.count - 1
    }

    /// Connects a visitor who says hello.
    ///
    /// - Returns: The number of the connection.
    @discardableResult
    package mutating func join(_ hello: Hello, from address: IPAddress) -> Int {
        let visitor = connect(from: address)
        say(.hello(hello), visitor)
        return visitor
    }

    package mutating func say(_ message: ClientMessage, _ visitor: Int) {
        guard !visitors[visitor].isOver else { return }
        var line = WireCodec.encode(message)
        if line.last == 0x0A { line.removeLast() }
        guard let code = visitors[visitor].table, let participant = visitors[visitor].participant
        else {
            return apply(.line(line[...], from: ConnectionID(visitor)))
        }
        apply(.line(line[...], from: participant), at: code)
    }

    package mutating func drop(_ visitor: Int) {
        guard !visitors[visitor].isOver else { return }
        visitors[visitor].isOver = true
        apply(.closed(ConnectionID(visitor)))
        guard let code = visitors[visitor].table, let participant = visitors[visitor].participant
        else {
            return
        }
        apply(.closed(participant), at: code)
    }

    /// Advances the time and carries out everything that is due.
    package mutating func wait(_ time: Duration) {
        let end = now.advanced(by: time)
        while let next = nextWake, next <= end {
            now = max(now, next)
            if let wake = lobby.nextWake, wake <= now { apply(.wokeUp) }
            for (code, table) in tables {
                if let wake = table.nextWake, wake <= now {
                    apply(.wokeUp(congested: []), at: code)
                }
            }
        }
        now = end
    }

    private var nextWake: MonotonicInstant? {
        ([lobby.nextWake] + tables.values.map(\.nextWake)).compactMap(\.self).min()
    }

    // MARK: - What has become of them

    /// The table to which a visitor was admitted and which they have not left.
    package func table(of visitor: Int) -> TableCode? {
        visitors[visitor].isOver ? nil : visitors[visitor].table
    }

    package func refusal(of visitor: Int) -> ConnectionError? { visitors[visitor].refusal }

    /// The sentence with which the lobby refused a visitor.
    package func sentence(for visitor: Int) -> String? { visitors[visitor].sentence }

    /// What the lobby told a visitor about the host.
    package func status(for visitor: Int) -> HostStatus? { visitors[visitor].status }

    package func token(of visitor: Int) -> SeatToken? { visitors[visitor].token }

    package func isPlaying(at code: TableCode) -> Bool { tables[code]?.isPlaying == true }

    package var tableCount: Int { tables.count }

    // MARK: - What is done

    package mutating func apply(_ event: LobbyEvent) {
        var effects = lobby.apply(event, at: now)
        while !effects.isEmpty {
            let effect = effects.removeFirst()
            switch effect {
            case .listen: break
            case .drop(let id): visitors[id.number].isOver = true
            case .refuse(let id, let error, let sentence):
                (visitors[id.number].refusal, visitors[id.number].sentence) = (error, sentence)
                visitors[id.number].isOver = true
                effects.append(contentsOf: lobby.apply(.closed(id), at: now))
            case .inform(let id, let status):
                visitors[id.number].status = status
                visitors[id.number].isOver = true
                effects.append(contentsOf: lobby.apply(.closed(id), at: now))
            case .open(let code, let serial): open(code, serial: serial)
            case .ask(let code, let id, let hello):
                let answer = ask(code, toAdmit: id, hello)
                effects = lobby.apply(.answered(id, by: code, answer), at: now) + effects
            case .log(let event): log.append(event)
            }
        }
    }

    private mutating func open(_ code: TableCode, serial: Int) {
        let header = JournalHeader(
            table: code, serial: serial, isPrivate: isPrivate,
            opened: CivilTime(secondsSince1970: 1_795_281_605), rules: rules,
            seed: ShuffleSeed(number: random.next()))
        tables[code] = TableCore(header, opening: now, limits: .standard, hostLimits: limits)
    }

    private mutating func ask(
        _ code: TableCode, toAdmit id: ConnectionID, _ hello: Hello
    ) -> TableAnswer {
        guestsMade += 1
        let participant = ParticipantID(guestsMade)
        (visitors[id.number].table, visitors[id.number].participant) = (code, participant)
        apply(.hello(hello, from: participant), at: code)
        if let refusal = visitors[id.number].refusal {
            (visitors[id.number].table, visitors[id.number].participant) = (nil, nil)
            visitors[id.number].refusal = nil
            return .failure(refusal)
        }
        return .success(tables[code]?.seat(of: participant))
    }

    private mutating func apply(_ input: TableInput, at code: TableCode) {
        guard var table = tables[code] else { return }
        var effects = table.apply(input, at: now, using: &random)
        if case .read? = effects.last {
            effects += table.apply(.readingEnded, at: now, using: &random)
        }
        tables[code] = table
        if table.overview != overviews[code] {
            overviews[code] = table.overview
            apply(.tableChanged(code, table.overview))
        }
        for effect in effects { perform(effect, of: code) }
    }

    private mutating func perform(_ effect: TableEffect, of code: TableCode) {
        func visitor(_ participant: ParticipantID) -> Int? {
            visitors.firstIndex { $0.table == code && $0.participant == participant }
        }
        switch effect {
        case .turnAway(let participant, let error):
            if let visitor = visitor(participant) { visitors[visitor].refusal = error }
        case .tell(.welcome(let welcome), let participant):
            if let visitor = visitor(participant) { visitors[visitor].token = welcome.token }
        case .tell(.error(let error, _), let participant):
            if let visitor = visitor(participant) { visitors[visitor].refusal = error }
        case .finish(let participant):
            guard let visitor = visitor(participant), !visitors[visitor].isOver else { return }
            visitors[visitor].isOver = true
            apply(.closed(ConnectionID(visitor)))
        case .report(.closed):
            tables[code] = nil
            overviews[code] = nil
            apply(.tableClosed(code))
        case .moved(let participant, let seat):
            guard let visitor = visitor(participant) else { return }
            apply(.moved(ConnectionID(visitor), to: seat, at: code))
        case .append, .syncJournal, .finishJournal, .admit, .tell, .tellAll, .tellSome,
            .ignore, .read, .report:
            break
        }
    }
}

extension HostStatus {
    package static func of(isPrivate: Bool) -> HostStatus {
        var random = SeededGenerator(seed: 1)
        return HostStatus(
            host: HostID(using: &random), program: "1.0", isPrivate: isPrivate, rules: "usual")
    }
}
