import SetHost
import SetProtocol

/// How much processor time a table takes for a line, from its bytes to the bytes of what is said to
/// both players: everything of a host but its sockets.
struct TableTimes {
    static let benchmark = Benchmark(
        name: "core/line",
        summary: "processor time: handling and answering a line, without sockets"
    ) { [figure()] }

    private var core: TableCore
    private var now = MonotonicInstant(.seconds(1))
    private var random = SeededGenerator(seed: 1)
    private var step = LoadTable.Step.claim
    /// How many bytes were said to all.
    private(set) var bytesSaid = 0

    /// A table where two play who are never pinged and have time.
    private init() {
        var rules = Rules()
        (rules.claim, rules.answer, rules.countdown) = (.seconds(600), .seconds(600), .zero)
        rules.timeoutPoints = 0
        var limits = WireLimits.standard
        limits.messages = RateLimit.Rate(10_000_000, per: .seconds(1), burst: 10_000_000)
        (limits.pingInterval, limits.silence) = (.seconds(36_000), .seconds(36_000))
        let header = JournalHeader(
            table: TableCode(using: &random), serial: 0, isPrivate: false, opened: WallClock.now,
            rules: rules, seed: ShuffleSeed(number: 1))
        core = TableCore(header, opening: .zero, limits: limits, hostLimits: HostLimits())
        for (number, name) in ["Ann", "Bob"].enumerated() {
            apply(.hello(Hello(name: name), from: ParticipantID(number)))
        }
        for number in 0...1 { say(.ready, from: number) }
        apply(.wokeUp(congested: []))
    }

    private mutating func apply(_ input: TableInput) {
        now = now.advanced(by: .microseconds(50))
        perform(core.apply(input, at: now, using: &random))
    }

    private mutating func perform(_ effects: [TableEffect]) {
        for effect in effects {
            switch effect {
            case .tell(let message, _), .tellAll(let message), .tellSome(let message, _):
                bytesSaid += WireCodec.encode(message).count
            case .read: perform(core.apply(.readingEnded, at: now, using: &random))
            case .append, .syncJournal, .finishJournal, .admit, .turnAway, .finish, .ignore,
                .report:
                break
            }
        }
    }

    private mutating func say(_ message: ClientMessage, from number: Int) {
        apply(.line(WireCodec.encode(message).dropLast()[...], from: ParticipantID(number)))
    }

    /// Claims and passes endlessly.
    private mutating func sayNext(_ claim: ArraySlice<UInt8>, _ pass: ArraySlice<UInt8>) {
        let isFirst = step != .answerPass
        apply(.line(step == .claim ? claim : pass, from: ParticipantID(isFirst ? 0 : 1)))
        step =
            LoadTable.Step(rawValue: (step.rawValue + 1) % LoadTable.Step.allCases.count) ?? .claim
    }

    private static func figure() -> Figure {
        var table = TableTimes()
        let claim = WireCodec.encode(.claim(Claim(board: BoardNumber(1)))).dropLast()
        let pass = WireCodec.encode(.pass).dropLast()
        let state = HostMessage.state(table.core.duel.snapshot(at: table.core.tableTime(table.now)))
        let times = Stopwatch.compare {
            table.sayNext(claim, pass)
        } with: {
            keep(try? WireCodec.decodeClientMessage(claim))
            keep(WireCodec.encode(state))
        }
        keep(table.bytesSaid)
        return Figure(
            name: "core/line", value: times.subject, unit: .microseconds,
            reference: .init(name: "core/line: reading and writing only", value: times.reference))
    }
}
