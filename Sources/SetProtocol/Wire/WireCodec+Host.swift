// The messages of a host. A new message needs a case in each of the two switches.

/// The kinds of message a host can send, by their names on the wire.
enum HostMessageType: String, CaseIterable {
    case welcome, status, state, refused, hint, race, commitment, reveal, said, ping, pong, bye,
        error
}

extension HostMessage: CodedObject {
    var type: HostMessageType {
        switch self {
        case .welcome: .welcome
        case .status: .status
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

    package func writeMembers(to coder: inout Coder) {
        coder.write("type", type)
        switch self {
        case .welcome(let welcome):
            coder.write("protocol", welcome.version)
            coder.write("seat", welcome.seat)
            if let token = welcome.token { coder.write("token", token) }
            if let name = welcome.name { coder.write("name", name) }
            coder.write("table", welcome.table)
            coder.write("rules", welcome.rules)
            if !welcome.features.isEmpty { coder.write("features", welcome.features) }
        case .status(let status): status.writeMembers(to: &coder)
        case .state(let state): state.writeMembers(to: &coder)
        case .refused(let refused): refused.writeMembers(to: &coder)
        case .hint(let hint):
            coder.write("board", hint.board)
            coder.write("cards", hint.cards)
        case .race(let race):
            coder.write("seat", race.winner)
            coder.write("ms", race.margin.roundedMilliseconds)
            coder.write("adjusted", race.adjustment.roundedMilliseconds)
            if let credited = race.credited { coder.write("credited", credited) }
            coder.write("deadHeat", race.isDeadHeat)
        case .commitment(let commitment):
            coder.write("game", commitment.game)
            coder.write("sha256", commitment.digest)
        case .reveal(let reveal):
            coder.write("game", reveal.game)
            coder.write("salt", reveal.shuffle.salt)
            coder.write("deck", reveal.shuffle.deck)
        case .said(let seat, let name, let text):
            coder.write("seat", seat)
            coder.write("name", name)
            coder.write("text", text)
        case .ping(let nonce), .pong(let nonce): coder.write("nonce", nonce)
        case .bye(let why, let resume, let message):
            coder.write("why", why)
            coder.write("resume", resume)
            if let message { coder.write("message", message) }
        case .error(let why, let message):
            coder.write("why", why)
            coder.write("message", message)
        }
    }

    package init(members object: JSONView) throws(WireError) {
        switch try object.readType(HostMessageType.self) {
        case .welcome:
            var welcome = Welcome(
                seat: try object.read("seat"), token: try object.read("token"),
                table: try object.read("table"), rules: try object.read("rules"))
            welcome.version = try object.read("protocol")
            welcome.name = try object.read("name")
            welcome.features = try object.knownWords("features")
            self = .welcome(welcome)
        case .status: self = .status(try HostStatus(members: object))
        case .state: self = .state(try TableState(members: object))
        case .refused: self = .refused(try Refused(members: object))
        case .hint:
            let board: BoardNumber = try object.read("board")
            self = .hint(Hint(board: board, cards: try object.read("cards") { $0.count <= 3 }))
        case .race:
            self = .race(
                Race(
                    winner: try object.read("seat"),
                    margin: .milliseconds(try object.read("ms", where: \Int.isCount)),
                    adjustment: .milliseconds(try object.read("adjusted", where: \Int.isCount)),
                    credited: try object.read("credited"), isDeadHeat: try object.read("deadHeat")))
        case .commitment:
            let game = try object.read("game", where: \Int.isCount)
            self = .commitment(Commitment(game: game, digest: try object.read("sha256")))
        case .reveal:
            let shuffle = Shuffle(
                deck: try object.read("deck") { $0.count <= 81 }, salt: try object.read("salt"))
            self = .reveal(
                Reveal(game: try object.read("game", where: \.isCount), shuffle: shuffle))
        case .said:
            self = .said(
                try object.read("seat"), name: try object.read("name"),
                text: try object.read("text"))
        case .ping: self = .ping(try object.read("nonce"))
        case .pong: self = .pong(try object.read("nonce"))
        case .bye:
            self = .bye(
                try object.readKnown("why"), resume: try object.read("resume"),
                message: try object.read("message"))
        case .error:
            self = .error(try object.readKnown("why"), message: try object.read("message"))
        }
    }
}

extension Refused: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.word("request", isOptional: true, &request)
        try coder.word("why", &why)
        try coder.field("message", &message)
    }
}

extension HostStatus: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("protocol", &version)
        try coder.field("version", &program)
        try coder.field("host", &host)
        try coder.field("tables", &tables, where: \.isCount)
        try coder.field("seats", &seats, where: \.isCount)
        try coder.field("players", &players, where: \.isCount)
        try coder.field("watchers", &watchers, where: \.isCount)
        try coder.field("private", &isPrivate)
        try coder.field("draining", &isDraining)
        try coder.field("rules", &rules)
        try coder.field("port", ifAny: &port)
        try coder.field("machine", ifAny: &machine)
        try coder.field("waiting", ifAny: &waiting)
    }
}
