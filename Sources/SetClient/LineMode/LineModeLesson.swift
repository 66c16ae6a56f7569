import SetProtocol

/// The lesson in line mode: the client of a table, answered by ``Lesson`` instead of a host.
package struct LineModeLesson: Sendable {
    @Boxed private var client: LineModeClient
    @Boxed private var lesson: Lesson
    package private(set) var hasEnded = false

    package var wantsDuel: Bool { lesson.wantsDuel }

    package init(_ preferences: SettingsModel, seed: UInt64) {
        let client = LineModeClient(preferences, venue: .lesson)
        let words = LessonWords(register: .line, cardWords: client.cardWords)
        // Cards are heard one after another, so nobody is hurried.
        lesson = Lesson(seed: seed, words: words, isTimed: false)
        self.client = client
    }

    package mutating func begin() -> [String] { lines(of: lesson.start()) }

    /// Performs a typed line, or leaves when there are no more.
    package mutating func read(_ line: String?) -> [String] {
        lines(of: line.map { client.read($0, at: .zero) } ?? client.inputEnded())
    }

    private mutating func lines(of output: LineModeClient.Output) -> [String] {
        output.effects.reduce(into: output.lines) { lines, effect in
            switch effect {
            case .send(let message): lines += self.lines(of: lesson.receive(message, at: .zero))
            case .done: hasEnded = true
            case .alert, .save, .copy: break
            }
            if wantsDuel { hasEnded = true }
        }
    }

    private mutating func lines(of messages: [HostMessage]) -> [String] {
        messages.flatMap { lines(of: client.receive($0, at: .zero)) }
    }
}
