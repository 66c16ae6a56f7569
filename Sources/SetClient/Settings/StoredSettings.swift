import SetProtocol

/// The settings that a player's file holds, each by its text; most files mention only some.
package struct StoredSettings: Equatable, Sendable {
    private var values: [Setting: String]
    /// The keyboards that the file describes; only ever read.
    package private(set) var ownKeyboards: [Keyboard] = []

    /// What a player has changed; `nil` if nothing is to be saved.
    ///
    /// What an option set for this run stays out of the file.
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
        guard let members = reader.settings() else { return (settings, reader.faults) }
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
    /// The members of a whole file of settings; a fault and `nil` when it is something else.
    mutating func settings() -> [JSONValue.Member]? {
        value(document(), "the settings must be an object: { }", \.members)
    }

    fileprivate mutating func value(
        of setting: Setting, _ member: JSONValue.Member, ownKeyboards: [Keyboard]
    ) -> String? {
        let (node, what) = (member.value, "\"\(member.key)\"")
        switch setting.kind {
        case .flag: return flag(node, what).map { $0 ? "yes" : "no" }
        case .word(let words):
            let isFormer =
                setting == .drawing && DrawingChoice.formerWords.contains(node.string ?? "")
            return isFormer ? DrawingChoice.auto.rawValue : choice(node, what, among: words)
        case .theme: return word(node, what)
        case .note:
            let most = Setting.noteLength
            return text(node, "\(what) must have 1 to \(most) visible characters") {
                1...most ~= $0.count && SafeText.isAllowedText($0)
            }
        case .keyboard: return chosenKeyboard(node, what, among: ownKeyboards)?.name
        case .name:
            return text(
                node,
                "\(what) must have 1 to \(SafeText.nameColumns) visible characters or be empty"
            ) { $0.isEmpty || SafeText.isAllowedName($0) }
        }
    }
}

// MARK: - Keyboards

extension FileReader {
    /// How many keyboards of a player's own are read.
    static let keyboardLimit = 20

    /// The keyboards that the settings describe: those of the list `keyboards`, and the one that is
    /// written in place of a name under `keyboard`.
    mutating func keyboards(in members: [JSONValue.Member]) -> [Keyboard] {
        var nodes: [JSONValue] = []
        for member in members {
            if member.key == "keyboard", member.value.members != nil { nodes.append(member.value) }
            if member.key == "keyboards" {
                let wanted = "\"keyboards\" must be an array of objects: [{ \"name\", \"rows\" }]"
                nodes += value(member.value, wanted, \.elements) ?? []
            }
        }
        if nodes.count > Self.keyboardLimit {
            complain(
                at: nodes[Self.keyboardLimit].offset,
                "only the first \(Self.keyboardLimit) keyboards are read")
        }
        var keyboards: [Keyboard] = []
        for node in nodes.prefix(Self.keyboardLimit) {
            guard let keyboard = keyboard(node) else { continue }
            if keyboards.contains(where: { $0.name == keyboard.name }) {
                complain(at: node.offset, "duplicate keyboard \"\(keyboard.name)\"")
            } else {
                keyboards.append(keyboard)
            }
        }
        return keyboards
    }

    /// The keyboard to be used: one of a name, or the one that is written in its place.
    mutating func chosenKeyboard(
        _ node: JSONValue, _ what: String, among own: [Keyboard]
    ) -> Keyboard? {
        let all = Keyboard.builtIn + own
        if node.members != nil {
            // Whatever is wrong with it has been reported already.
            let name = node["name"]?.string
            return own.first { name == $0.name }
        }
        let name = choice(node, what, among: all.map(\.name))
        return all.first { $0.name == name }
    }

    /// One layout of a player's own.
    private mutating func keyboard(_ node: JSONValue) -> Keyboard? {
        let fields = object(node, a: "keyboard", keys: ["name", "rows"])
        let nameNode = required(fields, "name")
        guard let rowsNode = required(fields, "rows"), let nameNode,
            let name = value(nameNode, KeyboardError.badName.sentence, \.string),
            let nodes = value(rowsNode, "\"rows\" must be an array of four strings", \.elements)
        else { return nil }
        var rows: [String] = []
        for node in nodes {
            let wanted = "a row must be a string, such as \"qwertyuiop\""
            guard let row = value(node, wanted, \.string) else { return nil }
            rows.append(row)
        }
        do throws(KeyboardError) {
            return try Keyboard(name, rows: rows)
        } catch {
            let isName = error == .badName || error == .nameOfTheGame
            let node = isName ? nameNode : error.row.map { nodes[$0] } ?? rowsNode
            complain(at: node.offset, error.sentence)
            return nil
        }
    }
}
