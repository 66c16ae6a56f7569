import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// Bytes, `␛` for escape, and what they mean.
private struct Sequence: CustomTestStringConvertible {
    var bytes: [UInt8]
    var events: [InputEvent]

    init(_ text: String, _ events: [InputEvent]) {
        bytes = Array(text.replacing("␛", with: "\u{1B}").utf8)
        self.events = events
    }

    init(bytes: [UInt8], _ events: [InputEvent]) {
        self.bytes = bytes
        self.events = events
    }

    init(_ text: String, _ key: Key) { self.init(text, [.key(key)]) }
    init(_ text: String, _ report: TerminalReport) { self.init(text, [.report(report)]) }
    init(_ text: String, _ mouse: Mouse) { self.init(text, [.mouse(mouse)]) }
    static func swallowed(_ text: String) -> Sequence { Sequence(text, []) }

    var testDescription: String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛").debugDescription
    }
}

private let plainKeys: [Sequence] = [
    Sequence("a", .character("a")), Sequence("A", .character("A")), Sequence(" ", .character(" ")),
    Sequence("~", .character("~")), Sequence("é", .character("é")), Sequence("語", .character("語")),
    Sequence("🙂", .character("🙂")), Sequence("\r", Key(.enter)), Sequence("\n", Key(.enter)),
    Sequence("\t", Key(.tab)), Sequence("\u{7F}", Key(.backspace)),
    Sequence("\u{8}", Key(.backspace)),
    Sequence("\u{3}", .control("c")), Sequence("\u{1A}", .control("z")),
    Sequence("\0", .control(" ")), Sequence("\u{1C}", .control("\\")),
    Sequence("␛a", .character("a", .alt)), Sequence("␛A", .character("A", .alt)),
    Sequence("␛é", .character("é", .alt)), Sequence("␛\r", Key(.enter, .alt)),
    Sequence("␛\u{7F}", Key(.backspace, .alt)),
    Sequence("␛\u{1}", Key(.character("a"), [.alt, .control])),
]

private let namedKeys: [Sequence] = [
    Sequence("␛[A", Key(.up)), Sequence("␛[B", Key(.down)), Sequence("␛[C", Key(.right)),
    Sequence("␛[D", Key(.left)), Sequence("␛[H", Key(.home)), Sequence("␛[F", Key(.end)),
    Sequence("␛OA", Key(.up)), Sequence("␛OD", Key(.left)), Sequence("␛OH", Key(.home)),
    Sequence("␛[1~", Key(.home)), Sequence("␛[7~", Key(.home)), Sequence("␛[4~", Key(.end)),
    Sequence("␛[8~", Key(.end)), Sequence("␛[3~", Key(.delete)),
    Sequence("␛[5~", Key(.pageUp)), Sequence("␛[6~", Key(.pageDown)),
    Sequence("␛[Z", Key(.backtab)), Sequence("␛[1;5A", Key(.up, .control)),
    Sequence("␛[1;2B", Key(.down, .shift)), Sequence("␛[1;3C", Key(.right, .alt)),
    Sequence("␛[1;8D", Key(.left, [.shift, .alt, .control])),
    Sequence("␛[1;9A", Key(.up, .command)), Sequence("␛[3;5~", Key(.delete, .control)),
    Sequence("␛␛[A", [.key(Key(.escape)), .key(Key(.up))]), Sequence("␛[a", Key(.up, .shift)),
    Sequence("␛Oa", Key(.up, .control)), Sequence("␛[5^", Key(.pageUp, .control)),
    Sequence("␛[6@", Key(.pageDown, [.shift, .control])), Sequence("␛OM", Key(.enter)),
    Sequence("␛Op", .character("0")), Sequence("␛Oy", .character("9")),
    Sequence("␛Ok", .character("+")),
]

/// Keys that mean nothing.
private let functionKeys: [Sequence] = [
    "␛OP", "␛OR", "␛OS", "␛[P", "␛[R", "␛[[A", "␛[[E", "␛[11~", "␛[15~", "␛[34~", "␛[1;5Q", "␛[2~",
    "␛O5P", "␛[57376u",
].map { Sequence.swallowed($0) }

