import SystemLibrary

/// A small secret file whose lock shows whether the program that wrote it still runs.
///
/// Only its owner can read it. The lock disappears with the process. The file is locked before it
/// gets its name, so that at no moment it seems to be free.
package final class HeldFile: Sendable {
    package let path: String
    private let descriptor: Descriptor

    private init(_ path: String, _ descriptor: Descriptor) {
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { descriptor.unlock() }

    /// Atomically replaces a file and holds it; a link is replaced, not followed.
    package static func write(
        _ bytes: [UInt8], to path: String
    ) throws(FileError) -> HeldFile {
        HeldFile(path, try FileStore.put(bytes, at: path, isHeld: true))
    }

    /// Takes over a file that a program left behind, of at most `limit` bytes; returns it held,
    /// with its contents.
    ///
    /// - Throws: ``FileError/inUse`` while that program runs, and ``FileError/notPrivate``.
    package static func adopt(
        _ path: String, limit: Int
    ) throws(FileError) -> (file: HeldFile, bytes: [UInt8]) {
        let file = HeldFile(path, try FileStore.regularFile(path, O_RDWR | O_NOFOLLOW))
        let facts = try file.descriptor.facts()
        guard facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0 else { throw .notPrivate }
        // A file that another process has put in its place is not ours.
        guard file.descriptor.lock(), file.isStillThere else { throw .inUse }
        return (file, try file.descriptor.contents(limit: limit))
    }

    /// Removes the file, unless another one has its name by now.
    package func remove() {
        if isStillThere { _ = unlink(path) }
    }

    private var isStillThere: Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor.number, &own) == 0 && lstat(path, &named) == 0
            && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }
}
