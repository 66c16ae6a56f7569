// The messages of a client. A new message needs a case in each of the two switches.

extension JSONWriter {
    mutating func members(of message: ClientMessage) {
        member("type", word: message.type)
        switch message {
        case .ready, .pass, .hint, .new, .resign, .pause, .decline, .leave: break
        case .hello(let hello): members(of: hello)
        case .claim(let claim):
            member("board", claim.board.number)
            if let cards = claim.cards { member("cards", cards) }
        case .pick(let card): member("card", card)
        case .deal(let board): member("board", board.number)
        case .say(let text): member("text", text)
        case .ping(let nonce), .pong(let nonce): member("nonce", nonce.text)
        }
    }

    private mutating func members(of hello: Hello) {
        member("protocol", hello.version)
        member("name", hello.name)
        member("role", word: hello.role)
        if let table = hello.table { member("table", table.text) }
        if let token = hello.token { member("token", token.hex) }
        if hello.wantsNewTable { member("new", true) }
    }
}

extension ClientMessage {
    init(_ fields: WireFields) throws(WireError) {
        switch try fields.messageType(MessageType.self) {
        case .hello: self = .hello(try Hello(fields))
        case .ready: self = .ready
        case .claim: self = .claim(try Claim(fields))
        case .pick: self = .pick(try fields.card("card"))
        case .deal: self = .deal(BoardNumber(try fields.count("board")))
        case .pass: self = .pass
        case .hint: self = .hint
        case .new: self = .new
        case .resign: self = .resign
        case .pause: self = .pause
        case .decline: self = .decline
        case .leave: self = .leave
        case .say:
            let text = try fields.string("text")
            guard SafeText.isAllowedChat(text) else { throw .badText }
            self = .say(text)
        case .ping: self = .ping(try fields.required("nonce") { $0.nonce() })
        case .pong: self = .pong(try fields.required("nonce") { $0.nonce() })
        }
    }
}

extension Hello {
    /// Reads the protocol before anything else, and of a foreign one nothing else strictly: its
    /// other keys may have changed, and what the client needs to hear is that the versions differ.
    fileprivate init(_ fields: WireFields) throws(WireError) {
        let version = try fields.integer("protocol")
        do {
            try self.init(fields, version: version)
        } catch {
            guard version != Hello.protocolVersion else { throw error }
            self.init(name: "", version: version)
        }
    }

    private init(_ fields: WireFields, version: Int) throws(WireError) {
        let name = try fields.string("name")
        guard SafeText.isAllowedPlayerName(name) else { throw .badName }
        self.init(
            name: name,
            role: try fields.optional("role") { $0.word(Role.self) } ?? .play,
            table: try fields.optional("table") { $0.tableCode() },
            token: try fields.optional("token") { $0.token() },
            wantsNewTable: try fields.optional("new") { $0.flag() } ?? false,
            version: version)
    }
}

extension Claim {
    /// Does not compare the cards: naming one twice is a mistake of play, not of speech.
    fileprivate init(_ fields: WireFields) throws(WireError) {
        self.init(
            board: BoardNumber(try fields.count("board")),
            cards: try fields.optional("cards") { $0.cards(count: 3...3) })
    }
}
