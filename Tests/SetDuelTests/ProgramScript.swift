import SetClient
import SetProtocol
import SetTestSupport
import Testing

/// What people do at programs and what they see there, as a file in Tests/Golden/scripts tells it.
///
/// A line with `# ` begins a script and says what it shows. In other lines, `a` is a program; others are `b`, `c`, `ann`,
/// `bob`, `cyd`, and `host`.
///
/// | line | meaning |
/// |---|---|
/// | `% key = Q \| \e` | the script is played once with each value in place of `<key>` |
/// | `a: TERM=dumb set-duel solo` | runs it in a terminal of 80 by 24, or of `COLUMNS` by `LINES` |
/// | `a\| set-duel solo --plain` | runs it with pipes |
/// | `a> Q` | types in a terminal; writes a line to a pipe |
/// | `a< deck <n>` | waits for a text on the screen, or for a line from a pipe; `<n>` is the word there |
/// | `a<< goodbye` | waits for a text below the screen, where a shell's lines are |
/// | `a<! help` | waits until a text is no longer on the screen |
/// | `a- help` | a text is not on the screen |
/// | `a! 15` | sends a signal; also `end` (of input), `hang up`, `settle`, `click X Y` |
/// | `a= 0` | ends by itself with this code or `128+15` or `killed 15`, and restores the terminal; `once`: after it took the screen once |
/// | `a~ goodbye` | a text that is left below the screen, or that went to the pipe; none at all if empty |
/// | `a-~ goodbye` | a text that is not there |
/// | `a^ cannot` | a text that went to standard error, behind a pipe; none at all if empty |
/// | `$ ls` | a shell prints what the next lines have, as in Tests/Golden/sessions |
///
/// `<home>` is a new directory, which a program knows only if it is given it; a shell's `HOME`. `\e`, `\r`, `\n`,
/// `\x03`, and `\s` are an escape, a return, a line feed, that byte, and a blank.
struct ProgramScript: CustomTestStringConvertible, Sendable {
    private struct Step {
        let number: Int
        let text: String
        var output: [String] = []
    }

    let testDescription: String
    private let file: String
    private let steps: [Step]
    private let values: [String: String]

    /// The scripts of a file, each as often as it has values.
    static func all(_ file: String) throws -> [ProgramScript] {
        var scripts: [ProgramScript] = []
        var (title, steps, choices): (String, [Step], [[String: String]]) = ("", [], [[:]])
        func finish() {
            guard !title.isEmpty else { return }
            scripts += choices.map { values in
                let what = values.sorted { $0.key < $1.key }.map { ", \($0.key) \($0.value)" }
                return ProgramScript(
                    testDescription: title + what.joined(), file: file, steps: steps, values: values
                )
            }
            (steps, choices) = ([], [[:]])
        }
        let lines = goldenText("scripts/\(file)").split(
            separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            if line.hasPrefix("# ") {
                finish()
                title = String(line.dropFirst(2))
            } else if line.hasPrefix("% "), let sign = line.firstRange(of: " = ") {
                let key = String(line[..<sign.lowerBound].dropFirst(2))
                choices = choices.flatMap { values in
                    line[sign.upperBound...].split(separator: " | ").map { value in
                        values.merging([key: String(value)]) { $1 }
                    }
                }
            } else if line.hasPrefix("$ ") || ScriptStage.parts(of: line) != nil {
                steps.append(Step(number: index + 1, text: String(line)))
            } else if let last = steps.indices.last {
                steps[last].output.append(String(line))
            }
        }
        finish()
        guard !scripts.isEmpty else { throw ScriptStage.Difference("no script in \(file)") }
        return scripts
    }

    /// Does everything in order.
    func play() async throws {
        var stage = ScriptStage(values)
        for step in steps {
            do {
                try await stage.perform(step.text, step.output)
            } catch {
                throw ScriptStage.Difference(
                    "scripts/\(file).txt:\(step.number): \(step.text)\n\(error)")
            }
        }
    }
}

