import SetClient
import SetHost
import SetProtocol

/// A client as it sits at an ``InMemoryTable``.
package protocol InMemoryClient {
    /// Takes a message from the host.
    ///
    /// - Returns: What it says to that.
    mutating func hear(_ message: HostMessage, at now: MonotonicInstant) -> [ClientMessage]

    /// Does what it had meant to do by now.
    ///
    /// - Returns: What it says.
    mutating func wakeUp(at now: MonotonicInstant) -> [ClientMessage]

    /// When it means to do something by itself; `nil` while it only listens.
    var wakeTime: MonotonicInstant? { get }
}

extension Bot: InMemoryClient {
    package mutating func hear(_ message: HostMessage, at now: MonotonicInstant) -> [ClientMessage]
    {
        receive(message, at: now)
    }

    package mutating func wakeUp(at now: MonotonicInstant) -> [ClientMessage] { wake(at: now) }

    package var wakeTime: MonotonicInstant? { nextWake }
}

extension TableModel: InMemoryClient {
    package mutating func hear(_ message: HostMessage, at now: MonotonicInstant) -> [ClientMessage]
    {
        receive(message, at: now).messages
    }

    package mutating func wakeUp(at now: MonotonicInstant) -> [ClientMessage] { [] }

    package var wakeTime: MonotonicInstant? { nil }
}

extension [ClientEffect] {
    /// What is to be said to the host, in order.
    package var messages: [ClientMessage] {
        compactMap { effect in
            switch effect {
            case .send(let message): message
            case .alert, .save, .copy, .done: nil
            }
        }
    }
}

extension MonotonicInstant {
    /// The whole millisecond at or after this moment: the wire knows no smaller ones.
    fileprivate var roundedUp: MonotonicInstant {
        let whole = MonotonicInstant(.milliseconds(sinceZero.wholeMilliseconds))
        return whole < self ? whole.advanced(by: .milliseconds(1)) : whole
    }
}

