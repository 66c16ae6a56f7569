import SetProtocol

/// The main menu: everything there is to do, and the forms that ask for details first.
package struct MainMenu: Screen {
    package enum Outcome: Equatable, Sendable {
        case computer(Strength)
        case alone(SoloPlan)
        /// Two computer players to watch.
        case demonstration
        /// The last recorded duel.
        case replay
        case lesson
        /// Tables for others, and perhaps a seat.
        case host(HostPlan)
        /// A seat, or a look, at somebody's table.
        case join(JoinPlan)
        /// Something with theme files; the chooser stays open.
        case theme(ThemeTask)
        case quit
    }

    /// What is shown below the masthead.
    enum Screen: Hashable, Sendable {
        case menu, computer, alone, host, join, watch, themes, settings, rules
    }

    package private(set) var settings: ClientSettings
    private var library: ThemeLibrary
    private let keyboards: [Keyboard]
    private var plan: HostPlan
    private var solo: SoloPlan
    private(set) var screen = Screen.menu
    private(set) var lists: [Screen: ChoiceList<MainMenuChoice>]
    private(set) var forms: [Screen: any PlanForm]
    private var reading: ReadingSheet
    private(set) var chooser: ThemeChooser?
    private var settingsPage: SettingsPage?
    private var notice: Notice?
    private(set) var masthead: Masthead
    private var cellAspect = 2.0
    private var isNewcomer: Bool

    /// A line in place of the explanation, until the next key.
    struct Notice: Equatable, Sendable {
        let text: String
        let isBad: Bool
    }

    /// - Parameters:
    ///   - library: The themes to choose from.
    ///   - keyboards: The keyboards to choose from.
    ///   - plan: The defaults for hosting, including the player's name.
    ///   - solo: The defaults for a game alone.
    ///   - strength: The computer's strength that is highlighted first.
    ///   - rules: The text of the rules.
    ///   - isNewcomer: Whether the player has neither seen nor declined the lesson.
    ///   - seed: Decides the set in the masthead.
    package init(
        settings: ClientSettings, library: ThemeLibrary, keyboards: [Keyboard] = Keyboard.builtIn,
        plan: HostPlan, solo: SoloPlan = SoloPlan(), strength: Strength, rules: String,
        isNewcomer: Bool, seed: UInt64
    ) {
        (self.settings, self.library, self.keyboards) = (settings, library, keyboards)
        (self.plan, self.solo) = (plan, solo)
        self.isNewcomer = isNewcomer
        lists = [
            .menu: ChoiceList(MainMenuItems.items, at: isNewcomer ? MainMenuItems.firstStep : nil),
            .computer: ChoiceList(MainMenuItems.strengths, at: .end(.computer(strength))),
        ]
        forms = Self.forms(plan, solo, settings.lastHost)
        reading = ReadingSheet(rules)
        masthead = Masthead(seed: seed)
    }

    private static func forms(
        _ plan: HostPlan, _ solo: SoloPlan, _ lastHost: String
    ) -> [Screen: any PlanForm] {
        [
            .alone: SoloForm(solo), .host: HostForm(plan),
            .join: JoinForm(name: plan.name, address: lastHost, role: .play),
            .watch: JoinForm(name: plan.name, address: lastHost, role: .watch),
        ]
    }

    package var theme: Theme { SettingsModel.theme(for: settings, among: library.themes) }

    // MARK: - Coming back

    /// How an outcome ended, and the message for the player who comes back.
    package enum Return: Equatable, Sendable {
        case quietly
        /// A message that asks nothing of the player.
        case message(String)
        /// An error; an open form stays open as it was filled in.
        case error(String)

        fileprivate var notice: Notice? {
            switch self {
            case .quietly: nil
            case .message(let text): Notice(text: text, isBad: false)
            case .error(let text): Notice(text: text, isBad: true)
            }
        }
    }

    /// Comes back after an outcome was carried out.
    ///
    /// - Parameter hasSavedGame: Whether a game alone can be continued.
    package mutating func came(
        back way: Return, with settings: ClientSettings, hasSavedGame: Bool = false, seed: UInt64
    ) {
        adopt(settings)
        solo.continues = hasSavedGame
        forms[.alone] = SoloForm(solo)
        masthead = Masthead(seed: seed)
        notice = way.notice
        if notice?.isBad != true { screen = .menu }
    }

    /// Comes back to the theme chooser after theme files may have changed.
    package mutating func came(
        back change: ThemeChange, with library: ThemeLibrary, _ notice: Return = .quietly
    ) {
        self.library = library
        let chooser = (chooser ?? ThemeChooser(settings, library)).after(change, library)
        (screen, settings, self.chooser) = (.themes, chooser.settings, chooser)
        self.notice = notice.notice
    }

    /// Comes back from the lesson, which leads to a game against the weakest opponent.
    ///
    /// - Parameter hasPlayed: Whether the player has ever chosen the computer's strength.
    package mutating func cameBackFromLesson(hasPlayed: Bool) {
        lists[.menu]?.point(at: .open(.computer))
        if !hasPlayed { lists[.computer]?.point(at: .end(.computer(.beginner))) }
    }

    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        notice = Notice(text: text, isBad: true)
        settingsPage?.remark(text)
    }

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        cellAspect = appearance.cellAspect
    }

    // MARK: - Events

    package var keyUse: KeyUse {
        let isTyping = screen == .settings ? settingsPage?.isTyping : forms[screen]?.form.isTyping
        return isTyping == true ? .text : .commands
    }

    package var isAsking: Bool { chooser?.pendingDeletion != nil }

    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        let layout = layout(size)
        let isQuit = event == .key(.character("q")) || event == .key(.character("Q"))
        if event.isInterrupt || isQuit && (layout == nil || screen == .computer) {
            return [.done(.quit)]
        }
        guard let layout else { return [] }
        if case .mouse(let mouse) = event, case .release = mouse.action { return [] }
        if case .click(let point) = event.fromPlayer, let key = keyBar(layout).action(at: point) {
            return handle(.key(key), in: size, at: now)
        }
        notice = nil
        if screen == .menu, event == .key(.character("?")) {
            return handle(.key(.character("r")), in: size, at: now)
        }
        if var list = lists[screen] {
            if case .key(let key) = event, let hint = settings.keyboard.hint(on: key) {
                notice = Notice(text: hint, isBad: true)
            }
            let step = list.handle(event, in: area(list.columns, layout), pitch: layout.pitch)
            lists[screen] = list
            return perform(step)
        }
        if var form = forms[screen] {
            let step = form.handle(event, in: formArea(layout))
            forms[screen] = form
            return perform(step, of: form)
        }
        if screen == .themes { return handleInThemes(event, in: size) }
        if screen == .settings { return handleInSettings(event, in: size) }
        return reading.handle(event, on: size) == .back ? back() : []
    }

    private mutating func perform(
        _ step: ChoiceList<MainMenuChoice>.Step
    ) -> [ScreenEffect<Outcome>] {
        switch step {
        case .stay: return []
        case .chosen(.end(let outcome)):
            if outcome == .lesson { isNewcomer = false }
            return [.done(outcome)]
        case .chosen(.open(let screen)):
            self.screen = screen
            if screen == .themes { chooser = ThemeChooser(settings, library) }
            if screen == .settings {
                settingsPage = SettingsPage(
                    SettingsModel(settings, themes: library.themes, keyboards: keyboards))
            }
            return []
        case .back where screen != .menu: return back()
        case .back where isWelcoming:
            isNewcomer = false
            lists[.menu]?.point(at: .open(.computer))
            notice = Notice(text: MainMenuItems.dismissal, isBad: false)
            return [.save([.lessonSeen: "yes"])]
        case .back:
            // The first escape highlights the way out, the second one leaves.
            if lists[.menu]?.pointed.choice == .end(.quit) { return [.done(.quit)] }
            lists[.menu]?.point(at: .end(.quit))
            return []
        }
    }

    /// Whether the lesson is offered to a newcomer.
    var isWelcoming: Bool {
        isNewcomer && lists[.menu]?.pointed.choice == MainMenuItems.firstStep
    }

    private mutating func perform(
        _ step: Form.Step, of form: any PlanForm
    ) -> [ScreenEffect<Outcome>] {
        switch step {
        case .stay: return []
        case .back: return back()
        case .submit: break
        }
        do throws(FormFault) {
            return [.done(try form.outcome())]
        } catch {
            forms[screen]?.form.point(at: error.row)
            notice = Notice(text: error.sentence, isBad: true)
            return []
        }
    }

    private mutating func handleInThemes(
        _ event: InputEvent, in size: Size
    ) -> [ScreenEffect<Outcome>] {
        guard var chooser else { return back() }
        let step = chooser.handle(event, in: themeArea(size), of: size, cellAspect)
        settings = chooser.settings
        self.chooser = chooser.isOpen ? chooser : nil
        if !chooser.isOpen { screen = .menu }
        switch step {
        case .stay: return []
        case .say(let text):
            notice = Notice(text: text, isBad: false)
            return []
        case .save(let changes): return [.save(changes)]
        case .work(let task): return [.done(.theme(task))]
        }
    }

    private mutating func handleInSettings(
        _ event: InputEvent, in size: Size
    ) -> [ScreenEffect<Outcome>] {
        guard var page = settingsPage else { return back() }
        let step = page.handle(event, in: size)
        adopt(page.preferences.settings)
        settingsPage = page
        if step.closes { return back() }
        return step.changes.map { [.save($0)] } ?? []
    }

    private mutating func back() -> [ScreenEffect<Outcome>] {
        screen = .menu
        return []
    }

    /// Adopts settings that were changed here or at a table; a new name is the next table's.
    private mutating func adopt(_ changed: ClientSettings) {
        defer { settings = changed }
        guard changed.name != settings.name, !changed.name.isEmpty else { return }
        plan.name = changed.name
        forms = Self.forms(plan, solo, settings.lastHost)
    }
}

