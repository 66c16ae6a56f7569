import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Admission control")
struct AdmissionControlTests {
    private static func address(_ number: UInt32) -> IPAddress { .v4(number) }

    private static func admission(
        _ change: (inout HostLimits) -> Void = { _ in }
    ) -> AdmissionControl<Int> {
        var limits = HostLimits.standard
        change(&limits)
        return AdmissionControl(limits)
    }

    @Test("A newcomer hears which of several limits was reached, and so does the log")
    func limits() {
        var limits = HostLimits.standard
        (limits.connections, limits.connectionsPerAddress) = (5, 2)
        for (name, error, addresses) in [
            (HostLimits.Name.tables, ConnectionError.hostFull, [1, 2, 3]),
            (.connections, .hostFull, [1, 2, 3, 4, 5, 6]),
            (.connectionsPerAddress, .addressFull, [1, 1, 1]),
        ] {
            limits.tables = name == .tables ? 2 : 9
            var host = SimulatedLobby(limits)
            let hello = Hello(name: "Ann", wantsNewTable: name == .tables)
            let visitors = addresses.map { host.join(hello, from: .outside($0)) }
            let last = visitors[visitors.count - 1]
            #expect(host.refusal(of: last) == error)
            #expect(host.sentence(for: last) == name.sentence)
            #expect(host.log.last?.what == .refused(error, name))
        }
    }

    @Test("At most 128 refused connections at a time receive the reason")
    func refusals() {
        var admission = Self.admission()
        let announced = (0..<129).map { _ in admission.beginRefusal() }
        #expect(announced == Array(repeating: true, count: 128) + [false])
        admission.refusalFinished()
        let next = admission.beginRefusal()
        #expect(next)
    }

    @Test("A kept seat counts as a connection of its address, and its player takes that place")
    func reserved() {
        var admission = Self.admission {
            ($0.connections, $0.connectionsPerAddress) = (5, 2)
        }
        let (home, away) = (Self.address(1), Self.address(2))
        #expect(admission.limit(for: home, reserved: (1, 1)) == nil)
        admission.admit(0, from: home)
        #expect(admission.limit(for: home, reserved: (1, 1)) == .addressFull)
        #expect(admission.limit(for: away, reserved: (0, 3)) == nil)
        admission.admit(1, from: away)
        #expect(admission.limit(for: away, reserved: (0, 3)) == .hostFull)
        admission.admit(2, from: home)
        #expect(admission.limit(for: home) == .addressFull)
        admission.gone(from: home)
        #expect(admission.limit(for: home) == nil)
    }

    @Test(
        "Connections are limited per address, this machine included",
        arguments: [.loopback, .loopbackV6, .v4(0xC000_0201)] as [IPAddress])
    func perAddress(address: IPAddress) {
        var admission = Self.admission()
        for number in 0..<32 {
            #expect(admission.limit(for: address) == nil)
            admission.admit(number, from: address)
        }
        #expect(admission.limit(for: address) == .addressFull)
        #expect(admission.limit(for: .v4(7)) == nil)
        admission.gone(from: address)
        #expect(admission.limit(for: address) == nil)
    }

    @Test("Connections over an address's rate are dropped at no cost to others")
    func pace() {
        var admission = Self.admission()
        let (eager, other) = (IPAddress.v4(7), IPAddress.v4(8))
        var (admitted, refusals) = (0, 0)
        for tenth in 0..<40_000 {
            let now = MonotonicInstant(.seconds(1) + .microseconds(250) * tenth)
            if admission.mayCall(from: eager, at: now) { admitted += 1 }
            if tenth.isMultiple(of: 400), !admission.mayCall(from: other, at: now) { refusals += 1 }
        }
        #expect(refusals == 0)
        // Three times as many at once as an address may have connections, and as many in each of ten seconds.
        #expect((415...417).contains(admitted))
    }

    @Test("Connections from thousands of addresses are forgotten again")
    func paceMemory() {
        var admission = Self.admission()
        for number in 0..<10_000 {
            let now = MonotonicInstant(.seconds(1) + .milliseconds(number))
            let isAdmitted = admission.mayCall(from: Self.address(UInt32(number)), at: now)
            #expect(isAdmitted)
            #expect(admission.callerCount <= AdmissionControl<Int>.mostGuessers)
        }
    }

