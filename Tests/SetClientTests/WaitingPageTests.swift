import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Waiting page")
struct WaitingPageTests {
    private static let sizes = [Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60)]

    private func page(
        start: String? = nil, question: SetClient.Confirmation? = nil
    ) -> WaitingPage {
        WaitingPage(
            after: MainMenuScene().page, SettingsModel(), title: "Looking for ann.example",
            lines: [.words("It may take a while."), .command("set-duel join ann.example")],
            way: "cancel", start: start, question: question)
    }

    /// Clicks on words that must stand on the screen.
    private func click(
        _ words: String, _ page: inout WaitingPage, on size: Size
    ) throws -> [ScreenEffect<WaitingPage.Outcome>] {
        var canvas = Canvas(size)
        page.draw(on: &canvas, Appearance(), at: .zero)
        let y = try #require(canvas.lines.lastIndex { $0.contains(words) }, "\(words) at \(size)")
        let place = try #require(canvas.lines[y].firstRange(of: words))
        let x = String(canvas.lines[y][..<place.lowerBound]).columns
        return page.handle(.mouse(Mouse(.press(.left), at: Point(x, y))), in: size, at: .zero)
    }

    @Test(
        "The page of a connection says where to, for how long, and how to cancel", arguments: sizes)
    func connecting(_ size: Size) throws {
        var page = WaitingPage(
            connectingTo: try Endpoint("192.168.1.20"), for: .seconds(10), after: nil,
            SettingsModel(seed: 1))
        var canvas = Canvas(size)
        page.draw(on: &canvas, Appearance(), at: .zero)
        let text = canvas.lines.joined(separator: "\n")
        #expect(text.contains("Connecting to 192.168.1.20:7381…"))
        #expect(text.contains("10 seconds"))
        #expect(text.contains("cancel"))
        #expect(page.handle(.key(Key(.escape)), in: size, at: .zero) == [.done(.givenUp)])
        #expect(
            page.handle(.key(Key(.character("c"), .control)), in: size, at: .zero) == [
                .done(.givenUp)
            ])
    }

    @Test("Only a click on its way out leaves the waiting page", arguments: sizes)
    func clicks(_ size: Size) throws {
        var page = page()
        #expect(try click("It may take", &page, on: size) == [])
        #expect(try click("cancel", &page, on: size) == [.done(.givenUp)])
        for key in [Key(.enter), .character(" ")] {
            #expect(page.handle(.key(key), in: size, at: .zero) == [])
            var opening = self.page(start: "start")
            #expect(opening.handle(.key(key), in: size, at: .zero) == [.done(.over)])
        }
        guard size.height >= 18 else { return }
        var opening = self.page(start: "start")
        #expect(try click("start", &opening, on: size) == [.done(.over)])
        #expect(try click("cancel", &opening, on: size) == [.done(.givenUp)])
    }

    @Test(
        "The waiting page asks before leaving; y or ctrl-c closes; n, escape and enter cancel",
        arguments: sizes)
    func asks(_ size: Size) throws {
        let question = SetClient.Confirmation("Close the table?", yes: "close", no: "stay")
        let escape = InputEvent.key(Key(.escape))
        for answer in [escape, .key(.character("n")), .key(Key(.enter))] {
            var page = page(question: question)
            #expect(page.handle(escape, in: size, at: .zero) == [])
            #expect(page.handle(answer, in: size, at: .zero) == [])
            // The question is closed, so y is no answer.
            #expect(page.handle(.key(.character("y")), in: size, at: .zero) == [])
        }
        for answer in [Key.character("y"), .character("Y"), .control("c")] {
            var page = page(question: question)
            #expect(page.handle(escape, in: size, at: .zero) == [])
            #expect(page.handle(.key(answer), in: size, at: .zero) == [.done(.givenUp)])
        }
        var page = page(question: question)
        #expect(page.handle(escape, in: size, at: .zero) == [])
        #expect(try click("It may take", &page, on: size) == [] && page.isAsking)
        guard size.height >= 18 else { return }
        #expect(try click("Y  close", &page, on: size) == [.done(.givenUp)])
    }
}
