import SetProtocol

/// The file of a player's settings.
///
/// Keys that this version does not know are preserved for newer versions.
package struct SettingsFile: Equatable, Sendable {
    package let path: String

    /// How long it may be, in bytes.
    static let limit = JSONLimits.document.totalBytes

    package init(in directory: ConfigurationDirectory) {
        path = directory.settingsFile
    }

    /// Reads the settings; a file that is not there is an empty one.
    ///
    /// - Returns: What can be used, and everything that cannot.
    package func read() -> (settings: StoredSettings, problems: [FileProblem]) {
        do throws(FileProblem) {
            guard let bytes = try bytes() else { return ([:], []) }
            return StoredSettings.reading(bytes, at: path)
        } catch {
            return ([:], [error])
        }
    }

    /// Writes some settings into the file, alone among programs, and leaves the others as they are.
    ///
    /// - Throws: Why nothing was written; a file that is not a JSON object is left for the player to
    ///   fix.
    package func merge(_ settings: StoredSettings) throws(FileProblem) {
        let outcome: Result<Void, FileProblem>
        do throws(FileError) {
            outcome = try FileStore.alone(with: path) { () throws(FileProblem) in
                try mergeAlone(settings)
            }
        } catch {
            throw error == .notFound
                ? FileProblem(path, "cannot create its directory") : FileProblem(path, error)
        }
        try outcome.get()
    }

    private func mergeAlone(_ settings: StoredSettings) throws(FileProblem) {
        var members = try members()
        let old = members
        for member in settings.members {
            if let index = members.firstIndex(where: { $0.key == member.key }) {
                let replaced = members[index]
                members[index] = member
                if replaced.key == "keyboard" { Self.keep(replaced.value, in: &members) }
            } else {
                members.append(member)
            }
        }
        guard members != old else { return }
        let bytes = JSONValue.object(members).indented()
        try Result { () throws(FileError) in try FileStore.replace(path, with: bytes) }
            .mapError { FileProblem(path, $0) }.get()
    }

    /// Puts a keyboard that was described in place of a name among the others, so that choosing
    /// another one does not lose it.
    private static func keep(_ keyboard: JSONValue, in members: inout [JSONValue.Member]) {
        guard keyboard.members != nil else { return }
        guard let place = members.firstIndex(where: { $0.key == "keyboards" }) else {
            members.append(.init("keyboards", .array([keyboard])))
            return
        }
        guard let others = members[place].value.elements else { return }
        members[place] = .init("keyboards", .array(others + [keyboard]))
    }

    private func members() throws(FileProblem) -> [JSONValue.Member] {
        guard let bytes = try bytes() else { return [] }
        var file = FileCoder(reading: bytes, at: path)
        if let members = file.settings() { return members }
        throw file.faults[0]
    }

    private func bytes() throws(FileProblem) -> [UInt8]? {
        do throws(FileError) {
            return try FileStore.read(path, limit: Self.limit)
        } catch .notFound {
            return nil
        } catch {
            throw FileProblem(path, error)
        }
    }
}