    @Test(
        "One IPv6 network counts as one address; link-local neighbors do not",
        arguments: [
            ("2001:db8::1", "2001:db8::2", true),
            ("2001:db8::1", "2001:db8:0:0:ffff:ffff:ffff:ffff", true),
            ("2001:db8:0:1::1", "2001:db8:0:2::1", false),
            ("fe80::1%1", "fe80::2%1", false), ("fe80::1%1", "fe80::1%2", false),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("::1", "127.0.0.1", false),
        ])
    func origins(one: String, other: String, areSame: Bool) throws {
        let origins = try [one, other].map { CallerOrigin(try #require(IPAddress($0))) }
        #expect((origins[0] == origins[1]) == areSame)
    }

    @Test("Connections without hello are limited: one more displaces the oldest")
    func newcomers() {
        func course(_ admission: inout AdmissionControl<Int>, _ numbers: Range<Int>) -> [Int?] {
            numbers.map { number in
                let displaced = admission.called(number)
                if let displaced { admission.forget(displaced) }
                return displaced
            }
        }
        var admission = Self.admission { $0.newcomers = 3 }
        #expect(course(&admission, 1..<4) == [nil, nil, nil])
        admission.admit(1, from: Self.address(1))
        #expect(course(&admission, 4..<7) == [nil, 2, 3])
        // A full host hears fewer, but any number of them.
        admission = Self.admission { $0.connections = 1 }
        admission.admit(0, from: Self.address(1))
        #expect(course(&admission, 1..<65).allSatisfy { $0 == nil })
        #expect(course(&admission, 65..<70) == [1, 2, 3, 4, 5])
        // Nor fewer when more players have returned than are admitted otherwise.
        for number in 100..<200 { admission.admit(number, from: Self.address(1)) }
        #expect(course(&admission, 200..<202) == [6, 7])
    }

    @Test(
        "A connection that says hello within 25 ms gets in, however many others come",
        arguments: 0..<10)
    func flood(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var admission = Self.admission { $0.connections = 100_000 }
        var pace = RateLimit(HostLimits.standard.accepted)
        var sent: Set<Int> = []
        var arrival = MonotonicInstant(.seconds(1))
        let honest = 500 + Int(random.below(500))
        var hello: MonotonicInstant?
        // One after the other as fast as they are accepted, each from a different address.
        for number in 0..<2000 {
            while !pace.allows(at: arrival) { arrival = arrival.advanced(by: .microseconds(100)) }
            if let due = hello, due <= arrival { admission.forget(honest) }
            if let oldest = admission.called(number) {
                sent.insert(oldest)
                admission.forget(oldest)
            }
            if number == honest { hello = arrival.advanced(by: .milliseconds(25)) }
        }
        #expect(sent.count > 1000)
        #expect(!sent.contains(honest))
    }
}

@Suite("Wrong codes")
struct GuessTests {
    private static let guesser = IPAddress.v4(0xC633_6401)
    private static let other = IPAddress.v4(0xC633_6402)

    private static func time(_ seconds: Int) -> MonotonicInstant {
        MonotonicInstant(.seconds(1000 + seconds))
    }

    @Test(
        "After five wrong codes in a minute, an address is blocked for a minute",
        arguments: [
            // When somebody guessed wrong, when they ask, whether they may.
            ([], 0, true), ([0, 0, 0, 0], 0, true), ([0, 0, 0, 0, 0], 0, false),
            ([0, 1, 2, 3, 4], 63, false), ([0, 1, 2, 3, 4], 64, true),
            ([0, 10, 20, 30, 59], 59, false), ([0, 10, 20, 30, 60], 60, true),
            ([0, 10, 20, 30, 60, 61], 61, false), ([0, 15, 30, 45, 60, 75, 90, 105], 105, true),
            // After the block, counting restarts.
            ([0, 0, 0, 0, 0, 60, 60, 60, 60], 60, true),
            ([0, 0, 0, 0, 0, 60, 60, 60, 60, 61], 61, false),
        ] as [([Int], Int, Bool)])
    func table(wrong: [Int], asked: Int, isAllowed: Bool) {
        var admission = AdmissionControl<Int>(.standard)
        for seconds in wrong { admission.guessedWrong(from: Self.guesser, at: Self.time(seconds)) }
        #expect(admission.mayGuess(from: Self.guesser, at: Self.time(asked)) == isAllowed)
        #expect(admission.mayGuess(from: Self.other, at: Self.time(asked)))
    }

    @Test("Wrong codes from one IPv6 network are counted together")
    func network() {
        var admission = AdmissionControl<Int>(.standard)
        for low: UInt64 in 1...5 {
            admission.guessedWrong(
                from: .v6(high: 0x2001_0DB8_0000_0001, low: low, scope: 0), at: Self.time(0))
        }
        let neighbor = IPAddress.v6(high: 0x2001_0DB8_0000_0001, low: 99, scope: 0)
        #expect(!admission.mayGuess(from: neighbor, at: Self.time(1)))
        let stranger = IPAddress.v6(high: 0x2001_0DB8_0000_0002, low: 1, scope: 0)
        #expect(admission.mayGuess(from: stranger, at: Self.time(1)))
    }

    @Test("Wrong codes take bounded memory and are forgotten")
    func memory() {
        var admission = AdmissionControl<Int>(.standard)
        for number: UInt32 in 0..<1200 {
            admission.guessedWrong(from: .v4(number), at: Self.time(Int(number / 40)))
        }
        #expect(admission.guesserCount == AdmissionControl<Int>.mostGuessers)
        // Those who guessed last are the ones remembered.
        for _ in 0..<4 { admission.guessedWrong(from: .v4(1199), at: Self.time(30)) }
        #expect(!admission.mayGuess(from: .v4(1199), at: Self.time(30)))
        admission.guessedWrong(from: .v4(1), at: Self.time(1000))
        #expect(admission.guesserCount == 1)
    }

    @Test("An address blocked for wrong codes stays blocked while others guess")
    func rest() {
        var admission = AdmissionControl<Int>(.standard)
        func time(_ seconds: Int) -> MonotonicInstant { MonotonicInstant(.seconds(1000 + seconds)) }
        for number: UInt32 in 1...1023 { admission.guessedWrong(from: .v4(number), at: time(0)) }
        for _ in 0..<5 { admission.guessedWrong(from: .v4(9999), at: time(1)) }
        #expect(!admission.mayGuess(from: .v4(9999), at: time(2)))
        admission.guessedWrong(from: .v4(5000), at: time(2))
        #expect(!admission.mayGuess(from: .v4(9999), at: time(3)))
    }
}
