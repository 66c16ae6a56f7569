import SetProtocol

/// The main menu: everything there is to do, and the forms that ask for details first.
package struct MainMenu: Screen {
    package enum Outcome: Equatable, Sendable {
        case computer(Strength, Rules)
        case alone(SoloPlan)
        case demonstration
        case replay
        case lesson
        case host(HostPlan)
        case join(JoinPlan)
        /// Something with theme files; the chooser stays open.
        case theme(ThemeTask)
        /// Looks for hosts on the local network; the form stays open.
        case search
        /// Shows the player's statistics, from ``MainMenu/show(statistics:)``.
        case statistics
        case quit
    }

    enum Screen: Equatable, Sendable {
        case menu, computer, alone, host, join, watch, games, themes, settings, rules, statistics
    }

    package internal(set) var preferences: SettingsModel
    private var library: ThemeLibrary
    private var plan: HostPlan
    private var solo: SoloPlan
    /// The rules of a duel against the computer.
    private var duel: Rules
    /// The player's name without a name in the settings.
    private let userName: String
    var screen = Screen.menu
    var pages: [Screen: any MenuPage] = [:]
    let rules: ReadingText
    /// The text that is open.
    private var text = ReadingText("", "")
    private var reading = TextSheet(key: ReadingText.key)
    private var sheet: Sheet?
    private var notice: Notice?
    private(set) var masthead: Masthead
    private var look = Appearance()
    private(set) var isNewcomer: Bool
    /// Whether line mode has printed the rows, which take long to hear.
    var hasListed = false

    /// A line in place of the explanation, until the next key.
    package struct Notice: Equatable, Sendable {
        fileprivate let text: String
        /// Whether it is an error; an open form stays open as it was filled in.
        fileprivate let isBad: Bool

        package static func message(_ text: String) -> Notice { Notice(text: text, isBad: false) }

        package static func error(_ text: String) -> Notice { Notice(text: text, isBad: true) }
    }

    /// - Parameters:
    ///   - plan: The defaults for hosting, including the player's name.
    ///   - strength: The computer's strength that is highlighted first.
    ///   - isNewcomer: Whether the player has neither seen nor declined the lesson.
    ///   - seed: Decides the set in the masthead.
    package init(
        settings: ClientSettings, library: ThemeLibrary, keyboards: [Keyboard] = Keyboard.builtIn,
        plan: HostPlan, solo: SoloPlan = SoloPlan(), duel: Rules = .duel,
        userName: String = "Player", strength: Strength, rules: String, isNewcomer: Bool,
        seed: UInt64
    ) {
        preferences = SettingsModel(
            settings, themes: library.themes, keyboards: keyboards, seed: seed)
        self.library = library
        (self.plan, self.solo, self.duel, self.userName) = (plan, solo, duel, userName)
        self.isNewcomer = isNewcomer
        self.rules = ReadingText("Rules", rules)
        masthead = Masthead(seed: seed)
        pages[.menu] = MenuList(
            MainMenuItems.items, at: isNewcomer ? MainMenuItems.firstStep : nil)
        pages[.games] = MenuList(MainMenuItems.games)
        offerDuels(at: .end(.computer(strength, duel)))
        makeForms()
    }

    private mutating func offerDuels(at choice: MainMenuChoice?) {
        pages[.computer] = MenuList(MainMenuItems.duels(duel), at: choice)
    }

    /// Changes the rules of a duel against the computer, and stays at the row that does.
    mutating func choose(_ rules: Rules) {
        duel = rules
        let row = pages[.computer]?.form.row ?? 0
        offerDuels(at: nil)
        pages[.computer]?.form.select(row)
    }

    mutating func makeForms(table: TableCode? = nil) {
        let code = table?.text ?? ""
        pages[.alone] = SoloForm(solo)
        pages[.host] = HostForm(plan)
        pages[.join] = JoinForm(
            name: plan.name, address: settings.lastHost, table: code, role: .play)
        pages[.watch] = JoinForm(
            name: plan.name, address: settings.lastHost, table: code, role: .watch)
    }

    var pointed: MainMenuChoice? { (pages[.menu] as? MenuList)?.pointed.choice }

    package var settings: ClientSettings { preferences.settings }

    package var theme: Theme { preferences.theme }

    // MARK: - Coming back

    /// Comes back after an outcome was carried out.
    ///
    /// - Parameters:
    ///   - notice: What the player should know of how it ended.
    ///   - hasSavedGame: Whether a game alone can be continued.
    package mutating func came(
        back notice: Notice?, with settings: ClientSettings, hasSavedGame: Bool = false,
        seed: UInt64
    ) {
        let before = self.settings
        preferences.settings = settings
        renew(since: before)
        solo.continues = hasSavedGame
        pages[.alone] = SoloForm(solo)
        masthead = Masthead(seed: seed)
        self.notice = notice
        // A replay leads back to the list that it was chosen from.
        if notice?.isBad != true, screen != .games { _ = back() }
    }

    /// Comes back to the theme chooser after theme files may have changed: a new theme is highlighted, a
    /// renamed one stays in use.
    package mutating func came(
        back change: ThemeChange, with library: ThemeLibrary, _ notice: Notice? = nil
    ) {
        self.library = library
        var (kept, tried) = (settings, settings)
        if case .themes(let open) = sheet { kept = open.before }
        if let name = change.successor(of: kept.theme) { kept.theme = name }
        if let name = change.successor(of: tried.theme) { tried.theme = name }
        if case .saved(let name, _) = change {
            (tried.theme, tried.isThemeRandom) = (name, false)
        }
        preferences = SettingsModel(
            kept, themes: library.themes, keyboards: preferences.offer.keyboards)
        preferences.settings = tried
        (screen, sheet) = (.themes, .themes(ThemesSheet(kept, library)))
        self.notice = notice
    }

    /// Comes back from the lesson, which leads to a game against the weakest opponent.
    ///
    /// - Parameter hasPlayed: Whether the player has ever chosen the computer's strength.
    package mutating func cameBackFromLesson(hasPlayed: Bool) {
        pages[.menu] = MenuList(MainMenuItems.items, at: .open(.computer))
        guard !hasPlayed else { return }
        duel.deck = .junior
        offerDuels(at: .end(.computer(.beginner, duel)))
    }

    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        notice = .error(text)
    }

    /// Opens the form to join or watch a host.
    package mutating func openForm(_ role: Hello.Role, table: TableCode? = nil) {
        makeForms(table: table)
        open(role == .play ? .join : .watch)
        notice = .message(Self.searching)
    }

    package static let searching = "Looking for hosts on this network…"
    static let nothingFound =
        "Still looking: no host has answered yet. Is it on the same network, and does its firewall allow "
        + "UDP port \(HostStatus.searchPort)? Or enter its address."

    /// Shows the hosts that were found on the local network.
    package mutating func show(_ found: FoundHosts, isOver: Bool) {
        for screen in [Screen.join, .watch] {
            guard var form = pages[screen] as? JoinForm else { continue }
            form.show(found.list)
            pages[screen] = form
        }
        guard [.join, .watch].contains(screen) else { return }
        if found.list.isEmpty {
            notice = .message(isOver ? Self.nothingFound : Self.searching)
        } else if let text = notice?.text, [Self.searching, Self.nothingFound].contains(text) {
            notice = nil
        }
    }

    /// Shows lines about the player's games.
    package mutating func show(statistics lines: [String]) {
        let title = "Your games"
        text = ReadingText(title, ([title] + lines).joined(separator: "\n- "))
        screen = .statistics
    }

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        look = appearance
    }

    // MARK: - Events

    package var keyUse: KeyUse {
        if case .settings(let open) = sheet { return open.isTyping ? .text : .commands }
        return pages[screen]?.form.isTyping == true ? .text : .commands
    }

    package var isAsking: Bool { pendingDeletion != nil }

    var pendingDeletion: String? {
        if case .themes(let open) = sheet { open.pendingDeletion } else { nil }
    }

    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        let layout = layout(size)
        let isQuit = event == .key(.character("q")) || event == .key(.character("Q"))
        if event.isInterrupt || isQuit && (layout == nil || [.computer, .games].contains(screen)) {
            return [.done(.quit)]
        }
        guard let layout else { return [] }
        if case .click(let point) = event.fromPlayer, let key = keyBar(layout).action(at: point) {
            return handle(.key(key), in: size, at: now)
        }
        notice = nil
        if screen == .menu, event == .key(.character("?")) {
            return handle(.key(.character("r")), in: size, at: now)
        }
        if var page = pages[screen] {
            if case .key(let key) = event, !page.form.isTyping,
                let hint = settings.keyboard.hint(on: key)
            {
                notice = .error(hint)
            }
            let step = page.handle(event, in: area(page.form, layout))
            pages[screen] = page
            return perform(step, on: page)
        }
        if let step = handleBySheet(event, in: size) { return step }
        let place = sheetPlace(size, look)
        return reading.handle(event, text.text(in: place), in: place).closes ? back() : []
    }

    private mutating func perform(
        _ step: ListView.Step, on page: any MenuPage
    ) -> [ScreenEffect<Outcome>] {
        switch step {
        case .stay, .change: return []
        case .back where screen != .menu: return back()
        case .back where isWelcoming:
            isNewcomer = false
            pages[.menu] = MenuList(MainMenuItems.items, at: .open(.computer))
            notice = .message(MainMenuItems.dismissal)
            return [.save([.lessonSeen: "yes"])]
        case .back:
            // The first escape highlights the way out, the second one leaves.
            if pointed == .end(.quit) { return [.done(.quit)] }
            pages[.menu] = MenuList(MainMenuItems.items, at: .end(.quit))
            return []
        case .choose: break
        }
        do throws(FormFault) {
            switch try page.choice() {
            case .end(let outcome):
                if outcome == .lesson { isNewcomer = false }
                return keepName(in: outcome) + [.done(outcome)]
            case .open(let screen):
                open(screen)
                if [.join, .watch].contains(screen) {
                    // Those found earlier may be gone.
                    show(FoundHosts(), isOver: false)
                    return [.done(.search)]
                }
            case .rules(let rules): choose(rules)
            case .set: break
            }
        } catch {
            pages[screen]?.form.select(error.row)
            notice = .error(error.sentence)
        }
        return []
    }

    /// A name typed in a form is the player's from then on, as one typed in the settings is.
    private mutating func keepName(in outcome: Outcome) -> [ScreenEffect<Outcome>] {
        let name: String
        switch outcome {
        case .join(let plan): name = plan.name
        case .host(let plan): name = plan.name
        case _: return []
        }
        guard name != plan.name else { return [] }
        (plan.name, preferences.settings.name) = (name, name)
        let page = pages[screen]
        makeForms()
        pages[screen] = page
        return [.save([.name: name])]
    }

    private mutating func open(_ screen: Screen) {
        self.screen = screen
        if screen == .themes { sheet = .themes(ThemesSheet(settings, library)) }
        if screen == .settings { sheet = .settings(SettingsSheet(preferences)) }
        if screen == .rules { text = rules }
    }

    /// Whether the lesson is offered to a newcomer.
    var isWelcoming: Bool { isNewcomer && screen == .menu && pointed == MainMenuItems.firstStep }

    /// Lets the open sheet handle an input; `nil` when none is open.
    private mutating func handleBySheet(
        _ event: InputEvent, in size: Size
    ) -> [ScreenEffect<Outcome>]? {
        let (place, before) = (sheetPlace(size, look), settings)
        let step: SheetStep
        switch sheet {
        case .themes(var open):
            step = open.handle(event, &preferences, in: place)
            sheet = .themes(open)
        case .settings(var open):
            step = open.handle(event, &preferences, in: place)
            sheet = .settings(open)
        case _: return nil
        }
        renew(since: before)
        if step.closes { _ = back() }
        if let message = step.message { notice = .message(message) }
        if let task = step.task { return [.done(.theme(task))] }
        return step.changes.map { [.save($0)] } ?? []
    }

    private mutating func back() -> [ScreenEffect<Outcome>] {
        screen = screen == .statistics ? .games : .menu
        (sheet, reading) = (nil, TextSheet(key: ReadingText.key))
        return []
    }

    /// A changed name is the next table's.
    mutating func renew(since before: ClientSettings) {
        guard settings.name != before.name else { return }
        plan.name = settings.name.isEmpty ? userName : settings.name
        makeForms()
    }
}

