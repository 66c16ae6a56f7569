import SetProtocol

/// A theme being written: the draft, its errors, and the current field.
struct ThemeEditor: Equatable, Sendable {
    /// A field by its row and column.
    struct Place: Equatable {
        var row: ThemeRow
        var column: Int

        var field: ThemeField { row.fields[column] }
    }

    private(set) var draft: ThemeDraft
    private(set) var verdict: ThemeDraft.Verdict
    /// The last valid theme.
    private(set) var shown: Theme
    private(set) var place = Place(row: ThemeRow.all[0], column: 0)
    /// The text of the current field, with its cursor; `nil` where a value is chosen.
    private(set) var text: TextField?
    private let original: ThemeDraft
    /// The draft that ``shown`` comes from.
    private var sound: ThemeDraft
    private let taken: Set<String>

    /// How long a text may be; points are the longest.
    private static let textColumns = 900

    /// - Parameter taken: The names of other themes.
    init(_ theme: Theme, taken: Set<String>) {
        draft = ThemeDraft(theme)
        original = draft
        sound = draft
        shown = theme
        self.taken = taken
        verdict = draft.verdict(taken: taken)
        work(on: place)
    }

    var hasChanged: Bool { draft != original }

    var field: ThemeField { place.field }

    /// The rows that have a meaning now.
    var rows: [ThemeRow] { ThemeRow.all.filter { $0.fields.contains(where: draft.isUsed) } }

    /// The fields that have a meaning now.
    private var places: [Place] {
        rows.flatMap { row in row.fields.indices.map { Place(row: row, column: $0) } }
            .filter { draft.isUsed($0.field) }
    }

    // MARK: - Moving

    /// Makes the nearest field of a row that has a meaning the current one.
    mutating func work(on wanted: Place) {
        let nearest = places.filter { $0.row == wanted.row }
            .min { abs($0.column - wanted.column) < abs($1.column - wanted.column) }
        guard let nearest else { return }
        place = nearest
        text =
            field.choices == nil ? TextField(draft[field], limit: Self.textColumns) : nil
    }

    /// Moves down by a number of rows, as far as there are rows.
    mutating func move(rows step: Int) {
        let rows = self.rows
        let index = (rows.firstIndex(of: place.row) ?? 0) + step
        work(on: Place(row: rows[min(max(0, index), rows.count - 1)], column: place.column))
    }

    /// Moves to the next field or the one before; the first follows the last.
    mutating func move(fields step: Int) {
        work(on: places.element(step, after: place))
    }

    /// Moves to the first field with an error.
    mutating func moveToProblem() {
        if let wrong = places.first(where: { verdict.problems[$0.field] != nil }) {
            work(on: wrong)
        }
    }

    // MARK: - Writing

    /// Chooses another value; the first follows the last.
    mutating func step(_ step: Int) {
        if let choices = field.choices { change(to: choices.element(step, after: draft[field])) }
    }

    mutating func type(_ key: Key) {
        text?.handle(key)
        if let text { change(to: String(text.text)) }
    }

    mutating func paste(_ pasted: String) {
        text?.insert(pasted)
        if let text { change(to: String(text.text)) }
    }

    private mutating func change(to value: String) {
        guard draft[field] != value else { return }
        draft[field] = value
        verdict = draft.verdict(taken: taken)
        // An error in one field does not keep the cards from showing the other fields.
        var repaired = draft
        for field in verdict.problems.keys { repaired[field] = sound[field] }
        if let theme = verdict.theme ?? repaired.verdict(taken: taken).theme {
            (shown, sound) = (theme, repaired)
        }
    }
}

extension Array where Element: Equatable {
    /// The element some steps after another one, or after the first; the first follows the last.
    fileprivate func element(_ step: Int, after element: Element) -> Element {
        let index = (firstIndex(of: element) ?? 0) + step
        return self[(index % count + count) % count]
    }
}
