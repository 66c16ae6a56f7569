import SetProtocol

/// The first page: what there is to do, and whatever must be asked before it is done.
package struct MainMenu: Screen {
    /// What the player wants.
    package enum Outcome: Hashable, Sendable {
        /// A duel against the computer.
        case computer(Strength)
        /// A game alone.
        case alone
        /// Two computer players, to be looked at.
        case demonstration
        /// The lesson.
        case lesson
        /// Tables for others, and perhaps a seat.
        case host(HostPlan)
        /// A seat, or a look, at somebody's table.
        case join(JoinPlan)
        /// Something with the files of themes; the chooser stays open.
        case theme(ThemeTask)
        /// Nothing more.
        case quit
    }

    /// What is being shown.
    enum Screen: Hashable, Sendable {
        case menu, computer, host, join, watch, themes, settings, rules
    }

    /// The settings it is drawn with.
    package var settings: ClientSettings
    private(set) var library: ThemeLibrary
    private let keyboards: [Keyboard]
    private var plan: HostPlan
    private(set) var screen = Screen.menu
    private(set) var menu: ChoiceList<MainMenuChoice>
    private(set) var strengths: ChoiceList<Strength>
    private(set) var hostForm: HostForm
    private(set) var joinForm: JoinForm
    private(set) var watchForm: JoinForm
    private(set) var reading: ReadingSheet
    private(set) var chooser: ThemeChooser?
    private(set) var settingsPage: SettingsPage?
    private(set) var notice: Notice?
    private(set) var masthead: Masthead
    private var cellAspect = 2.0
    private var isNewcomer: Bool

    /// A line that stands where the explanations stand, until the next key.
    struct Notice: Hashable, Sendable {
        let text: String
        let isBad: Bool
    }

    /// The first page.
    ///
    /// - Parameters:
    ///   - library: The themes there are.
    ///   - keyboards: The keyboards there are; those that come with the game unless given.
    ///   - plan: What is hosted unless the player wants something else, their name included.
    ///   - strength: The computer's, unless the player wants another.
    ///   - rules: The rules of the game, to be read.
    ///   - isNewcomer: Whether the player has neither seen the lesson nor said no to it.
    ///   - seed: Decides which set stands at the head.
    package init(
        settings: ClientSettings, library: ThemeLibrary, keyboards: [Keyboard] = Keyboard.builtIn,
        plan: HostPlan, strength: Strength, rules: String, isNewcomer: Bool, seed: UInt64
    ) {
        (self.settings, self.library, self.keyboards) = (settings, library, keyboards)
        self.plan = plan
        menu = ChoiceList(MainMenuItems.items, at: isNewcomer ? MainMenuItems.firstStep : nil)
        strengths = ChoiceList(
            Strength.allCases.map {
                .init(
                    $0.menuKey, $0.rawValue.capitalizedFirst, $0.summary.capitalizedFirst + ".", $0)
            }, at: strength)
        hostForm = HostForm(plan)
        joinForm = JoinForm(name: plan.name, role: .play)
        watchForm = JoinForm(name: plan.name, role: .watch)
        reading = ReadingSheet(rules)
        masthead = Masthead(seed: seed)
        self.isNewcomer = isNewcomer
    }

    /// The theme in use.
    package var theme: Theme { SettingsModel.theme(for: settings, among: library.themes) }

    /// What the player is told when they come back.
    package enum Return: Hashable, Sendable {
        /// All went well.
        case quietly
        /// How it ended, when that is not the player's to mend.
        case told(String)
        /// What went wrong; a form stays open with what was filled in.
        case mending(String)
    }

    /// Comes back after something.
    ///
    /// - Parameter seed: Decides which set stands at the head now.
    package mutating func came(
        back way: Return, with settings: ClientSettings, seed: UInt64
    ) {
        self.settings = settings
        masthead = Masthead(seed: seed)
        switch way {
        case .quietly: (notice, screen) = (nil, .menu)
        case .told(let text): (notice, screen) = (Notice(text: text, isBad: false), .menu)
        case .mending(let text): notice = Notice(text: text, isBad: true)
        }
    }

    /// Comes back to the chooser of themes after something was done with their files.
    ///
    /// - Parameters:
    ///   - change: What has changed.
    ///   - library: The themes there are now.
    ///   - notice: What the player is told, if anything.
    package mutating func came(
        back change: ThemeChange, with library: ThemeLibrary, _ notice: Return = .quietly
    ) {
        self.library = library
        let chooser = (chooser ?? ThemeChooser(settings, library)).after(change, library)
        (screen, settings, self.chooser) = (.themes, chooser.settings, chooser)
        switch notice {
        case .quietly: self.notice = nil
        case .told(let text): self.notice = Notice(text: text, isBad: false)
        case .mending(let text): self.notice = Notice(text: text, isBad: true)
        }
    }

    /// Comes back from the lesson, which leads on to a game against the weakest opponent.
    ///
    /// - Parameter hasPlayed: Whether the player has ever chosen how strong the computer shall be.
    package mutating func cameBackFromLesson(hasPlayed: Bool) {
        menu.point(at: .computer)
        if !hasPlayed { strengths.point(at: .beginner) }
    }

    /// Tells it where the explanations stand, until the next key.
    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        notice = Notice(text: text, isBad: true)
        settingsPage?.remark(text)
    }

    /// Takes in the shape of the cells, on which the place of the themes depends.
    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        cellAspect = appearance.cellAspect
    }

    // MARK: - Events

    /// Moves between the screens, fills in forms, and ends with what the player wants.
    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        if event.isInterrupt { return [.done(.quit)] }
        let isQuit = event == .key(.character("q")) || event == .key(.character("Q"))
        guard let layout = layout(size) else { return isQuit ? [.done(.quit)] : [] }
        if isQuit, screen == .computer { return [.done(.quit)] }
        if case .mouse(let mouse) = event {
            if case .release = mouse.action { return [] }
            if mouse.action == .press(.left), let key = keyBar(layout).action(at: mouse.point) {
                return handle(.key(key), in: size, at: now)
            }
        }
        notice = nil
        switch screen {
        case .menu: return handleInMenu(event, layout)
        case .computer:
            switch strengths.handle(event, in: list(strengths.columns, layout), pitch: layout.pitch)
            {
            case .stay: return []
            case .back: return back()
            case .chosen(let strength): return [.done(.computer(strength))]
            }
        case .host:
            let step = hostForm.handle(event, in: formArea(layout))
            return after(step) { page throws(FormFault) in .host(try page.hostForm.plan()) }
        case .join:
            let step = joinForm.handle(event, in: formArea(layout))
            return after(step) { page throws(FormFault) in .join(try page.joinForm.plan()) }
        case .watch:
            let step = watchForm.handle(event, in: formArea(layout))
            return after(step) { page throws(FormFault) in .join(try page.watchForm.plan()) }
        case .themes: return handleInThemes(event, in: size)
        case .settings: return handleInSettings(event, in: size)
        case .rules: return reading.handle(event, on: size) == .back ? back() : []
        }
    }

    private mutating func handleInMenu(
        _ event: InputEvent, _ layout: PageLayout
    ) -> [ScreenEffect<Outcome>] {
        switch menu.handle(event, in: list(menu.columns, layout), pitch: layout.pitch) {
        case .stay: return []
        case .back where isWelcoming:
            isNewcomer = false
            menu.point(at: .computer)
            notice = Notice(text: MainMenuItems.dismissal, isBad: false)
            return [.save([.lessonSeen: "yes"])]
        case .back:
            // The first escape shows the way out, the second one goes it.
            if menu.pointed.choice == .quit { return [.done(.quit)] }
            menu.point(at: .quit)
        case .chosen(.computer): screen = .computer
        case .chosen(.host): screen = .host
        case .chosen(.join): screen = .join
        case .chosen(.watch): screen = .watch
        case .chosen(.alone): return [.done(.alone)]
        case .chosen(.demonstration): return [.done(.demonstration)]
        case .chosen(.lesson):
            isNewcomer = false
            return [.done(.lesson)]
        case .chosen(.rules): screen = .rules
        case .chosen(.themes):
            chooser = ThemeChooser(settings, library)
            screen = .themes
        case .chosen(.settings):
            settingsPage = SettingsPage(
                SettingsModel(settings, themes: library.themes, keyboards: keyboards))
            screen = .settings
        case .chosen(.quit): return [.done(.quit)]
        }
        return []
    }

    /// Whether the lesson is offered to somebody new, as long as it is pointed at.
    var isWelcoming: Bool { isNewcomer && menu.pointed.choice == MainMenuItems.firstStep }

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
        let name = page.preferences.settings.name
        let hasNewName = name != settings.name && !name.isEmpty
        settings = page.preferences.settings
        settingsPage = page
        if hasNewName { fillForms(with: name) }
        if step.closes { return back() }
        return step.changes.map { [.save($0)] } ?? []
    }

    /// Begins the forms anew for a player of another name.
    private mutating func fillForms(with name: String) {
        plan.name = name
        hostForm = HostForm(plan)
        joinForm = JoinForm(name: name, role: .play)
        watchForm = JoinForm(name: name, role: .watch)
    }

    private mutating func back() -> [ScreenEffect<Outcome>] {
        screen = .menu
        return []
    }

    /// Does what a filled-in form is for, or points at what is wrong with it.
    private mutating func after(
        _ step: Form.Step, _ plan: (MainMenu) throws(FormFault) -> Outcome
    ) -> [ScreenEffect<Outcome>] {
        switch step {
        case .stay: return []
        case .back: return back()
        case .submit: break
        }
        do throws(FormFault) {
            return [.done(try plan(self))]
        } catch {
            point(at: error.row)
            notice = Notice(text: error.sentence, isBad: true)
            return []
        }
    }

    private mutating func point(at row: Int) {
        switch screen {
        case .host: hostForm.point(at: row)
        case .join: joinForm.point(at: row)
        case .watch: watchForm.point(at: row)
        case .menu, .computer, .themes, .settings, .rules: break
        }
    }
}

extension Strength {
    /// The key that chooses it.
    fileprivate var menuKey: Character {
        switch self {
        case .beginner: "b"
        case .easy: "e"
        case .medium: "m"
        case .hard: "h"
        case .master: "x"
        }
    }
}
