import SetHost
import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A host in this program, with limits that no load reaches.
struct BenchHost {
    let port: UInt16
    let host: Host

    /// Runs a host for as long as something is measured on it.
    ///
    /// - Parameters:
    ///   - tables: How many there will be.
    ///   - pings: Whether players are pinged, who do not answer: only while nothing else is measured.
    ///   - claim: How long a claim's window is.
    ///   - descriptorsOfTable: How many a table takes: two, and two when its players are here too.
    static func running(
        tables: Int, pings: Bool = false, claim: Duration = .seconds(600),
        descriptorsOfTable: Int = 4,
        _ body: (BenchHost) throws -> [Figure]
    ) async throws -> [Figure] {
        let host = try await start(
            tables: tables, pings: pings, claim: claim, descriptorsOfTable: descriptorsOfTable)
        let outcome = Result { try body(host) }
        await host.host.shutDown()
        return try outcome.get()
    }

    /// Starts a host, which its owner shuts down.
    ///
    /// - Parameter journal: The directory of its journals; `nil` for none.
    static func start(
        tables: Int, pings: Bool = false, claim: Duration = .seconds(600),
        descriptorsOfTable: Int = 5, journal: String? = nil
    ) async throws -> BenchHost {
        try raiseDescriptorLimit(to: descriptorsOfTable * tables + 200)
        var options = HostOptions()
        options.seed = 1
        options.journal = journal.map { JournalOptions(directory: $0) }
        options.hostLimits.tables = tables + 1
        options.hostLimits.connections = 2 * tables + 10
        // All of them come from here, at once, and as fast as they can.
        options.hostLimits.connectionsPerAddress = 2 * tables + 10
        options.hostLimits.newcomers = 2 * tables + 10
        let rate = RateLimit.Rate(10_000_000, per: .seconds(1), burst: 10_000_000)
        (options.hostLimits.accepted, options.hostLimits.races) = (rate, rate)
        options.hostLimits.callsPerAddress = rate
        (options.rules.claim, options.rules.answer) = (claim, .seconds(600))
        options.rules.countdown = .zero
        (options.rules.timeoutPoints, options.rules.mismatchPoints) = (0, 0)
        options.limits.messages = rate
        options.limits.silence = .seconds(3600)
        if !pings { options.limits.pingInterval = .seconds(3600) }
        let host = Host(options: options)
        let address = try await host.listen(on: .loopback, port: 0)
        return BenchHost(port: address.port, host: host)
    }

    /// Runs a host for another process until that ends it, as ``HostProcess`` expects it.
    static func serve(tables: Int) async throws {
        _ = try await running(tables: tables, pings: true, descriptorsOfTable: 2) { host in
            print("listening on 127.0.0.1:\(host.port)")
            fflush(nil)
            while true { pause() }
        }
    }

    /// How many descriptors this program may have at most.
    static var mostDescriptors: Int {
        var limit = rlimit()
        getrlimit(descriptorLimit, &limit)
        return Int(min(limit.rlim_max, 1_000_000))
    }

    /// Raises the descriptor limit of this program to the given number.
    static func raiseDescriptorLimit(to count: Int) throws {
        var limit = rlimit()
        getrlimit(descriptorLimit, &limit)
        guard limit.rlim_cur < rlim_t(count) else { return }
        limit.rlim_cur = rlim_t(count)
        guard setrlimit(descriptorLimit, &limit) == 0 else {
            throw LoadFailure("\(count) descriptors are needed, and fewer allowed: ulimit -Hn")
        }
    }

    #if canImport(Glibc)
    private static var descriptorLimit: __rlimit_resource_t {
        __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    }
    #else
    private static var descriptorLimit: CInt { RLIMIT_NOFILE }
    #endif

    /// The line by which a host tells of a granted claim.
    static var line: [UInt8] {
        var state = TableState()
        let deck = SeededGenerator.shuffledDeck(seed: 1)
        (state.revision, state.board) = (Revision(42), BoardNumber(17))
        (state.game, state.phase) = (1, .turn)
        state.cards = deck.prefix(12).map { $0 }
        state.deck = 69
        state.event = .claimed(.first)
        state.turn = Turn(
            seat: .first, reason: .claim,
            countdown: Countdown(remaining: .seconds(600), total: .seconds(600)))
        state.players = PerSeat(first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        return WireCodec.encode(.state(state))
    }

    /// How much memory the program has, where the system tells; 0 elsewhere.
    static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 200)
        guard fgets(&text, CInt(text.count), file) != nil else { return 0 }
        let words = String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(CInt(_SC_PAGESIZE)))
    }
}
