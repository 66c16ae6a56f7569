import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How long a host takes to exit after a signal.
enum HostEnding {
    static let benchmark = Benchmark(
        name: "ending", summary: "time: from a signal to the exit of a host with a table", run: run)

    /// The time from a signal, and from a second one that comes during the goodbye, to the end.
    ///
    /// Its players do not close their connections, so that the goodbye lasts as long as it may.
    private static func run() throws -> [Figure] {
        let first = try (0..<3).map { _ in try time(signals: 1) }
        let second = try (0..<10).map { _ in try time(signals: 2) }
        return [
            Figure(
                name: "ending/first", value: first.percentile(1), unit: .microseconds,
                goal: .atMost(3_000_000)),
            Figure(
                name: "ending/second", value: second.percentile(1), unit: .microseconds,
                goal: .atMost(200_000)),
        ]
    }

    private static func time(signals: Int) throws -> Double {
        let host = try HostProcess(["--countdown", "0"])
        let table = try LoadTable(port: host.port)
        var sent = LoadClock.now
        host.signal(SIGTERM)
        if signals > 1 {
            // It is in the middle of it: the players have been told.
            for player in [table.players.first, table.players.second] {
                try player.wait(for: "\"type\":\"bye\"")
            }
            sent = LoadClock.now
            host.signal(SIGTERM)
        }
        let status = host.wait()
        let time = LoadClock.now - sent
        // 128 and the signal, when it is the second that has ended it.
        guard status == (signals > 1 ? (128 + SIGTERM) << 8 : 0) else {
            throw LoadFailure("the host ended in another way: \(status)")
        }
        withExtendedLifetime(table) {}
        return time
    }
}
