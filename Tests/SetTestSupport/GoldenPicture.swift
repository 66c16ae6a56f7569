import Foundation
import Testing

/// Expects a text to equal its file in Tests/Golden.
///
/// With `UPDATE_PICTURES=1` in the environment, it writes the file instead, and fails if that changed it.
///
/// - Parameters:
///   - actual: The actual text, without a line break at its end.
///   - name: The name of the file without `.txt`, with its folders.
package func expectPicture(
    _ actual: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let file = goldenFile(name)
    do {
        let isUpdating = ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1"
        if isUpdating, goldenText(name) != actual + "\n" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try (actual + "\n").write(to: file, atomically: true, encoding: .utf8)
            // So that nobody takes this for a run in which all was well.
            Issue.record("Tests/Golden/\(name).txt was rewritten", sourceLocation: sourceLocation)
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        guard actual + "\n" != expected else { return }
        Issue.record(
            "Tests/Golden/\(name).txt differs:\n\(difference(of: actual, from: expected))",
            sourceLocation: sourceLocation)
    } catch {
        Issue.record("Tests/Golden/\(name).txt: \(error)", sourceLocation: sourceLocation)
    }
}

/// The lines of a text, marked `+` if added, with the removed ones marked `-`.
private func difference(of actual: String, from expected: String) -> String {
    let (old, new) = (expected.split(separator: "\n"), actual.split(separator: "\n"))
    var removed: [Int: Substring] = [:]
    var added: Set<Int> = []
    for change in new.difference(from: old) {
        switch change {
        case .remove(let line, let text, _): removed[line] = text
        case .insert(let line, _, _): added.insert(line)
        }
    }
    var lines: [String] = []
    var line = 0
    for (index, text) in new.enumerated() {
        while let gone = removed[line] {
            lines.append("- \(gone)")
            line += 1
        }
        lines.append("\(added.contains(index) ? "+" : " ") \(text)")
        if !added.contains(index) { line += 1 }
    }
    while let gone = removed[line] {
        lines.append("- \(gone)")
        line += 1
    }
    return lines.joined(separator: "\n")
}

/// Expects that a file in Tests/Golden has, below each line that starts with `$ `, the answer to that line.
///
/// - Parameter answer: Returns the answer to what follows the `$ `.
package func expectAnswers(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ answer: (String) throws -> String
) throws {
    let lines = goldenText(name).split(separator: "\n").filter { $0.hasPrefix("$ ") }
    try #require(!lines.isEmpty)
    let sections = try lines.map { "\($0)\n\(try answer(String($0.dropFirst(2))))" }
    expectPicture(sections.joined(separator: "\n\n"), name, sourceLocation: sourceLocation)
}

/// The text of a file in Tests/Golden; nothing if there is no such file.
package func goldenText(_ name: String) -> String {
    (try? String(contentsOf: goldenFile(name), encoding: .utf8)) ?? ""
}

private func goldenFile(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Golden/\(name).txt").standardizedFileURL
}
