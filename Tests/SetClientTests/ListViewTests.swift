import SetProtocol
import Testing

@testable import SetClient

@Suite("Lists")
struct ListViewTests {
    private typealias Row = ListView.Row
    private let rect = Rect(2, 1, 40, 9)

    private let actions = ListView([
        Row(key: "a", label: "add"), Row(key: "q", label: "quit"), Row(key: "R", label: "resign"),
    ])
    private let form = ListView([
        .text("name", TextField("Ann", limit: 16)), .choice("pace", ["normal", "slow"], chosen: 0),
        Row(label: "theme", values: [.choice(["red", "green", "blue"], chosen: 0)]),
        .button("go"),
    ])
    private let table = ListView([
        Row(
            label: "one", values: [.text(TextField("", limit: 9)), .text(TextField("x", limit: 9))]),
        Row(label: "two", values: [.choice(["b", "c"], chosen: 0), .choice(["d"], chosen: 0)]),
    ])

    @discardableResult
    private func press(_ keys: Key..., into list: inout ListView) -> ListView.Step {
        keys.reduce(.stay) { list.handle(.key($1), in: rect) }
    }

    private func lines(_ list: ListView) -> [String] {
        var canvas = Canvas(Size(44, 11))
        list.draw(in: rect, Appearance(), on: &canvas)
        return canvas.lines
    }

    @discardableResult
    private func click(_ words: String, _ list: inout ListView) throws -> ListView.Step {
        let lines = lines(list)
        let y = try #require(lines.firstIndex { $0.contains(words) }, "\(words)")
        let place = try #require(lines[y].firstRange(of: words))
        let x = String(lines[y][..<place.lowerBound]).columns
        return list.handle(.mouse(Mouse(.press(.left), at: Point(x, y))), in: rect)
    }

    @Test("In a list, arrows go around, and pages and the wheel stop at the ends")
    func moving() {
        for start in [actions, form] {
            let last = start.rows.count - 1
            for (keys, row) in [
                ([Key.Code.up], last), ([.down, .down], 2), ([.backtab], last), ([.tab], 1),
                ([.pageUp], 0), ([.pageDown], last), ([.pageDown, .down], 0),
            ] {
                var list = start
                for key in keys { #expect(press(Key(key), into: &list) == .stay) }
                #expect(list.row == row, "\(keys)")
            }
            var list = start
            for (action, row) in [(Mouse.Action.wheelUp, 0), (.wheelDown, last)] {
                for _ in 0..<9 { _ = list.handle(.mouse(Mouse(action, at: Point(0, 0))), in: rect) }
                #expect(list.row == row)
            }
        }
        var none = actions
        none.select(3)
        #expect(press(Key(.enter), into: &none) == .stay)
        #expect(press(Key(.up), into: &none) == .stay && none.row == 2)
    }

    @Test("In a list, an action is chosen by enter, its key or number, and a click")
    func choosing() throws {
        var list = actions
        for key in [Key(.enter), Key(.right), .character(" ")] {
            #expect(press(key, into: &list) == .choose(0))
        }
        for (key, row) in [("q", 1), ("Q", 1), ("3", 2), ("R", 2), ("a", 0)] as [(Character, Int)] {
            #expect(press(.character(key), into: &list) == .choose(row) && list.row == row)
        }
        // The capital letter of a command is not its small letter.
        for key in ["r", "4", "0"] as [Character] {
            #expect(press(.character(key), into: &list) == .stay)
        }
        #expect(try click("quit", &list) == .choose(1))
        for key in [Key(.escape), Key(.left), Key(.backspace)] {
            #expect(press(key, into: &list) == .back)
        }
        var form = form
        #expect(try click("[ go ]", &form) == .choose(3))
        #expect(
            press(Key(.left), into: &form) == .stay && press(Key(.escape), into: &form) == .back)
    }

    @Test("In a list, a value is changed by arrows, letters and clicks, and begins again")
    func values() throws {
        var list = form
        press(Key(.down), into: &list)
        for (key, word) in [
            (Key(.right), "slow"), (Key(.right), "normal"), (Key(.left), "slow"),
            (.character("n"), "normal"), (.character(" "), "slow"), (Key(.backspace), "normal"),
        ] {
            #expect(press(key, into: &list) == .change && list.text(1) == word)
        }
        #expect(press(.character("x"), into: &list) == .stay)
        #expect(try click("slow", &list) == .change && list.text(1) == "slow")
        #expect(try click("red", &list) == .change && list.row == 2 && list.text(2) == "green")
        #expect(try click("‹", &list) == .change && list.text(2) == "red")
        #expect(try click("name", &list) == .stay && list.row == 0)
        #expect(list.handle(.paste("a\nb"), in: rect) == .change && list.text(0) == "aAnn")
        press(Key(.home), .character("J"), into: &list)
        #expect(list.text(0) == "JaAnn" && list.isTyping)
        #expect(press(Key(.enter), into: &list) == .choose(0))
    }

    @Test("In a table, tab and arrows lead from one value to the next")
    func cells() throws {
        var list = table
        for (key, row, column) in [
            (Key.Code.right, 0, 1), (.right, 1, 0), (.tab, 1, 1), (.tab, 0, 0),
            (.backtab, 1, 1), (.up, 0, 1), (.home, 0, 1), (.left, 0, 0), (.left, 1, 1),
        ] {
            press(Key(key), into: &list)
            #expect((list.row, list.column) == (row, column), "\(key)")
        }
        #expect(try click("b", &list) == .change && list.value?.text == "c")
    }

    @Test("Other rows keep the text that is being typed, with its cursor")
    func shown() {
        var list = form
        press(Key(.home), .character("J"), into: &list)
        list.show([.text("name", TextField("Ann", limit: 16)), .button("go")])
        press(.character("o"), into: &list)
        #expect(list.text(0) == "JoAnn")
    }

    @Test("A list that does not fit scrolls, and clicks choose what is visible")
    func scrolling() throws {
        let rows = (0..<12).map { Row(label: "item \($0)") }
        let area = Rect(2, 1, 20, 5)
        for start in 0..<12 {
            var list = ListView(rows, at: start)
            var canvas = Canvas(Size(24, 7))
            list.draw(in: area, Appearance(), on: &canvas)
            #expect(canvas.lines.contains { $0.contains("▸ item \(start)") })
            #expect(canvas.lines[1].hasSuffix("▴") == (start > 2))
            #expect(canvas.lines[5].hasSuffix("▾") == (start < 9))
            let row = try #require(canvas.lines[3].split(separator: "item ").last?.first)
            let click = InputEvent.mouse(Mouse(.press(.left), at: Point(4, 3)))
            guard case .choose(let place) = list.handle(click, in: area) else {
                Issue.record("nothing was picked")
                continue
            }
            #expect("\(place)".first == row)
        }
    }
}