/// A duel and two clients, joined by the bytes of the wire, in virtual time.
///
/// There is no socket and no clock: a line is read the moment it is written, and time passes only
/// from one deadline to the next. So a game of minutes takes none, and is the same each time.
package struct InMemoryTable<Client: InMemoryClient> {
    package struct Garbled: Error {
        /// The line that could not be read, or was read as something else.
        package let line: String
    }

    package private(set) var duel: Duel
    package private(set) var clients: PerSeat<Client>
    package private(set) var now = MonotonicInstant.zero
    /// The table opened at the clock's zero.
    private var tableTime: TableInstant { TableInstant(now.sinceZero) }
    package private(set) var events: [TableEvent] = []
    package private(set) var refusals: [(seat: Seat, refused: Refused)] = []
    /// The seats whose lines carry nothing, in either direction, whether or not the host knows.
    package private(set) var cut: Set<Seat> = []
    private var upstream: [(seat: Seat, line: [UInt8])] = []
    private let code: TableCode
    private var tokens = SeededGenerator(seed: 2)

    /// Sits two clients down.
    ///
    /// - Parameters:
    ///   - rules: What is played.
    ///   - decks: What the cards are.
    package init(
        _ clients: PerSeat<Client>, rules: Rules = .duel, decks: DeckSource
    ) throws {
        duel = Duel(rules: rules, decks: decks)
        self.clients = clients
        var codes = SeededGenerator(seed: 1)
        code = TableCode(using: &codes)
        for seat in rules.seats {
            try welcome(seat)
            try perform(duel.joined(seat, name: "\(seat)", at: tableTime))
        }
        try exchange()
    }

    package var snapshot: TableState { duel.snapshot(at: tableTime) }

    /// Lets a client do something and carries what it says, with all that follows at once.
    package mutating func act(
        _ seat: Seat, _ deed: (inout Client, MonotonicInstant) -> [ClientMessage]
    ) throws {
        let messages = deed(&clients[seat], now)
        say(messages, from: seat)
        try exchange()
    }

    // MARK: - Losing the connection

    /// Cuts a seat's connection; nobody is notified.
    package mutating func cutLine(of seat: Seat) { cut.insert(seat) }

    /// Lets the host notice that a seat's line is gone.
    package mutating func noticeLoss(of seat: Seat) throws {
        try perform(duel.connectionLost(seat, at: tableTime))
        try exchange()
    }

    /// Lets a client whose connection was cut return: to a kept seat, or in place of its own older
    /// connection if the host has noticed nothing.
    package mutating func mendLine(of seat: Seat) throws {
        cut.remove(seat)
        let wasMissed = snapshot.players[seat]?.isPresent == false
        try welcome(seat)
        if wasMissed {
            try perform(duel.returned(seat, at: tableTime))
        } else {
            try deliver(.state(snapshot), to: [seat])
        }
        try exchange()
    }

    private mutating func welcome(_ seat: Seat) throws {
        let token = SeatToken(using: &tokens)
        let welcome = Welcome(seat: seat, token: token, table: code, rules: duel.rules)
        try deliver(.welcome(welcome), to: [seat])
    }

    /// When something happens next without anybody doing anything; `nil` if never.
    package var nextMoment: MonotonicInstant? {
        let deadline = duel.nextDeadline.map { MonotonicInstant($0.sinceOpening) }
        return ([deadline] + Seat.allCases.map { clients[$0].wakeTime }).compactMap(\.self).min()
    }

    /// Lets time pass until something is due, at most for so long, and does it.
    ///
    /// - Returns: Whether something was due.
    @discardableResult
    package mutating func pass(atMost limit: Duration = .seconds(3600)) throws -> Bool {
        let end = now.advanced(by: limit)
        guard let next = nextMoment, next <= end else {
            now = end
            return false
        }
        now = max(now, next.roundedUp)
        try perform(duel.deadlinePassed(at: tableTime))
        for seat in Seat.allCases where clients[seat].wakeTime.map({ $0 <= now }) == true {
            say(clients[seat].wakeUp(at: now), from: seat)
        }
        try exchange()
        return true
    }

    // MARK: - The wire

    private mutating func say(_ messages: [ClientMessage], from seat: Seat) {
        if !cut.contains(seat) { upstream += messages.map { (seat, WireCodec.encode($0)) } }
    }

    private mutating func exchange() throws {
        while !upstream.isEmpty {
            let (seat, line) = upstream.removeFirst()
            let message: ClientMessage
            do {
                message = try WireCodec.decodeClientMessage(try Self.unframed(line))
            } catch {
                throw Garbled(line: String(decoding: line, as: UTF8.self))
            }
            try perform(duel.receive(message, from: seat, at: tableTime))
        }
    }

    private mutating func perform(_ effects: [DuelEffect]) throws {
        for effect in effects {
            switch effect {
            case .publish(let state):
                if let event = state.event { events.append(event) }
                try deliver(.state(state), to: duel.rules.seats)
            case .refuse(let refused, to: let seat):
                refusals.append((seat, refused))
                try deliver(.refused(refused), to: [seat])
            case .show(let hint, to: let seat):
                try deliver(.hint(hint), to: [seat])
            case .race(let race):
                try deliver(.race(race), to: duel.rules.seats)
            case .promise(let commitment):
                try deliver(.commitment(commitment), to: duel.rules.seats)
            case .reveal(let reveal):
                try deliver(.reveal(reveal), to: duel.rules.seats)
            case .say(let seat, let text):
                let said = HostMessage.said(seat, name: "\(seat)", text: text)
                try deliver(said, to: duel.rules.seats)
            case .makeRoom, .promote, .close: break
            }
        }
    }

    /// Writes a line, reads it and hands what it says to some clients.
    private mutating func deliver(_ message: HostMessage, to seats: [Seat]) throws {
        let line = WireCodec.encode(message)
        let read: HostMessage
        do {
            read = try WireCodec.decodeHostMessage(try Self.unframed(line))
        } catch {
            throw Garbled(line: String(decoding: line, as: UTF8.self))
        }
        guard read == message else {
            throw Garbled(line: String(decoding: line, as: UTF8.self))
        }
        for seat in seats where !cut.contains(seat) {
            say(clients[seat].hear(read, at: now), from: seat)
        }
    }

    /// Puts bytes through the framer, which must find exactly one line in them.
    private static func unframed(_ line: [UInt8]) throws -> ArraySlice<UInt8> {
        var framer = LineFramer(limit: WireLimits.standard.lineBytes)
        framer.append(line)
        guard let first = try framer.nextLine(), try framer.nextLine() == nil else {
            throw Garbled(line: String(decoding: line, as: UTF8.self))
        }
        return first
    }
}