// MARK: - Layout

extension MainMenu {
    /// Where everything is, the same on every screen so that nothing jumps; `nil` when the terminal
    /// is too small.
    func layout(_ size: Size) -> PageLayout? {
        PageLayout(size, rows: MainMenuItems.items.count, items: MainMenuItems.items.count)
    }

    /// Where a list is, below its heading if it has one.
    private func area(_ list: ListView, _ layout: PageLayout) -> Rect {
        let column = layout.column(list.columns)
        guard title.heading != nil else { return column }
        return Rect(
            column.minX, column.minY + 2, column.size.width, max(1, column.size.height - 2))
    }

    /// Settings are beside cards; themes are below the masthead, which wears the highlighted one.
    private func sheetPlace(_ size: Size, _ look: Appearance) -> SheetPlace {
        guard screen == .themes else {
            return SheetPlace(
                look: look, screen: size, area: Rect(1, 0, size.width - 2, size.height))
        }
        let top = layout(size)?.masthead.maxY ?? 0
        let rows = size.height >= 28 ? 3 : size.height >= 20 ? 2 : 1
        return SheetPlace(
            look: look, screen: Size(size.width, max(0, size.height - rows)),
            area: Rect(0, top, size.width, size.height - top - rows),
            bar: Rect(1, size.height - 1, max(0, size.width - 2), 1))
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
        case .games: ("Your games", [choose, enter("go"), back])
        case .alone: ("Play alone", [enter("play"), row, Item("←→", "change", nil), back])
        case .host: ("Host a duel", [enter("open"), row, Item("←→", "change", nil), back])
        case .join: ("Join a duel", [enter("join"), row, back])
        case .watch: ("Watch a duel", [enter("watch"), row, back])
        case .themes, .settings, .rules, .statistics: (nil, [])
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
        if sheet != nil { return drawSheet(layout, on: &canvas, appearance) }
        if screen == .rules || screen == .statistics {
            let place = sheetPlace(canvas.size, appearance)
            return reading.draw(text.text(in: place), in: place, on: &canvas)
        }
        masthead.draw(in: layout.masthead, appearance, on: &canvas)
        if let heading = title.heading {
            canvas.write(heading, centeredIn: layout.content, .bold)
        }
        if let list = pages[screen]?.form {
            list.draw(in: area(list, layout), appearance, on: &canvas)
        }
        // A long message may use the row of the way back if that has no separate row.
        keyBar(layout).draw(appearance, on: &canvas)
        let (words, tone) = words
        let style = tone.style(appearance.palette, tone == .quiet ? [] : .bold)
        canvas.writeNotice(words, in: layout.words, style)
    }

