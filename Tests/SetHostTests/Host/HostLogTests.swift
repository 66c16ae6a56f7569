import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Host log", .serialized, .inTurn)
struct HostLogTests {
    private static func at(_ seconds: Int) -> MonotonicInstant {
        MonotonicInstant(.seconds(1000 + seconds))
    }
    private static let address = IPAddress.v4(0xC633_6407)

    @Test("The log has one line per event, with keys and values in a fixed order")
    func lines() {
        let code = "K7M2QX"
        let seat = LogEvent.Role.player(.second)
        var slow = LogEvent(.slowPongs, from: Self.address, at: code, by: seat)
        (slow.measured, slow.kernel) = (.microseconds(120_900), .microseconds(80))
        let events: [(LogEvent, String)] = [
            (LogEvent(.opened, at: code), "event=opened table=K7M2QX"),
            (LogEvent(.resumed, at: code), "event=resumed table=K7M2QX"),
            (LogEvent(.closed, at: "private"), "event=closed table=private"),
            (
                LogEvent(.seated, from: .loopback, at: code, by: .player(.first)),
                "event=seated table=K7M2QX seat=0 address=loopback"
            ),
            (
                LogEvent(.away(.timedOut), from: Self.address, at: "private", by: seat),
                "event=away why=timedOut table=private seat=1 address=198.51.100.0/24"
            ),
            (
                LogEvent(.expelled(.tooFast), from: Self.address, at: "private", by: .watcher),
                "event=expelled why=tooFast table=private seat=watcher address=198.51.100.0/24"
            ),
            (
                LogEvent(.refused(.hostFull), from: Self.address),
                "event=refused why=hostFull address=198.51.100.0/24"
            ),
            (
                LogEvent(.refused(.tooManyWatchers, .watchersPerAddress), from: Self.address),
                "event=refused why=tooManyWatchers limit=watchersPerAddress option=--per-address "
                    + "address=198.51.100.0/24"
            ),
            (
                slow,
                "event=slowPongs table=K7M2QX seat=1 measured=120ms kernel=0ms "
                    + "address=198.51.100.0/24"
            ),
        ]
        var log = HostLog()
        for (event, line) in events { #expect(log.note(event, at: Self.at(0)) == [line]) }
    }

    @Test("The log sums up more than ten events of a kind once a minute")
    func sum() {
        var log = HostLog()
        let guess = LogEvent(.refused(.unknownTable), from: Self.address)
        var lines: [String] = []
        for number in 0..<1689 {
            lines += log.note(guess, at: Self.at(number / 30))
            // Other kinds are not concerned.
            guard number == 1000 else { continue }
            let other = log.note(LogEvent(.refused(.tooOften), from: .v4(1)), at: Self.at(33))
            #expect(other.count == 1)
        }
        #expect(lines.count == HostLog.lines)
        #expect(log.nextWake == Self.at(60))
        lines = log.summaries(at: Self.at(59))
        #expect(lines.isEmpty)
        lines = log.summaries(at: Self.at(60))
        #expect(
            lines == [
                "event=summary of=refused why=unknownTable count=1689 seconds=60 addresses=1 "
                    + "address=198.51.100.0/24"
            ])
        lines = log.summaries(at: Self.at(1000))
        #expect(log.nextWake == nil && lines.isEmpty)
        lines = log.note(guess, at: Self.at(61))
        #expect(lines.count == 1)
    }

    @Test("The log counts addresses and writes late sums before the next line and at the end")
    func addresses() {
        var log = HostLog()
        for number: UInt32 in 0..<30 {
            _ = log.note(LogEvent(.turnedAway, from: .v4(number % 7)), at: Self.at(0))
        }
        let late = log.note(LogEvent(.turnedAway, from: Self.address), at: Self.at(90))
        #expect(
            late == [
                "event=summary of=turnedAway count=30 seconds=60 addresses=7",
                "event=turnedAway address=198.51.100.0/24",
            ])
        for _ in 0..<11 {
            _ = log.note(LogEvent(.closed), at: Self.at(100))
        }
        let last = log.summaries(at: Self.at(107), isLast: true)
        #expect(last == ["event=summary of=closed count=11 seconds=7 addresses=0"])
    }

    @Test("The log's growth per minute and its memory are bounded", arguments: 0..<3)
    func bounded(seed: UInt64) {
        var log = HostLog()
        var random = SeededGenerator(seed: seed)
        var lines = 0
        for step in 0..<60_000 {
            let now = MonotonicInstant(.seconds(1000) + .milliseconds(step))
            let error = ConnectionError.allCases[Int(random.below(24))]
            let address = IPAddress.v4(UInt32(truncatingIfNeeded: random.next()))
            lines += log.note(LogEvent(.refused(error), from: address), at: now).count
        }
        #expect(lines == 24 * HostLog.lines)
        let sums = log.summaries(at: Self.at(60), isLast: true)
        #expect(sums.count == 24)
        #expect(sums.allSatisfy { $0.hasSuffix("addresses=\(HostLog.mostAddresses)") })
    }

    @Test(
        "The log names networks, or whole addresses on request",
        arguments: [
            ("127.0.0.1", "loopback"), ("127.3.4.5", "loopback"), ("::1", "loopback"),
            ("10.1.2.3", "private"), ("172.16.0.1", "private"), ("172.31.255.1", "private"),
            ("172.32.0.1", "172.32.0.0/24"), ("192.168.1.20", "private"),
            ("169.254.1.1", "private"), ("100.64.0.1", "private"), ("100.127.1.1", "private"),
            ("100.128.0.1", "100.128.0.0/24"), ("203.0.113.77", "203.0.113.0/24"),
            ("fe80::1%1", "private"), ("fd12:3456::1", "private"), ("fc00::1", "private"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("2001:db8::1", "2001:db8::/48"),
        ])
    func networks(text: String, name: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.networkName == name)
        var log = HostLog(namesAddresses: true)
        #expect(
            log.note(LogEvent(.turnedAway, from: address), at: .zero)
                == ["event=turnedAway address=\(address)"])
    }
}
