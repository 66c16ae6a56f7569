import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("A word from a newer host")
struct NewerWordTests {
    @Test("An unknown word is read as nil, and nothing else is lost", arguments: NewerWord.allCases)
    func read(_ place: NewerWord) throws {
        #expect(String(decoding: place.line, as: UTF8.self).contains(NewerWord.text))
        let message = try WireCodec.decodeHostMessage(place.line)
        switch (message, place.known) {
        case (.state(let state), .state(var known)):
            #expect(state.message == NewerWord.message)
            known.message = NewerWord.message
            switch place {
            case .phase: known.phase = nil
            case .verdict: known.selection?.verdict = nil
            case .turnWhy: known.turn?.reason = nil
            case .clockWhy: known.clock?.reason = nil
            case .playersAsks: known.players.second?.asks = nil
            case .resultBy: known.result?.decider = nil
            case _: known.event = nil
            }
            #expect(state == known)
        case (.refused(let refused), .refused(let known)):
            #expect(refused.message == NewerWord.message)
            #expect(refused.why == (place == .refusedWhy ? nil : known.why))
            #expect(refused.request == (place == .refusedRequest ? nil : known.request))
        case (.bye(nil, let resume, let message), .bye(_, let known, _)):
            #expect(resume == known && message == NewerWord.message)
        case (.error(nil, let message), .error): #expect(message == NewerWord.message)
        case (.welcome(var welcome), .welcome(let known)):
            #expect(Array(welcome.rules.unknownWords.values) == [NewerWord.text])
            welcome.rules.unknownWords = [:]
            #expect(welcome == known)
        case _: Issue.record("\(message)")
        }
    }

    @Test("An unknown word is never written", arguments: NewerWord.allCases)
    func unsaid(_ place: NewerWord) throws {
        let message = try WireCodec.decodeHostMessage(place.line)
        // Of rules the word is kept, and only reading makes rules with one.
        if case .welcome = message { return }
        let written = String(decoding: WireCodec.encode(message), as: UTF8.self)
        #expect(!written.contains(NewerWord.text))
    }

    @Test("A word from a newer host must be a string all the same", arguments: NewerWord.allCases)
    func malformed(_ place: NewerWord) {
        let line = String(decoding: place.line, as: UTF8.self)
        for other in ["7", "true", "[]"] {
            let parts = line.split(
                separator: "\"\(NewerWord.text)\"", omittingEmptySubsequences: false)
            let bytes = Array(parts.joined(separator: other).utf8)
            #expect(throws: WireError.self) { try WireCodec.decodeHostMessage(bytes) }
        }
    }

    @Test("An unknown word is not the same as a missing one")
    func lacking() throws {
        for place in NewerWord.allCases where place != .playersAsks && place != .refusedRequest {
            if case .welcome = place.known { continue }
            let line = String(decoding: place.line, as: UTF8.self)
            let parts = line.split(
                separator: "\"\(NewerWord.text)\"", omittingEmptySubsequences: false)
            let bytes = Array(parts.joined(separator: "null").utf8)
            #expect(throws: WireError.self) { try WireCodec.decodeHostMessage(bytes) }
        }
    }

    @Test("A word from a newer host is kept apart from the rules")
    func rules() throws {
        let rules: Rules = try JSONView.read(Array(#"{"refill":"juggled"}"#.utf8)[...])
        #expect(rules.unknownWords == ["refill": "juggled"])
    }
}
