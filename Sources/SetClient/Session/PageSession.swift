import SetProtocol

/// How a page came to its end.
public enum PageEnd<Outcome: Sendable>: Sendable {
    /// The player was done with it; this came of it.
    case done(Outcome)
    /// Something else ended it, such as a signal.
    case ended(SessionEnd)
}

extension PageEnd: Equatable where Outcome: Equatable {}

/// Runs a page: hands it what the player does and shows what it draws.
///
/// ```swift
/// let stage = try TerminalStage(environment: environment, color: .auto, on: executor)
/// let session = PageSession(page, on: stage, settingsFile: preferences.settingsFile)
/// switch await session.run() { … }
/// ```
public actor PageSession<Content: Page> {
    /// The page as it is now; after the end, as the player left it.
    public private(set) var page: Content
    private let stage: TerminalStage
    private let settingsFile: SettingsFile?
    private var isOnStage = false
    private var end: PageEnd<Content.Outcome>?
    private var ended: CheckedContinuation<PageEnd<Content.Outcome>, Never>?

    /// Runs on the executor of its stage.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        stage.executor.asUnownedSerialExecutor()
    }

    /// A page that nobody sees yet.
    ///
    /// - Parameter settingsFile: Where the player's changes are kept; `nil` to forget them.
    public init(_ page: Content, on stage: TerminalStage, settingsFile: SettingsFile? = nil) {
        self.page = page
        self.stage = stage
        self.settingsFile = settingsFile
    }

    /// Shows the page until the player is done with it; the stage is left in every case.
    public func run() async -> PageEnd<Content.Outcome> {
        if let end { return end }
        isOnStage = true
        do throws(TerminalError) {
            try stage.enter { [weak self] event in
                self?.assumeIsolated { $0.take(event) }
            }
        } catch {
            return .ended(SessionEnd(error))
        }
        return await withCheckedContinuation { continuation in
            if let end { continuation.resume(returning: end) } else { ended = continuation }
        }
    }

    /// Changes the page because of something the player did not do, and shows it.
    public func update(_ change: @Sendable (inout Content) -> Void) {
        change(&page)
        if end == nil, isOnStage { stage.requestFrame() }
    }

    /// Ends the page without the player, unless it has ended.
    public func finish(_ outcome: Content.Outcome) { finish(.done(outcome)) }

    private func take(_ event: TerminalStage.Event) {
        guard end == nil else { return }
        switch event {
        case .input(let input):
            let now = MonotonicClock.now
            switch page.take(input, on: stage.size, at: now) {
            case .stay: break
            case .save(let settings): save(settings, at: now)
            case .done(let outcome): finish(.done(outcome))
            }
        case .frameDue: draw()
        case .ended(let end): finish(.ended(end))
        }
    }

    /// Keeps what the player has changed; where that fails it still holds for this time.
    private func save(_ settings: StoredSettings, at now: TableTime) {
        do throws(FileProblem) {
            try settingsFile?.merge(settings)
        } catch {
            page.remark("Not kept for next time: \(error.brief)", at: now)
        }
    }

    private func draw() {
        let now = MonotonicClock.now
        stage.heed(page.settings)
        let change = page.nextChange(after: now)
        // What moves goes no faster than the line bears.
        let isMoving = change.map { $0 < now.advanced(by: .milliseconds(100)) } ?? false
        if isMoving, stage.isBusy(at: now) { return }
        let appearance = Appearance(page.theme, page.settings, on: stage.profile)
        page.prepare(for: appearance)
        var canvas = Canvas(stage.size)
        page.draw(on: &canvas, appearance, at: now)
        stage.show(canvas, isMoving: isMoving, at: now)
        stage.requestFrame(at: change)
    }

    private func finish(_ end: PageEnd<Content.Outcome>) {
        guard self.end == nil else { return }
        self.end = end
        if isOnStage { stage.leave() }
        ended?.resume(returning: end)
        ended = nil
    }
}
