/// The messages to everybody at a table with their times, for a replay.
package struct Recording: Hashable, Sendable {
    package struct Moment: Hashable, Sendable {
        package let time: TableInstant
        package let message: HostMessage

        package init(time: TableInstant, message: HostMessage) {
            (self.time, self.message) = (time, message)
        }

        package var isOver: Bool {
            if case .state(let state) = message { state.phase == .over } else { false }
        }
    }

    /// A part of the recording in which one game was played.
    package struct Game: Hashable, Sendable {
        /// The moments of it: from the countdown to its first cards, until that of the next game.
        package let moments: Range<Int>
        /// From its beginning to its end or, if it has none, its last event; later messages are
        /// excluded.
        package let span: ClosedRange<TableInstant>
    }

    /// The welcome of a watcher who was there from the beginning.
    package let welcome: Welcome
    package let moments: [Moment]
    /// The games, in order; without any, all of it is one part.
    package let games: [Game]

    /// `moments` must be in order of time.
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
