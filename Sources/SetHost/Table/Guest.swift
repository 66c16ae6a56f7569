import SetProtocol

/// A connection that has been let in to a table, and what is known about its behaviour.
struct Guest: Sendable {
    /// What it does there.
    enum Role: Hashable, Sendable {
        case player(Seat)
        case watcher
    }

    /// What becomes of a message before the table looks at it.
    enum Admission: Hashable, Sendable {
        case admitted
        /// One too many: said so once.
        case refused
        /// Still too many after having been told.
        case banished
    }

    let connection: LineConnection
    let role: Role
    let name: String
    private var messages: RateLimit
    private var chat: RateLimit
    private var excess = 0
    private var strikes = 0
    private(set) var lastHeard: TableTime
    /// Only a program answers pings; a person with a bare connection is not held to it.
    private(set) var answersPings = false

    init(
        connection: LineConnection, role: Role, name: String, limits: WireLimits, at now: TableTime
    ) {
        self.connection = connection
        self.role = role
        self.name = name
        messages = RateLimit(limits.messages)
        chat = RateLimit(limits.chat)
        lastHeard = now
    }

    /// The seat it plays from; `nil` for a watcher.
    var seat: Seat? {
        switch role {
        case .player(let seat): seat
        case .watcher: nil
        }
    }

    /// Notes a line and decides whether it may be acted on.
    mutating func heard(at now: TableTime) -> Admission {
        lastHeard = now
        guard !messages.allows(at: now) else {
            excess = 0
            return .admitted
        }
        excess += 1
        return excess == 1 ? .refused : excess > Self.toleratedExcess ? .banished : .refused
    }

    /// Whether a line of chat may be passed on.
    mutating func mayChat(at now: TableTime) -> Bool { chat.allows(at: now) }

    /// Notes a message of a type the host does not know.
    ///
    /// - Returns: Whether it was one too many.
    mutating func struckOut() -> Bool {
        strikes += 1
        return strikes >= 3
    }

    /// Notes that a ping was answered.
    mutating func answeredPing() {
        answersPings = true
    }

    /// How many lines over the rate are only refused before the connection is ended.
    private static let toleratedExcess = 20
}