private let kittyKeys: [Sequence] = [
    Sequence("␛[27u", Key(.escape)), Sequence("␛[97;5u", .control("a")),
    Sequence("␛[99;5u", .control("c")), Sequence("␛[97;3u", .character("a", .alt)),
    Sequence("␛[97;4u", .character("A", .alt)), Sequence("␛[97:65;2u", .character("A")),
    Sequence("␛[49:33;4u", .character("!", .alt)),
    Sequence("␛[49;4u", .character("1", [.alt, .shift])),
    Sequence("␛[97;6u", .character("a", [.control, .shift])),
    Sequence("␛[13;5u", Key(.enter, .control)), Sequence("␛[9;2u", Key(.backtab)),
    Sequence("␛[9;5u", Key(.tab, .control)), Sequence("␛[127;3u", Key(.backspace, .alt)),
    Sequence("␛[32;5u", .control(" ")), Sequence("␛[113;9u", .character("q", .command)),
    Sequence("␛[97;133u", .control("a")), Sequence("␛[97;5:2u", [.key(.control("a").heldDown)]),
    Sequence("␛[57399u", .character("0")),
    Sequence("␛[57414u", Key(.enter)), Sequence("␛[57419;5u", Key(.up, .control)),
    Sequence("␛[1;5:1A", Key(.up, .control)), Sequence("␛[27;5;105~", .control("i")),
    Sequence("␛[97;5:3u", [.keyUp(.control("a"))]), Sequence("␛[1;1:3A", [.keyUp(Key(.up))]),
    Sequence("␛[1;1:2A", [.key(Key(.up).heldDown)]),
    Sequence("␛␛[97;1:3u", [.key(Key(.escape)), .keyUp(.character("a"))]),
    .swallowed("␛[57441;2u"), .swallowed("␛[57441;2:3u"),
    .swallowed("␛[57428u"), .swallowed("␛[55296u"), .swallowed("␛[999999999999999999999u"),
    .swallowed("␛[0u"),
]

/// Keys of other layouts, with and without their place on a US keyboard.
private let layoutKeys: [Sequence] = [
    Sequence("␛[1089::99;5u", .control("c")), Sequence("␛[1089;5u", .control("c")),
    Sequence("␛[1074::100;5u", .control("d")), Sequence("␛[1074;5u", .control("d")),
    Sequence("␛[1076;5:1u", .control("l")), Sequence("␛[27;5;1089~", .control("c")),
    Sequence("␛[968;5u", .control("c")), Sequence("␛[948;5u", .control("d")),
    Sequence("␛[1489::99;5u", .control("c")), Sequence("␛[65347;5u", .control("c")),
    Sequence("␛[1081::113;3u", .character("q", .alt)),
    Sequence("␛[1081:1049:113;4u", .character("Q", .alt)),
    // Where the layout writes ASCII, a key is known by what it writes.
    Sequence("␛[99::105;5u", .control("c")), Sequence("␛[99::105u", .character("c")),
    Sequence("␛[1081::113u", [.key(.character("й").lying(on: "q"))]),
    Sequence("␛[1081::113;1:3u", [.keyUp(.character("й").lying(on: "q"))]),
    // Places that no key has.
    Sequence("␛[1489::0;5u", .control("ב")), Sequence("␛[1489::999999999999;5u", .control("ב")),
    Sequence("␛[1489::55296;5u", .control("ב")), Sequence("␛[1489::1489u", .character("ב")),
    Sequence("␛[1489::27:99;5u", .control("ב")), Sequence("␛[1489::127u", .character("ב")),
]

extension Key {
    fileprivate var heldDown: Key {
        var key = self
        key.isRepeat = true
        return key
    }

    fileprivate func lying(on base: Character) -> Key {
        var key = self
        key.base = base
        return key
    }
}

