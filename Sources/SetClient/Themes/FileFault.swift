/// One thing that is wrong with a file a player has written, and where.
package struct FileFault: Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// What is wrong and what could stand there instead; safe to show, without a full stop.
    package let reason: String
}

/// Everything that is wrong with the text of a theme; at least one thing.
package struct ThemeFileError: Error, Hashable, Sendable {
    /// The faults in the order of their lines.
    package let faults: [FileFault]
}
