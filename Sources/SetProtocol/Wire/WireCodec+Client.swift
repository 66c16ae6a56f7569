// The messages of a client. A new message needs a case in each of the two switches.

extension ClientMessage: CodedObject {
    package func writeMembers(to coder: inout Coder) {
        coder.write("type", type)
        switch self {
        case .status, .ready, .pass, .hint, .new, .resign, .pause, .decline, .leave, .queue: break
        case .hello(let hello): hello.writeMembers(to: &coder)
        case .claim(let claim): claim.writeMembers(to: &coder)
        case .pick(let card): coder.write("card", card)
        case .deal(let board): coder.write("board", board)
        case .say(let text): coder.write("text", text)
        case .ping(let nonce), .pong(let nonce): coder.write("nonce", nonce)
        }
    }

    package init(members object: JSONView) throws(WireError) {
        switch try object.readType(MessageType.self) {
        case .hello: self = .hello(try Hello(members: object))
        case .status: self = .status
        case .ready: self = .ready
        case .claim: self = .claim(try Claim(members: object))
        case .pick: self = .pick(try object.read("card"))
        case .deal: self = .deal(try object.read("board"))
        case .pass: self = .pass
        case .hint: self = .hint
        case .new: self = .new
        case .resign: self = .resign
        case .pause: self = .pause
        case .decline: self = .decline
        case .leave: self = .leave
        case .queue: self = .queue
        case .say:
            let text: String = try object.read("text")
            guard SafeText.isAllowedChat(text) else { throw .badText }
            self = .say(text)
        case .ping: self = .ping(try object.read("nonce"))
        case .pong: self = .pong(try object.read("nonce"))
        }
    }
}

extension Hello: Coded {
    /// Reads the protocol before anything else, and of a foreign one nothing else strictly: its
    /// other keys may have changed, and what the client needs to hear is that the versions differ.
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("protocol", &version)
        do {
            try codeRest(&coder)
        } catch {
            guard version != Hello.protocolVersion else { throw error }
            self = Hello(name: "", version: version)
        }
    }

    private mutating func codeRest(_ coder: inout Coder) throws(WireError) {
        try coder.field("name", &name)
        guard coder.isWriting || SafeText.isAllowedPlayerName(name) else { throw .badName }
        var (role, new): (Role?, Bool?) = (role, wantsNewTable ? true : nil)
        var tv = isTelevision ? true : nil
        try coder.field("role", ifAny: &role)
        try coder.field("table", ifAny: &table)
        try coder.field("token", ifAny: &token)
        try coder.field("new", ifAny: &new)
        try coder.field("tv", ifAny: &tv)
        try coder.knownWords("features", &features)
        (self.role, wantsNewTable, isTelevision) = (role ?? .play, new ?? false, tv ?? false)
    }
}

extension Claim: Coded {
    /// Does not compare the cards: naming one twice is a mistake of play, not of speech.
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("board", &board)
        try coder.field("cards", ifAny: &cards)
        if !coder.isWriting, let cards, cards.count != 3 { throw .invalid("cards") }
    }
}