private let others: [Sequence] = [
    Sequence("␛[<0;1;1M", Mouse(.press(.left), at: Point(0, 0))),
    .swallowed("␛[<0;1;1m"), .swallowed("␛[<1;5;6m"), .swallowed("␛[<1;5;6M"),
    Sequence("␛[<2;300;120M", Mouse(.press(.right), at: Point(299, 119))),
    Sequence("␛[<64;5;6M", Mouse(.wheelUp, at: Point(4, 5))),
    Sequence("␛[<65;5;6M", Mouse(.wheelDown, at: Point(4, 5))),
    Sequence("␛[<28;5;6M", Mouse(.press(.left), at: Point(4, 5))),
    .swallowed("␛[<32;5;6M"), .swallowed("␛[<35;5;6M"), .swallowed("␛[<66;5;6M"),
    .swallowed("␛[<0;0;6M"), .swallowed("␛[<128;5;6M"), .swallowed("␛[<0;5M"),
    Sequence("␛[M !\"", Mouse(.press(.left), at: Point(0, 1))),
    .swallowed("␛[M#!!"),
    Sequence(
        bytes: [0x1B, 0x5B, 0x4D, 0x60, 0xFF, 0x80],
        [.mouse(Mouse(.wheelUp, at: Point(222, 95)))]),
    Sequence("␛[I", [.focus(true)]), Sequence("␛[O", [.focus(false)]),
    Sequence("␛[200~K7M-2QX␛[201~", [.paste("K7M-2QX")]),
    Sequence("␛[200~␛[201~", [.paste("")]),
    Sequence("␛[200~a\u{3}b\r\nc\rd\te␛[A␛[20␛␛[201~", [.paste("ab\nc\nd\te[A[20")]),
    Sequence(
        bytes: Array("\u{1B}[200~a".utf8) + [0xFF, 0xC3] + Array("b\u{1B}[201~".utf8),
        [.paste("ab")]),
    Sequence("␛[200~x␛[20␛[201~", [.paste("x[20")]),
    .swallowed("␛[201~"),
]

private let reports: [Sequence] = [
    Sequence("␛[?62;22c", .primaryAttributes([62, 22])), Sequence("␛[?6c", .primaryAttributes([6])),
    Sequence("␛[>1;10;0c", .secondaryAttributes([1, 10, 0])),
    Sequence("␛[?2026;2$y", .mode(2026, .reset)), Sequence("␛[?2026;0$y", .mode(2026, .unknown)),
    Sequence("␛[?2031;4$y", .mode(2031, .permanentlyReset)), Sequence("␛[?1u", .keyboardFlags(1)),
    Sequence("␛[6;20;10t", .cellPixels(Size(10, 20))),
    Sequence("␛_Gi=31;OK␛\\", .pictures(areShown: true)),
    Sequence("␛_Gi=31;ENODATA:too little␛\\", .pictures(areShown: false)),
    .swallowed("␛[4;600;800t"), .swallowed("␛[8;24;80t"),
    Sequence("␛[12;40R", .cursorPosition(Point(39, 11))),
    Sequence("␛[1;2R", .cursorPosition(Point(1, 0))),
    Sequence("␛[?997;1n", .colorScheme(isDark: true)),
    Sequence("␛[?997;2n", .colorScheme(isDark: false)),
    Sequence("␛]11;rgb:1e1e/2020/3030\u{7}", .background(.init(0x1E, 0x20, 0x30))),
    Sequence("␛]11;rgb:1e1e/2020/3030␛\\", .background(.init(0x1E, 0x20, 0x30))),
    Sequence("␛]10;rgb:f/8/0\u{7}", .foreground(.init(255, 136, 0))),
    Sequence("␛]11;rgba:ffff/0000/8080/ffff␛\\", .background(.init(255, 0, 128))),
    Sequence("␛]11;#1e2030\u{7}", .background(.init(0x1E, 0x20, 0x30))),
    Sequence("␛]4;12;rgb:5c5c/5c5c/ffff\u{7}", .indexedColor(12, .init(0x5C, 0x5C, 0xFF))),
    .swallowed("␛P1+r524742=38␛\\"), Sequence("␛[0n", .ready),
    Sequence("␛P>|kitty(0.41.0)␛\\", .version("kitty(0.41.0)")),
    Sequence("␛P>|tmux 3.3aé␛\\", .version("tmux 3.3a")),
    .swallowed("␛[=1;2c"), .swallowed("␛[?12;40R"), .swallowed("␛[3;1;2t"), .swallowed("␛[4;1$y"),
    .swallowed("␛[?1;2;3S"), .swallowed("␛[ q"), .swallowed("␛[0;12;5_"), .swallowed("␛[9;9;9x"),
    .swallowed("␛]11;rgb:zz/1/1\u{7}"), .swallowed("␛]11;rgb:1/1\u{7}"),
    .swallowed("␛]52;c;aGVsbG8=\u{7}"),
    .swallowed("␛P2+r524742=38␛\\"), .swallowed("␛P1+r5␛\\"), .swallowed("␛P1+rzz␛\\"),
    .swallowed("␛P1+r1b␛\\"), .swallowed("␛]4;256;rgb:1/1/1\u{7}"), .swallowed("␛]4;1;?\u{7}"),
    .swallowed("␛_Gi=7;OK␛\\"), .swallowed("␛^private␛\\"),
    .swallowed("␛Xstart␛\\"), .swallowed("␛[" + String(repeating: "1;", count: 200) + "A"),
    .swallowed("␛]11;" + String(repeating: "x", count: 5000) + "␛\\"),
    .swallowed("␛Oz"), .swallowed("␛[[Z"),
]

