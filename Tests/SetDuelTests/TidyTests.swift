import Foundation
import SetClient
import SetTestSupport
import Testing

/// The rules that a compiler does not know, read off the sources.
@Suite("The sources")
struct TidyTests {
    /// One Swift file.
    struct Source: Sendable, CustomTestStringConvertible {
        let path: String
        let lines: [String]
        /// The lines without comments and without the insides of string literals.
        let code: [String]
        /// The same in one piece, in which something is found fast.
        private let codeBytes: Data

        init(path: String, text: String) {
            self.path = path
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            code = lines.map(Self.bare)
            codeBytes = Data(code.joined(separator: "\n").utf8)
        }

        /// Whether the code has some text anywhere.
        func has(_ text: String) -> Bool { codeBytes.range(of: Data(text.utf8)) != nil }

        /// The module and the folder in it.
        var module: String { String(path.split(separator: "/")[1]) }
        var folder: String { path.split(separator: "/").dropFirst(2).dropLast().joined() }
        var testDescription: String { path }

        /// A line without its comment and without the insides of its string literals.
        private static func bare(_ line: String) -> String {
            let (quote, backslash, slash) = (
                UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")
            )
            guard line.utf8.contains(where: { $0 == quote || $0 == slash }) else { return line }
            var bare: [UInt8] = []
            var (isInString, isEscaped, slashes) = (false, false, 0)
            for byte in line.utf8 {
                if isInString {
                    if byte == quote, !isEscaped {
                        isInString = false
                        bare.append(byte)
                    }
                    isEscaped = byte == backslash && !isEscaped
                    continue
                }
                slashes = byte == slash ? slashes + 1 : 0
                if slashes == 2 { return String(decoding: bare.dropLast(), as: UTF8.self) }
                isInString = byte == quote
                bare.append(byte)
            }
            return String(decoding: bare, as: UTF8.self)
        }

