extension Int {
    /// So many of a thing: `1 card`, `3 cards`.
    package func counted(_ noun: String) -> String { "\(self) \(plural(noun))" }

    /// What so many of a thing are called.
    package func plural(_ noun: String) -> String { magnitude == 1 ? noun : noun + "s" }
}

extension [String] {
    /// The words in a row: `A1`, `A1 and B2`, `A1, B2 and C3`.
    package func listed(_ conjunction: String = "and") -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
