/// One thing that is wrong with a file a player has written, and where.
public struct FileFault: Hashable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong and what could stand there instead; safe to show, without a full stop.
    public let reason: String
}

/// Everything that is wrong with the text of a theme; at least one thing.
public struct ThemeFileError: Error, Hashable, Sendable {
    /// The faults in the order of their lines.
    public let faults: [FileFault]
}
