import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A file of the owner's alone that only grows, line by line.
///
/// What has been appended survives the end of this process at once, and a loss of power after
/// ``sync()``.
package final class AppendFile: Sendable {
    /// Where it is; ``rename(to:)`` does not change it.
    package let path: String
    private let descriptor: Descriptor
    /// Whether a ``sync()`` is to come that has not begun.
    private let isSyncDue = Atomic(false)
    /// Why an earlier ``sync()`` failed.
    private let syncFailure = Locked<FileError?>(nil)

    private init(path: String, flags: Int32) throws(FileError) {
        // A pipe would wait for somebody to read it.
        let safe = O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let number = open(path, safe | flags, 0o600)
        guard number >= 0 else { throw .last(.open) }
        descriptor = Descriptor(adopting: number)
        self.path = path
        var facts = stat()
        guard fstat(number, &facts) == 0 else { throw .last(.fstat) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    }

    /// Takes over a descriptor that is open for writing, whatever it leads to.
    init(adopting descriptor: Descriptor, path: String) {
        (self.descriptor, self.path) = (descriptor, path)
    }
    deinit { unlock() }

    /// Makes a file.
    ///
    /// - Throws: Why not; ``FileError/exists`` when there is anything of that name.
    package static func new(_ path: String) throws(FileError) -> AppendFile {
        try AppendFile(path: path, flags: O_CREAT | O_EXCL)
    }

    /// Opens a file that is there; a link to one is refused.
    ///
    /// - Throws: Why not.
    package static func existing(_ path: String) throws(FileError) -> AppendFile {
        try AppendFile(path: path, flags: 0)
    }

    /// Opens a file, or makes it.
    ///
    /// - Throws: Why not.
    package static func any(_ path: String) throws(FileError) -> AppendFile {
        try AppendFile(path: path, flags: O_CREAT)
    }

    /// Keeps other programs that ask in the same way from it, until ``unlock()`` or the end of this.
    ///
    /// - Returns: Whether nobody else has it.
    package func lock() -> Bool { descriptor.lock() }

    /// Lets other programs have it; nothing more may be appended.
    package func unlock() { descriptor.unlock() }

    /// How many bytes are in it.
    ///
    /// - Throws: Why that cannot be told.
    package func size() throws(FileError) -> Int { Int(try facts().st_size) }

    private func facts() throws(FileError) -> stat {
        var facts = stat()
        guard fstat(descriptor.number, &facts) == 0 else { throw .last(.fstat) }
        return facts
    }

    /// Its first bytes.
    ///
    /// - Throws: Why they cannot be read.
    package func beginning(_ count: Int) throws(FileError) -> [UInt8] {
        var outcome = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            outcome = pread(descriptor.number, buffer.baseAddress, count, 0)
            filled = max(0, outcome)
        }
        guard outcome >= 0 else { throw .last(.read) }
        return bytes
    }

    /// All that is in it.
    ///
    /// - Parameter limit: How many bytes to take.
    /// - Throws: Why it cannot be read.
    package func contents(limit: Int) throws(FileError) -> [UInt8] {
        guard lseek(descriptor.number, 0, SEEK_SET) == 0 else { throw .last(.lseek) }
        return try FileStore.contents(of: descriptor, limit: limit)
    }

    /// Appends bytes; when this returns they outlive the process.
    ///
    /// - Throws: Why they could not all be written, or why an earlier ``sync()`` failed;
    ///   ``FileError/notFound`` when the file has been removed, so that they will be gone with this process.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        if let failure = syncFailure.withLock({ $0 }) { throw failure }
        try FileStore.write(bytes[...], to: descriptor)
        guard try facts().st_nlink > 0 else { throw .notFound }
    }

    /// Cuts it off after so many bytes.
    ///
    /// - Throws: Why not.
    package func truncate(to count: Int) throws(FileError) {
        guard ftruncate(descriptor.number, off_t(count)) == 0 else { throw .last(.ftruncate) }
    }

    /// Waits until the disk has all that was appended.
    ///
    /// A failure is thrown by the next ``append(_:)``, which is where somebody can answer it.
    ///
    /// - Parameter ask: Asks the disk for it; gives 0 or -1, as the system's call does.
    func sync(_ ask: (Int32) -> Int32 = AppendFile.askDisk) {
        // Before the disk is asked: what is appended from here on wants another one.
        isSyncDue.store(false, ordering: .sequentiallyConsistent)
        guard ask(descriptor.number) != 0 else { return }
        let error = FileError.last(.fdatasync)
        syncFailure.withLock { $0 = error }
    }

    private static func askDisk(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
        fsync(descriptor)
        #else
        fdatasync(descriptor)
        #endif
    }

    /// Notes that it is to be synced.
    ///
    /// - Returns: Whether that is news.
    func noteDue() -> Bool { !isSyncDue.exchange(true, ordering: .sequentiallyConsistent) }
}