/// The programs of one script, and what its names stand for.
private struct ScriptStage {
    /// What is not as it is written.
    struct Difference: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private enum Program {
        case terminal(ProgramTerminal)
        case pipe(ProgramRun)
        case ended(ProgramRun.Ending)
    }

    private let home = TestDirectory()
    private var values: [String: String]
    private var programs: [String: Program] = [:]

    init(_ values: [String: String]) {
        self.values = values.merging(["home": home.path]) { $1 }
    }

    /// The name, the sign, and the rest of a line.
    static func parts(
        of line: some StringProtocol
    ) -> (name: String, sign: String, rest: String)? {
        let name = line.prefix { $0.isLetter }
        let rest = line[name.endIndex...]
        guard ["a", "b", "c", "ann", "bob", "cyd", "host"].contains(String(name)),
            let sign = ["<<", "<!", "-~", ":", "|", ">", "<", "-", "!", "=", "~", "^"]
                .first(where: { rest == $0 || rest.hasPrefix($0 + " ") })
        else { return nil }
        return (String(name), sign, String(rest.dropFirst(sign.count + 1)))
    }

    mutating func perform(_ line: String, _ output: [String]) async throws {
        if line.hasPrefix("$ ") {
            return try await runShell(String(line.dropFirst(2)), output)
        }
        guard let (name, sign, rest) = Self.parts(of: line) else { throw Difference("no step") }
        let text = filled(rest)
        switch (sign, programs[name]) {
        case (":", nil): programs[name] = .terminal(try terminal(text))
        case ("|", nil):
            let (variables, words) = Self.split(text)
            programs[name] = .pipe(try ProgramRun(words, environment: variables))
        case (">", .terminal(let terminal)): await terminal.type(text)
        case (">", .pipe(let run)): await run.say(text + "\n")
        case ("!", let program?): try await act(text, on: program)
        case ("<", .terminal(let terminal)):
            try await terminal.wait(for: text) { Self.match(text, in: $0.text) != nil }
            learn(text, from: await terminal.screen.text)
        case ("<", .pipe(let run)):
            learn(text, from: try await run.line { Self.match(text, in: $0) != nil })
        case ("<<", .terminal(let terminal)):
            try await terminal.wait(forLastWords: text) { Self.match(text, in: $0) != nil }
            learn(text, from: await terminal.lastWords)
        case ("<!", .terminal(let terminal)):
            try await terminal.wait(for: "the screen without \(text)") { !$0.text.contains(text) }
        case ("-", .terminal(let terminal)):
            let shown = await terminal.screen.text
            try expect(!shown.contains(text), shown)
        case ("=", .terminal(let terminal)):
            try expect(try await terminal.end(), text)
            let (isGivenBack, isHungUp) = await (terminal.isGivenBack, terminal.isHungUp)
            try expect(
                isGivenBack || isHungUp || text == "killed 9", "the terminal is not given back")
            let entries = await terminal.entries
            try expect(entries == 1 || !text.hasSuffix(" once"), "\(entries) screens")
        case ("=", .pipe(let run)):
            let ending = await run.endByItself()
            programs[name] = .ended(ending)
            try expect(ending.status, text)
        case ("~", .terminal(let terminal)): try expect(await terminal.lastWords, has: text)
        case ("~", .ended(let ending)): try expect(ending.output, has: text)
        case ("^", .ended(let ending)): try expect(ending.errors, has: text)
        case ("-~", .terminal(let terminal)):
            let words = await terminal.lastWords
            try expect(!words.contains(text), words)
        case ("-~", .ended(let ending)): try expect(!ending.output.contains(text), ending.output)
        default: throw Difference("not possible here")
        }
    }

    // MARK: - What people do

    private func terminal(_ text: String) throws -> ProgramTerminal {
        var (variables, words) = Self.split(text)
        let columns = variables.removeValue(forKey: "COLUMNS").flatMap { Int($0) } ?? 80
        let rows = variables.removeValue(forKey: "LINES").flatMap { Int($0) } ?? 24
        return try ProgramTerminal(
            words.joined(separator: " "), columns: columns, rows: rows, environment: variables)
    }

