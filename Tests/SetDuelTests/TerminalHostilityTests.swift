import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("A hostile host", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalHostilityTests {
    /// Every scalar that could do something to a terminal, and some of those that only look different.
    ///
    /// All but NUL, which no line on the wire may contain. With `scripts/check --deep`, also all
    /// others, except the letters that come by the ten thousand.
    static let scalars: [Unicode.Scalar] = (1...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }
        .filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .spaceSeparator, .lineSeparator,
                .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
                true
            // Of the gaps the ends will do, which include those that are never to be filled.
            case .unassigned:
                scalar.value & (LongRun.isOn ? 0xFF : 0xFFFF) >= (LongRun.isOn ? 0xFE : 0xFFFE)
            case .privateUse: scalar.value & (LongRun.isOn ? 0x3F : 0x3FF) == 0
            case .otherLetter where scalar.value > 0x3400:
                scalar.value & (LongRun.isOn ? 0x0F : 0xFF) == 0
            case .otherSymbol where scalar.properties.isEmoji: true
            default: LongRun.isOn || scalar.isASCII || scalar.value & 0x0F == 0
            }
        }

    @Test("No name or message can put a host's bytes on the screen")
    func scalars() async throws {
        var state = NewerWord.state()
        let host = try await PuppetHost([NewerWord.welcome(.first, hasToken: false), .state(state)])
        let terminal = try ProgramTerminal(
            "join \(host.address) --motion none", columns: 132, rows: 30, limit: .seconds(200))
        try await terminal.wait(for: "deck 69")
        var rest = Self.scalars[...]
        var batch = 0
        while !rest.isEmpty {
            batch += 1
            // As much as there is room for in the news and in the two names.
            let text = String(String.UnicodeScalarView(rest.prefix(50)))
            rest = rest.dropFirst(50)
            state.players[.second]?.name = text
            state.revision = Revision(batch + 1000)
            state.deck = 1 + batch % 60
            await host.say([.state(state), .said(.second, name: "Eve", text: text)])
            try await terminal.wait(for: "deck \(state.deck)")
            await Task.yield()
        }
        let written = await terminal.screen.written
        #expect(written.count > 1000)
        // Chat may carry marks.
        let foreign = written.filter { !SafeText.isAllowed($0) && !SafeText.isMark($0) }
        #expect(foreign.isEmpty, "\(foreign.map(\.value))")
        await host.hangUp()
        try await terminal.wait(for: "Game over")
        await terminal.type("\r")
        #expect(try await terminal.end() == .exited(69))
        #expect(await terminal.isRestored)
    }

    @Test("A host's last words put no bytes of its own on the screen")
    func lastWords() async throws {
        let text = "\u{1B}[2J\u{9B}31m\u{1B}]0;owned\u{7}\u{202E}\u{1}\r\n\u{7F}x"
        for last in [
            HostMessage.error(.badMessage, message: text),
            .refused(Refused(request: .claim, why: .staleBoard, message: text)),
        ] {
            let host = try await PuppetHost(
                [NewerWord.welcome(.first, hasToken: false), .state(NewerWord.state()), last])
            let terminal = try ProgramTerminal("join \(host.address)")
            if case .refused = last { try await terminal.wait(for: "owned") }
            await host.hangUp()
            if case .refused = last {
                try await terminal.wait(for: "Game over")
                await terminal.type("\r")
            }
            _ = try await terminal.end()
            #expect(await terminal.isRestored)
            let words = await terminal.lastWords
            let lineEnd = "\r\n".unicodeScalars
            #expect(
                words.unicodeScalars.allSatisfy { SafeText.isAllowed($0) || lineEnd.contains($0) })
        }
    }
}
