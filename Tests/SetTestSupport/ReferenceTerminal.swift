import SetClient
import SetProtocol

/// A small terminal that understands exactly what set-duel says and refuses everything else.
///
/// It is written for being right, not fast, and shares no code with the renderer: what it shows
/// after a frame is what a real terminal would show.
package struct ReferenceTerminal: Sendable {
    /// What a real terminal might misunderstand.
    package enum Complaint: Error, Hashable {
        case unknownSequence(String)
        case incompleteSequence
        case invalidText
        case wroteWithAutowrap
        case brokeWideGlyphAtTheEdge
        case erasedWithAttributes
        case movedOutside
    }

    package private(set) var size: Size
    package private(set) var cursor = Point(0, 0)
    /// The private modes that are set; 7 (autowrap) and 25 (cursor) are so from the start.
    package private(set) var modes: Set<Int> = [7, 25]
    /// The flags of the kitty keyboard protocol, one entry a push.
    package private(set) var keyboardFlags: [Int] = []
    package private(set) var title = "shell"
    /// The titles kept for later.
    package private(set) var savedTitles: [String] = []
    package private(set) var pen = Style.standard
    /// What a program asked for and can read now.
    package private(set) var replies: [UInt8] = []
    package private(set) var written: Set<Unicode.Scalar> = []
    /// Whether what is drawn outside the screen is cut off, as real terminals do, instead of being a
    /// fault: for frames under way while the size changes.
    package var clips = false
    package private(set) var pictures = ReferencePictures()
    /// The sixels it shows; `nil` if it knows none.
    package var sixels: ReferenceSixels?
    /// Whether it says that it can show pictures.
    package var offersPictures = false
    package private(set) var clearings = 0
    /// Whether the extent has changed since the program last erased everything.
    ///
    /// What a program says then may still be meant for the old extent. A real terminal clips it,
    /// and so does this one; from the next erasure on it insists again.
    package private(set) var isDisturbed = false
    private var cells: [Cell]
    private var pending: ArraySlice<UInt8> = []
    /// Whether cells are blanked without being written.
    private var isErasing = false
    /// The cell that a mark joins.
    private var lastWritten: Int?

    /// A terminal as a shell leaves it.
    package init(_ size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    package subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

    /// Changes the extent and leaves something on the screen that nobody asked for.
    package mutating func resize(to size: Size) {
        self.size = size
        cells = Array(repeating: Cell(.narrow("#")), count: size.width * size.height)
        cursor = Point(0, 0)
        isDisturbed = true
    }

    /// Interprets bytes, which must be whole sequences.
    package mutating func feed(_ bytes: [UInt8]) throws(Complaint) {
        pending = bytes[...]
        while let byte = pending.popFirst() {
            switch byte {
            case 0x1B: try escape()
            case 0x20..<0x7F, 0xC2...0xF4: try text(byte)
            default: throw .unknownSequence("byte \(byte)")
            }
        }
    }

    // MARK: - Text

    private mutating func text(_ first: UInt8) throws(Complaint) {
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let encoded = [first] + pending.prefix(length - 1)
        pending = pending.dropFirst(length - 1)
        guard let string = String(validating: encoded, as: UTF8.self),
            let scalar = string.unicodeScalars.first
        else { throw .invalidText }
        guard !modes.contains(7) else { throw .wroteWithAutowrap }
        written.insert(scalar)
        if scalar.columns > 0 { lastWritten = cursor.y * size.width + cursor.x }
        switch scalar.columns {
        case 1:
            set(cursor.x, Cell(.narrow(scalar), pen))
            // Without autowrap the cursor stays in the last column.
            cursor.x = min(cursor.x + 1, size.width - 1)
        case 2:
            guard cursor.x + 1 < size.width else {
                if clips { return }
                if isDisturbed { return set(cursor.x, Cell(.narrow(" "), pen)) }
                throw .brokeWideGlyphAtTheEdge
            }
            set(cursor.x, Cell(.narrow(" "), pen))
            set(cursor.x + 1, Cell(.narrow(" "), pen))
            cells[cursor.y * size.width + cursor.x].glyph = .wide(scalar)
            cells[cursor.y * size.width + cursor.x + 1].glyph = .trail
            cursor.x = min(cursor.x + 2, size.width - 1)
        case 0 where SafeText.isMark(scalar):
            guard let lastWritten else { throw .invalidText }
            cells[lastWritten].marks.append(scalar)
        default: throw .invalidText
        }
    }

    /// Writes a cell and blanks the other half of a wide glyph that it breaks.
    private mutating func set(_ x: Int, _ cell: Cell) {
        let index = cursor.y * size.width + x
        if !isErasing { sixels?.wroteText(at: Point(x, cursor.y)) }
        switch cells[index].glyph {
        case .narrow, .picture: break
        case .wide: cells[index + 1].glyph = .narrow(" ")
        case .trail: cells[index - 1].glyph = .narrow(" ")
        }
        cells[index] = cell
    }

    // MARK: - Sequences

    private mutating func escape() throws(Complaint) {
        switch pending.popFirst() {
        case UInt8(ascii: "["): try control()
        case UInt8(ascii: "]"): try command()
        case UInt8(ascii: "P"): try deviceControl()
        case UInt8(ascii: "_"): try application()
        default: throw .incompleteSequence
        }
    }

    private mutating func command() throws(Complaint) {
        guard let end = pending.firstIndex(of: 0x07) else { throw .incompleteSequence }
        let body = String(decoding: pending[..<end], as: UTF8.self)
        pending = pending[(end + 1)...]
        if body.hasPrefix("2;") {
            title = String(body.dropFirst(2))
        } else if body == "11;?" {
            reply("\u{1B}]11;rgb:1e1e/2020/3030\u{7}")
        } else if body == "10;?" {
            reply("\u{1B}]10;rgb:d0d0/d0d0/d0d0\u{1B}\\")
        } else if body.hasPrefix("4;"), body.hasSuffix(";?"),
            let index = UInt8(body.dropFirst(2).dropLast(2))
        {
            // Only the fourth color differs from the usual ones.
            reply("\u{1B}]4;\(index);rgb:\(index == 3 ? "aaaa/5555/0000" : "1010/1010/1010")\u{7}")
        } else {
            throw .unknownSequence("OSC \(body)")
        }
    }

    private mutating func deviceControl() throws(Complaint) {
        guard let end = pending.firstIndex(of: 0x1B),
            pending.dropFirst(end - pending.startIndex + 1).first == 0x5C
        else { throw .incompleteSequence }
        let bytes = Array(pending[..<end])
        let body = String(decoding: bytes, as: UTF8.self)
        pending = pending[(end + 2)...]
        switch body {
        case _ where body.hasPrefix("0;1;0q"):
            guard sixels?.show(bytes, at: cursor, rows: size.height) == true else {
                throw .unknownSequence("sixels \(body.prefix(60))")
            }
        default: throw .unknownSequence("DCS \(body)")
        }
    }

    private mutating func application() throws(Complaint) {
        guard let end = pending.firstIndex(of: 0x1B), end + 1 < pending.endIndex,
            pending[end + 1] == UInt8(ascii: "\\")
        else { throw .incompleteSequence }
        let body = Array(pending[..<end])
        pending = pending[(end + 2)...]
        if body.starts(with: Array("Gi=31,".utf8)) {
            if offersPictures { reply("\u{1B}_Gi=31;OK\u{1B}\\") }
        } else if !pictures.obey(body, atColumn: cursor.x, row: cursor.y) {
            throw .unknownSequence("APC \(String(decoding: body.prefix(60), as: UTF8.self))")
        }
    }

    private mutating func control() throws(Complaint) {
        guard let end = pending.firstIndex(where: { 0x40...0x7E ~= $0 }) else {
            throw .incompleteSequence
        }
        let body = String(decoding: pending[..<end], as: UTF8.self)
        let final = Unicode.Scalar(pending[end])
        pending = pending[(end + 1)...]
        if let first = body.first, "?<>".contains(first) {
            return try privateControl(first, String(body.dropFirst()), final)
        }
        let numbers = body.split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        switch (final, numbers.count) {
        case ("H", 1...2):
            let column = numbers.count > 1 ? numbers[1] : 1
            try move(to: Point(max(1, column) - 1, max(1, numbers[0]) - 1))
        case ("C", 1): try move(to: Point(cursor.x + max(1, numbers[0]), cursor.y))
        case ("K", 1) where body.isEmpty: try erase(size.width - cursor.x)
        case ("X", 1): try erase(min(max(1, numbers[0]), size.width - cursor.x))
        case ("J", 1) where numbers == [2]:
            clearings += 1
            isDisturbed = false
            guard pen == .standard else { throw .erasedWithAttributes }
            cells = Array(repeating: .blank, count: cells.count)
            pictures.screenErased()
            sixels?.screenErased()
        case ("m", _): try restyle(numbers)
        case ("S", 1) where sixels?.memory != nil:
            sixels?.scroll(min(max(1, numbers[0]), size.height))
            cells = Array(repeating: .blank, count: cells.count)
        case ("t", 2) where numbers == [22, 0]: savedTitles.append(title)
        case ("t", 2) where numbers == [23, 0]: title = savedTitles.popLast() ?? title
        case ("t", 1) where numbers == [16]: reply("\u{1B}[6;20;10t")
        case ("n", 1) where numbers == [5]: reply("\u{1B}[0n")
        case ("n", 1) where numbers == [6]: reply("\u{1B}[\(cursor.y + 1);\(cursor.x + 1)R")
        case ("c", 1) where body.isEmpty: reply("\u{1B}[?62;\(sixels == nil ? "" : "4;")22c")
        default: throw .unknownSequence("CSI \(body) \(final)")
        }
    }

    private mutating func privateControl(
        _ prefix: Character, _ body: String, _ final: Unicode.Scalar
    ) throws(Complaint) {
        let known: Set = [7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026, 2031]
        switch (prefix, final) {
        case ("?", "h"), ("?", "l"):
            guard let mode = Int(body), known.contains(mode) else {
                throw .unknownSequence("mode \(body)")
            }
            if final == "h" { modes.insert(mode) } else { modes.remove(mode) }
        case ("?", "p"):
            guard body.hasSuffix("$"), let mode = Int(body.dropLast()) else {
                throw .unknownSequence("CSI ?\(body)p")
            }
            reply("\u{1B}[?\(mode);\(known.contains(mode) ? modes.contains(mode) ? 1 : 2 : 0)$y")
        case ("?", "S") where body == "1;1;0":
            if let sixels { reply("\u{1B}[?1;0;\(sixels.registers)S") }
        case ("?", "S") where body == "2;4;0":
            if sixels != nil { reply("\u{1B}[?2;0;1000;1000S") }
        case ("?", "u") where body.isEmpty: reply("\u{1B}[?\(keyboardFlags.last ?? 0)u")
        case ("?", "n") where body == "996": reply("\u{1B}[?997;1n")
        case (">", "q") where body == "0": reply("\u{1B}P>|kitty(0.41.0)\u{1B}\\")
        case (">", "c") where body.isEmpty: reply("\u{1B}[>1;4000;41c")
        case (">", "u"): keyboardFlags.append(Int(body) ?? 0)
        case ("<", "u") where body.isEmpty: _ = keyboardFlags.popLast()
        default: throw .unknownSequence("CSI \(prefix)\(body)\(final)")
        }
    }

    private mutating func move(to place: Point) throws(Complaint) {
        let isInside = 0..<size.width ~= place.x && 0..<size.height ~= place.y
        guard isInside || clips || isDisturbed else { throw .movedOutside }
        cursor = Point(min(place.x, size.width - 1), min(place.y, size.height - 1))
    }

    private mutating func erase(_ count: Int) throws(Complaint) {
        // Terminals differ in whether erasing keeps attributes and fills with the background.
        guard pen.background == .standard,
            pen.attributes.isDisjoint(with: [.underline, .reverse])
        else { throw .erasedWithAttributes }
        isErasing = true
        for x in cursor.x..<cursor.x + count { set(x, .blank) }
        isErasing = false
    }

    private mutating func reply(_ text: String) { replies.append(contentsOf: text.utf8) }

    // MARK: - Style

    private mutating func restyle(_ numbers: [Int]) throws(Complaint) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: pen = .standard
            case 1: pen.attributes.insert(.bold)
            case 2: pen.attributes.insert(.dim)
            case 4: pen.attributes.insert(.underline)
            case 7: pen.attributes.insert(.reverse)
            case 22: pen.attributes.subtract([.bold, .dim])
            case 24: pen.attributes.remove(.underline)
            case 27: pen.attributes.remove(.reverse)
            case 30...37: pen.foreground = .indexed(UInt8(number - 30))
            case 90...97: pen.foreground = .indexed(UInt8(number - 82))
            case 38: pen.foreground = try ink(&rest)
            case 39: pen.foreground = .standard
            case 40...47: pen.background = .indexed(UInt8(number - 40))
            case 100...107: pen.background = .indexed(UInt8(number - 92))
            case 48: pen.background = try ink(&rest)
            case 49: pen.background = .standard
            default: throw .unknownSequence("SGR \(number)")
            }
        }
    }

    private func ink(_ rest: inout ArraySlice<Int>) throws(Complaint) -> TerminalColor {
        switch rest.popFirst() {
        case 5: return .indexed(try part(&rest))
        case 2: return .rgb(try part(&rest), try part(&rest), try part(&rest))
        default: throw .unknownSequence("SGR color")
        }
    }

    private func part(_ rest: inout ArraySlice<Int>) throws(Complaint) -> UInt8 {
        guard let number = rest.popFirst(), let part = UInt8(exactly: number) else {
            throw .unknownSequence("SGR color")
        }
        return part
    }
}
