import SetHost
import SetProtocol

extension Simulation {
    /// What a watcher of a simulated duel received.
    package static func recording(seed: UInt64) throws -> Recording {
        let bytes = JournalForgery(try history(seed: seed).lines()).bytes
        return try Recording(try JournalReader.read(bytes))
    }
}
