import SetProtocol

/// Where a player's settings and themes lie: `$XDG_CONFIG_HOME/set-duel`, usually
/// `~/.config/set-duel`.
package struct ConfigurationDirectory: Hashable, Sendable {
    /// Its absolute path.
    package let path: String

    /// Finds it from the environment; a path that is not absolute counts as not given (XDG Base
    /// Directory Specification).
    ///
    /// - Returns: `nil` when there is no home; then nothing is read and nothing can be kept.
    package init?(environment: [String: String]) {
        func absolute(_ name: String) -> String? {
            guard let path = environment[name], path.hasPrefix("/") else { return nil }
            return path
        }
        guard let base = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map({ $0 + "/.config" })
        else { return nil }
        path = base + "/set-duel"
    }

    /// A directory of a known place.
    package init(path: String) {
        self.path = path
    }

    /// The file of the settings.
    package var settingsFile: String { path + "/settings.json" }

    /// The directory of the player's own themes.
    package var themes: String { path + "/themes" }

    /// The file that a theme of a name is written to.
    ///
    /// Whatever is not a plain letter, digit, blank, hyphen or underscore is written as its bytes in
    /// hexadecimal, so that no name can lead anywhere else and no two share a file.
    package func themeFile(named name: String) -> String {
        "\(themes)/\(Self.plain(name)).json"
    }

    /// A text as part of a file's name.
    static func plain(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var file = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x2D, 0x5F:
                file.unicodeScalars.append(Unicode.Scalar(byte))
            case _: file += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return file
    }
}

/// A file of the player's that cannot be used, and why.
package struct FileProblem: Error, Hashable, Sendable {
    /// The file.
    package let path: String
    /// The line of the first fault; `nil` when it is about the whole file.
    package let line: Int?
    /// What is wrong with it.
    package let reason: String

    /// Names a problem of a file.
    package init(_ path: String, line: Int? = nil, _ reason: String) {
        (self.path, self.line, self.reason) = (path, line, reason)
    }

    /// Names a fault in a file.
    init(_ path: String, _ fault: FileFault) {
        self.init(path, line: fault.line, fault.reason)
    }

    /// Names why a file could not be read or written.
    init(_ path: String, _ error: FileError) {
        self.init(path, error.sentence)
    }

    /// What a person is told, in the form that editors know: file, line, reason.
    package var sentence: String {
        let place = line.map { "\(path):\($0)" } ?? path
        return SafeText.sanitized("\(place): \(reason)", limit: 1000)
    }

    /// The same with the file's name alone, for a narrow place.
    package var brief: String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let place = line.map { "\(name):\($0)" } ?? name
        return SafeText.sanitized("\(place): \(reason)", limit: 400)
    }
}
