import Foundation

/// The specification of the protocol, taken apart far enough to compare it with the program.
struct ProtocolDocument {
    /// One heading and what stands under it, down to the next heading of any level.
    struct Section {
        let level: Int
        let title: String
        var lines: [String] = []

        /// The words of the title that are set as code.
        var codeInTitle: [String] { title.codeSpans }

        /// The rows of all tables, without their heads, each cell as it is written.
        var rows: [[String]] {
            let isRow = lines.map { $0.hasPrefix("|") }
            return lines.indices.filter { index in
                isRow[index] && index > 0 && isRow[index - 1] && !lines[index].hasPrefix("|---")
            }.map { lines[$0].cells }
        }

        /// The heads of all tables.
        var heads: [[String]] {
            lines.indices.dropFirst().filter { lines[$0].hasPrefix("|---") }
                .map { lines[$0 - 1].cells }
        }

        /// The lines of all blocks of code in a language.
        func code(_ language: String) -> [String] {
            var isInside = false
            return lines.filter { line in
                guard line.hasPrefix("```") else { return isInside }
                isInside = line == "```" + language
                return false
            }
        }
    }

    private(set) var sections: [Section] = []

    init() throws {
        let text = try Documents.text("PROTOCOL.md")
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            let level = line.prefix { $0 == "#" }.count
            if !isCode, level > 0 {
                sections.append(
                    Section(level: level, title: String(line.dropFirst(level + 1))))
            } else if !sections.isEmpty {
                sections[sections.count - 1].lines.append(String(line))
            }
        }
    }

    /// The section under a heading; an empty one when there is none, so that its test fails.
    func section(_ title: String) -> Section {
        sections.first { $0.title == title } ?? Section(level: 0, title: "none: \(title)")
    }

    /// The sections one level below a heading.
    func subsections(of title: String) -> [Section] {
        let start = sections.firstIndex { $0.title == title } ?? sections.endIndex
        let level = section(title).level
        return Array(sections[start...].dropFirst().prefix { $0.level > level })
    }
}

extension String {
    /// The cells of a row of a table.
    fileprivate var cells: [String] {
        split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// What is set as code.
    var codeSpans: [String] {
        split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// The text without the marks of code.
    var withoutMarks: String { replacingOccurrences(of: "`", with: "") }
}

/// Foundation's JSON, which knows nothing of ours.
enum ForeignJSON {
    /// The members of an object.
    static func members(of text: String) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return value as? [String: Any] ?? [:]
    }

    /// The keys of an object and, behind a dot, of the objects in it and in its arrays.
    static func paths(of members: [String: Any]) -> Set<String> {
        var paths = Set(members.keys)
        for (key, value) in members {
            let inner =
                [value as? [String: Any]] + ((value as? [Any]) ?? []).map { $0 as? [String: Any] }
            for object in inner.compactMap(\.self) {
                paths.formUnion(object.keys.map { "\(key).\($0)" })
            }
        }
        return paths
    }
}
