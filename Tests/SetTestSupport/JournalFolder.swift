import Foundation
import SetHost
import SetProtocol

/// A directory for the journals of one test; deleted with it.
package final class JournalFolder: Sendable {
    /// Its path.
    package let path = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"

    /// A directory that is not there yet.
    package init() {}

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names of the files in it.
    package var names: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        return (names ?? []).filter { $0 != ".lock" }.sorted()
    }

    /// What is in a file.
    package func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
    }

    /// Puts a file there.
    package func write(_ bytes: [UInt8], _ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path + "/" + name))
    }

    /// The one journal in it.
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
            change(&options)
        }
    }
}

/// What a host tells of its journals, kept.
package final class JournalNotices: Sendable {
    private let kept = Locked<[JournalNotice]>([])

    /// Nothing yet.
    package init() {}

    /// The notices, in order.
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

    /// Keeps a notice.
    package func take(_ notice: JournalNotice) { kept.withLock { $0.append(notice) } }
}
