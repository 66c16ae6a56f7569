import SetProtocol

/// What a terminal answered to a batch of questions.
package struct TerminalInquiry: Equatable, Sendable {
    /// The answers in the order they came.
    package let answers: [TerminalReport]
    /// Whether the closing question was answered, so that nothing more was to come.
    package let isComplete: Bool
    /// How long it took, in milliseconds.
    package let milliseconds: Int

    /// The answer to a question; `nil` when there was none.
    package func answer(to question: TerminalQuestion) -> TerminalReport? {
        answers.last { TerminalQuestion(answeredBy: $0) == question }
    }
}

extension TerminalDevice {
    /// What questions may do to the screen.
    package enum InquiryPlace: Sendable {
        /// They leave no trace: the shell's picture stays as it is.
        case belowThePrompt
        /// These queries write and move the cursor, so they use a separate screen.
        case ownScreen
    }

    /// Sends the queries, waits for the answers, and restores the terminal.
    ///
    /// Blocks for up to `timeout`, and discards what is typed in the meantime. The last question
    /// must be the fence.
    package func inquire(
        _ questions: [TerminalQuestion], within timeout: Duration, at place: InquiryPlace
    ) throws(TerminalError) -> TerminalInquiry {
        switch place {
        case .belowThePrompt: try enterToAsk()
        case .ownScreen: try enter(TerminalModes(reportsMouse: false))
        }
        defer { leave() }
        let start = TerminalSystem.milliseconds()
        try ask(questions, within: timeout)
        var answers: [TerminalReport] = []
        var decoder = InputDecoder()
        let deadline = start + timeout.wholeMilliseconds
        while true {
            let left = deadline - TerminalSystem.milliseconds()
            guard left > 0 else { break }
            guard try TerminalSystem.wait(for: .reading, of: input, milliseconds: Int32(left))
            else {
                continue
            }
            for case .report(let report) in decoder.feed(try TerminalSystem.read(input)) {
                answers.append(report)
                guard case .primaryAttributes = report else { continue }
                fenceAnswered()
                return TerminalInquiry(
                    answers: answers, isComplete: true,
                    milliseconds: TerminalSystem.milliseconds() - start)
            }
        }
        return TerminalInquiry(
            answers: answers, isComplete: false,
            milliseconds: TerminalSystem.milliseconds() - start)
    }
}
