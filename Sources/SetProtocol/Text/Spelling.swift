/// Finds the word somebody probably meant, among the few that would have been understood.
package enum Spelling {
    /// The candidate nearest to what was typed.
    ///
    /// - Returns: `nil` when nothing is near: more than a third of the letters would be wrong, or
    ///   several and the first of them too, unless it is only something put before the word.
    package static func nearest(to typed: String, among candidates: [String]) -> String? {
        // A longer word is no misspelling of a command, and comparing it would only take time.
        guard typed.utf8.count <= 16 else { return nil }
        let typed = typed.lowercased()
        let ranked = candidates.map { ($0, distance(Array(typed.utf8), Array($0.utf8))) }
        guard let (word, distance) = ranked.min(by: { $0.1 < $1.1 }),
            distance <= max(1, max(word.utf8.count, typed.utf8.count) / 3),
            distance == 1 || typed.first == word.first || typed.hasSuffix(word)
        else { return nil }
        return word
    }

    /// How many letters must be put in, taken out, replaced or exchanged with their neighbor to
    /// make one word of the other (the optimal string alignment distance).
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let replaced = rows[i][j] + (left[i] == right[j] ? 0 : 1)
                var best = min(replaced, rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