        /// The words that begin with a capital letter, as the names of types do.
        var capitalWords: Set<String> {
            var words: Set<String> = []
            for line in code {
                for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }
                )
                where word.first?.isUppercase == true {
                    words.insert(String(word))
                }
            }
            return words
        }

        /// Whether a type of the file, or an extension of it, has a function.
        func declares(_ function: String, in type: String) -> Bool {
            var isInside = false
            return code.contains { line in
                if line.first != " ", line.hasSuffix("{") {
                    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                    isInside = words.contains { $0 == type }
                }
                return isInside && line.contains("func \(function)(")
            }
        }

        /// The types declared in the file; of the nested ones only the file itself knows by name.
        func declaredTypes(nested: Bool) -> [String] {
            let introducers: Set = ["struct", "enum", "actor", "class", "protocol", "typealias"]
            return code.filter { nested || $0.first != " " }.compactMap { line in
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                guard let place = words.firstIndex(where: { introducers.contains(String($0)) }),
                    place + 1 < words.count, words[place + 1].first?.isUppercase == true
                else { return nil }
                return String(words[place + 1])
            }
        }
    }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let sources = swiftFiles(under: "Sources")
    static let benchmarks = swiftFiles(under: "Benchmarks")
    static let tests = swiftFiles(under: "Tests")
    static let all = sources + benchmarks + tests

    static func swiftFiles(under folder: String) -> [Source] {
        let start = root.appending(path: folder)
        let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" }
            .compactMap { url in
                guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
                let path = String(url.path.dropFirst(root.path.count)).drop { $0 == "/" }
                return Source(path: String(path), text: text)
            }
    }

    @Test("The sources are found at all")
    func found() {
        #expect(Self.sources.count > 80)
        #expect(
            Set(Self.sources.map(\.module)) == ["SetProtocol", "SetHost", "SetClient", "set-duel"])
    }

    @Test(
        "A file has at most 400 lines, or 650 for one type with its extensions", arguments: all)
    func fileLength(_ source: Source) {
        guard source.lines.count > 401 else { return }
        #expect(source.lines.count <= (source.declaredTypes(nested: false).count == 1 ? 651 : 401))
    }

    @Test("No part of the program has more lines than docs/weight-budget.txt allows")
    func weight() throws {
        let file = Self.root.appending(path: "docs/weight-budget.txt")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { $0.prefix { $0 != "#" }.split(separator: " ") }.filter { $0.count == 2 }
        let parts = rows.filter { $0[0] != "shipped" }
        #expect(parts.count >= 6)
        for part in parts {
            let files = Self.all.filter { $0.path.hasPrefix(part[0] + "/") }
            // Each file ends with a line feed, behind which `lines` has an empty one.
            let lines = files.reduce(0) { $0 + $1.lines.count - 1 }
            let most = try #require(Int(part[1]))
            #expect(lines > 0 && lines <= most, "\(part[0]) has \(lines) lines of \(most)")
        }
    }

    @Test("The sources have at most 70 lines per function", arguments: all)
    func functionLength(_ source: Source) {
        for (start, line) in source.lines.enumerated() {
            guard line.contains("func ") || line.contains("init"), !line.contains("//"),
                !line.hasSuffix("}"),
                line.contains(/^\s*([a-z@].* )?(func |init[?(<])/)
            else { continue }
            let indent = String(line.prefix { $0 == " " })
            guard let end = source.lines[start...].firstIndex(of: indent + "}") else { continue }
            #expect(end - start < 70, "\(source.path):\(start + 1)")
        }
    }

    @Test(
        "The sources do not bypass the compiler's checks",
        arguments: [
            "@unchecked Sendable", "nonisolated(unsafe)", "try!", "as!", "@preconcurrency",
            "fatalError(", "TODO", "FIXME",
        ])
    func escapeHatches(_ hatch: String) {
        for source in Self.sources where source.has(hatch) {
            for (number, line) in source.code.enumerated() where line.contains(hatch) {
                Issue.record("\(source.path):\(number + 1) has \(hatch)")
            }
        }
    }

    /// Foundation is measured in one place of the benchmarks, to compare with.
    @Test("The sources never import Foundation", arguments: sources + benchmarks)
    func foundation(_ source: Source) {
        guard source.path != "Benchmarks/CoreTimes.swift" else { return }
        #expect(!source.has("import Foundation"))
    }

    @Test("The sources print nowhere but in the command's one place", arguments: sources)
    func printing(_ source: Source) {
        guard source.has("rint(") || source.has("dump(") else { return }
        let suspects = source.code.filter { $0.contains("rint(") || $0.contains("dump(") }
        #expect(!suspects.contains { $0.contains(/(^|[^.\w])(print|debugPrint|dump)\(/) })
    }

    @Test(
        "The sources start no task from a Dispatch handler, nor anywhere else", arguments: sources)
    func tasks(_ source: Source) {
        // But for the one way from a program's start to what takes its time.
        let isStart = source.path.hasSuffix("set-duel/SetDuel.swift")
        guard isStart || source.has("Task") else { return }
        let suspects = source.code.filter {
            $0.contains("Task") && $0.contains(/\bTask(\.detached)?\s*(\(.*\))?\s*\{/)
        }
        #expect(suspects.count == (isStart ? 1 : 0), "\(suspects)")
    }

    @Test("The sources wait for a queue in one place, which checks who waits for whom")
    func waiting() {
        let places = Self.sources.filter { source in
            source.code.contains { $0.contains(/queue\.sync\b/) }
        }
        #expect(places.map(\.path) == ["Sources/SetProtocol/System/QueueExecutor.swift"])
    }

    /// On Linux its sources crash when the other end hangs up.
    @Test("The sources leave no descriptor to Dispatch")
    func descriptors() {
        let places = Self.all.filter { source in
            source.has("makeReadSource(") || source.has("makeWriteSource(")
        }
        #expect(places.map(\.path) == [])
    }

    @Test("The sources depend on the platform only where system calls are made", arguments: sources)
    func platform(_ source: Source) {
        let callsSystem = ["System", "Transport", "Terminal"].contains(source.folder)
        let mayDiffer = ["Platform.swift", "ReadinessSet.swift"]
            .contains(where: source.path.hasSuffix)
        var signs = callsSystem ? [] : ["import SystemLibrary"]
        if !mayDiffer {
            signs += ["#if", "import Glibc", "import Darwin", "import Musl", "import CEpoll"]
        }
        guard signs.contains(where: source.has) else { return }
        let conditions = source.code.filter { line in signs.contains { line.contains($0) } }
        #expect(conditions.isEmpty, "\(conditions)")
    }

    @Test("Host and client do not import each other", arguments: sources)
    func modules(_ source: Source) {
        let allowed: [String: Set<String>] = [
            "SetProtocol": [], "SetHost": ["SetProtocol"], "SetClient": ["SetProtocol"],
            "set-duel": ["SetProtocol", "SetHost", "SetClient"],
        ]
        let imported = source.code.filter { $0.contains("import Set") }
            .compactMap { $0.firstMatch(of: /import (Set\w+)/)?.output.1 }
        #expect(Set(imported.map(String.init)).isSubset(of: allowed[source.module] ?? []))
    }

    /// The folders of each module, each depending only on those before it.
    static let order: [String: [String]] = [
        "SetProtocol": [
            "SystemLibrary", "Digest", "Cards", "Text", "Messages", "JSON", "Wire", "System",
            "Transport",
            "Shuffle",
        ],
        "SetHost": ["Game", "Duel", "Journal", "Table", "Host"],
        "SetClient": [
            "Curves", "Pixels", "Screen", "Input", "Terminal", "Art", "Themes", "Settings",
            "Widgets",
            "Model", "Words", "Cards", "Sheets", "Views", "History", "Motion", "Bot", "Replay",
            "Lesson",
            "Screens",
            "LineMode", "Session",
        ],
        "set-duel": ["Invocation", "Commands", ""],
    ]

    @Test("The sources depend only on earlier folders", arguments: order.keys.sorted())
    func layers(_ module: String) throws {
        let folders = try #require(Self.order[module])
        let files = Self.sources.filter { $0.module == module }
        #expect(Set(files.map(\.folder)).isSubset(of: Set(folders)))
        var declared: [String: String] = [:]
        for file in files {
            for name in file.declaredTypes(nested: false) { declared[name] = file.folder }
        }
        for file in files {
            let level = folders.firstIndex(of: file.folder) ?? 0
            // A type nested here hides one of the same name elsewhere.
            let foreign = file.capitalWords.subtracting(file.declaredTypes(nested: true))
            for word in foreign {
                guard let home = declared[word], let needed = folders.firstIndex(of: home) else {
                    continue
                }
                #expect(needed <= level, "\(file.path) uses \(word) of \(home)")
            }
        }
    }

    @Test("The architecture takes at most 140 lines, a cell of its tables 200 characters")
    func architecture() throws {
        let text = try String(
            contentsOf: Self.root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 141)
        for cell in text.split(whereSeparator: { $0 == "|" || $0 == "\n" }) where cell.count > 200 {
            Issue.record("\(cell.prefix(40))…")
        }
    }

    @Test("Every setting is listed in the table of settings")
    func settings() throws {
        let rows = try #require(Self.sources.first { $0.path.hasSuffix("/Setting.swift") })
        let names = rows.lines.joined().matches(of: /static let (\w+) = (Setting|flag|word|note)\(/)
        #expect(names.count == Setting.all.count)
    }

    @Test("The documents name only existing tests")
    func documents() throws {
        let text = try String(
            contentsOf: Self.root.appending(path: "docs/INVARIANTS.md"), encoding: .utf8)
        let named = text.matches(of: /`(\w+)\.(\w+)`/).map { ($0.output.1, $0.output.2) }
        let invariants = named.filter { $0.0.first?.isUppercase == true && $0.1 != "md" }
        #expect(invariants.count >= 100)
        for (suite, test) in invariants {
            // The whole text of the tests is nothing to print in a failure.
            let isFound = Self.tests.contains { source in
                source.has("\(suite)") && source.declares(String(test), in: String(suite))
            }
            #expect(isFound, "\(suite).\(test)")
        }
    }

    @Test("Every golden picture has something in it, and a test that uses it")
    func golden() throws {
        let folder = Self.root.appending(path: "Tests/Golden")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap {
            $0 as? String
        }
        let names = (paths ?? []).filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
        let tests = Self.tests.map { $0.lines.joined(separator: "\n") }.joined()
        let quoted = Set(tests.split(separator: "\""))
        #expect(names.count > 50)
        for name in names {
            #expect(!goldenText(name).isEmpty, "\(name)")
            if quoted.contains(name[...]) { continue }
            let slash = try #require(name.firstIndex(of: "/"))
            // A name may be put together of the folder, a word, and the size of a screen, where the word
            // may be the name of a case.
            let word = name[slash...].dropFirst().prefix { $0.isLetter || $0 == "-" }
            let hasSize = name.contains(where: \.isNumber)
            let isPutTogether =
                tests.contains("\(name[...slash])\\(")
                && tests.contains(
                    !hasSize ? "\"\(word)\"" : String(word.hasSuffix("-") ? word.dropLast() : word))
            #expect(isPutTogether, "\(name)")
        }
    }
}
