import SetProtocol

/// What keys are for: what a letter means, and which keys count again while they are held down.
package enum KeyUse: Sendable {
    case text, commands
    /// The same key picks a card and takes it back.
    case cards
    /// Moving through a recording.
    case playback

    /// Whether a key only moves, scrolls, or writes.
    func repeats(_ key: Key) -> Bool {
        switch (self, key.code) {
        case _ where !key.modifiers.isSubset(of: .shift): false
        case (.text, let code): code != .enter && code != .escape
        case (_, .up), (_, .down), (_, .pageUp), (_, .pageDown), (_, .home), (_, .end): true
        case (.cards, .left), (.cards, .right), (.playback, .left), (.playback, .right): true
        case (.playback, .character(let character)): "hjkl,.+-=_[]".contains(character)
        case _: false
        }
    }
}

/// Tells a press from what a terminal sends while a key is held down, and from a double click.
///
/// Most terminals send a held key like a pressed one: again after 250 to 660 ms, then every 25 to
/// 100 ms. Some mark it (kitty keyboard protocol), some tell when a key comes up. So if a key comes
/// again, and no other key or click in between:
///
/// | it comes | it is |
/// |---|---|
/// | marked as a repetition | held down |
/// | within ``delay``, not released, from a terminal that tells releases | held down |
/// | within ``repetition``, where it could take a pick back or give an answer | held down |
/// | within ``delay`` of a press, from a terminal that tells no releases | unclear |
/// | later, or released | pressed |
///
/// A key held down counts only where ``KeyUse/repeats(_:)``. An unclear one counts as pressed; where
/// it could do harm, only if it does not come again within ``repetition``. No key answers a question
/// if it was already down, or may have been, when the question appeared.
struct KeyPresses: Sendable {
    /// The longest time between two repetitions of a held key.
    static let repetition = Duration.milliseconds(120)
    /// The longest time until the first one.
    static let delay = Duration.milliseconds(700)
    static let doubleClick = Duration.milliseconds(300)

    /// The last key; since when it may have been down, when it last came, and whether again.
    private var last: (key: Key, start: MonotonicInstant, time: MonotonicInstant, isAgain: Bool)?
    private var isUp = false
    private var click: (point: Point, time: MonotonicInstant)?
    private var tellsReleases = false
    /// When the question appeared that is being asked.
    private var asked: MonotonicInstant?
    /// A key of which it is unclear whether it is held down, and when that is decided.
    private(set) var unclear: (key: Key, until: MonotonicInstant)?

    /// Handles an event, or the passing of time.
    ///
    /// - Parameter isAsking: Whether a key may answer a question now.
    /// - Returns: The events that count, in order.
    mutating func receive(
        _ event: InputEvent?, for use: KeyUse, isAsking: Bool, at now: MonotonicInstant
    ) -> [InputEvent] {
        asked = isAsking ? asked ?? now : nil
        switch event {
        case .key(let key): return receive(key, for: use, at: now)
        case .keyUp(let key):
            if case .character = key.code { tellsReleases = true }
            // Shift may have come up first.
            if key.name.lowercased() == last?.key.name.lowercased() { isUp = true }
            return []
        case .mouse(let mouse):
            guard case .press = mouse.action else { return [.mouse(mouse)] }
            defer { (last, click) = (nil, (mouse.point, now)) }
            let isDouble = click.map { click in
                let (x, y) = (click.point.x - mouse.point.x, click.point.y - mouse.point.y)
                return use == .cards && mouse.action == .press(.left) && max(abs(x), abs(y)) <= 1
                    && click.time.duration(to: now) < Self.doubleClick
            }
            return decide() + (isDouble == true ? [] : [.mouse(mouse)])
        case .paste, .focus, .report: return decide() + [event].compactMap(\.self)
        case nil: return unclear.map { now >= $0.until } == true ? decide() : []
        }
    }

    private mutating func receive(
        _ event: Key, for use: KeyUse, at now: MonotonicInstant
    ) -> [InputEvent] {
        var key = event
        key.isRepeat = false
        defer { isUp = false }
        guard let last, last.key == key else {
            let decided = decide()
            // Nothing is known of the press of a key that is first seen held down.
            self.last = (key, event.isRepeat ? .zero : now, now, event.isRepeat)
            click = nil
            return decided + (event.isRepeat && !use.repeats(key) ? [] : [.key(key)])
        }
        let gap = last.time.duration(to: now)
        let tells = tellsReleases && ![.enter, .tab, .backtab, .backspace].contains(key.code)
        // Help and the menu come and go without harm.
        let isHarmless = [.character("?"), .tab, .escape, .backspace].contains(key.code)
        let matters = asked != nil ? key != .character("?") : use == .cards && !isHarmless
        // Asking twice to leave may be quick.
        let isHeld =
            event.isRepeat || tells && !isUp && gap < Self.delay
            || matters && gap < Self.repetition && (last.isAgain || !key.isInterrupt)
        let isUnclear = !isHeld && !tells && !last.isAgain && gap < Self.delay
        let isAgain = isHeld || isUnclear
        self.last = (key, isAgain ? last.start : now, now, isAgain)
        if use.repeats(key) { return decide() + [.key(key)] }
        if isHeld { unclear = nil }
        if isUnclear, matters { unclear = (key, now.advanced(by: Self.repetition)) }
        return isHeld || isUnclear && matters ? [] : decide() + counted(key)
    }

    /// Counts the unclear key as pressed, because it did not come again.
    private mutating func decide() -> [InputEvent] {
        defer { unclear = nil }
        return unclear.map { counted($0.key) } ?? []
    }

    /// A pressed key, unless it may have been down since before the question; asking to leave once
    /// more is an answer, however soon.
    private func counted(_ key: Key) -> [InputEvent] {
        guard let asked, let last, last.start < asked, !key.isInterrupt else { return [.key(key)] }
        return []
    }
}
