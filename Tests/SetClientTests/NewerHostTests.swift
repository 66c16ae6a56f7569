import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Client at a newer host")
struct NewerHostTests {
    private static func joined() -> TableModel {
        var model = TableModel()
        _ = model.receive(NewerWord.welcome, at: ViewScene.now)
        _ = model.receive(.state(NewerWord.state()), at: ViewScene.now)
        return model
    }

    @Test(
        "A client shows a state with words only a newer host knows", arguments: NewerWord.inStates)
    func states(_ place: NewerWord) throws {
        var model = Self.joined()
        let message = try WireCodec.decodeHostMessage(place.line)
        #expect(
            model.receive(message, at: ViewScene.now) == (place == .turnWhy ? [.alert] : []))
        guard case .state(let state) = message else { return }
        #expect(model.table == state)
        let screen = TablePicture(
            model: model, size: Size(80, 24), appearance: Appearance(), now: ViewScene.now)
        #expect(screen.cards == state.cards)
        var lines = LineModeClient()
        _ = lines.receive(NewerWord.welcome, at: .zero)
        _ = lines.receive(.state(NewerWord.state()), at: .zero)
        let announced = lines.receive(message, at: .zero)
        #expect(announced.effects.isEmpty)
        #expect(state.event != nil || announced.lines.contains("Host: \(NewerWord.message)"))
        #expect(lines.read("board", at: .zero).lines.contains { $0.hasPrefix("Board: ") })
    }

    @Test("A client in an unknown phase sends no moves and shows the host's message")
    func phase() throws {
        var model = Self.joined()
        _ = model.receive(try WireCodec.decodeHostMessage(NewerWord.phase.line), at: ViewScene.now)
        let asking: [Move] = [
            .touch(slot: 0), .claim, .deal, .pass, .hint, .ready, .new, .pause, .resign,
        ]
        for move in asking {
            var copy = model
            #expect(copy.perform(move, at: ViewScene.now) == [], "\(move)")
        }
        #expect(!model.mayPick)
        #expect(model.perform(.say("hm"), at: ViewScene.now) == [.send(.say("hm"))])
        #expect(Status(model).text == NewerWord.message)
        // Whether a game would be lost by leaving is not known, so that is asked.
        var driver = TableDriver(model)
        #expect(driver.type("RNQ") == [])
        #expect(driver.view.sheet == .question(QuestionSheet(.quit)))

        var lines = LineModeClient()
        _ = lines.receive(NewerWord.welcome, at: .zero)
        _ = lines.receive(try WireCodec.decodeHostMessage(NewerWord.phase.line), at: .zero)
        for line in ["claim", "a1 a2 a3", "deal", "ready", "new", "pause", "resign"] {
            let announced = lines.read(line, at: .zero)
            #expect(announced.effects.isEmpty, "\(line)")
            #expect(announced.lines == ["Refused: \(TableModel.unknownPhase)"])
        }
        #expect(
            lines.read("", at: .zero).lines.first?.hasPrefix("Now: \(NewerWord.message)") == true)
    }

    @Test("A client shows the host's message for an unknown refusal")
    func refusals() throws {
        for place in [NewerWord.refusedWhy, .refusedRequest] {
            let message = try WireCodec.decodeHostMessage(place.line)
            var model = Self.joined()
            _ = model.perform(.claim, at: ViewScene.now)
            #expect(model.receive(message, at: ViewScene.now) == [])
            #expect(!model.isCalling)
            guard case .refused(_, NewerWord.message) = model.notice?.content else {
                Issue.record("\(model.notice as Any)")
                continue
            }
            var lines = LineModeClient()
            _ = lines.receive(NewerWord.welcome, at: .zero)
            #expect(lines.receive(message, at: .zero).lines == ["Refused: \(NewerWord.message)"])
        }
    }

    @Test("A client shows the host's message for an unknown goodbye")
    func ends() throws {
        for place in [NewerWord.byeWhy, .errorWhy] {
            let message = try WireCodec.decodeHostMessage(place.line)
            var model = Self.joined()
            #expect(model.receive(message, at: ViewScene.now) == [.quit])
            #expect(Status(model).text == NewerWord.message)
            var lines = LineModeClient()
            let announced = lines.receive(message, at: .zero)
            #expect(announced.lines.contains { $0.hasSuffix(": \(NewerWord.message)") })
        }
    }

    @Test("A client reconnects after an unknown goodbye only if the host says so")
    func returning() throws {
        typealias Line = ReconnectionTests.Line
        var line = Line()
        line.isWelcomed()
        let resume = line.hears(try WireCodec.decodeHostMessage(NewerWord.byeWhyWithResume.line))
        #expect(ReconnectionTests.outage(resume)?.cause == .dismissed(NewerWord.message))
        var other = Line()
        other.isWelcomed()
        let end = other.hears(try WireCodec.decodeHostMessage(NewerWord.byeWhy.line))
        #expect(ReconnectionTests.end(end) == SessionEnd(.dismissed, NewerWord.message))
    }

    @Test("A client stops after an unknown error, before and after its welcome")
    func errors() throws {
        let message = try WireCodec.decodeHostMessage(NewerWord.errorWhy.line)
        var line = ReconnectionTests.Line()
        #expect(
            ReconnectionTests.end(line.hears(message)) == SessionEnd(.refused, NewerWord.message))
        var later = ReconnectionTests.Line()
        later.isWelcomed()
        #expect(
            ReconnectionTests.end(later.hears(message)) == SessionEnd(.refused, NewerWord.message))
    }

    @Test("A client shows the host's own word for an unknown rule value")
    func rules() throws {
        let line = try WireCodec.decodeHostMessage(NewerWord.rulesRefill.line)
        guard case .welcome(let welcome) = line else { return }
        let field = try #require(RuleField.all.first { $0.key == "refill" })
        #expect(field.text(welcome.rules) == NewerWord.text)
        var lines = LineModeClient()
        let announced = lines.receive(line, at: .zero).lines
        #expect(announced.contains { $0.hasSuffix("; new cards: juggled (default: to twelve).") })
    }
}
