import SetProtocol

/// A checked journal: everything in it is applied again, every decision is judged again, and the
/// results are compared with what was announced.
///
/// ```swift
/// let audit = try JournalAudit(JournalReader.read(bytes))   // throws the line that does not hold
/// audit.games.map(\.sentence)
/// ```
///
/// That shows that the journal is consistent in itself and with its deck, and no more: it contains
/// its seed, so somebody with write access can change names, or cut it and play on differently.
package struct JournalAudit: Sendable {
    /// The results for one game.
    package struct Game: Hashable, Sendable {
        /// Its number in the journal, from 1.
        package let number: Int
        /// The players.
        package internal(set) var names: [String] = []
        /// Sets found.
        package internal(set) var sets = 0
        /// Granted claims, each made by the seat it was granted to.
        package internal(set) var claims = 0
        /// Pairs of claims that were judged again.
        package internal(set) var races = 0
        /// The commitments, each of which matches the order of the deck.
        package internal(set) var promises: [SHA256] = []
        /// The number of revealed decks, each of which matches its commitment.
        package internal(set) var reveals = 0
        /// The result; `nil` if it is unfinished.
        package internal(set) var result: GameResult?
        /// The players' points and sets at the end.
        package internal(set) var points = PerSeat(both: 0)
    }

    /// The journal's header.
    package let header: JournalHeader
    /// The number of lines read.
    package let lines: Int
    /// The number of inputs applied again.
    package private(set) var inputs = 0
    /// The number of bytes left out, which were being written when the host ended.
    package let tornBytes: Int
    /// Whether the table was closed.
    package private(set) var isClosed = false
    /// The games, in order.
    package private(set) var games: [Game] = []
    private var wasIdle = true
    private var number = 0
    private var promise: Commitment?
    /// The conformance model, which shares no code with the duel.
    private var model: ConformanceModel

    /// How late a host may be: it may have been suspended and resumed.
    private static let mostHostLateness = Duration.seconds(366 * 24 * 3600)

    /// Checks a journal.
    ///
    /// - Throws: The first fault, with its line.
    package init(_ journal: Journal) throws(JournalFault) {
        (header, lines, tornBytes) = (
            journal.header, journal.records.count + 1, journal.tornBytes
        )
        var replay = JournalReplay(journal.header)
        model = ConformanceModel(
            rules: journal.header.rules, isWatcher: false, tolerance: .milliseconds(1),
            lateness: Self.mostHostLateness)
        var review = ClaimReview(
            journal.header.rules, countsSets: replay.duel.edition >= .fifth)
        var times = TimeReview(replay.duel.edition)
        for record in journal.records {
            if let missing = replay.unnoted.first, !record.entry.isNote {
                throw JournalFault(line: record.number + 1, .unannounced(missing.kind))
            }
            let wasClosed = replay.isClosed
            let effects = try replay.apply(record)
            guard times.allows(record.entry, at: record.time) else {
                throw JournalFault(line: record.number + 1, .impossible)
            }
            switch record.entry {
            case .token: break
            case .note(let note): try apply(note, line: record.number + 1)
            case .input(let input):
                inputs += 1
                guard !wasClosed else {
                    throw JournalFault(line: record.number + 1, .impossible)
                }
                let (grants, races) = (review.grants, review.races)
                let held = replay.duel.heldClaim?.seat
                guard review.check(input, effects, at: record.time, held: held) else {
                    throw JournalFault(line: record.number + 1, .misjudged)
                }
                try judge(effects, of: input, record, in: replay.duel.edition)
                apply(effects)
                guard !games.isEmpty else { continue }
                games[games.count - 1].claims += review.grants - grants
                games[games.count - 1].races += review.races - races
            }
        }
        isClosed = replay.isClosed
    }

    /// Checks published states against the model.
    ///
    /// Games of older hosts are checked only for what has always been true: the cards.
    private mutating func judge(
        _ effects: [DuelEffect], of input: DuelInput, _ record: JournalRecord, in edition: Edition
    ) throws(JournalFault) {
        let laws = edition == .first ? ConformanceLaw.aboutCards : ConformanceLaw.aboutGames
        for effect in effects {
            // Nobody received the states of a restart in this order.
            if input == .restarted { model.connectionBegan() }
            let message: HostMessage
            switch effect {
            case .publish(let state): message = .state(state)
            case .promise(let commitment): message = .commitment(commitment)
            case .reveal(let reveal): message = .reveal(reveal)
            case .refuse, .show, .race, .say, .close: continue
            }
            let faults = model.observe(message, at: record.time)
            guard let fault = faults.first(where: { laws.contains($0.law) }) else { continue }
            throw JournalFault(line: record.number + 1, .unlawful(fault))
        }
    }

    private mutating func apply(_ effects: [DuelEffect]) {
        for effect in effects {
            guard case .publish(let state) = effect else { continue }
            let isIdle = state.phase == .waiting || state.phase == .over
            if !isIdle, wasIdle || state.game != number {
                games.append(Game(number: games.count + 1))
            }
            (wasIdle, number) = (isIdle, state.game)
            guard !games.isEmpty else { continue }
            apply(state, &games[games.count - 1])
        }
    }

    private func apply(_ state: TableState, _ game: inout Game) {
        if case .setFound = state.event { game.sets += 1 }
        let names = Seat.allCases.compactMap { state.players[$0]?.name }
        if state.phase != .over { game.names = names }
        guard state.phase == .over, game.result == nil else { return }
        game.result = state.result
        game.points = state.players.map { $0?.points ?? 0 }
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
            let isWhole = Set(shuffle.deck) == Set(Card.all) && shuffle.deck.count == Card.all.count
            guard let promise, promise.digest == shuffle.digest, isWhole else {
                throw JournalFault(line: line, .announcedOtherwise(.promised))
            }
            self.promise = nil
            // If both agreed to another game, the deck is revealed when they agree.
            let place = games.lastIndex { $0.promises.contains(promise.digest) }
            if let place { games[place].reveals += 1 }
        }
    }
}

extension JournalEntry {
    fileprivate var isNote: Bool {
        if case .note = self { true } else { false }
    }
}

// MARK: - In words

extension JournalAudit {
    /// The report for people, line by line; names may contain anything a name may.
    package var sentences: [String] {
        let what =
            "\(lines.counted("line")), \(inputs.counted("input")) replayed, format \(header.format)"
        var sentences = ["Table \(header.table), opened \(header.opened): \(what)."]
        sentences += games.map { $0.sentence(isNoted: header.format >= 2) }
        if games.isEmpty { sentences.append("No game was started.") }
        if header.format < 2 {
            sentences.append(
                "Format 1 does not record commitments, decisions, and results, so they were "
                    + "not checked.")
        }
        if tornBytes > 0 {
            sentences.append(
                "The last line is incomplete and was ignored "
                    + "(\(tornBytes) bytes).")
        }
        if !isClosed { sentences.append("The journal ends before the table closed.") }
        sentences.append(
            "These checks show that the journal is consistent in itself and with its deck. They "
                + "cannot show that these people played this duel, or that nothing is missing.")
        return sentences
    }
}

extension JournalAudit.Game {
    /// The report on one game, such as `Game 1: Ann 34, Bob 28, Ann won on points; …`.
    ///
    /// - Parameter isNoted: Whether the journal has notes of what was announced.
    func sentence(isNoted: Bool) -> String {
        var parts = [outcome, sets.counted("set")]
        let judged = races == 0 ? "" : ", \(races.counted("race")) rechecked"
        parts.append(claims.counted("claim") + judged)
        if isNoted { parts.append(shuffle) }
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
