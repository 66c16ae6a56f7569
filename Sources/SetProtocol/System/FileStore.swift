import SystemLibrary

package enum FileError: Error, Hashable, Sendable {
    case notFound
    case notPermitted
    /// It is a directory, a pipe or a device.
    case notAFile
    case exists
    case inUse
    /// Somebody else owns it or could have read or written it.
    case notPrivate
    case tooLarge(limit: Int)
    case failed(SystemCallError)

    /// Describes the call that has just failed on this thread.
    static func last(_ call: SystemCall) -> FileError {
        switch errno {
        case ENOENT: .notFound
        case EACCES, EPERM, EROFS: .notPermitted
        case EISDIR, ENOTDIR, ELOOP, ENXIO: .notAFile
        case EEXIST: .exists
        default: .failed(.last(call))
        }
    }

    package var sentence: String {
        switch self {
        case .notFound: "no such file"
        case .notPermitted: "permission denied"
        case .notAFile: "not a regular file"
        case .exists: "already exists"
        case .inUse: "in use by another program"
        case .notPrivate: "ignored because other users can read or write it"
        case .tooLarge(let limit): "larger than \(limit) bytes"
        case .failed(let error): error.sentence
        }
    }
}

/// Small files of a player's own: read whole, and replaced as a whole or not at all.
package enum FileStore {
    /// The moments of a replacement at which a program might be killed.
    enum Step: CaseIterable, Hashable, Sendable {
        /// The new file is there and empty.
        case created
        case written
        case synced
        case renamed
    }

    /// Reads a file, or the file a link leads to, up to a limit in bytes.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try regularFile(path, O_RDONLY).contents(limit: limit)
    }

    /// Opens a regular file; never waits for the other end of a pipe.
    static func regularFile(_ path: String, _ flags: Int32) throws(FileError) -> Descriptor {
        let number = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard number >= 0 else { throw .last(.open) }
        let file = Descriptor(adopting: number)
        guard try file.facts().isRegularFile else { throw .notAFile }
        return file
    }

    /// Replaces or creates a file, with the directories above it, atomically.
    ///
    /// The new bytes are on the disk before they get the name, so there is always the old file or
    /// the new one. Links are followed. New directories are accessible by the owner only.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try put(bytes, at: resolved(path))
    }

    /// Runs a body while no other program does so for the directory of a file, which is made if it is
    /// missing; where the file system has no locks, at once.
    ///
    /// - Throws: ``FileError/inUse`` after a second: another program may have been stopped meanwhile.
    package static func alone<Answer, Failure>(
        with path: String, _ body: () throws(Failure) -> Answer
    ) throws(FileError) -> Result<Answer, Failure> {
        let (directory, _) = split(path)
        try makeDirectory(directory)
        let number = open(directory, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last(.open) }
        let descriptor = Descriptor(adopting: number)
        defer { descriptor.unlock() }
        for _ in 0..<200 {
            guard !descriptor.lock(), errno == EWOULDBLOCK else { return Result(catching: body) }
            _ = poll(nil, 0, 5)
        }
        throw .inUse
    }

    /// Puts a file in a place, whatever was there, and returns it open for writing.
    ///
    /// - Parameters:
    ///   - isHeld: Whether it is locked from the beginning, for as long as it stays open.
    ///   - last: After which step to stop, as a killed program would.
    @discardableResult
    static func put(
        _ bytes: [UInt8], at target: String, isHeld: Bool = false, stoppingAfter last: Step? = nil
    ) throws(FileError) -> Descriptor {
        let (directory, name) = split(target)
        try makeDirectory(directory)
        let temporary = "\(directory)/.\(name).\(getpid()).new"
        let number = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw .last(.open) }
        let file = Descriptor(adopting: number)
        do throws(FileError) {
            if isHeld {
                // One that was left behind half-written may have had other rights.
                guard fchmod(number, 0o600) == 0 else { throw .last(.fchmod) }
                guard file.lock() else { throw .last(.flock) }
            }
            if last == .created { return file }
            try file.write(bytes)
            if last == .written { return file }
            guard fsync(file.number) == 0 else { throw .last(.fsync) }
            if last == .synced { return file }
            try rename(temporary, to: target)
            if last == .renamed { return file }
        } catch {
            _ = unlink(temporary)
            throw error
        }
        // The name is on the disk once its directory is; where that cannot be asked for, it is late.
        let parent = open(directory, O_RDONLY | O_CLOEXEC)
        if parent >= 0 { _ = fsync(Descriptor(adopting: parent).number) }
        return file
    }

    package static func remove(_ path: String) throws(FileError) {
        guard unlink(path) == 0 else { throw .last(.unlink) }
    }

    /// Gives a file another name; what had that name is gone.
    package static func rename(_ path: String, to name: String) throws(FileError) {
        guard SystemLibrary.rename(path, name) == 0 else { throw .last(.rename) }
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The size in bytes; throws ``FileError/notAFile`` for anything but a regular file.
    package static func size(of path: String) throws(FileError) -> Int {
        let facts = try facts(path)
        guard facts.isRegularFile else { throw .notAFile }
        return Int(facts.st_size)
    }

    /// Whether other users can write to a file or directory, its owner among them.
    package static func isWritableByOthers(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0
            && (facts.st_uid != geteuid() || facts.st_mode & (S_IWGRP | S_IWOTH) != 0)
    }

    /// The names in a directory, sorted; those of hidden files are left out.
    package static func names(in directory: String) throws(FileError) -> [String] {
        try entries(of: directory).filter { !$0.hasPrefix(".") }
    }

    private static func entries(of directory: String) throws(FileError) -> [String] {
        guard let stream = opendir(directory) else { throw .last(.opendir) }
        defer { closedir(stream) }
        guard let start = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
        var names: [String] = []
        while let entry = readdir(stream) {
            // Only as many bytes as the name has belong to the entry.
            let characters = UnsafeRawPointer(entry).advanced(by: start)
            names.append(String(cString: characters.assumingMemoryBound(to: CChar.self)))
        }
        return names.sorted()
    }

    /// Removes temporary files of programs killed during a replacement.
    ///
    /// The name of such a file contains its process number; files of running processes stay.
    package static func removeLeftovers(in directory: String) {
        for name in (try? entries(of: directory)) ?? [] {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count >= 4, parts.first == "", parts.last == "new",
                let process = pid_t(parts[parts.count - 2]), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            let path = "\(directory)/\(name)"
            if let facts = try? facts(path), facts.isRegularFile, facts.st_uid == geteuid() {
                _ = unlink(path)
            }
        }
    }

    /// When a file was last written, in seconds since 1970; `nil` if unknown.
    package static func modificationTime(of path: String) -> Int? {
        (try? facts(path)).map { Int($0.modificationTime.tv_sec) }
    }

    /// What is known of a file, or of a link itself.
    private static func facts(_ path: String) throws(FileError) -> stat {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { throw .last(.fstat) }
        return facts
    }

    /// Makes a directory and those above it, as far as they are not there; they are the owner's
    /// alone.
    package static func makeDirectory(_ path: String) throws(FileError) {
        if path.isEmpty || exists(path) { return }
        try makeDirectory(split(path).directory)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(.mkdir) }
    }

    /// Where a link leads, or the path itself.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = path[..<slash]
        return (
            directory.isEmpty ? "/" : String(directory), String(path[path.index(after: slash)...])
        )
    }
}

extension stat {
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}
