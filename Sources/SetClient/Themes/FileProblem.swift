import SetProtocol

/// A file of the player's that cannot be used, and why.
package struct FileProblem: Error, Equatable, Sendable {
    package let path: String
    /// The line, counted from 1; `nil` when it is about the whole file.
    package let line: Int?
    package let reason: String

    package init(_ path: String, line: Int? = nil, _ reason: String) {
        (self.path, self.line, self.reason) = (path, line, reason)
    }

    init(_ path: String, _ error: FileError) {
        self.init(path, error.sentence)
    }

    /// The message in the form that editors know: file, line, reason.
    package var sentence: String { words(path, limit: 1000) }

    /// The same with the file's name alone, for a narrow place.
    package var brief: String { words(path.split(separator: "/").last ?? path[...], limit: 400) }

    private func words(_ name: some StringProtocol, limit: Int) -> String {
        let place = line.map { "\(name):\($0)" } ?? "\(name)"
        return SafeText.sanitized("\(place): \(reason)", limit: limit)
    }
}
