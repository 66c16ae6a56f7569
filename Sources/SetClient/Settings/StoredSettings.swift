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
    /// - Returns: What can be used, and everything that cannot.
    static func reading(
        _ bytes: [UInt8], at path: String = ""
    ) -> (settings: StoredSettings, problems: [FileProblem]) {
        var file = FileCoder(reading: bytes, at: path)
        var settings: StoredSettings = [:]
        guard let members = file.settings() else { return (settings, file.faults) }
        settings.ownKeyboards = file.keyboards(in: members)
        for member in members {
            guard let setting = Setting.all.first(where: { $0.key == member.key }) else {
                file.complain(about: member)
                continue
            }
            settings.values[setting] = file.value(of: setting, member, settings.ownKeyboards)
        }
        return (settings, file.faults)
    }
}

extension StoredSettings: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (Setting, String)...) {
        values = Dictionary(elements) { $1 }
    }
}

extension FileCoder {
    /// How many keyboards of a player's own are read.
    static let keyboardLimit = 20

    /// The members of a whole file of settings; a fault and `nil` when it is something else.
    mutating func settings() -> [JSONValue.Member]? {
        document().flatMap { value($0, "the settings must be an object: { }", \.members) }
    }

    /// Names a key that no setting of this version has: a typing error, or a newer version's.
    fileprivate mutating func complain(about member: JSONValue.Member) {
        let keys = Setting.all.map(\.key) + ["keyboards"]
        if keys.contains(member.key) { return }
        let advice = Spelling.nearest(to: member.key, among: keys).map { "did you mean \"\($0)\"?" }
        complain(
            at: member.value.offset,
            "unknown setting \"\(Self.short(member.key))\": "
                + (advice ?? "it is kept, but has no effect"))
    }

    fileprivate mutating func value(
        of setting: Setting, _ member: JSONValue.Member, _ own: [Keyboard]
    ) -> String? {
        let (node, what) = (member.value, "\"\(member.key)\"")
        func text(_ wanted: String, where isWanted: (String) -> Bool) -> String? {
            value(node, "\(what) must \(wanted)") {
                $0.string.flatMap { isWanted($0) ? $0 : nil }
            }
        }
        switch setting.kind {
        case .flag: return flag(node, what).map { $0 ? "yes" : "no" }
        case .word(let words):
            let isFormer =
                setting == .drawing && DrawingChoice.formerWords.contains(node.string ?? "")
            return isFormer ? DrawingChoice.auto.rawValue : choice(node, what, among: words)
        case .theme: return text("be \(Self.word)", where: Self.isWord)
        case .note:
            let most = Setting.noteLength
            return text("have 1 to \(most) visible characters") {
                1...most ~= $0.count && SafeText.isAllowedText($0)
            }
        case .keyboard:
            // Whatever is wrong with one that is described here has been reported already.
            if node.members != nil { return own.first { $0.name == node["name"]?.string }?.name }
            return choice(node, what, among: (Keyboard.builtIn + own).map(\.name))
        case .name:
            return text("be empty or have \(SafeText.nameRule)") {
                $0.isEmpty || SafeText.isAllowedPlayerName($0)
            }
        }
    }

    /// The keyboards that the settings describe: those of the list `keyboards`, and the one that is
    /// written in place of a name under `keyboard`.
    fileprivate mutating func keyboards(in members: [JSONValue.Member]) -> [Keyboard] {
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

    private mutating func keyboard(_ node: JSONValue) -> Keyboard? {
        var (name, rows): (JSONValue?, JSONValue?)
        read(node, "a keyboard") { file in
            file.member("name", &name, write: { $0 ?? .null }, read: { $2 = $1 })
            file.member("rows", &rows, write: { $0 ?? .null }, read: { $2 = $1 })
        }
        guard let name, let rows,
            let word = value(name, KeyboardError.badName.sentence, \.string),
            let nodes = value(rows, "\"rows\" must be an array of four strings", \.elements)
        else { return nil }
        let words = nodes.compactMap {
            value($0, "a row must be a string, such as \"qwertyuiop\"", \.string)
        }
        guard words.count == nodes.count else { return nil }
        do throws(KeyboardError) {
            return try Keyboard(word, rows: words)
        } catch {
            let node =
                switch error {
                case .badName, .nameOfTheGame: name
                case .rowCount: rows
                case .row(let row, _): nodes[row]
                }
            complain(at: node.offset, error.sentence)
            return nil
        }
    }
}
