/// What everybody at a table was told, and when: a duel to be looked at again.
package struct Recording: Hashable, Sendable {
    /// One thing that was told.
    package struct Moment: Hashable, Sendable {
        /// When it was told.
        package let time: TableInstant
        /// What a watcher was told.
        package let message: HostMessage

        /// Pairs a message with its time.
        package init(time: TableInstant, message: HostMessage) {
            (self.time, self.message) = (time, message)
        }
    }

    /// A part of the recording in which one game was played.
    package struct Game: Hashable, Sendable {
        /// The moments of it: from the countdown to its first cards, until that of the next game.
        package let moments: Range<Int>
        /// When it began, and when it was over or, if it was not, the last of it happened; what is said
        /// after a game is no part of this.
        package let span: ClosedRange<TableInstant>
    }

    /// What a watcher who was there from the beginning was told first.
    package let welcome: Welcome
    /// Everything after that, in order.
    package let moments: [Moment]
    /// The games, in order; without any, all of it is one part.
    package let games: [Game]

    /// Records a table.
    ///
    /// - Parameters:
    ///   - table: Its name.
    ///   - rules: What was played there.
    ///   - moments: What was told, the times in order.
    package init(table: TableCode, rules: Rules, moments: [Moment]) {
        welcome = Welcome(seat: nil, token: nil, table: table, rules: rules)
        self.moments = moments
        var starts: [Int] = []
        var last: TableState?
        for (place, moment) in moments.enumerated() {
            guard case .state(let state) = moment.message else { continue }
            let wasIdle = last.map { $0.phase == .waiting || $0.phase == .over } ?? true
            let isIdle = state.phase == .waiting || state.phase == .over
            if !isIdle, wasIdle || state.game != last?.game { starts.append(place) }
            last = state
        }
        if starts.isEmpty, !moments.isEmpty { starts = [0] }
        games = zip(starts, starts.dropFirst() + [moments.count]).map { start, end in
            let over = moments[start..<end].first(where: \.isOver) ?? moments[end - 1]
            return Game(moments: start..<end, span: moments[start].time...over.time)
        }
    }
}

extension Recording.Moment {
    fileprivate var isOver: Bool {
        if case .state(let state) = message { state.phase == .over } else { false }
    }
}
