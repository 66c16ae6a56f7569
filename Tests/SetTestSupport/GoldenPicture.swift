import Foundation
import Synchronization
import Testing

/// Expects a text to be as a test has it written down; with `UPDATE_PICTURES=1` in the environment,
/// writes the text into the test instead.
///
/// - Parameters:
/// - actual: The actual text.
///   - picture: What the test has, a text between triple quotation marks without interpolation.
///   - file: The file of the test that has it.
package func expectPicture(
    _ actual: String, _ picture: String?, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard actual != picture else { return }
    guard ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1", let picture else {
        Issue.record(
            "The picture is another one:\n\(actual)\ninstead of\n\(picture ?? "none")",
            sourceLocation: sourceLocation)
        return
    }
    do {
        try GoldenPicture.replace(picture, with: actual, inFile: file)
    } catch {
        Issue.record("\(file) could not be rewritten: \(error)", sourceLocation: sourceLocation)
    }
}

/// The pictures in the source of a test.
package enum GoldenPicture {
    /// Why a picture was not replaced.
    package enum Fault: Error, Hashable {
        /// No text between quotation marks in the file is the one that the test has.
        case notFound
    }

    /// Tests run side by side, and several may rewrite one file.
    private static let turn = Mutex(())

    static func replace(_ old: String, with new: String, inFile file: String) throws {
        try turn.withLock { _ in
            let source = try String(contentsOfFile: file, encoding: .utf8)
            try replacing(old, with: new, in: source)
                .write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    /// Replaces the first literal that reads as the old text, at the depth where it stands.
    package static func replacing(
        _ old: String, with new: String, in source: String
    ) throws(Fault) -> String {
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let wanted = written(old)
        for (index, line) in lines.enumerated() where line.hasSuffix("\"\"\"") {
            let (first, end) = (index + 1, index + 1 + wanted.count)
            guard end < lines.count, let depth = depth(ofClosing: lines[end]) else { continue }
            guard lines[first..<end].elementsEqual(wanted.map { indented($0, depth) }) else {
                continue
            }
            lines.replaceSubrange(first..<end, with: written(new).map { indented($0, depth) })
            return lines.joined(separator: "\n")
        }
        throw .notFound
    }

    /// The lines as they stand in a source, but for their depth.
    private static func written(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0).replacing("\\", with: "\\\\")
        }
    }

    private static func depth(ofClosing line: String) -> Int? {
        let blanks = line.prefix { $0 == " " }
        return line.dropFirst(blanks.count).hasPrefix("\"\"\"") ? blanks.count : nil
    }

    private static func indented(_ line: String, _ depth: Int) -> String {
        line.isEmpty ? line : String(repeating: " ", count: depth) + line
    }
}
