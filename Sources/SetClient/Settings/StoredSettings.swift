import SetProtocol

/// The settings that a player's file holds; what it does not mention is `nil`.
package struct StoredSettings: Hashable, Sendable {
    /// The name of the theme.
    package var theme: String?
    /// Whether each new game uses another theme.
    package var isThemeRandom: Bool?
    /// Whether the palette for colour-blind players is used.
    package var isColorBlind: Bool?
    /// The keyboard whose letters lie on the cards.
    package var keyboard: Keyboard?
    /// How much moves.
    package var motion: MotionLevel?
    /// When colours are used.
    package var color: TerminalProfile.ColorChoice?
    /// What the terminal is taken to draw on.
    package var ground: GroundChoice?
    /// Whether the bell rings for a player who is looking elsewhere.
    package var ringsBell: Bool?
    /// Whether the window's title tells what happens to such a player.
    package var setsTitle: Bool?
    /// How much the line-mode client tells.
    package var verbosity: PlainVerbosity?
    /// What the others see the player as; empty for the name they go by on this machine.
    package var name: String?
    /// Whether the lesson has been taken or skipped.
    package var isLessonSeen: Bool?
    /// How strong the computer was last chosen to be, in a word of its own.
    package var strength: String?
    /// The keyboards that the file describes; only ever read.
    package var ownKeyboards: [Keyboard] = []

    /// The given settings and no others.
    package init(
        theme: String? = nil, isThemeRandom: Bool? = nil, isColorBlind: Bool? = nil,
        keyboard: Keyboard? = nil, motion: MotionLevel? = nil,
        color: TerminalProfile.ColorChoice? = nil, ground: GroundChoice? = nil,
        ringsBell: Bool? = nil, setsTitle: Bool? = nil, verbosity: PlainVerbosity? = nil,
        name: String? = nil, isLessonSeen: Bool? = nil, strength: String? = nil
    ) {
        self.theme = theme
        self.isThemeRandom = isThemeRandom
        self.isColorBlind = isColorBlind
        self.keyboard = keyboard
        self.motion = motion
        self.color = color
        self.ground = ground
        self.ringsBell = ringsBell
        self.setsTitle = setsTitle
        self.verbosity = verbosity
        self.name = name
        self.isLessonSeen = isLessonSeen
        self.strength = strength
    }

    /// What a player has changed, and nothing else: what an option set for this time stays out of
    /// the file.
    ///
    /// - Returns: `nil` when nothing is to be kept.
    package init?(changesFrom before: ClientSettings, to after: ClientSettings) {
        func change<Value: Equatable>(_ path: KeyPath<ClientSettings, Value>) -> Value? {
            before[keyPath: path] == after[keyPath: path] ? nil : after[keyPath: path]
        }
        self.init(
            isThemeRandom: change(\.isThemeRandom), isColorBlind: change(\.isColorBlind),
            keyboard: change(\.keyboard), motion: change(\.motion), color: change(\.color),
            ground: change(\.ground), ringsBell: change(\.ringsBell),
            setsTitle: change(\.setsTitle), verbosity: change(\.verbosity), name: change(\.name))
        // The random choice leaves the theme that was named where it is.
        if !after.isThemeRandom, after.theme != before.theme || before.isThemeRandom {
            theme = after.theme
        }
        if self == StoredSettings() { return nil }
    }

    /// Puts what is mentioned in place of what there is.
    ///
    /// - Parameter themes: The names that a theme can have; any other is left out.
    package func apply(to settings: inout ClientSettings, themes: [String]) {
        func set<Value>(_ path: WritableKeyPath<ClientSettings, Value>, _ value: Value?) {
            if let value { settings[keyPath: path] = value }
        }
        if let theme, themes.contains(theme) { settings.theme = theme }
        set(\.isThemeRandom, isThemeRandom)
        set(\.isColorBlind, isColorBlind)
        set(\.keyboard, keyboard)
        set(\.motion, motion)
        set(\.color, color)
        set(\.ground, ground)
        set(\.ringsBell, ringsBell)
        set(\.setsTitle, setsTitle)
        set(\.verbosity, verbosity)
        set(\.name, name)
    }
}

// MARK: - In the file

extension StoredSettings {
    /// The settings as the file's members.
    var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(.init(key, value)) }
        }
        add("theme", theme.map { .string($0) })
        add("randomTheme", isThemeRandom.map { .flag($0) })
        add("colorBlind", isColorBlind.map { .flag($0) })
        add("keyboard", keyboard.map { .string($0.name) })
        add("motion", motion.map { .string($0.rawValue) })
        add("color", color.map { .string($0.rawValue) })
        add("ground", ground.map { .string($0.rawValue) })
        add("bell", ringsBell.map { .flag($0) })
        add("title", setsTitle.map { .flag($0) })
        add("verbosity", verbosity.map { .string($0.rawValue) })
        add("name", name.map { .string($0) })
        add("lessonSeen", isLessonSeen.map { .flag($0) })
        add("strength", strength.map { .string($0) })
        return members
    }

    /// Reads what a file's bytes say.
    ///
    /// - Returns: What can be used, and everything that cannot; keys that are not known are neither.
    static func reading(_ bytes: [UInt8]) -> (StoredSettings, [FileFault]) {
        var reader = FileReader(bytes)
        var settings = StoredSettings()
        guard let document = reader.document() else { return (settings, reader.faults) }
        guard case .object(let members) = document.content else {
            reader.complain(at: document.offset, "the settings must be an object: { }")
            return (settings, reader.faults)
        }
        settings.ownKeyboards = reader.keyboards(in: members)
        for member in members { settings.take(member, &reader) }
        return (settings, reader.faults)
    }

    private mutating func take(_ member: JSONNode.Member, _ reader: inout FileReader) {
        let (value, what) = (member.value, "\"\(member.key)\"")
        switch member.key {
        case "theme": theme = reader.word(value, what)
        case "randomTheme": isThemeRandom = reader.flag(value, what)
        case "colorBlind": isColorBlind = reader.flag(value, what)
        case "keyboard": keyboard = reader.chosenKeyboard(value, what, among: ownKeyboards)
        case "motion": motion = reader.choice(value, what)
        case "color": color = reader.choice(value, what)
        case "ground": ground = reader.choice(value, what)
        case "bell": ringsBell = reader.flag(value, what)
        case "title": setsTitle = reader.flag(value, what)
        case "verbosity": verbosity = reader.choice(value, what)
        case "lessonSeen": isLessonSeen = reader.flag(value, what)
        case "strength": strength = reader.word(value, what)
        case "name": name = reader.playerName(value, what)
        case _: break
        }
    }
}

extension FileReader {
    /// One of the words of a type.
    fileprivate mutating func choice<Word: CaseIterable & RawRepresentable<String>>(
        _ node: JSONNode, _ what: String
    ) -> Word? {
        choice(node, what, among: Word.allCases.map(\.rawValue)).flatMap { Word(rawValue: $0) }
    }

    /// A name that can be shown, or none.
    fileprivate mutating func playerName(_ node: JSONNode, _ what: String) -> String? {
        if case .string(let text) = node.content, text.isEmpty || SafeText.isAllowedName(text) {
            return text
        }
        complain(
            at: node.offset,
            "\(what) must be 1 to \(SafeText.nameColumns) visible characters, or empty")
        return nil
    }
}
