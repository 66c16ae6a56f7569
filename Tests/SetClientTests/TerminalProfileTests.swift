import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct TerminalProfiles {
    private func profile(
        _ variables: [String: String] = [:], isTerminal: Bool = true
    ) -> TerminalProfile {
        let base = ["TERM": "xterm-256color", "LANG": "en_US.UTF-8"]
        return TerminalProfile(
            environment: base.merging(variables) { $1 }, isTerminal: isTerminal)
    }

    /// Reads the variables of a process, then what its terminal answers and its player chooses, one step
    /// behind another: `TERM=foot ; version foot(1.20.0) ; drawing quadrant`.
    private func profile(after steps: String) throws -> TerminalProfile {
        let steps = steps.split(separator: " ; ").map(String.init)
        let variables = steps.filter { $0.contains("=") }.map { step in
            let parts = step.split(separator: "=", maxSplits: 1).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
        var profile = profile(
            Dictionary(uniqueKeysWithValues: variables), isTerminal: !steps.contains("no terminal"))
        for step in steps where !step.contains("=") && step != "no terminal" {
            let words = step.split(separator: " ").map(String.init)
            if words[0] == "window" {
                let numbers = words.dropFirst().compactMap { Int($0) }
                profile.apply(
                    WindowSize(
                        cells: Size(numbers[0], numbers[1]), pixels: Size(numbers[2], numbers[3])))
            } else if let report = Self.report(words) {
                profile.apply(report)
            } else {
                try Self.choose(words, &profile)
            }
        }
        return profile
    }

    private static func report(_ words: [String]) -> TerminalReport? {
        let numbers = words.dropFirst().compactMap { Int($0) }
        let color = words.last.flatMap { UInt32($0, radix: 16) }.map { RGBColor(code: $0) }
        return switch words[0] {
        case "DA1": .primaryAttributes(numbers)
        case "DA2": .secondaryAttributes(numbers)
        case "version": .version(words.dropFirst().joined(separator: " "))
        case "mode": .mode(numbers[0], .init(rawValue: numbers[1]) ?? .unknown)
        case "keyboard": .keyboardFlags(0)
        case "text": color.map { .foreground($0) }
        case "behind": color.map { .background($0) }
        case "scheme": .colorScheme(isDark: words[1] == "dark")
        case "index": color.map { .indexedColor(UInt8(numbers[0]), $0) }
        case "cell": .cellPixels(Size(numbers[0], numbers[1]))
        case "cursor": .cursorPosition(Point(numbers[0], numbers[1]))
        case "kitty": .pictures(areShown: words[1] == "yes")
        case "registers": .sixelRegisters(numbers[0])
        case "extent": .sixelExtent(Size(numbers[0], numbers[1]))
        case _: nil
        }
    }

    private static func choose(_ words: [String], _ profile: inout TerminalProfile) throws {
        let word = words.last ?? ""
        switch words[0] {
        case "color": profile.choices.color = try #require(ColorChoice(rawValue: word))
        case "background":
            profile.choices.background = try #require(BackgroundChoice(rawValue: word))
        case "drawing": profile.choices.drawing = try #require(DrawingChoice(rawValue: word))
        case "gaps": profile.choices.gaps = try #require(GapChoice(rawValue: word))
        case "answered": profile.answerTime = .milliseconds(try #require(Int(word)))
        case "late": profile.isSlow = true
        case _: Issue.record("no such step: \(words)")
        }
    }

    /// Everything that is believed of a terminal, each with its reason.
    private func beliefs(_ profile: TerminalProfile) -> [String] {
        func line<Value>(_ name: String, _ finding: Finding<Value>) -> String {
            "\(name): \(finding.value) (\(finding.cause.words))"
        }
        let findings = profile.findings
        let pictures = profile.pictures.value.map { surface in
            let cell = "\(surface.cell.width)x\(surface.cell.height)"
            guard case .sixel(let traits) = surface.graphics else { return "kitty \(cell)" }
            let limit = "\(traits.limit.width)x\(traits.limit.height)"
            return "sixels \(cell), \(traits.registers) colors, \(traits.memory ?? 0), \(limit)"
        }
        return [
            line("colors", findings.colors), line("glyphs", findings.glyphs),
            line(
                "multiplexer",
                Finding(findings.multiplexer.value?.rawValue ?? "none", findings.multiplexer.cause)),
            line("remote", findings.isRemote),
            line(
                "identity",
                Finding(profile.identity?.description ?? "unknown", findings.identity.cause)),
            line("background", profile.background), line("aspect", findings.cellAspect),
            line("frames", findings.synchronizes), line("keyboard", findings.speaksKittyKeyboard),
            line("scheme", findings.reportsColorScheme), line("mouse", profile.mouse),
            line("drawing", profile.drawing), line("gaps", profile.leavesGaps),
            line("pictures", Finding(pictures ?? "none", profile.pictures.cause)),
            "answers within \(profile.answerTimeout), \(profile.isSettled ? "all" : "not all") there",
        ]
    }

    @Test(
        "What is believed of a terminal, and why, follows from its variables, answers and choices")
    func beliefs() throws {
        let usual = beliefs(profile())
        try expectAnswers("terminal/profiles") { steps in
            let different = beliefs(try profile(after: steps)).filter { !usual.contains($0) }
            return different.isEmpty ? "as usual" : different.joined(separator: "\n")
        }
    }

    @Test("What a terminal is asked depends on what it would print, and ends with the fence")
    func questions() throws {
        try expectAnswers("terminal/questions") { steps in
            let window = WindowSize(
                cells: Size(80, 24), pixels: steps.contains("window") ? Size(800, 480) : nil)
            let questions = try profile(after: steps).startupQuestions(window: window)
            return questions.map(\.name).joined(separator: ", ")
        }
    }

    @Test("Terminal profiles keep the colors that the terminal really shows")
    func palette() throws {
        let colors = try profile(after: "index 1 DC322F ; behind 002B36").colors
        #expect(profile().colors[1] == RGBColor(code: 0xCD0000))
        #expect(colors[1] == RGBColor(code: 0xDC322F) && colors[2] == RGBColor(code: 0x00CD00))
        #expect(colors.background == RGBColor(code: 0x002B36))
        #expect(profile(["TERM": "linux"]).colors[3] == RGBColor(code: 0xAA5500))
    }

    @Test("Terminal profiles get all their answers from a terminal that knows every question")
    func conversation() throws {
        var profile = profile()
        var terminal = ReferenceTerminal(Size(80, 24))
        terminal.offersPictures = true
        try terminal.feed(TerminalModes().enterBytes)
        let questions = profile.startupQuestions(window: WindowSize(cells: Size(80, 24)))
        try terminal.feed(questions.flatMap(\.bytes))
        var decoder = InputDecoder()
        for event in decoder.feed(terminal.replies) {
            guard case .report(let report) = event else {
                Issue.record("\(event) is no report")
                continue
            }
            #expect(!profile.isSettled)
            profile.apply(report)
        }
        #expect(profile.isSettled && profile.synchronizes)
        #expect(profile.findings.speaksKittyKeyboard.value && profile.background.value == .dark)
        #expect(profile.cellAspect == 2 && profile.glyphs == .unicode)
        #expect(profile.colors[3] == RGBColor(code: 0xAA5500))
        #expect(profile.blitter == .sextant && profile.colorDepth == .trueColor)
        profile.choices.drawing = .pixels
        #expect(profile.pictures.value == PictureSurface(.kitty, cell: Size(10, 20)))
    }
}
