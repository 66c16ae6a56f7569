import SetClient
import SetProtocol

/// `set-duel doctor`: queries the terminal for everything the game needs to know, and prints it.
struct DoctorCommand {
    let context: CommandContext

    /// Queries the terminal, if there is one, and prints the report in any case.
    func run() {
        let isTerminal = StandardStream.output.isTerminal
        var profile = TerminalProfile(
            environment: context.environment, isTerminal: isTerminal,
            choices: context.configuration.terminal)
        var window: WindowSize?
        let inquiry: DoctorReport.Inquiry
        do throws(TerminalError) {
            let device = try TerminalDevice.standard()
            let size = try device.windowSize()
            window = size
            profile.apply(size)
            inquiry = try ask(device, size, &profile)
        } catch .notATerminal {
            inquiry = .omitted("the output is not a terminal")
        } catch {
            inquiry = .omitted("of an error: \(error.sentence)")
        }
        let report = DoctorReport(
            profile: profile, inquiry: inquiry, window: window, environment: context.environment,
            preferences: context.preferences, system: Program.system)
        Output.line(report.lines.joined(separator: "\n"))
    }

    private func ask(
        _ device: TerminalDevice, _ size: WindowSize, _ profile: inout TerminalProfile
    ) throws(TerminalError) -> DoctorReport.Inquiry {
        guard device.isInForeground else { return .omitted("set-duel runs in the background") }
        var questions = profile.startupQuestions(window: size)
        guard questions.popLast() != nil else {
            return .omitted("this type of terminal (TERM) does not answer queries")
        }
        // If modes can be queried at all, includes those that the game turns on without asking.
        if questions.contains(.mode(2026)) { questions += DoctorReport.modes.map { .mode($0) } }
        questions.append(.attributes)
        let inquiry = try device.inquire(
            questions, within: profile.answerTimeout, onOwnScreen: true)
        if inquiry.isComplete { profile.answerTime = .milliseconds(inquiry.milliseconds) }
        for answer in inquiry.answers { profile.apply(answer) }
        return .made(questions, inquiry)
    }
}
