import SetProtocol

/// A theme being written: the draft, what it amounts to, and the field that is worked on.
struct ThemeEditor: Hashable, Sendable {
    /// The texts of all fields.
    private(set) var draft: ThemeDraft
    /// What the draft amounts to.
    private(set) var verdict: ThemeDraft.Verdict
    /// The theme as it last was one.
    private(set) var shown: Theme
    /// The row that is worked on.
    private(set) var row = ThemeRow.name
    /// The field of that row, counted from 0.
    private(set) var column = 0
    /// The text that is worked on, with its cursor; `nil` where a value is chosen.
    private(set) var text: TextField?
    private let original: ThemeDraft
    /// The draft that ``shown`` comes from.
    private var sound: ThemeDraft
    private let taken: Set<String>

    /// How long a text may be; points are the longest.
    private static let textColumns = 900

    /// A form filled with a theme.
    ///
    /// - Parameter taken: The names that other themes have.
    init(_ theme: Theme, taken: Set<String>) {
        draft = ThemeDraft(theme)
        original = draft
        sound = draft
        shown = theme
        self.taken = taken
        verdict = draft.verdict(taken: taken)
        work(on: .name, 0)
    }

    /// Whether anything is other than it was.
    var hasChanged: Bool { draft != original }

    /// The field that is worked on.
    var field: ThemeField { row.fields[column] }

    /// The rows that mean something as things stand.
    var rows: [ThemeRow] {
        ThemeRow.allCases.filter { $0.fields.contains(where: draft.isUsed) }
    }

    // MARK: - Going about

    /// Works on a field; one that means nothing now is left out.
    mutating func work(on row: ThemeRow, _ column: Int) {
        let columns = row.fields.indices.filter { draft.isUsed(row.fields[$0]) }
        guard let nearest = columns.min(by: { abs($0 - column) < abs($1 - column) }) else { return }
        (self.row, self.column) = (row, nearest)
        text =
            field.choices == nil ? TextField(draft[field], limit: Self.textColumns) : nil
    }

    /// Goes so many rows down, or up; not beyond the ends.
    mutating func move(rows step: Int) {
        let rows = self.rows
        let place = (rows.firstIndex(of: row) ?? 0) + step
        work(on: rows[min(max(0, place), rows.count - 1)], column)
    }

    /// Goes to the next field, or the one before, around and around.
    mutating func move(fields step: Int) {
        let all = rows.flatMap { row in
            row.fields.indices.filter { draft.isUsed(row.fields[$0]) }.map { (row, $0) }
        }
        let here = all.firstIndex { $0.0 == row && $0.1 == column } ?? 0
        let next = all[((here + step) % all.count + all.count) % all.count]
        work(on: next.0, next.1)
    }

    /// Goes to the first field that something is wrong with.
    mutating func moveToProblem() {
        for row in rows {
            for (column, field) in row.fields.enumerated() where verdict.problems[field] != nil {
                return work(on: row, column)
            }
        }
    }

    // MARK: - Writing

    /// Chooses the value so many further on, around and around.
    mutating func step(_ step: Int) {
        guard let choices = field.choices else { return }
        let place = (choices.firstIndex(of: draft[field]) ?? 0) + step
        change(to: choices[(place % choices.count + choices.count) % choices.count])
    }

    /// Types at the cursor, or does what else a key does to a text.
    mutating func type(_ key: Key) {
        text?.handle(key)
        if let text { change(to: String(text.text)) }
    }

    /// Writes at the cursor what was pasted.
    mutating func paste(_ pasted: String) {
        text?.insert(pasted)
        if let text { change(to: String(text.text)) }
    }

    private mutating func change(to value: String) {
        guard draft[field] != value else { return }
        draft[field] = value
        verdict = draft.verdict(taken: taken)
        // What is wrong in one field does not keep the cards from showing what is written in others.
        var mended = draft
        for field in verdict.problems.keys { mended[field] = sound[field] }
        let theme = verdict.theme ?? mended.verdict(taken: taken).theme
        if let theme { (shown, sound) = (theme, mended) }
    }
}
