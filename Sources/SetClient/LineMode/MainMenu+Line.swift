import SetProtocol

/// The main menu in lines of text: a number for each row of a list, and a question for each row of
/// a form or setting.
extension MainMenu {
    package struct Answer: Sendable {
        package var lines: [String] = []
        /// What to do then; after it is done, call ``begin()`` again.
        package var effects: [ScreenEffect<Outcome>] = []
    }

    /// The main menu, its rows only the first time.
    package mutating func begin() -> [String] {
        let rows = show(.menu)
        defer { hasListed = true }
        guard !hasListed else { return ["Menu. Press enter for the list."] }
        let welcome = isNewcomer ? ["New here? Type l for a short lesson."] : []
        return ["set-duel: a race to find sets."] + welcome + rows
    }

    package mutating func read(_ line: String) -> Answer {
        let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var answer =
            switch (text.halfWidth.lowercased(), pages[screen]) {
            case ("quit", _), ("q", is MenuList): Answer(effects: [.done(.quit)])
            case ("back", _), (_, nil): Answer(lines: leave())
            case (let word, let list as MenuList): choose(word, in: list)
            case ("help", let form?), ("?", let form?): Answer(lines: explain(form))
            case (_, let form?): fill(form, text)
            }
        answer.lines = answer.lines.map(SpokenText.spoken)
        return answer
    }

    private mutating func show(_ screen: Screen) -> [String] {
        self.screen = screen
        switch screen {
        case .themes: return explain(SettingForm(.theme, preferences))
        case .settings:
            pages[.settings] = MenuList(Setting.rows.map { SettingForm($0, preferences).item })
        case .rules: return rules.paragraphs.filter { !$0.isEmpty } + begin()
        // What was answered before is not asked again, so it is forgotten.
        case .alone, .host, .join, .watch: makeForms()
        case .menu, .computer, .games, .statistics: break
        }
        return pages[screen].map { ($0 as? MenuList).map { lines(of: $0) } ?? ask($0) } ?? []
    }

    /// Goes from a setting back to the settings, from everything else to the main menu.
    private mutating func leave() -> [String] {
        guard screen == .settings, pages[.settings] is SettingForm else { return begin() }
        _ = show(.settings)
        return ["Settings. Press enter for the list."]
    }

    /// Asks for the host to join, which may be the number of one that was found.
    package mutating func ask(with found: FoundHosts) -> [String] {
        guard var form = pages[screen] as? JoinForm else { return [] }
        form.number(found.list)
        let rows = found.list.enumerated().map {
            "\($0 + 1): \($1.words(limit: 60)). \($1.details)"
        }
        let ways =
            found.list.isEmpty ? [Self.nothingFound] : rows + ["Type a number or an address."]
        return (ways + ask(form)).map(SpokenText.spoken)
    }

    // MARK: - Lists

    private func lines(of list: MenuList, isExplained: Bool = false) -> [String] {
        let rows = list.items.enumerated().map { number, item in
            "\(number + 1): \(item.title)." + (isExplained ? " \(item.explanation)" : "")
        }
        let help = isExplained ? "back, or quit" : "or help for explanations"
        let usual = screen == .computer ? ["Press enter for \(list.pointed.word)."] : []
        return rows + ["Type a number, \(help)."] + usual
    }

    private mutating func choose(_ word: String, in list: MenuList) -> Answer {
        let named = list.items.enumerated().first { number, item in
            ["\(number + 1)", item.key, item.word].contains(word)
        }
        if let named { return perform(named.element.choice) }
        if word.isEmpty, screen == .computer { return perform(list.choice()) }
        let isHelp = ["help", "?"].contains(word)
        guard isHelp || word.isEmpty else {
            let way = screen == .computer ? "Type help" : "Press enter"
            let unknown = SafeText.sanitized(word, limit: 20)
            return Answer(lines: ["Unknown choice: \(unknown). \(way) for the list."])
        }
        return Answer(lines: lines(of: list, isExplained: isHelp))
    }

    private mutating func perform(_ choice: MainMenuChoice) -> Answer {
        switch choice {
        case .end(let outcome): return Answer(effects: [.done(outcome)])
        case .open(let screen) where [.join, .watch].contains(screen):
            self.screen = screen
            makeForms()
            return Answer(lines: [Self.searching], effects: [.done(.search)])
        case .open(let screen): return Answer(lines: show(screen))
        case .rules(let rules):
            choose(rules)
            let items = (pages[.computer] as? MenuList)?.items ?? []
            let changed = items.filter { if case .rules = $0.choice { true } else { false } }
            return Answer(lines: changed.map { "\($0.title). \($0.explanation)" })
        case .set(let setting, nil): return Answer(lines: ask(SettingForm(setting, preferences)))
        case .set(let setting, let value?):
            let before = settings
            setting.set(value, in: &preferences.settings, preferences.offer)
            renew(since: before)
            let item = SettingForm(setting, preferences).item
            let changes = preferences.changes(since: before)
            return Answer(
                lines: ["\(item.title). \(item.explanation)"] + leave(),
                effects: changes.map { [.save($0)] } ?? [])
        }
    }

    // MARK: - Forms

    private mutating func ask(_ form: any MenuPage, _ row: Int = 0) -> [String] {
        var form = form
        form.form.select(row)
        pages[screen] = form
        let value = form.form.rows[row].values[0]
        let isOptional = form is SettingForm && value.field != nil && !value.text.isEmpty
        let ways = isOptional ? ["clear for your user name"] : value.words
        let words = ways.isEmpty ? "" : " Type \(ways.listed("or"))."
        let usual = value.text.isEmpty ? "" : " Press enter for \(value.text)."
        return ["\(form.form.rows[row].label): \(form.explanation)\(words)\(usual)"]
    }

    private func allowed(_ value: ListView.Value) -> String {
        let words = value.field.map { ["at most \($0.limit) visible characters"] }
        return "Type \(((words ?? value.words) + ["back"]).listed("or"))."
    }

    /// What each choice of the current row means, or what may be typed; then the question again.
    private mutating func explain(_ form: any MenuPage) -> [String] {
        let row = form.form.row
        let value = form.form.rows[row].values[0]
        var tried = form
        let choices = value.words.map { word in
            _ = tried.form.answer(with: word)
            return "\(word): \(tried.explanation)"
        }
        let themes = (form as? SettingForm)?.themes
        return (themes ?? (choices.isEmpty ? [allowed(value)] : choices)) + ask(form, row)
    }

    private mutating func fill(_ form: any MenuPage, _ text: String) -> Answer {
        var filled = form
        let (row, value) = (form.form.row, form.form.rows[form.form.row].values[0])
        let isCleared = form is SettingForm && value.field != nil && text.lowercased() == "clear"
        guard text.isEmpty || filled.form.answer(with: isCleared ? "" : text) else {
            return Answer(lines: ["Refused: " + allowed(value)])
        }
        do throws(FormFault) {
            let choice = try filled.choice()
            let isLast = row + 2 >= filled.form.rows.count
            return isLast ? perform(choice) : Answer(lines: ask(filled, row + 1))
        } catch  where error.row > row {
            return Answer(lines: ask(filled, row + 1))
        } catch {
            // A wrong value is refused where it was typed, and forgotten.
            return Answer(lines: ["Refused: \(error.sentence)"] + ask(form, error.row))
        }
    }
}
