import SetProtocol

/// The settings that a player's file holds; what it does not mention is `nil`.
public struct StoredSettings: Hashable, Sendable {
    /// The name of the theme.
    public var theme: String?
    /// Whether each new game uses another theme.
    public var isThemeRandom: Bool?
    /// Whether the palette for colour-blind players is used.
    public var isColorBlind: Bool?
    /// The keyboard whose letters lie on the cards.
    public var keyboard: Keyboard?
    /// Whether the lesson has been taken or skipped.
    public var isLessonSeen: Bool?

    /// The given settings and no others.
    public init(
        theme: String? = nil, isThemeRandom: Bool? = nil, isColorBlind: Bool? = nil,
        keyboard: Keyboard? = nil, isLessonSeen: Bool? = nil
    ) {
        self.theme = theme
        self.isThemeRandom = isThemeRandom
        self.isColorBlind = isColorBlind
        self.keyboard = keyboard
        self.isLessonSeen = isLessonSeen
    }

    /// The settings as the file's members.
    var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if let theme { members.append(.init("theme", .string(theme))) }
        if let isThemeRandom { members.append(.init("randomTheme", .flag(isThemeRandom))) }
        if let isColorBlind { members.append(.init("colorBlind", .flag(isColorBlind))) }
        if let keyboard { members.append(.init("keyboard", .string(keyboard.rawValue))) }
        if let isLessonSeen { members.append(.init("lessonSeen", .flag(isLessonSeen))) }
        return members
    }
}

/// The file of a player's settings.
///
/// Keys that this version does not know are kept as they are, so that an older program does no harm
/// to a newer one's settings.
public struct SettingsFile: Hashable, Sendable {
    /// Where it is.
    public let path: String

    /// How long it may be, in bytes.
    static let limit = JSONLimits.document.totalBytes

    /// The file in a directory.
    public init(in directory: ConfigurationDirectory) {
        path = directory.settingsFile
    }

    /// Whether there is such a file, readable or not.
    public var isThere: Bool {
        do throws(FileProblem) {
            return try bytes() != nil
        } catch {
            return true
        }
    }

    /// Reads the settings; a file that is not there is an empty one.
    ///
    /// - Returns: What can be used, and everything that cannot.
    public func read() -> (settings: StoredSettings, problems: [FileProblem]) {
        do throws(FileProblem) {
            guard let bytes = try bytes() else { return (StoredSettings(), []) }
            let (settings, faults) = Self.settings(from: bytes)
            return (settings, faults.map { FileProblem(path, $0) })
        } catch {
            return (StoredSettings(), [error])
        }
    }

    /// Writes some settings into the file and leaves the others in it as they are.
    ///
    /// - Throws: Why nothing was written; a file that is no JSON is the player's to mend.
    public func merge(_ settings: StoredSettings) throws(FileProblem) {
        var members: [JSONValue.Member] = []
        if let bytes = try bytes() {
            do throws(JSONError) {
                if case .object(let old) = try JSONValue(parsing: bytes) { members = old }
            } catch {
                throw FileProblem(
                    path, line: JSONNode.line(at: error.offset, in: bytes), error.reason)
            }
        }
        let old = members
        for member in settings.members {
            if let place = members.firstIndex(where: { $0.key == member.key }) {
                members[place] = member
            } else {
                members.append(member)
            }
        }
        guard members != old else { return }
        do throws(FileError) {
            try FileStore.replace(path, with: JSONValue.object(members).indented())
        } catch {
            throw FileProblem(path, error)
        }
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

    /// Reads what a file's bytes say.
    static func settings(from bytes: [UInt8]) -> (StoredSettings, [FileFault]) {
        var reader = FileReader(bytes)
        var settings = StoredSettings()
        guard let document = reader.document() else { return (settings, reader.faults) }
        guard case .object(let members) = document.content else {
            reader.complain(at: document.offset, "the settings must be an object: { }")
            return (settings, reader.faults)
        }
        for member in members {
            let what = "\"\(member.key)\""
            switch member.key {
            case "theme": settings.theme = reader.word(member.value, what)
            case "randomTheme": settings.isThemeRandom = reader.flag(member.value, what)
            case "colorBlind": settings.isColorBlind = reader.flag(member.value, what)
            case "keyboard":
                let names = Keyboard.allCases.map(\.rawValue)
                settings.keyboard = reader.choice(member.value, what, among: names)
                    .flatMap { Keyboard(rawValue: $0) }
            case "lessonSeen": settings.isLessonSeen = reader.flag(member.value, what)
            case _: continue
            }
        }
        return (settings, reader.faults)
    }
}
