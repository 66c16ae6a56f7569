/// Turns the bytes a terminal sends into events, in whatever pieces they come.
///
/// A machine without input and output: bytes go in with ``feed(_:)``, and when nothing came for a
/// while although ``needsTimeout`` is true, ``timeoutElapsed()`` says so.
///
/// | State | Awaits | Left by |
/// |---|---|---|
/// | `ground` | anything | any byte above 0x7F, escape |
/// | `text` | the rest of a UTF-8 scalar | its last byte; any other byte, which is then read again |
/// | `escape` | what kind of sequence | `[` `O` `]` `P` `_` `^` `X`; any other is a key with alt |
/// | `control` | the final byte of CSI | that byte |
/// | `singleShift` | the byte after SS3 | that byte |
/// | `oldMouse` | three bytes after `CSI M` | the third |
/// | `consoleKey` | one byte after `CSI [`, a function key | that byte |
/// | `string` | the end of OSC, DCS, APC, PM, SOS | BEL or ST |
/// | `paste` | the end mark | the mark |
///
/// A control character ends every unfinished sequence and is read as the key it is, so that a
/// player is never locked out by a broken one. Silence ends them too: a lone escape, or an escape
/// and the first character of a sequence, is a key after one time-out; the rest is given up after
/// ``silencesBeforeGivingUp`` of them. Only a paste is not ended by control characters, for what is
/// pasted must never become keys. An escape behind another one makes the first a key.
///
/// What means nothing here is swallowed whole.
package struct InputDecoder: Sendable {
    /// How long nothing may come before ``timeoutElapsed()``: longer than the parts of a key sequence
    /// take over a slow connection, shorter than a player notices.
    package static let escapeTimeout = Duration.milliseconds(40)
    /// How many time-outs in a row end a sequence that has stopped in the middle.
    package static let silencesBeforeGivingUp = 40
    /// How many bytes of a paste are kept; the rest is swallowed.
    package static let pasteLimit = 4096
    /// How many bytes between `CSI` and its final one can mean something.
    static let controlLimit = 64
    /// How many bytes of a string are kept; a longer one means nothing.
    static let stringLimit = 1024
    /// How long a string may be before it is taken for no string at all.
    static let stringLengthLimit = 65_536

    /// Whether an escape before a character is its own key instead of alt.
    ///
    /// With the mouse on, GNU screen holds a lone escape back until the next key.
    package var readsEscapeAlone = false

    private enum State: Equatable {
        case ground
        case text([UInt8], Key.Modifiers)
        case escape
        case control([UInt8])
        case singleShift([UInt8])
        case oldMouse([UInt8])
        case consoleKey
        case string(introducer: UInt8, [UInt8], length: Int, sawEscape: Bool)
        case paste([UInt8], matched: Int)
    }

    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    private var state = State.ground
    private var silences = 0
    private var events: [InputEvent] = []

    /// Whether the bytes so far may be complete or not, so that silence would tell.
    ///
    /// While true, call ``timeoutElapsed()`` each time nothing has come for ``escapeTimeout``.
    package var needsTimeout: Bool { state != .ground }

    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        for byte in bytes {
            silences = 0
            decode(byte)
        }
        return drain()
    }

    package mutating func timeoutElapsed() -> [InputEvent] {
        switch state {
        case .ground: return []
        case .escape: emit(Key(.escape))
        case .control([]): decodeAlone(UInt8(ascii: "["))
        case .singleShift([]): decodeAlone(UInt8(ascii: "O"))
        case .string(let introducer, [], length: 0, sawEscape: false): decodeAlone(introducer)
        case .text, .control, .singleShift, .oldMouse, .consoleKey, .string, .paste:
            silences += 1
            guard silences >= Self.silencesBeforeGivingUp else { return [] }
            // A paste is handed over as far as it came.
            if case .paste(let body, _) = state { emitPaste(body) }
        }
        state = .ground
        silences = 0
        return drain()
    }

    private mutating func drain() -> [InputEvent] {
        defer { events = [] }
        return events
    }

    private mutating func emit(_ key: Key) { events.append(.key(key)) }

    /// Reads a byte after an escape that begins no sequence.
    private mutating func decodeAlone(_ byte: UInt8) {
        if readsEscapeAlone { emit(Key(.escape)) }
        decodeInGround(byte, readsEscapeAlone ? [] : .alt)
    }
}

// MARK: - Transitions

extension InputDecoder {
    private mutating func decode(_ byte: UInt8) {
        let before = state
        // Unless the byte leads elsewhere.
        state = .ground
        switch before {
        case .ground: decodeInGround(byte)
        case .text(let pending, let modifiers): decodeText(byte, after: pending, modifiers)
        case .escape: decodeAfterEscape(byte)
        case .control(let body): decodeControl(byte, body)
        case .singleShift(let body): decodeSingleShift(byte, body)
        case .oldMouse(let body): decodeOldMouse(byte, body)
        case .consoleKey: if isControl(byte) { decodeInGround(byte) }
        case .string(let introducer, let body, let length, let sawEscape):
            decodeString(byte, introducer, body, length, sawEscape)
        case .paste(let body, let matched): decodePaste(byte, body, matched)
        }
    }

    private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private mutating func decodeInGround(_ byte: UInt8, _ modifiers: Key.Modifiers = []) {
        switch byte {
        case 0x1B: state = .escape
        case 0..<0x80: emit(Key(ascii: byte).adding(modifiers))
        case 0xC2...0xF4: state = .text([byte], modifiers)
        default: break
        }
    }

