import Glibc
import SetProtocol

/// `set-duel host` in a separate process, on a free port of the loopback interface.
package struct HostProcess: Sendable {
    package let run: ProgramRun
    package let port: UInt16
    package var address: String { "127.0.0.1:\(port)" }
    /// The line to paste at the other machine.
    package let invitation: String

    /// Runs it and waits until it listens.
    ///
    /// - Parameters:
    ///   - options: Further options; the last of one kind counts.
    ///   - ulimit: What the shell is to limit, as `-n 32` limits its descriptors.
    package init(_ options: String = "", ulimit: String? = nil) async throws {
        // Nothing of the tests' is written where a player's own journals lie.
        let journal = options.contains("--journal") ? "" : " --no-journal"
        let command = "set-duel host -p0 -l 127.0.0.1\(journal) \(options)"
        let limit = ulimit.map { "ulimit \($0); " } ?? ""
        run = try ProgramRun(shell: "\(limit)exec \(command)")
        let first = try await run.line()
        guard first.hasPrefix("listening on 127.0.0.1:"),
            let port = first.split(separator: ":").last.flatMap({ UInt16($0) })
        else { throw ProgramFailure(description: "it said: \(first)") }
        self.port = port
        invitation = try await run.line()
    }

    /// Two players with the first cards of a game before them.
    package func startGame() async throws -> WireGame {
        let first = try await WirePlayer(at: port, Hello(name: "Ann"))
        let hello = Hello(name: "Bob", table: try await first.tableCode)
        let second = try await WirePlayer(at: port, hello)
        let game = WireGame(PerSeat(first: first, second: second))
        try await game.start()
        return game
    }

    /// Sends it a signal, as a service manager does to end it, and waits until it has ended.
    @discardableResult
    package func stop(_ signal: Int32 = SIGTERM) async -> ProgramRun.Ending {
        await run.signal(signal)
        return await run.endByItself()
    }
}

extension ProgramRun.Ending {
    /// What a host wrote on standard error apart from its log.
    package var complaints: [Substring] {
        errors.split(separator: "\n").filter { !$0.contains(/^set-duel: time=\S+ event=/) }
    }
}
