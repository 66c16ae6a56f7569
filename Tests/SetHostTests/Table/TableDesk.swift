import SetHost
import SetProtocol

/// A table of which a test sees the effects themselves, not what a program makes of them.
///
/// Its participants are 1 to 4.
struct TableDesk {
    var core: TableCore
    /// What a journal of it begins with.
    let header: JournalHeader
    /// What each participant was welcomed with last, by number.
    private(set) var tokens: [SeatToken?] = [nil, nil, nil, nil, nil]
    private var random = SeededGenerator(seed: 7)

    /// An empty table without a countdown.
    init(
        isPrivate: Bool = false, limits: HostLimits = .standard,
        _ change: (inout Rules) -> Void = { _ in }
    ) {
        var rules = Rules.duel
        rules.countdown = .zero
        change(&rules)
        var random = SeededGenerator(seed: 1)
        header = JournalHeader(
            table: TableCode(using: &random), serial: 0, isPrivate: isPrivate,
            opened: CivilTime(secondsSince1970: 1_795_281_605), rules: rules,
            seed: ShuffleSeed(number: 1))
        core = TableCore(header, opening: .zero, limits: .standard, hostLimits: limits)
    }

    /// Something comes.
    ///
    /// - Parameter reading: What lies unread on lines, and since when, should the table ask for it.
    @discardableResult
    mutating func take(
        _ input: TableInput, at now: MonotonicInstant,
        reading: [(TableInput, MonotonicInstant)] = []
    ) -> [TableEffect] {
        var effects = core.apply(input, at: now, using: &random)
        while case .read(let participants)? = effects.last {
            for (line, stamp) in reading {
                guard case .line(_, let from) = line, participants.contains(from) else { continue }
                effects += core.apply(line, at: stamp, using: &random)
            }
            effects += core.apply(.readingEnded, at: now, using: &random)
        }
        for case .tell(.welcome(let welcome), let to) in effects {
            tokens[to.number] = welcome.token
        }
        return effects
    }

    /// A message as it comes.
    static func line(_ message: ClientMessage, _ participant: Int) -> TableInput {
        var bytes = WireCodec.encode(message)
        if bytes.last == 0x0A { bytes.removeLast() }
        return .line(bytes[...], from: ParticipantID(participant))
    }

    /// A participant says something.
    @discardableResult
    mutating func say(_ message: ClientMessage, _ participant: Int, at now: MonotonicInstant)
        -> [TableEffect]
    { take(Self.line(message, participant), at: now) }

    /// Two participants sit down and begin.
    ///
    /// - Parameter features: What their clients know.
    mutating func open(features: [ProtocolFeature] = []) {
        come("Ann", 1, features: features, at: .zero)
        come("Bob", 2, features: features, at: .zero)
        say(.ready, 1, at: .zero)
        say(.ready, 2, at: .zero)
    }

    /// A participant says hello.
    @discardableResult
    mutating func come(
        _ name: String, _ participant: Int, as role: Hello.Role = .play, token: SeatToken? = nil,
        features: [ProtocolFeature] = ProtocolFeature.allCases, at now: MonotonicInstant
    ) -> [TableEffect] {
        var hello = Hello(name: name, role: role, token: token)
        hello.features = features
        return take(.hello(hello, from: ParticipantID(participant)), at: now)
    }
}