@Suite struct KeyDecoding {
    @Test(
        "The input decoder gives the same events for a sequence whole, glued or byte by byte",
        arguments: plainKeys + namedKeys + functionKeys + kittyKeys + layoutKeys + others + reports)
    private func table(sequence: Sequence) {
        var decoder = InputDecoder()
        #expect(decoder.feed(sequence.bytes) == sequence.events)
        #expect(!decoder.needsTimeout)

        let before: [InputEvent] = [.key(.character("x")), .key(Key(.up))]
        let after: [InputEvent] = [.key(Key(.delete)), .key(.character("y"))]
        let glued = Array("x\u{1B}[A".utf8) + sequence.bytes + Array("\u{1B}[3~y".utf8)
        #expect(decoder.feed(glued) == before + sequence.events + after)

        var bytewise: [InputEvent] = []
        for byte in glued { bytewise += decoder.feed([byte]) }
        #expect(bytewise == before + sequence.events + after)
        #expect(!decoder.needsTimeout)
    }

    @Test("The input decoder gives the same events however a long stream is cut")
    func cuts() {
        let all =
            plainKeys + namedKeys + functionKeys + kittyKeys + layoutKeys + others + reports
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed: seed)
            let chosen = (0..<60).map { _ in generator.pick(all) }
            var decoder = InputDecoder()
            var rest = chosen.flatMap(\.bytes)[...]
            var events: [InputEvent] = []
            while !rest.isEmpty {
                let piece = rest.prefix(generator.number(1...40))
                events += decoder.feed(piece)
                rest = rest.dropFirst(piece.count)
            }
            #expect(events == chosen.flatMap(\.events), "seed \(seed)")
        }
    }

    // MARK: - Silence

    @Test(
        "The input decoder resolves a possible start of a sequence after one timeout",
        arguments: [
            ("\u{1B}", [Key(.escape)]), ("\u{1B}\u{1B}", [Key(.escape), Key(.escape)]),
            ("\u{1B}[", [.character("[", .alt)]), ("\u{1B}O", [.character("O", .alt)]),
            ("\u{1B}]", [.character("]", .alt)]), ("\u{1B}P", [.character("P", .alt)]),
            ("\u{1B}_", [.character("_", .alt)]),
            ("\u{1B}\u{1B}[", [Key(.escape), .character("[", .alt)]),
        ])
    func timeouts(text: String, keys: [Key]) {
        var decoder = InputDecoder()
        let early = decoder.feed(text.utf8)
        #expect(decoder.needsTimeout)
        #expect(early + decoder.timeoutElapsed() == keys.map { .key($0) })
        #expect(!decoder.needsTimeout)
        #expect(decoder.timeoutElapsed() == [])
        #expect(decoder.feed("q".utf8) == [.key(.character("q"))])
    }

    @Test("An escape before a report, a click or an unknown sequence is its own key")
    func escapeBefore() {
        var decoder = InputDecoder()
        let escape = InputEvent.key(Key(.escape))
        #expect(
            decoder.feed("\u{1B}\u{1B}[<0;1;1M".utf8)
                == [escape, .mouse(Mouse(.press(.left), at: Point(0, 0)))])
        #expect(
            decoder.feed("\u{1B}\u{1B}[?6c".utf8) == [escape, .report(.primaryAttributes([6]))])
        #expect(decoder.feed("\u{1B}\u{1B}[9x".utf8) == [escape])
        #expect(decoder.feed("\u{1B}\u{1B}]0;x\u{7}".utf8) == [escape])
        #expect(decoder.feed("\u{1B}\u{1B}a".utf8) == [escape, .key(.character("a", .alt))])
        #expect(decoder.feed("\u{1B}\u{1B}[M !!".utf8).first == escape)
    }

    @Test(
        "The input decoder waits for the rest of a split sequence, but not forever",
        arguments: [
            "\u{1B}[12", "\u{1B}]11;rgb:", "\u{1B}P>|ki", "\u{1B}O5", "\u{1B}[M!", "\u{1B}[[",
        ])
    func unfinished(text: String) {
        var decoder = InputDecoder()
        #expect(decoder.feed(text.utf8) == [])
        for _ in 1..<InputDecoder.silencesBeforeGivingUp {
            #expect(decoder.timeoutElapsed() == [])
            #expect(decoder.needsTimeout)
        }
        #expect(decoder.timeoutElapsed() == [])
        #expect(!decoder.needsTimeout)
        #expect(decoder.feed("q".utf8) == [.key(.character("q"))])
    }

    @Test("The input decoder delivers an unterminated paste after a silence")
    func endlessPaste() {
        var decoder = InputDecoder()
        #expect(decoder.feed("\u{1B}[200~abc\u{1B}[20".utf8) == [])
        var events: [InputEvent] = []
        for _ in 0..<InputDecoder.silencesBeforeGivingUp { events += decoder.timeoutElapsed() }
        #expect(events == [.paste("abc")])
        #expect(!decoder.needsTimeout)
    }

    // MARK: - Bounds

    @Test("The input decoder cuts a long paste and still finds its end")
    func longPaste() {
        var decoder = InputDecoder()
        let text = String(repeating: "0123456789", count: 20_000)
        let events = decoder.feed("\u{1B}[200~\(text)\u{1B}[201~q".utf8)
        #expect(
            events == [
                .paste(String(text.prefix(InputDecoder.pasteLimit))), .key(.character("q")),
            ])
    }

    @Test(
        "The input decoder lets a control character end a broken sequence and be a key",
        arguments: ["\u{1B}[1;", "\u{1B}]11;", "\u{1B}P>|", "\u{1B}O", "\u{1B}[M", "\u{1B}[[", "é"])
    func locked(text: String) {
        var decoder = InputDecoder()
        _ = decoder.feed(text == "é" ? [0xC3] : Array(text.utf8))
        #expect(decoder.feed([0x03]) == [.key(.control("c"))])
    }

    @Test("The input decoder gives up a string that never ends")
    func endlessString() {
        var decoder = InputDecoder()
        let filler = Array(repeating: UInt8(ascii: "x"), count: 70_000)
        let events = decoder.feed([0x1B, 0x5D] + filler)
        #expect(!decoder.needsTimeout)
        #expect(events.count == 70_000 - 65_536)
    }

    @Test(
        "The input decoder drops invalid UTF-8 and continues",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
            [0xF5, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE], [0xC2, 0x9B],
        ] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        var decoder = InputDecoder()
        #expect(decoder.feed(bytes + Array("q".utf8)) == [.key(.character("q"))])
    }

    @Test("The input decoder survives 10,000 random byte strings and is usable after each")
    func random() {
        var generator = SeededGenerator(seed: 2026)
        let starts: [[UInt8]] = [
            [], [0x1B], [0x1B, 0x5B], [0x1B, 0x5D], [0x1B, 0x50], Array("\u{1B}[200~".utf8),
            Array("\u{1B}[<".utf8), [0x1B, 0x4F], [0xF0],
        ]
        let alphabet = Array("0123456789;:<=>?[]OPM~ucRtny$\u{1B}\u{1B}\u{1B}\u{7}\\".utf8)
        for round in 0..<10_000 {
            var decoder = InputDecoder()
            var bytes = generator.pick(starts)
            for _ in 0..<generator.number(0...40) {
                bytes.append(
                    round % 2 == 0 ? UInt8(generator.number(0...255)) : generator.pick(alphabet))
            }
            var bytewise = decoder
            let events = decoder.feed(bytes)
            #expect(bytes.flatMap { bytewise.feed([$0]) } == events, "\(bytes)")
            for _ in 0...InputDecoder.silencesBeforeGivingUp where decoder.needsTimeout {
                _ = decoder.timeoutElapsed()
            }
            #expect(!decoder.needsTimeout, "\(bytes)")
            #expect(decoder.feed("\u{1B}[Aq".utf8) == [.key(Key(.up)), .key(.character("q"))])
        }
    }
}
