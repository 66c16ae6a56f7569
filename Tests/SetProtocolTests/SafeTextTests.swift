import SetProtocol
import SetTestSupport
import Testing

@Suite struct SafeTexts {
    @Test(
        "Safe texts are names that anybody can read",
        arguments: [
            "A", "Ann", "Ann-Marie_2", "Zoë", "Ólafur", "李小龍", "Мария", "יעל", "علي", "나라", "さくら",
            "a b", "1234567890123456", "１２３４５６７８", "x🙂y", "#1!", "<b>", "\"\\/'",
        ])
    func names(name: String) {
        #expect(SafeText.isAllowedName(name))
        #expect(SafeText.isAllowedChat(name))
        #expect(SafeText.sanitized(name) == name)
    }

    @Test(
        "Safe texts are not names that are empty, long, padded, or can be mistaken for something else",
        arguments: [
            "", " ", " Ann", "Ann ", "12345678901234567", "１２３４５６７８９", "A\u{A0}B", "A\u{3000}B",
            "A\nB", "A\tB", "\u{0}", "\u{7F}", "\u{85}", "\u{9B}2J", "\u{1B}[2J", "e\u{301}",
            "o\u{20DD}", "A\u{AD}B", "A\u{200B}B", "A\u{200D}B", "\u{200E}A", "\u{200F}A",
            "\u{61C}A", "\u{202A}A", "\u{202E}A", "\u{2066}A", "\u{2069}A", "\u{2028}", "\u{2029}",
            "\u{FEFF}A", "\u{2800}", "\u{115F}", "\u{1160}", "\u{3164}", "\u{FFA0}", "\u{E000}",
            "\u{10FFFD}", "\u{FFFE}", "\u{378}", "\u{E0041}", "❤\u{FE0F}", "\u{212B}",
            "\u{F900}", "ᄀ\u{1161}", "\u{1D159}", "\u{930}\u{93E}",
        ])
    func notNames(name: String) {
        #expect(!SafeText.isAllowedName(name))
    }

    @Test(
        "Safe texts are names that players may come with",
        arguments: [
            "A", "Ann-Marie_2", "Zoë", "李小龍", "Мария", "나라", "さくら", "a b", "x🙂y", "#1!", "<b>",
            "नमस्ते", "สมชัย", "மொழி", "কৃষ্ণা", "🇸🇪🇯🇵", "👍🏽", "Watching you", "watch",
        ])
    func playersNames(name: String) {
        #expect(SafeText.isAllowedPlayerName(name))
        #expect(SafeText.sanitized(name, limit: SafeText.nameColumns) == name)
    }

    @Test(
        "Names drawn as something else are not allowed for players",
        arguments: [
            "█████", "│││", "▁▂▃", "A\u{FFFC}", "A\u{FFFD}", "\u{FDFD}", "\u{FDFA}", "\u{FBF9}",
            "יעל",
            "علي", "a\u{10840}", "\u{1F3FD}", "A\u{1F3FD}", "🇸", "🇸A🇪", "🇸🇪🇯", "\u{1FB00}",
            "\u{1242B}",
            "you", "You", "YOU!", "yours", "Nobody", "You you", "ｙｏｕ", "𝐘𝐨𝐮", "ʸᵒᵘ", "Ⓨⓞⓤ",
            "x (watching)", "Ann, Watching", "watching",
            "x [WATCHING] ",
            "e\u{301}", "o\u{20DD}",
            "\u{93F}", "\u{915}\u{93F}\u{93F}\u{93F}", "か\u{3099}", "a \u{93F}",
            "12345678901234567",
            String(repeating: "\u{915}\u{93F}", count: 9), "", " A", "A\nB", "A\u{202E}B",
        ])
    func notPlayersNames(name: String) {
        #expect(!SafeText.isAllowedPlayerName(name))
    }

    @Test(
        "Safe texts are chat with the marks that languages need",
        arguments: [
            "e\u{301}", "नमस्ते", "สวัสดีที่รัก", "שָׁלוֹם", "மொழி", "e\u{301}\u{327}", "か\u{3099}",
            "x\u{20DD}", "A\u{301} B\u{301}",
        ])
    func marks(text: String) {
        #expect(SafeText.isAllowedChat(text))
        #expect(SafeText.sanitized(text) == text)
        #expect(!SafeText.isAllowedName(text))
    }

    @Test(
        "Stacked, leading and invisible marks are not allowed in chat",
        arguments: [
            "\u{301}", "\u{301}a", " \u{301}", "a \u{301}", "a\u{301}\u{302}\u{303}",
            "a" + String(repeating: "\u{336}", count: 90), "a\u{34F}", "a\u{FE0F}", "a\u{E0100}",
            "a\u{344}", "a\u{301}\u{202E}", "a\u{200D}\u{301}", "\u{1B}\u{301}",
        ])
    func piledMarks(text: String) {
        #expect(!SafeText.isAllowedChat(text))
        #expect(SafeText.isAllowedText(SafeText.sanitized(text)))
    }