// MARK: - Layout

extension MainMenu {
    /// Where everything is, the same on every screen so that nothing jumps; `nil` when the terminal
    /// is too small.
    func layout(_ size: Size) -> PageLayout? {
        PageLayout(size, rows: MainMenuItems.items.count, items: MainMenuItems.items.count)
    }

    /// Where a list or form is, below its heading if it has one.
    private func area(_ columns: Int, _ layout: PageLayout) -> Rect {
        let column = layout.column(columns)
        guard title.heading != nil else { return column }
        return Rect(
            column.minX, column.minY + 2, column.size.width, max(1, column.size.height - 2))
    }

    private func formArea(_ layout: PageLayout) -> Rect { area(56, layout) }

    /// Below the masthead, which wears the highlighted theme, and above the keys.
    private func themeArea(_ size: Size) -> Rect {
        let top = layout(size)?.masthead.maxY ?? 0
        return Rect(0, top, size.width, size.height - top - ThemeChooser.barRows(size))
    }

    /// The heading and the keys of the screen.
    private var title: (heading: String?, keys: [KeyBar<Key>.Item]) {
        typealias Item = KeyBar<Key>.Item
        let (choose, row) = (Item("↑↓", "choose", nil), Item("↑↓", "row", nil))
        let back = Item("esc", "back", Key(.escape))
        func enter(_ title: String) -> Item { Item("enter", title, Key(.enter)) }
        return switch screen {
        case .menu: (nil, [choose, enter("go"), Item("q", "quit", .character("q"))])
        case .computer: ("Choose the computer's strength", [choose, enter("play"), back])
        case .alone: ("Play alone", [enter("play"), row, Item("←→", "change", nil), back])
        case .host: ("Host a duel", [enter("open"), row, Item("←→", "change", nil), back])
        case .join: ("Join a duel", [enter("join"), row, back])
        case .watch: ("Watch a duel", [enter("watch"), row, back])
        case .themes, .settings, .rules: (nil, [])
        }
    }

