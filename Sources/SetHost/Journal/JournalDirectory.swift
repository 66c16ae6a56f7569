import SetProtocol

/// The journals of a directory, for readers.
package enum JournalDirectory {
    /// The path of the newest journal, of an open or a closed table.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: Why the directory cannot be read.
    package static func newest(in directory: String) throws(FileError) -> String? {
        let journals = try FileStore.names(in: directory).compactMap { name in
            JournalName(name).map { (name: name, stem: $0.stem) }
        }
        let newest = journals.max { ($0.stem, $0.name) < ($1.stem, $1.name) }
        return newest.map { directory + "/" + $0.name }
    }

    /// Removes journals, unless a host still writes them.
    package static func remove(_ paths: some Sequence<String>) {
        for path in paths {
            guard let file = try? AppendFile.existing(path), file.lock() else { continue }
            try? FileStore.remove(path)
            file.unlock()
        }
    }

    /// The journals of tables that their hosts did not close, the newest first: names begin with the time at which the table was opened.
    package static func interrupted(in directory: String) -> [String] {
        let names = (try? FileStore.names(in: directory)) ?? []
        return names.filter { JournalName($0)?.state == .running }.sorted(by: >)
            .map { directory + "/" + $0 }
    }

    /// Whether this file name means that the host closed the table, so that the journal must say
    /// so.
    package static func isOfClosedTable(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.flatMap { JournalName(String($0)) }
        return name?.state == .finished || name?.state == .unfinished
    }
}
