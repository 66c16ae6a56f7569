// The messages of a host. A new message needs a case in each of the two switches.

/// The kinds of message a host can send, by their names on the wire.
enum HostMessageType: String, CaseIterable {
    case welcome, state, refused, hint, race, commitment, reveal, said, ping, pong, bye, error
}

extension HostMessage {
    var type: HostMessageType {
        switch self {
        case .welcome: .welcome
        case .state: .state
        case .refused: .refused
        case .hint: .hint
        case .race: .race
        case .commitment: .commitment
        case .reveal: .reveal
        case .said: .said
        case .ping: .ping
        case .pong: .pong
        case .bye: .bye
        case .error: .error
        }
    }
}

extension JSONWriter {
    mutating func members(of message: HostMessage) {
        member("type", word: message.type)
        switch message {
        case .welcome(let welcome): members(of: welcome)
        case .state(let state): members(of: state)
        case .refused(let refused):
            member("request", ifAny: refused.request)
            member("why", ifAny: refused.why)
            member("message", refused.message)
        case .hint(let hint):
            member("board", hint.board.number)
            member("cards", hint.cards)
        case .race(let race):
            member("seat", race.winner.rawValue)
            member("ms", race.margin.roundedMilliseconds)
            member("adjusted", race.adjustment.roundedMilliseconds)
            member("deadHeat", race.isDeadHeat)
        case .commitment(let commitment):
            member("game", commitment.game)
            member("sha256", commitment.digest.hex)
        case .reveal(let reveal):
            member("game", reveal.game)
            member("salt", reveal.shuffle.salt.hex)
            member("deck", reveal.shuffle.deck)
        case .said(let seat, let name, let text):
            member("seat", ifAny: seat)
            member("name", name)
            member("text", text)
        case .ping(let nonce), .pong(let nonce): member("nonce", nonce.text)
        case .bye(let why, let resume, let message):
            member("why", ifAny: why)
            member("resume", resume)
            if let message { member("message", message) }
        case .error(let why, let message):
            member("why", ifAny: why)
            member("message", message)
        }
    }

    private mutating func members(of welcome: Welcome) {
        member("protocol", welcome.version)
        member("seat", ifAny: welcome.seat)
        if let token = welcome.token { member("token", token.hex) }
        member("table", welcome.table.text)
        key(plain: "rules")
        object(of: welcome.rules)
    }
}

extension HostMessage {
    init(_ fields: WireFields) throws(WireError) {
        switch try fields.messageType(HostMessageType.self) {
        case .welcome: self = .welcome(try Welcome(fields))
        case .state: self = .state(try TableState(fields))
        case .refused:
            self = .refused(
                Refused(
                    request: try fields.knownWord(ifAny: "request"),
                    heard: try fields.knownWord("why"), message: try fields.string("message")))
        case .hint:
            self = .hint(
                Hint(
                    board: BoardNumber(try fields.count("board")),
                    cards: try fields.cards("cards", count: 0...3)))
        case .race:
            self = .race(
                Race(
                    winner: try fields.required("seat") { $0.seat() },
                    margin: .milliseconds(try fields.count("ms")),
                    adjustment: .milliseconds(try fields.count("adjusted")),
                    isDeadHeat: try fields.flag("deadHeat")))
        case .commitment:
            self = .commitment(
                Commitment(
                    game: try fields.count("game"),
                    digest: try fields.required("sha256") { $0.digest() }))
        case .reveal:
            let shuffle = Shuffle(
                deck: try fields.cards("deck", count: 0...Card.all.count),
                salt: try fields.required("salt") { $0.salt() })
            self = .reveal(Reveal(game: try fields.count("game"), shuffle: shuffle))
        case .said:
            self = .said(
                try fields.optional("seat") { $0.seat() }, name: try fields.string("name"),
                text: try fields.string("text"))
        case .ping: self = .ping(try fields.required("nonce") { $0.nonce() })
        case .pong: self = .pong(try fields.required("nonce") { $0.nonce() })
        case .bye:
            self = .bye(
                try fields.knownWord("why"), resume: try fields.flag("resume"),
                message: try fields.optional("message") { $0.string() })
        case .error:
            self = .error(try fields.knownWord("why"), message: try fields.string("message"))
        }
    }
}

extension Welcome {
    fileprivate init(_ fields: WireFields) throws(WireError) {
        let version = try fields.integer("protocol")
        guard let rules = try fields.object("rules") else { throw .missing("rules") }
        self.init(
            seat: try fields.optional("seat") { $0.seat() },
            token: try fields.optional("token") { $0.token() },
            table: try fields.required("table") { $0.tableCode() },
            rules: try Rules(rules, ofNewerHost: true))
        self.version = version
    }
}
