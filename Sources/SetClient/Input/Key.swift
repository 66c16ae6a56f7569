/// A key press, the same however the terminal encodes it.
///
/// Shift shows in the character where there is one (`A`, not shift and `a`), and shift with tab is
/// ``Code/backtab``.
package struct Key: Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// A key that writes something, never a control character.
        case character(Character)
        case enter
        case tab
        case backtab
        case escape
        case backspace
        case up
        case down
        case left
        case right
        case home
        case end
        case pageUp
        case pageDown
        case delete
    }

    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Shift, where it does not show in the character.
        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
        /// Command, super, hyper or meta: nothing that a game should act on.
        package static let command = Modifiers(rawValue: 8)
    }

    package var code: Code
    package var modifiers: Modifiers
    /// The key at its place on a US keyboard, where the terminal tells it and the key writes no ASCII.
    var base: Character?
    /// Whether the terminal says that it is held down.
    var isRepeat = false

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        (self.code, self.modifiers) = (code, modifiers)
    }

    package static func character(_ character: Character, _ modifiers: Modifiers = []) -> Key {
        Key(.character(character), modifiers)
    }

    /// What is printed on the key; empty for keys that no text names.
    var name: String {
        switch code {
        case .character(let character) where modifiers.contains(.control): "ctrl-\(character)"
        case .character(" "): "space"
        case .character(let character): String(character)
        case .enter: "enter"
        case .escape: "esc"
        case .backspace: "⌫"
        case .tab: "tab"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "home"
        case .end: "end"
        case .backtab, .pageUp, .pageDown, .delete: ""
        }
    }

    /// The keys that end whatever is on the screen.
    static let interrupts: [Key] = [.control("c"), .control("d")]

    var isInterrupt: Bool { Self.interrupts.contains(self) }

    /// A character's key with control, by its small letter.
    package static func control(_ character: Character) -> Key {
        Key(.character(character), .control)
    }
}

extension Key {
    /// The key behind a byte below 0x80 other than escape.
    init(ascii byte: UInt8) {
        switch byte {
        // A line feed is what scripts send for the enter key; control and j cannot be told apart.
        case 0x0A, 0x0D: self.init(.enter)
        case 0x09: self.init(.tab)
        case 0x08, 0x7F: self.init(.backspace)
        case 0x00: self = .control(" ")
        case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1B: self.init(.escape)
        case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
        default: self = .character(Character(Unicode.Scalar(byte)))
        }
    }

    func adding(_ more: Modifiers) -> Key { Key(code, modifiers.union(more)) }
}
