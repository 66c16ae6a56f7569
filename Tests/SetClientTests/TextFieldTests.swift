import Testing

@testable import SetClient

@Suite("Text fields")
struct TextFieldTests {
    private static func typing(_ keys: Key..., into field: TextField) -> TextField {
        var field = field
        for key in keys { field.handle(key) }
        return field
    }

    private static let name = TextField("Player", limit: 16, isSelected: true)

    @Test("The first letter typed replaces a selected text, and the next one follows it")
    func replaced() {
        let field = Self.typing(.character("A"), .character("n"), into: Self.name)
        #expect(field.value == "An" && !field.isSelected)
        #expect(Self.typing(Key(.backspace), into: Self.name).value == "")
        #expect(Self.typing(Key(.delete), into: Self.name).value == "")
        var pasted = Self.name
        pasted.insert("Ann\nBob")
        #expect(pasted.value == "Ann")
    }

    @Test("Moving the cursor keeps a selected text")
    func moved() {
        for key in [Key(.left), Key(.right), Key(.home), Key(.end)] {
            let field = Self.typing(key, into: Self.name)
            #expect(field.value == "Player" && !field.isSelected)
        }
        let added = Self.typing(Key(.end), .character("2"), into: Self.name)
        #expect(added.value == "Player2")
        var pointed = Self.name
        pointed.point(atColumn: 0)
        #expect(Self.typing(.character("X"), into: pointed).value == "XPlayer")
        #expect(Self.typing(Key(.up), into: Self.name).isSelected)
    }

    @Test("A text that is not selected, or empty, takes what is typed at the cursor")
    func appended() {
        #expect(Self.typing(.character("!"), into: TextField("Ann", limit: 16)).value == "Ann!")
        #expect(!TextField("", limit: 16, isSelected: true).isSelected)
    }
}
