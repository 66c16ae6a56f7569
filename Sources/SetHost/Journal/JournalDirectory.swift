import SetProtocol

/// The journals of a directory, for somebody who looks for one.
public enum JournalDirectory {
    /// The path of the newest journal, of an open table or of a closed one.
    ///
    /// - Returns: `nil` when there is none.
    /// - Throws: Why the directory cannot be read.
    public static func newest(in directory: String) throws(FileError) -> String? {
        let journals = try FileStore.names(in: directory).compactMap { name in
            stem(name).map { (name: name, stem: $0) }
        }
        let newest = journals.max { ($0.stem, $0.name) < ($1.stem, $1.name) }
        return newest.map { directory + "/" + $0.name }
    }

    /// The name as it is when its table is closed; `nil` for what no host names so.
    private static func stem(_ name: String) -> String? {
        let endings = [JournalStore.running, JournalStore.incomplete]
        let ending = endings.first { name.hasSuffix($0) } ?? ""
        let stem = String(name.dropLast(ending.count))
        return JournalStore.isOfClosedTable(stem) ? stem : nil
    }
}
