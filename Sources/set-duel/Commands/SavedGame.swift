import SetClient
import SetHost
import SetProtocol

/// A solo game that can be left and continued: the journal of its table and the record of its seat.
struct SavedGame: Sendable {
    let keeper: SeatKeeper
    /// The seat to return to; `nil` in a new game.
    let seat: KeptSeat?
    /// The game so far; `nil` in a new game.
    var past: Recording?

    /// The game to continue; `nil` if it cannot be read.
    static func past(in directory: StateDirectory) -> Recording? {
        guard let path = JournalDirectory.interrupted(in: directory.soloGames).first,
            let bytes = try? FileStore.read(path, limit: JournalReader.sizeLimit),
            let journal = try? JournalReader.read(bytes)
        else { return nil }
        return try? Recording(journal)
    }

    /// Whether there is a game to continue.
    static func exists(in directory: StateDirectory) -> Bool {
        JournalDirectory.hasInterrupted(in: directory.soloGames)
    }

    /// How many games can be left at a time; the newest is continued first.
    private static let most = 8

    static func journal(in directory: StateDirectory, isResuming: Bool) -> JournalOptions {
        JournalDirectory.removeInterrupted(in: directory.soloGames, keeping: most)
        var options = JournalOptions(directory: directory.soloGames)
        (options.resumes, options.resumesNewestOnly) = (isResuming, true)
        options.sizeLimit = 16 << 20
        return options
    }

    /// Records the seat under a host's name that no host has.
    static func keeper(in directory: StateDirectory) -> SeatKeeper {
        SeatKeeper(in: directory, hostName: "solo", name: "solo")
    }
}
