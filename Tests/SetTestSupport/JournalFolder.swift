import Foundation
import SetHost
import SetProtocol

/// A directory of one test; deleted with it.
package final class TestDirectory: Sendable {
    package let path = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"

    package init() {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A directory for the journals of one test; deleted with it.
package final class JournalFolder: Sendable {
    package let path = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"
    /// What hosts with the options of ``options(_:)`` had to say of it.
    package let notices = JournalNotices()

    package init() {}

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package var names: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        return (names ?? []).filter { $0 != ".lock" }.sorted()
    }

    package func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
    }

    package func write(_ bytes: [UInt8], _ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path + "/" + name))
    }

    package func journal() throws -> Journal {
        let names = names
        guard names.count == 1 else {
            throw WirePlayer.Unexpected(description: "journals: \(names)")
        }
        return try JournalReader.read(try bytes(names[0]))
    }

    /// Options of a quick host that keeps journals here.
    package func options(_ change: (inout HostOptions) -> Void = { _ in }) -> HostOptions {
        .swift { options in
            options.journal = JournalOptions(directory: path)
            options.journal?.clock = { CivilTime(secondsSince1970: 1_795_281_605) }
            options.journalNotice = notices.take
            change(&options)
        }
    }
}

extension JournalFolder {
    /// Leaves a duel here that broke off in the middle of a game, as a restart does.
    ///
    /// - Parameters:
    ///   - options: How the host is run that ends.
    ///   - moves: How many moves they have made.
    ///   - chat: How many bytes the players have said to each other: the journal is as much longer.
    /// - Returns: How the players come back, and what the first one saw last.
    package func breakOff(
        _ options: HostOptions, moves: Int = 1, chat: Int = 0
    ) async throws -> (hellos: PerSeat<Hello>, state: TableState) {
        try await RealHost.running(options) { host in
            let code = await host.host.openPrivateTable()
            let first = try await host.join(Hello(name: "Ann", table: code))
            let second = try await host.join(Hello(name: "Bob", table: try await first.tableCode))
            var game = WireGame(PerSeat(first: first, second: second))
            try await game.start()
            for _ in 0..<moves { try await game.move() }
            let line = String(repeating: "x", count: 200)
            for _ in 0..<(chat / line.utf8.count) { try await first.ask(.say(line)) }
            try await game.settle()
            let hellos = PerSeat(
                first: try await first.returning(), second: try await second.returning())
            await host.host.shutDown(isRestarting: true)
            await host.host.drained()
            return (hellos, await game.state)
        }
    }
}

package final class JournalNotices: Sendable {
    private let kept = Locked<[JournalNotice]>([])

    package init() {}

    package var all: [JournalNotice] { kept.value }

    /// The notices in order, without those of a disk that was slow for a while, as disks of busy machines are.
    package var lasting: [JournalNotice] {
        all.filter {
            switch $0 {
            case .behind, .caughtUp(_, givenUp: 0): false
            default: true
            }
        }
    }

    package func take(_ notice: JournalNotice) { kept.withLock { $0.append(notice) } }
}