    private mutating func decodeText(
        _ byte: UInt8, after pending: [UInt8], _ modifiers: Key.Modifiers
    ) {
        guard 0x80...0xBF ~= byte else { return decodeInGround(byte) }
        let encoded = pending + [byte]
        let length = encoded[0] < 0xE0 ? 2 : encoded[0] < 0xF0 ? 3 : 4
        guard encoded.count == length else {
            state = .text(encoded, modifiers)
            return
        }
        // Overlong forms, surrogates and control characters of the upper half are dropped here.
        guard let text = String(validating: encoded, as: UTF8.self), let character = text.first,
            let scalar = text.unicodeScalars.first, scalar.properties.generalCategory != .control
        else { return }
        emit(.character(character, modifiers))
    }

    private mutating func decodeAfterEscape(_ byte: UInt8) {
        switch byte {
        case 0x1B:
            emit(Key(.escape))
            state = .escape
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .singleShift([])
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
            UInt8(ascii: "X"):
            state = .string(introducer: byte, [], length: 0, sawEscape: false)
        default: decodeAlone(byte)
        }
    }

    private mutating func decodeControl(_ byte: UInt8, _ body: [UInt8]) {
        switch byte {
        // One more than can mean something is kept, to know that it was too long.
        case 0x20...0x3F: state = .control(body.count <= Self.controlLimit ? body + [byte] : body)
        case UInt8(ascii: "[") where body.isEmpty: state = .consoleKey
        case UInt8(ascii: "M") where body.isEmpty: state = .oldMouse([])
        case 0x40...0x7E:
            guard body.count <= Self.controlLimit,
                let sequence = ControlSequence(body: body, final: byte)
            else { return }
            if let key = sequence.key {
                events.append(key)
            } else if let report = sequence.report {
                events.append(.report(report))
            } else if let mouse = sequence.mouse {
                events.append(.mouse(mouse))
            } else if sequence.isBare, sequence.final == "I" || sequence.final == "O" {
                events.append(.focus(sequence.final == "I"))
            } else if sequence.final == "~", sequence.prefix == nil, sequence.number(0) == 200 {
                state = .paste([], matched: 0)
            }
        default: decodeInGround(byte)
        }
    }

    private mutating func decodeSingleShift(_ byte: UInt8, _ body: [UInt8]) {
        switch byte {
        case 0x30...0x3B where body.count < 8: state = .singleShift(body + [byte])
        case 0x20...0x7E:
            let parameter = ControlSequence(body: body, final: byte)?.parameters.last?.last ?? nil
            if let key = Key(singleShift: byte, parameter: parameter) { emit(key) }
        default: decodeInGround(byte)
        }
    }

    private mutating func decodeOldMouse(_ byte: UInt8, _ body: [UInt8]) {
        guard !isControl(byte) else { return decodeInGround(byte) }
        let report = body + [byte]
        guard report.count == 3 else {
            state = .oldMouse(report)
            return
        }
        let numbers = report.map { Int($0) - 32 }
        if let mouse = Mouse(code: numbers[0], column: numbers[1], row: numbers[2]) {
            events.append(.mouse(mouse))
        }
    }

    private mutating func decodeString(
        _ byte: UInt8, _ introducer: UInt8, _ body: [UInt8], _ length: Int, _ sawEscape: Bool
    ) {
        switch byte {
        case UInt8(ascii: "\\") where sawEscape, 0x07:
            guard body.count <= Self.stringLimit else { return }
            let report = TerminalReport(Unicode.Scalar(introducer), body)
            if let report { events.append(.report(report)) }
        case _ where sawEscape: decodeAfterEscape(byte)
        case 0x1B:
            state = .string(introducer: introducer, body, length: length, sawEscape: true)
        case _ where isControl(byte) || length >= Self.stringLengthLimit:
            decodeInGround(byte)
        default:
            let kept = body.count <= Self.stringLimit ? body + [byte] : body
            state = .string(
                introducer: introducer, kept, length: length + 1, sawEscape: false)
        }
    }
}

// MARK: - Paste

extension InputDecoder {
    /// Takes a byte of a paste; `matched` bytes of the end mark have been seen before it.
    private mutating func decodePaste(_ byte: UInt8, _ body: [UInt8], _ matched: Int) {
        if byte == Self.pasteEnd[matched] {
            guard matched + 1 == Self.pasteEnd.count else {
                state = .paste(body, matched: matched + 1)
                return
            }
            return emitPaste(body)
        }
        // The mark contains its first byte only once, so only that byte can restart it.
        var body = body
        let isFirst = byte == Self.pasteEnd[0]
        let more = Self.pasteEnd.prefix(matched) + (isFirst ? [] : [byte])
        let room = Self.pasteLimit - body.count
        if room > 0 { body.append(contentsOf: more.prefix(room)) }
        state = .paste(body, matched: isFirst ? 1 : 0)
    }

    private mutating func emitPaste(_ body: [UInt8]) {
        var text = ""
        var decoder = UTF8()
        var bytes = body.makeIterator()
        var wasReturn = false
        decoding: while true {
            switch decoder.decode(&bytes) {
            case .emptyInput: break decoding
            case .error: continue
            case .scalarValue(let scalar):
                // Terminals send the ends of lines as returns, whatever was copied.
                if scalar == "\r" || (scalar == "\n" && !wasReturn) {
                    text.unicodeScalars.append("\n")
                } else if scalar == "\t" || scalar.properties.generalCategory != .control {
                    text.unicodeScalars.append(scalar)
                }
                wasReturn = scalar == "\r"
            }
        }
        events.append(.paste(text))
    }
}
