/// Where a player's settings and themes lie: `$XDG_CONFIG_HOME/set-duel`, usually
/// `~/.config/set-duel`.
package struct ConfigurationDirectory: Equatable, Sendable {
    package let path: String

    /// `nil` without a home directory; then nothing is read and nothing can be kept.
    package init?(environment: [String: String]) {
        guard let path = environment.directory("XDG_CONFIG_HOME", orHome: ".config")
        else { return nil }
        self.path = path
    }

    package init(path: String) {
        self.path = path
    }

    package var settingsFile: String { path + "/settings.json" }

    package var themes: String { path + "/themes" }

    /// The file for a theme of a name.
    ///
    /// Anything but a plain letter, digit, blank, hyphen or underscore is written as hexadecimal
    /// bytes, so that no name leads elsewhere and no two share a file.
    package func themeFile(named name: String) -> String {
        "\(themes)/\(Self.plain(name)).json"
    }

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

extension [String: String] {
    /// The program's directory under the one a variable names, or under one in the home directory.
    ///
    /// A path that is not absolute is ignored (XDG Base Directory Specification).
    func directory(_ variable: String, orHome folder: String) -> String? {
        func absolute(_ name: String) -> String? {
            self[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let base = absolute(variable) ?? absolute("HOME").map { "\($0)/\(folder)" }
        return base.map { $0 + "/set-duel" }
    }
}
