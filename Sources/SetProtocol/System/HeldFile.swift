import SystemLibrary

/// A small secret file whose lock shows whether the program that wrote it still runs.
///
/// Only its owner can read it. The lock disappears with the process. The file is locked before it
/// gets its name, so that at no moment it seems to be free.
package final class HeldFile: Sendable {
    /// Why a file of an earlier program cannot be taken over.
    package enum Problem: Error, Hashable, Sendable {
        /// The program that wrote it is running.
        case held
        /// Somebody else owns it or could have read or written it.
        case notPrivate
        /// It cannot be read.
        case file(FileError)

        package var sentence: String {
            switch self {
            case .held: "in use by another program"
            case .notPrivate: "ignored because other users can read or write it"
            case .file(let error): error.sentence
            }
        }
    }

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
    package static func take(
        _ path: String, limit: Int
    ) throws(Problem) -> (file: HeldFile, bytes: [UInt8]) {
        // A pipe would wait for a writer that never comes.
        let number = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard number >= 0 else {
            throw errno == ELOOP ? .notPrivate : .file(.last(.open))
        }
        let file = HeldFile(path, Descriptor(adopting: number))
        var facts = stat()
        guard fstat(number, &facts) == 0 else { throw .file(.last(.fstat)) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .file(.notAFile) }
        guard facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0 else { throw .notPrivate }
        // A file that another process has put in its place is not ours.
        guard file.descriptor.lock(), file.isStillThere else { throw .held }
        do throws(FileError) {
            return (file, try FileStore.contents(of: file.descriptor, limit: limit))
        } catch {
            throw .file(error)
        }
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
