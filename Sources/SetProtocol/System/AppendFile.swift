import Synchronization
import SystemLibrary

/// An append-only file that only its owner can read.
///
/// What has been appended survives the end of this process at once, and a power failure after
/// ``sync()``.
package final class AppendFile: Sendable {
    package let path: String
    private let descriptor: Descriptor
    /// Whether a requested ``sync()`` has not begun.
    private let isSyncDue = Atomic(false)
    private let syncFailure = Locked<FileError?>(nil)

    private init(path: String, flags: Int32) throws(FileError) {
        descriptor = try FileStore.regularFile(path, O_RDWR | O_APPEND | O_NOFOLLOW | flags)
        self.path = path
    }

    /// Takes over a descriptor that is open for writing, whatever it leads to.
    init(adopting descriptor: Descriptor, path: String) {
        (self.descriptor, self.path) = (descriptor, path)
    }
    deinit { unlock() }

    /// Creates a file; throws ``FileError/exists`` if the name is taken.
    package static func new(_ path: String) throws(FileError) -> AppendFile {
        try AppendFile(path: path, flags: O_CREAT | O_EXCL)
    }

    /// Opens a file that is there; a link to one is refused.
    package static func existing(_ path: String) throws(FileError) -> AppendFile {
        try AppendFile(path: path, flags: 0)
    }

    package static func any(_ path: String) throws(FileError) -> AppendFile {
        try AppendFile(path: path, flags: O_CREAT)
    }

    /// Locks the file until ``unlock()`` or deallocation; `false` if another program has locked it.
    package func lock() -> Bool { descriptor.lock() }

    /// Lets other programs have it; nothing more may be appended.
    package func unlock() { descriptor.unlock() }

    package func size() throws(FileError) -> Int { Int(try descriptor.facts().st_size) }

    package func beginning(_ count: Int) throws(FileError) -> [UInt8] {
        try read(count, from: 0)
    }

    package func end(_ count: Int) throws(FileError) -> [UInt8] {
        try read(count, from: max(0, try size() - count))
    }

    package func contents(limit: Int) throws(FileError) -> [UInt8] {
        try go(to: 0)
        return try descriptor.contents(limit: limit)
    }

    private func read(_ count: Int, from place: Int) throws(FileError) -> [UInt8] {
        try go(to: place)
        do { return try DescriptorCalls.read(descriptor.number, most: count) } catch {
            throw .failed(error)
        }
    }

    private func go(to place: Int) throws(FileError) {
        guard lseek(descriptor.number, off_t(place), SEEK_SET) >= 0 else { throw .last(.lseek) }
    }

    /// Appends bytes, which then outlive the process.
    ///
    /// Throws the error of an earlier ``sync()`` too, and ``FileError/notFound`` if the file has
    /// been removed, so that its bytes will be gone with this process.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        if let failure = syncFailure.withLock({ $0 }) { throw failure }
        try descriptor.write(bytes)
        guard try descriptor.facts().st_nlink > 0 else { throw .notFound }
    }

    package func truncate(to count: Int) throws(FileError) {
        guard ftruncate(descriptor.number, off_t(count)) == 0 else { throw .last(.ftruncate) }
    }

    /// Waits until the disk has everything appended so far; the next ``append(_:)`` throws an error.
    ///
    /// - Parameter ask: The system call; returns 0 or -1.
    func sync(_ ask: (Int32) -> Int32 = Platform.syncContents) {
        // Before the disk is asked: what is appended from here on wants another one.
        isSyncDue.store(false, ordering: .sequentiallyConsistent)
        guard ask(descriptor.number) != 0 else { return }
        let error = FileError.last(.fdatasync)
        syncFailure.withLock { $0 = error }
    }

    /// Marks the file to be synced; `false` if it already was.
    func noteDue() -> Bool { !isSyncDue.exchange(true, ordering: .sequentiallyConsistent) }
}
