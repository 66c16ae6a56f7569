import SetProtocol

package struct TerminalInquiry: Equatable, Sendable {
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
        let (answers, isComplete) = try self.answers(to: 1, by: start + timeout.wholeMilliseconds)
        if isComplete { fenceAnswered() }
        return TerminalInquiry(
            answers: answers, isComplete: isComplete,
            milliseconds: TerminalSystem.milliseconds() - start)
    }
}
