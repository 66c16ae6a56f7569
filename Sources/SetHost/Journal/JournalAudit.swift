import SetProtocol

/// A checked journal: everything in it is applied again, the results are compared with what was
/// announced, and the states with the rules of the game.
///
/// ```swift
/// let audit = try JournalAudit(JournalReader.read(bytes))   // throws the line that does not hold
/// audit.games.map(\.sentence)
/// ```
///
/// That shows that the journal is consistent in itself and with its deck, and no more: it contains
/// its seed, so somebody with write access can change names, or cut it and play on differently.
package struct JournalAudit: Sendable {
    package struct Game: Hashable, Sendable {
        package let number: Int
        package internal(set) var names: [String] = []
        package internal(set) var sets = 0
        package internal(set) var claims = 0
        /// The commitments, each of which matches the order of the deck.
        package internal(set) var promises: [SHA256] = []
        /// The number of revealed decks, each of which matches its commitment.
        package internal(set) var reveals = 0
        package internal(set) var result: GameResult?
        package internal(set) var points = PerSeat(both: 0)
    }

    package let header: JournalHeader
    package let lines: Int
    package private(set) var inputs = 0
    /// The number of bytes left out, which were being written when the host ended.
    package let tornBytes: Int
    package private(set) var isClosed = false
    package private(set) var games: [Game] = []
    private var promise: Commitment?

    package init(_ journal: Journal) throws(JournalFault) {
        (header, lines, tornBytes) = (
            journal.header, journal.records.count + 1, journal.tornBytes
        )
        var replay = JournalReplay(journal.header)
        var review = StateReview(journal.header.rules)
        for record in journal.records {
            let isNote = if case .note = record.entry { true } else { false }
            if let missing = replay.unnoted.first, !isNote {
                throw JournalFault(line: record.number + 1, .unannounced(missing.kind))
            }
            let wasClosed = replay.isClosed
            let effects = try replay.apply(record)
            switch record.entry {
            case .token: break
            case .note(let note): try apply(note, line: record.number + 1)
            case .input:
                inputs += 1
                guard !wasClosed else {
                    throw JournalFault(line: record.number + 1, .afterClosing)
                }
                do throws(StateReview.Fault) {
                    for case .publish(let state) in effects { try review.observe(state) }
                } catch {
                    throw JournalFault(line: record.number + 1, .unlawful(error))
                }
                apply(effects)
            }
        }
        isClosed = replay.isClosed
    }

    private mutating func apply(_ effects: [DuelEffect]) {
        for case .publish(let state) in effects {
            let isPlaying = state.phase != .over && state.phase != .waiting
            if isPlaying, games.last?.number != state.game {
                games.append(Game(number: state.game))
            }
            guard let last = games.indices.last else { continue }
            if state.event?.traits.kind == .setFound { games[last].sets += 1 }
            if state.event?.traits.kind == .claimed { games[last].claims += 1 }
            guard games[last].result == nil else { continue }
            // Who has left keeps the points.
            for seat in Seat.allCases {
                if let player = state.players[seat] { games[last].points[seat] = player.points }
            }
            if isPlaying {
                games[last].names = Seat.allCases.compactMap { state.players[$0]?.name }
            } else if state.phase == .over {
                games[last].result = state.result
            }
        }
    }

    /// Compares a revealed deck with its commitment, by the digest alone.
    private mutating func apply(_ note: JournalNote, line: Int) throws(JournalFault) {
        switch note {
        case .judged: break
        case .promised(let commitment):
            promise = commitment
            if !games.isEmpty { games[games.count - 1].promises.append(commitment.digest) }
        case .ended(let ending):
            guard let shuffle = ending.shuffle else { return }
            let whole = header.rules.deck.cards
            let isWhole = Set(shuffle.deck) == Set(whole) && shuffle.deck.count == whole.count
            guard let promise, promise.digest == shuffle.digest, isWhole else {
                throw JournalFault(line: line, .announcedOtherwise(.promised))
            }
            self.promise = nil
            // If both agreed to another game, the deck is revealed when they agree.
            let place = games.lastIndex { $0.promises.contains(promise.digest) }
            if let place { games[place].reveals += 1 }
        }
    }

    // MARK: - In words

    /// The report for people, line by line; names may contain anything a name may.
    package var sentences: [String] {
        let what =
            "\(lines.counted("line")), \(inputs.counted("input")) replayed"
        var sentences = ["Table \(header.table), opened \(header.opened): \(what)."]
        sentences += games.map(\.sentence)
        if games.isEmpty { sentences.append("No game was started.") }
        if tornBytes > 0 {
            sentences.append(
                "The last line is incomplete and was ignored "
                    + "(\(tornBytes) bytes).")
        }
        if !isClosed { sentences.append("The journal ends before the table closed.") }
        sentences.append(
            "These checks show that the journal is consistent in itself and with its deck. They "
                + "cannot show that these people played this duel, that nothing is missing, or "
                + "when a claim arrived.")
        return sentences
    }
}

extension JournalAudit.Game {
    /// The report on one game, such as `Game 1: Ann 34, Bob 28, Ann won on points; …`.
    var sentence: String {
        let parts = [outcome, sets.counted("set"), claims.counted("claim"), shuffle]
        return "Game \(number): " + parts.joined(separator: "; ") + "."
    }

    private var outcome: String {
        guard let result else {
            return names.joined(separator: " and ") + ", not finished"
        }
        let scores = zip(names, [points.first, points.second]).map { "\($0) \($1)" }
        let winner = result.winner.flatMap { seat -> String? in
            names.count == 2 ? names[seat.rawValue] : nil
        }
        let verdict =
            switch result.decider {
            case .points: winner.map { "\($0) won on points" } ?? "a draw"
            case .sets: winner.map { "\($0) won on sets" } ?? "a draw"
            case .suddenDeath: winner.map { "\($0) won in sudden death" } ?? "a draw"
            case .resigned: winner.map { "\($0) won by resignation" } ?? "resigned"
            case .left: winner.map { "\($0) won because the other player left" } ?? "abandoned"
            case .played, nil: "finished"
            }
        return (scores + [verdict]).joined(separator: ", ")
    }

    private var shuffle: String {
        guard let first = promises.first else { return "no commitment to a deck" }
        let digest = "SHA-256 \(first.hex.prefix(16))…"
        if reveals == promises.count { return "the shuffle matches the commitment (\(digest))" }
        return
            "the shuffle matches the commitment; the host had not yet revealed the deck (\(digest))"
    }
}
