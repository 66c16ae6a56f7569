import SetProtocol

/// A word that only a newer host knows, in each place of a line where a host says one of some words.
package enum NewerWord: String, CaseIterable, Sendable {
    case phase, eventKind, timedOutWhy, passedWhy, askedWhat, verdict, turnWhy, clockWhy
    case playersAsks, resultBy
    case refusedWhy, refusedRequest
    case byeWhy, byeWhyWithResume, errorWhy
    case rulesPlayers, rulesRefill, rulesVictory, rulesDraw

    package static let text = "juggled"
    /// What the host says to people whose client may not know the word.
    package static let message = "The host juggles the cards."

    package static let inStates = allCases.filter {
        if case .state = $0.known { true } else { false }
    }

    package var line: [UInt8] {
        let (key, word, message) = place
        let known = String(decoding: WireCodec.encode(message), as: UTF8.self)
        let parts = known.split(
            separator: "\"\(key)\":\"\(word)\"", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return [] }
        var line = parts.joined(separator: "\"\(key)\":\"\(Self.text)\"").dropLast(2)
        if !line.contains("\"message\":") { line += ",\"message\":\"\(Self.message)\"" }
        return Array((line + "}\n").utf8)
    }

    /// The same with a word that every version knows.
    package var known: HostMessage { place.message }

    /// A message that every version knows, and the member whose word is a newer one.
    private var place: (key: String, word: String, message: HostMessage) {
        let refused = Refused(request: .claim, why: .staleBoard, message: Self.message)
        return switch self {
        case .phase: ("phase", "open", Self.told { $0.phase = .open })
        case .eventKind: ("kind", "claimed", Self.told { $0.event = .claimed(.second) })
        case .timedOutWhy:
            ("why", "claim", Self.told { $0.event = .timedOut(.second, .claim, points: -2) })
        case .passedWhy:
            ("why", "grace", Self.told { $0.event = .passed(.second, .grace, points: 0) })
        case .askedWhat: ("what", "pause", Self.told { $0.event = .asked(.second, .pause) })
        case .verdict:
            (
                "verdict", "mismatch",
                Self.told {
                    let cards = Array($0.cards.compactMap(\.self).prefix(3))
                    $0.selection = Selection(seat: .second, cards: cards, verdict: .mismatch)
                }
            )
        case .turnWhy: ("why", "claim", Self.told { $0.turn = Self.turn })
        case .clockWhy:
            (
                "why", "reveal",
                Self.told {
                    let countdown = Countdown(remaining: .seconds(1), total: .seconds(2))
                    $0.clock = Clock(reason: .reveal, countdown: countdown)
                }
            )
        case .playersAsks: ("asks", "pause", Self.told { $0.players.second?.asks = .pause })
        case .resultBy:
            (
                "by", "points",
                Self.told {
                    $0.phase = .over
                    $0.result = GameResult(winner: .second, decider: .points)
                }
            )
        case .refusedWhy: ("why", "staleBoard", .refused(refused))
        case .refusedRequest: ("request", "claim", .refused(refused))
        case .byeWhy: ("why", "closing", .bye(.closing, resume: false))
        case .byeWhyWithResume: ("why", "restarting", .bye(.restarting, resume: true))
        case .errorWhy: ("why", "hostFull", .error(.hostFull, message: Self.message))
        case .rulesPlayers: ("players", "two", Self.welcome)
        case .rulesRefill: ("refill", "toTwelve", Self.welcome)
        case .rulesVictory: ("victory", "points", Self.welcome)
        case .rulesDraw: ("draw", "suddenDeath", Self.welcome)
        }
    }

    private static func told(_ change: (inout TableState) -> Void) -> HostMessage {
        .state(state(change))
    }

    /// A table in the middle of a game, as it is described to somebody who comes.
    package static func state(_ change: (inout TableState) -> Void = { _ in }) -> TableState {
        var state = TableState()
        (state.revision, state.board) = (Revision(20), BoardNumber(4))
        (state.phase, state.game) = (.open, 1)
        state.cards = Array(SeededGenerator.shuffledDeck(seed: 5).prefix(12))
        state.deck = 69
        state.players = PerSeat(
            first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        change(&state)
        return state
    }

    /// How the first player is let in.
    package static let welcome = welcome(.first)

    /// How a player, or a watcher, is let in.
    ///
    /// - Parameter hasToken: Whether the player can come back.
    package static func welcome(_ seat: Seat?, hasToken: Bool = true) -> HostMessage {
        var random = SeededGenerator(seed: 1)
        let (token, table) = (SeatToken(using: &random), TableCode(using: &random))
        let kept = seat != nil && hasToken ? token : nil
        return .welcome(Welcome(seat: seat, token: kept, table: table, rules: .duel))
    }

    private static let turn = Turn(
        seat: .first, reason: .claim,
        countdown: Countdown(remaining: .seconds(4), total: .seconds(5)))
}
