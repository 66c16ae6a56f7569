// The standard library's `contains(_:)` and `replacing(_:with:)` of texts bring the whole engine of
// regular expressions along, which is a tenth of the program as it is shipped.

extension StringProtocol {
    /// Whether a text, which must not be empty, occurs in this one, scalar by scalar.
    package func holds(_ text: String) -> Bool {
        let whole = String(self)
        return whole.place(of: text, from: whole.startIndex) != nil
    }
}

extension String {
    /// The text with `new` in every place of `old`, which must not be empty; from the front on, scalar
    /// by scalar, without another look at what is new.
    package func exchanging(_ old: String, for new: String) -> String {
        var (result, rest) = ("", startIndex)
        while let place = place(of: old, from: rest) {
            result += self[rest..<place] + new
            rest = utf8.index(place, offsetBy: old.utf8.count)
        }
        return result + self[rest...]
    }

    /// In UTF-8 no scalar's bytes are a part of another's, so bytes can be compared.
    fileprivate func place(of text: String, from start: Index) -> Index? {
        var place = start
        while place < utf8.endIndex {
            if utf8[place...].starts(with: text.utf8) { return place }
            place = utf8.index(after: place)
        }
        return nil
    }
}