    private func drawSheet(
        _ layout: PageLayout, on canvas: inout Canvas, _ look: Appearance
    ) {
        let place = sheetPlace(canvas.size, look)
        // Above the last row, which has the keys.
        let row = Rect(1, canvas.size.height - 2, canvas.size.width - 2, 1)
        switch sheet {
        case .settings(let open):
            let board = Rect(1, 1, open.frame(in: place).minX - 3, canvas.size.height - 2)
            if board.size.width >= 20 { SampleBoard.draw(in: board, look, on: &canvas) }
            open.draw(preferences, in: place, on: &canvas)
        case .themes(let open):
            // A sheet that needs the rows of the masthead would not cover all of it.
            let frame = open.frame(preferences, in: place)
            if frame.intersection(place.area) == frame {
                masthead.draw(in: layout.masthead, look, on: &canvas)
            }
            open.draw(preferences, in: place, on: &canvas)
            if let question = open.question {
                canvas.writeNotice(
                    question.sentence, in: row, Tone.bad.style(look.palette, .bold))
            }
        case _: break
        }
        guard let notice else { return }
        let style = (notice.isBad ? Tone.bad : .mine).style(look.palette, .bold)
        canvas.writeNotice(notice.text, in: row, style)
    }

    private var words: (String, Tone) {
        if let notice { return (notice.text, notice.isBad ? .bad : .mine) }
        if screen == .menu, isWelcoming { return (MainMenuItems.welcome, .mine) }
        return (pages[screen]?.explanation ?? "", .quiet)
    }
}
