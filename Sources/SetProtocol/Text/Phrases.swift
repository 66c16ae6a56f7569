extension Int {
    /// So many of a thing: `1 card`, `3 cards`.
    package func counted(_ noun: String) -> String { "\(self) \(plural(noun))" }

    package func plural(_ noun: String) -> String { magnitude == 1 ? noun : noun + "s" }
}

extension String {
    /// An error text as a sentence for the screen, such as `No such file.` for `no such file`.
    ///
    /// Error texts are lowercase and have no period because the command line prints them after
    /// `set-duel: `. A text that starts with a capital letter is already a sentence, perhaps with a
    /// command to copy at its end, and stays unchanged.
    package var asSentence: String {
        guard let first, !first.isUppercase else { return self }
        let end = last.map(".?!".contains) == true ? "" : "."
        return first.uppercased() + dropFirst() + end
    }
}

extension [String] {
    /// The words in a row: `A1`, `A1 and B2`, `A1, B2, and C3`.
    package func listed(_ conjunction: String = "and") -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + (count > 2 ? ", " : " ") + conjunction + " "
            + last
    }
}