    /// The variables before a command, and the words after it.
    private static func split(_ text: String) -> ([String: String], [String]) {
        let words = text.split(separator: " ").map(String.init)
        let program = words.firstIndex(of: "set-duel") ?? words.startIndex
        let variables = words[..<program].map { word in
            let name = word.prefix { $0 != "=" }
            return (String(name), String(word.dropFirst(name.count + 1)))
        }
        return (Dictionary(uniqueKeysWithValues: variables), Array(words[(program + 1)...]))
    }

    private func act(_ text: String, on program: Program) async throws {
        let words = text.split(separator: " ")
        switch (words[0], program) {
        case ("settle", .terminal(let terminal)): try await terminal.settle()
        case ("hang", .terminal(let terminal)): await terminal.hangUp()
        case ("click", .terminal(let terminal)):
            await terminal.click(Int(words[1]) ?? 0, Int(words[2]) ?? 0)
        case ("end", .pipe(let run)): await run.endInput()
        case (let number, .terminal(let terminal)): await terminal.signal(Int32(number) ?? 0)
        case (let number, .pipe(let run)): await run.signal(Int32(number) ?? 0)
        default: throw Difference("not possible here")
        }
    }

    private func runShell(_ script: String, _ output: [String]) async throws {
        let ending = await (try ProgramRun(shell: filled(script), home: home.path)).end()
        let expected = output.map { filled($0) + "\n" }.joined()
        try expect(ending.transcript == expected, ending.transcript)
    }

    // MARK: - What they see

    private func expect(_ isMet: Bool, _ what: @autoclosure () -> String) throws {
        if !isMet { throw Difference(what()) }
    }

    private func expect(_ status: ProgramStatus, _ text: String) throws {
        let numbers = text.split { !$0.isNumber }.compactMap { Int32($0) }
        let wanted: ProgramStatus =
            text.hasPrefix("killed") ? .killed(numbers[0]) : .exited(numbers.reduce(0, +))
        try expect(status == wanted, "\(status)")
    }

    private func expect(_ words: String, has text: String) throws {
        try expect(text.isEmpty ? words.isEmpty : words.contains(text), words)
    }

    /// A text with what its names and escapes stand for.
    private func filled(_ text: String) -> String {
        var text = text
        for (name, value) in values { text = text.replacing("<\(name)>", with: value) }
        for (escape, character) in [("e", "\u{1B}"), ("r", "\r"), ("n", "\n"), ("s", " ")] {
            text = text.replacing("\\" + escape, with: character)
        }
        return text.replacing(/\\x(..)/) { match in
            Unicode.Scalar(UInt8(match.output.1, radix: 16) ?? 0).description
        }
    }

    /// The word that stands where a pattern has a name in angle brackets; empty if it has none.
    ///
    /// - Returns: `nil` if the text does not have the pattern.
    private static func match(_ pattern: String, in text: String) -> Substring? {
        guard let name = pattern.firstMatch(of: /<\w+>/)?.range else {
            return text.contains(pattern) ? "" : nil
        }
        for place in text.ranges(of: pattern[..<name.lowerBound]) {
            let word = text[place.upperBound...].prefix { !$0.isWhitespace }
            let rest = text[word.endIndex...]
            if !word.isEmpty, rest.hasPrefix(pattern[name.upperBound...]) { return word }
        }
        return nil
    }

    private mutating func learn(_ pattern: String, from text: String) {
        guard let name = pattern.firstMatch(of: /<(\w+)>/)?.output.1 else { return }
        values[String(name)] = Self.match(pattern, in: text).map(String.init)
    }
}

extension ProgramTerminal {
    /// Waits until everything that was typed has been seen, the terminal's own answers included:
    /// help comes and goes.
    ///
    /// - Returns: How many characters were before the help, which depends on the size that the program
    ///   draws for.
    @discardableResult
    func settle() throws -> Int? {
        let words = "show or hide this help"
        type("?")
        try wait(for: words)
        let text = screen.text
        type("?")
        try wait(for: "the help to go") { !$0.text.contains(words) }
        return text.firstRange(of: words).map {
            text.distance(from: text.startIndex, to: $0.lowerBound)
        }
    }
}
