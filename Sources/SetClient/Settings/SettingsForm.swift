import SetProtocol

/// The form of the settings, over a table or on a page.
///
/// Keys and clicks become edits, edits change settings, and every change is reported at once to be
/// saved.
package struct SettingsForm: Equatable, Sendable {
    package let offer: Setting.Offer
    /// The row that is worked on.
    package private(set) var place = 0
    /// What has been typed into a row for text, when that is not what is set.
    private var draft: String?

    package init(_ offer: Setting.Offer) {
        self.offer = offer
    }

    /// The field of the row that is worked on.
    package var field: Setting { Setting.rows[place] }

    /// The value of a row in words; of a text that is being typed, what has been typed.
    package func value(of field: Setting, _ settings: ClientSettings) -> String {
        field.isText && field == self.field
            ? draft ?? settings.name : field.shown(field.value(in: settings))
    }

    /// What is to be told about the row that is worked on.
    package func explanation(_ settings: ClientSettings) -> (text: String, isProblem: Bool) {
        guard draft == nil else {
            return ("Use 1 to \(SafeText.nameColumns) visible characters.", true)
        }
        return (field.explanation(settings, offer), false)
    }

    /// Does what a player wants of the form.
    ///
    /// - Returns: What is to be kept for next time; `nil` when nothing has changed.
    package mutating func apply(
        _ edit: SettingsEdit, _ settings: inout ClientSettings
    ) -> StoredSettings? {
        let before = settings
        switch edit {
        case .move(let step): work(on: place + step)
        case .work(let place): work(on: place)
        case .step(let step, wrapping: let wraps): choose(step, wrapping: wraps, &settings)
        case .stepIn(let place, let step):
            if place != self.place { work(on: place) }
            choose(step, wrapping: true, &settings)
        case .insert(let text): type((draft ?? settings.name) + text, &settings)
        case .deleteBackward: type(String((draft ?? settings.name).dropLast()), &settings)
        }
        return StoredSettings(changesFrom: before, to: settings)
    }

    private mutating func work(on place: Int) {
        let last = Setting.rows.count - 1
        self.place = min(max(0, place), last)
        draft = nil
    }

    private func choose(_ step: Int, wrapping wraps: Bool, _ settings: inout ClientSettings) {
        let choices = field.choices(offer)
        guard !choices.isEmpty else { return }
        let next = (choices.firstIndex(of: field.value(in: settings)) ?? 0) + step
        let last = choices.count - 1
        let index =
            wraps ? (next % choices.count + choices.count) % choices.count : min(max(0, next), last)
        field.set(choices[index], in: &settings, offer)
    }

    /// What can be a name counts at once; what cannot is a draft.
    private mutating func type(_ text: String, _ settings: inout ClientSettings) {
        guard field.isText, text.utf8.count <= SafeText.nameBytes * 2 else { return }
        if text.isEmpty || SafeText.isAllowedPlayerName(text) {
            settings.name = text
            draft = nil
        } else {
            draft = text
        }
    }

    // MARK: - Keys

    /// What a key asks of the form; `nil` for one that means nothing to it.
    package func edit(for key: Key) -> SettingsEdit? {
        guard key.modifiers.isSubset(of: .shift) else { return nil }
        switch key.code {
        case .up, .backtab: return .move(-1)
        case .down, .tab: return .move(1)
        case .home, .pageUp: return .work(0)
        case .end, .pageDown: return .work(Setting.rows.count - 1)
        case .left: return .step(-1, wrapping: false)
        case .right: return .step(1, wrapping: false)
        case .enter: return field.isText ? .move(0) : .step(1, wrapping: true)
        case .backspace: return field.isText ? .deleteBackward : .step(-1, wrapping: true)
        case .character(let character):
            if field.isText { return .insert(String(character)) }
            return character == " " ? .step(1, wrapping: true) : nil
        case .escape, .insert, .delete, .function: return nil
        }
    }
}

/// One thing a player does to the form of settings.
package enum SettingsEdit: Equatable, Sendable {
    /// Work on the row this many rows further down.
    case move(Int)
    case work(Int)
    /// Choose the value this many steps further; at the end, stop or wrap around.
    case step(Int, wrapping: Bool)
    /// Work on a row and choose its value this many steps further, wrapping around.
    case stepIn(Int, Int)
    /// Type text.
    case insert(String)
    /// Take the last character away.
    case deleteBackward
}