    /// If the keys have no separate row, the way back uses the last row of the content.
    private func keyBar(_ layout: PageLayout) -> KeyBar<Key> {
        guard layout.hints.isEmpty else { return layout.keys(title.keys) }
        let content = layout.content
        let row = Rect(content.minX, content.maxY - 1, content.size.width, 1)
        return KeyBar(
            title.keys.filter { $0.action == Key(.escape) }, in: row, isCentered: true)
    }
}

// MARK: - Drawing

extension MainMenu {
    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        guard let layout = layout(canvas.size) else {
            return PageLayout.drawTooSmall(on: &canvas)
        }
        if screen == .settings, let settingsPage {
            return settingsPage.draw(on: &canvas, appearance)
        }
        if screen == .rules { return reading.draw(on: &canvas, appearance) }
        if screen == .themes, let chooser {
            // A sheet that needs the rows of the masthead would not cover all of it.
            let area = themeArea(canvas.size)
            if chooser.fits(area, on: canvas.size, appearance) {
                masthead.draw(in: layout.masthead, appearance, on: &canvas)
            }
            return chooser.draw(in: area, notice: notice, appearance, on: &canvas)
        }
        masthead.draw(in: layout.masthead, appearance, on: &canvas)
        if let heading = title.heading {
            canvas.write(heading, centeredIn: layout.content, .bold)
        }
        if let list = lists[screen] {
            list.draw(
                in: area(list.columns, layout), pitch: layout.pitch, appearance, on: &canvas)
        }
        forms[screen]?.form.draw(in: formArea(layout), appearance, on: &canvas)
        // A long message may use the row of the way back if that has no separate row.
        keyBar(layout).draw(appearance, on: &canvas)
        let (words, tone) = words
        let style = tone.style(appearance.palette, tone == .quiet ? [] : .bold)
        layout.draw(words, style, on: &canvas)
    }

    private var words: (String, Tone) {
        if let notice { return (notice.text, notice.isBad ? .bad : .mine) }
        if screen == .menu, isWelcoming { return (MainMenuItems.welcome, .mine) }
        let explanation = lists[screen]?.pointed.explanation ?? forms[screen]?.explanation
        return (explanation ?? "", .quiet)
    }
}
