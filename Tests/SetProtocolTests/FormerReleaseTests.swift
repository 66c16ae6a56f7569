import SetTestSupport
import Testing

@testable import SetProtocol

/// What programs of the release before the features said and heard, as its documents had it.
@Suite("The release before")
struct FormerReleaseTests {
    private static let conversations = [
        "former/01-opening", "former/06-deal", "former/09-watch-and-chat", "former/11-leave",
        "former/12-drop-and-return", "former/15-solo", "former/17-refusals",
    ]

    private static func lines(_ name: String, _ arrow: String) -> [[UInt8]] {
        goldenText(name).split(separator: "\n").compactMap { line in
            guard let start = line.firstRange(of: " {"), line[..<start.lowerBound].hasSuffix(arrow)
            else { return nil }
            var text = String(line[start.upperBound...])
            text = "{" + text.replacing("<table>", with: "K7M2QX")
            text = text.replacing("<ms>", with: "0")
            text = text.replacing(/<token [\w ]+>/, with: "0f1e2d3c4b5a69788796a5b4c3d2e1f0")
            return Array(text.utf8)
        }
    }

    @Test(
        "A host understands every line of a client of the release before", arguments: conversations)
    func client(name: String) throws {
        let lines = Self.lines(name, ">")
        #expect(!lines.isEmpty)
        for line in lines {
            let message = try WireCodec.decodeClientMessage(line)
            guard case .hello(let hello) = message else { continue }
            // So a host sends it nothing that it does not know.
            #expect(hello.features.isEmpty && !hello.isTelevision)
        }
    }

    @Test(
        "A client understands every line of a host of the release before", arguments: conversations)
    func host(name: String) throws {
        let lines = Self.lines(name, "<")
        #expect(!lines.isEmpty)
        for line in lines {
            switch try WireCodec.decodeHostMessage(line) {
            case .welcome(let welcome):
                #expect(welcome.features.isEmpty && welcome.name == nil)
                // The rules that it does not know have no effect there.
                #expect(welcome.rules.deck == .full && welcome.rules.winsOfMatch == nil)
                #expect(welcome.rules.unknownWords.isEmpty)
            case .state(let state): #expect(state.match == nil && state.queue.isEmpty)
            case _: break
            }
        }
    }
}
