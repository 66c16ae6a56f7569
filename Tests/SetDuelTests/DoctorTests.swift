import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient
@testable import set_duel

@Suite("The doctor command", .serialized, .inTurn, .timeLimit(.minutes(2)))
struct DoctorTests {
    /// Variables as somebody has them who must not be told from the report.
    static let privately = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/home/canary", "USER": "canary",
        "LOGNAME": "canary", "HOSTNAME": "canary", "SSH_CONNECTION": "192.0.2.7 51000 192.0.2.8 22",
        "SSH_TTY": "/dev/pts/canary", "TMUX": "/tmp/tmux-canary/default,7,0",
        "SET_DUEL_NAME": "canary", "SET_DUEL_TABLE": "CANARY", "COLORTERM": "/home/canary\u{1B}[2J",
    ]

    private func report(
        _ environment: [String: String], _ answers: [TerminalReport]? = nil
    ) -> [String] {
        var profile = TerminalProfile(environment: environment, isTerminal: true)
        let window = WindowSize(cells: Size(80, 24))
        for answer in answers ?? [] { profile.apply(answer) }
        let inquiry: DoctorReport.Inquiry =
            answers.map {
                .made(
                    profile.startupQuestions(window: window),
                    TerminalInquiry(answers: $0, isComplete: true, milliseconds: 3))
            } ?? .omitted("the output is not a terminal")
        return DoctorReport(
            profile: profile, inquiry: inquiry, window: window, environment: environment,
            preferences: Preferences(environment: environment), system: "Linux 6.1 (x86_64)"
        ).lines
    }

    @Test("The doctor command prints each finding and its reason")
    func text() {
        let answers: [TerminalReport] = [
            .foreground(.init(0xD0, 0xD0, 8)), .background(.init(0x1E, 0x20, 0x30)),
            .version("kitty(0.41.0)"), .mode(2026, .reset), .mode(2031, .unknown),
            .keyboardFlags(0), .cellPixels(Size(10, 21)), .cursorPosition(Point(1, 0)),
            .cursorPosition(Point(0, 1)),
            .cursorPosition(Point(1, 2)), .primaryAttributes([62, 22]),
        ]
        let lines = report(
            ["TERM": "xterm-256color", "LANG": "en_US.UTF-8", "NO_COLOR": ""], answers)
        expectPicture(lines.joined(separator: "\n"), "cli/doctor")
    }

    @Test("The doctor command prints nothing that identifies a person")
    func privacy() throws {
        for answers in [nil, [TerminalReport.version("tmux 3.4"), .primaryAttributes([1])]] {
            let text = report(Self.privately, answers).joined(separator: "\n")
            // The path of the home directory is the only place where the name may have stood.
            #expect(!text.lowercased().contains("canary"))
            #expect(!text.contains("192.0.2"))
            #expect(text.contains("~/.config/set-duel/settings.json"))
            for name in ["TMUX", "SSH_TTY", "SSH_CONNECTION", "SET_DUEL_NAME", "SET_DUEL_TABLE"] {
                let isSaid = try text.contains(Regex("\(name) +is set"))
                #expect(isSaid, "\(name)")
            }
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || SafeText.isAllowed($0) })
        }
    }

    @Test("The doctor command does not hang on a silent terminal")
    func silence() async throws {
        let terminal = try ProgramTerminal("doctor", answering: .later)
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.contains("Answers (incomplete after "))
    }

    @Test(
        "The doctor command gives the terminal back when a signal ends it while it asks",
        arguments: [2, 15, 1, 3])
    func signals(_ number: Int32) async throws {
        let terminal = try ProgramTerminal(
            "doctor", environment: ["SSH_TTY": "/dev/pts/9"], answering: .later)
        try await terminal.wait(for: "its screen") { $0.modes.contains(1049) }
        await terminal.signal(number)
        #expect(try await terminal.end() == .killed(number))
        #expect(await terminal.isRestored)
    }
}
