import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// The table of what may be asked for when, tried in every cell.
@Suite("The phase table of the specification")
struct ProtocolPhaseTests {
    @Test("The phase table of the specification matches a duel")
    func table() throws {
        let section = try ProtocolDocument().section("Phases")
        let columns = try #require(section.heads.last).dropFirst()
        let rows = section.rows.filter { $0.count == columns.count + 1 }
        let requests = rows.map { $0[0].withoutMarks }
        #expect(
            Set(columns.map { $0.prefix { $0 != ":" } }.map(String.init))
                == Set(TablePhase.allCases.map(\.rawValue)))
        #expect(
            Set(requests + ["hello", "status", "queue", "say", "ping", "pong"])
                == Set(ClientMessage.MessageType.allCases.map(\.rawValue)))
        for row in rows {
            for (column, cell) in zip(columns, row.dropFirst()) {
                for seat in Seat.allCases {
                    var scene = try #require(Self.scene(column, for: seat), "\(column)")
                    let request = try #require(Self.request(row[0].withoutMarks, in: scene))
                    let refusal = scene.send(request, from: seat).refusals.first
                    #expect(refusal?.rawValue ?? "ok" == cell, "\(row[0]) in \(column)")
                }
            }
        }
    }

    /// A duel that stands where a column says, as the seat sees it.
    private static func scene(_ column: String, for seat: Seat) -> DuelScene? {
        var scene: DuelScene
        switch column {
        case "waiting: alone":
            scene = DuelScene()
            scene.sit(seat)
        case "waiting": scene = .seated()
        case "waiting: ready":
            scene = .seated()
            scene.send(.ready, from: seat)
        case "countdown": scene = .countdown()
        case "open": scene = .open()
        case "open: set shown": scene = .revealing(foundBy: seat.opponent)
        case "turn: own": scene = .inTurn(seat)
        case "turn: other": scene = .inTurn(seat.opponent)
        case "turn: pause agreed":
            scene = .inTurn(seat)
            for asking in Seat.allCases { scene.send(.pause, from: asking) }
        case "paused": scene = .paused()
        case "paused: ready":
            scene = .paused()
            scene.send(.ready, from: seat)
        case "paused: away": scene = .away(seat.opponent)
        case "over": scene = .over(wonBy: seat)
        case "over: ready":
            scene = .over(wonBy: seat)
            scene.send(.ready, from: seat)
        case _: return nil
        }
        return scene
    }

    private static func request(_ name: String, in scene: DuelScene) -> ClientMessage? {
        switch ClientMessage.MessageType(rawValue: name) {
        case .ready: .ready
        case .claim: .claim(Claim(board: scene.board))
        case .pick: .pick(DuelDecks.firstSet[0])
        case .deal: .deal(scene.board)
        case .pass: .pass
        case .hint: .hint
        case .new: .new
        case .resign: .resign
        case .pause: .pause
        case .decline: .decline
        case .leave: .leave
        case .hello, .status, .queue, .say, .ping, .pong, nil: nil
        }
    }
}