    @Test(
        "No allowed mark is wide or affects other characters")
    func everyMark() {
        var count = 0
        for value in 0..<0x110000 as Range<UInt32> {
            guard let scalar = Unicode.Scalar(value), SafeText.isMark(scalar) else { continue }
            count += 1
            let properties = scalar.properties
            #expect(scalar.columns == 0 && !SafeText.isAllowed(scalar))
            #expect(!properties.isBidiControl && !properties.isVariationSelector)
            #expect(!properties.isDefaultIgnorableCodePoint)
        }
        #expect(count > 1000)
    }

    @Test("Safe texts are at most 64 bytes as names and 200 as chat")
    func lengths() {
        #expect(SafeText.isAllowedName(String(repeating: "𝐀", count: 16)))
        #expect(!SafeText.isAllowedName(String(repeating: "𝐀", count: 17)))
        #expect(SafeText.isAllowedChat(String(repeating: "é", count: 100)))
        #expect(!SafeText.isAllowedChat(String(repeating: "é", count: 100) + "x"))
        #expect(SafeText.isAllowedChat("  x  "))
        #expect(!SafeText.isAllowedChat("   "))
        #expect(!SafeText.isAllowedChat(""))
        #expect(!SafeText.isAllowedChat("a\u{202E}b"))
    }

    @Test(
        "Sanitizing replaces with question marks and truncates",
        arguments: [
            ("plain", 200, "plain"), ("\u{1B}[31mred\r\n", 200, "?[31mred??"),
            ("a\u{9B}2Jb", 200, "a?2Jb"), ("e\u{301}", 200, "e\u{301}"),
            ("\u{301}e", 200, "?e"), ("e\u{301}\u{302}\u{303}\u{304}", 200, "e\u{301}\u{302}??"),
            (" \u{301}", 200, " ?"), ("\u{1B}\u{301}", 200, "??"), ("ab\u{301}c", 2, "ab\u{301}"),
            ("abc", 2, "ab"),
            ("李小龍", 5, "李小"), ("李小龍", 6, "李小龍"), ("abc", 0, ""), ("", 5, ""),
            ("\u{202E}x\u{FFFE}\u{0}", 200, "?x??"),
        ])
    func sanitizing(text: String, columns: Int, expected: String) {
        #expect(SafeText.sanitized(text, limit: columns) == expected)
    }

    @Test("No allowed scalar does anything but show itself")
    func everyScalar() {
        var (scalars, allowed, wrong) = (0, 0, 0)
        for value in 0..<0x110000 as Range<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            scalars += 1
            guard SafeText.isAllowed(scalar) else { continue }
            allowed += 1
            let properties = scalar.properties
            let isHarmless =
                switch properties.generalCategory {
                case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
                    .paragraphSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
                    false
                case .spaceSeparator: scalar == " "
                case _: true
                }
            if !isHarmless || properties.isDefaultIgnorableCodePoint || properties.isBidiControl
                || properties.isNoncharacterCodePoint || properties.isVariationSelector
                || properties.canonicalCombiningClass != .notReordered
                || !(1...2 ~= scalar.columns)
            {
                wrong += 1
            }
        }
        #expect(scalars == 1_112_064)
        #expect(wrong == 0)
        #expect(allowed > 140_000)
    }

    @Test("Sanitized text is allowed text")
    func sanitizedIsAllowed() {
        for block in stride(from: UInt32(0), to: 0x110000, by: 0x100) {
            let scalars = (block..<(block + 0x100)).compactMap(Unicode.Scalar.init)
            let text = String(String.UnicodeScalarView(scalars))
            let safe = SafeText.sanitized(text, limit: 512)
            #expect(safe.unicodeScalars.count == scalars.count)
            #expect(SafeText.isAllowedText(safe))
            #expect(SafeText.sanitized(safe, limit: 512) == safe)
        }
    }
}

@Suite struct ColumnWidths {
    @Test(
        "Column widths match the terminal's",
        arguments: [
            ("a", 1), ("~", 1), ("\u{0}", 0), ("\u{1B}", 0), ("\u{7F}", 0), ("\u{9B}", 0),
            ("é", 1), ("\u{301}", 0), ("\u{200B}", 0), ("\u{20DD}", 0), ("Я", 1), ("─", 1),
            ("█", 1), ("⠿", 1), ("◆", 1), ("●", 1), ("\u{1FB00}", 1), ("\u{1CD00}", 1), ("中", 2),
            ("あ", 2), ("カ", 2), ("ｶ", 1), ("Ａ", 2), ("한", 2), ("ᄀ", 2), ("\u{1161}", 0),
            ("\u{3000}", 2), ("〿", 1), ("䷀", 1), ("🙂", 2), ("⚡", 2), ("☀", 1), ("❤", 1),
            ("🇦", 1), ("⏰", 2), ("⭐", 2), ("🌶", 1), ("𠀀", 2), ("𝐀", 1),
        ] as [(Unicode.Scalar, Int)])
    func widths(scalar: Unicode.Scalar, columns: Int) {
        #expect(scalar.columns == columns)
    }
}
