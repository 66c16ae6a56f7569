import SetProtocol

/// The settings that a player's file holds, each by its text; most files mention only some.
package struct StoredSettings: Hashable, Sendable {
    private var values: [Setting: String]
    /// The keyboards that the file describes; only ever read.
    package private(set) var ownKeyboards: [Keyboard] = []

    /// What a player has changed, and nothing else: what an option set for this time stays out of
    /// the file.
    ///
    /// - Returns: `nil` when nothing is to be kept.
    package init?(changesFrom before: ClientSettings, to after: ClientSettings) {
        values = [:]
        for setting in Setting.all where setting.value(in: before) != setting.value(in: after) {
            values[setting] = setting.value(in: after)
        }
        // The random choice leaves the theme that was named where it is.
        if after.isThemeRandom { values[.theme] = nil }
        if values.isEmpty { return nil }
    }

    /// The value of a setting; `nil` for one that is not mentioned.
    package subscript(setting: Setting) -> String? { values[setting] }

    /// Puts what is mentioned in place of what there is; a theme or keyboard that is not offered is
    /// left out.
    package func apply(to settings: inout ClientSettings, _ offer: Setting.Offer) {
        for setting in Setting.all {
            if let value = values[setting] { setting.set(value, in: &settings, offer) }
        }
    }

    // MARK: - In the file

    /// The settings as the file's members.
    var members: [JSONValue.Member] {
        Setting.all.compactMap { setting in
            guard let value = values[setting] else { return nil }
            return .init(
                setting.key, setting.kind == .flag ? .flag(value == "yes") : .string(value))
        }
    }

    /// Reads what a file's bytes say.
    ///
    /// - Returns: What can be used, and everything that cannot; keys that are not known are neither.
    static func reading(_ bytes: [UInt8]) -> (StoredSettings, [FileFault]) {
        var reader = FileReader(bytes)
        var settings: StoredSettings = [:]
        guard let document = reader.document() else { return (settings, reader.faults) }
        guard case .object(let members) = document.content else {
            reader.complain(at: document.offset, "the settings must be an object: { }")
            return (settings, reader.faults)
        }
        settings.ownKeyboards = reader.keyboards(in: members)
        for member in members {
            guard let setting = Setting.all.first(where: { $0.key == member.key }) else { continue }
            let value = reader.value(of: setting, member, ownKeyboards: settings.ownKeyboards)
            settings.values[setting] = value
        }
        return (settings, reader.faults)
    }
}

extension StoredSettings: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (Setting, String)...) {
        values = Dictionary(elements) { $1 }
    }
}

extension FileReader {
    /// The text of a setting's value.
    fileprivate mutating func value(
        of setting: Setting, _ member: JSONNode.Member, ownKeyboards: [Keyboard]
    ) -> String? {
        let (node, what) = (member.value, "\"\(member.key)\"")
        switch setting.kind {
        case .flag: return flag(node, what).map { $0 ? "yes" : "no" }
        case .word(let words): return choice(node, what, among: words)
        case .theme, .note: return word(node, what)
        case .keyboard: return chosenKeyboard(node, what, among: ownKeyboards)?.name
        case .name: return playerName(node, what)
        }
    }

    /// A name that can be shown, or none.
    private mutating func playerName(_ node: JSONNode, _ what: String) -> String? {
        if case .string(let text) = node.content, text.isEmpty || SafeText.isAllowedName(text) {
            return text
        }
        complain(
            at: node.offset,
            "\(what) must have 1 to \(SafeText.nameColumns) visible characters or be empty")
        return nil
    }
}
