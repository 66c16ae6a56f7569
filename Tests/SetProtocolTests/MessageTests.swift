import SetProtocol
import SetTestSupport
import Testing

@Suite struct TableCodes {
    @Test(
        "Table codes are read as people type them",
        arguments: [
            ("K7M2QX", "K7M2QX"), ("k7m2qx", "K7M2QX"), ("k7m-2qx", "K7M2QX"),
            ("K7M 2QX", "K7M2QX"), ("ilo-abc", "110ABC"), ("000000", "000000"),
        ])
    func reading(typed: String, expected: String) {
        #expect(TableCode(typed)?.text == expected)
    }

    @Test(
        "Table codes are not read from anything else",
        arguments: [
            "", "K7M2Q", "K7M2QXX", "K7M2QU", "K7M2Q_", "K7M2Qé", "\u{212A}7M2QX", "ＫＫＫＫＫＫ",
            "K-7-M-2-Q-X------",
        ])
    func refused(typed: String) {
        #expect(TableCode(typed) == nil)
    }

    @Test(
        "Table codes are drawn from the alphabet and read back", arguments: 0..<200 as Range<UInt64>
    )
    func drawn(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let code = TableCode(using: &generator)
        #expect(TableCode(code.text) == code)
        #expect("\(code)" == code.text)
    }
}

@Suite struct SeatTokens {
    @Test(
        "Seat tokens are read from their digits and print as a placeholder",
        arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let token = SeatToken(using: &generator)
        #expect(token.hex.utf8.count == 32)
        #expect(SeatToken(hex: token.hex) == token)
        #expect(SeatToken(using: &generator) != token)
        #expect("\(token)" == "(token)")
    }

    @Test(
        "Seat tokens are not read from anything but 32 lower-case digits",
        arguments: [
            "", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
            "0123456789ABCDEF0123456789abcdef", "0123456789abcdeg0123456789abcdef",
            "+123456789abcdef0123456789abcdef",
        ])
    func refused(hex: String) {
        #expect(SeatToken(hex: hex) == nil)
    }

    @Test("Seat tokens stay hidden in anything that contains one")
    func secrecy() throws {
        let hex = "0123456789abcdeffedcba9876543210"
        let token = try #require(SeatToken(hex: hex))
        let code = try #require(TableCode("K7M2QX"))
        let welcome = Welcome(seat: .first, token: token, table: code, rules: .duel)
        let hello = Hello(name: "Ann", table: code, token: token)
        let holders: [Any] = [
            token, welcome, hello, HostMessage.welcome(welcome), ClientMessage.hello(hello),
            [token], Optional(token) as Any, PerSeat<SeatToken?>(both: token),
        ]
        for holder in holders {
            var texts = ["\(holder)", String(describing: holder), String(reflecting: holder)]
            var dumped = ""
            dump(holder, to: &dumped)
            texts.append(dumped)
            for text in texts {
                for secret in [
                    hex, "\(UInt64(0x0123_4567_89AB_CDEF))", "\(UInt64(0xFEDC_BA98_7654_3210))",
                ] {
                    #expect(!text.contains(secret))
                }
            }
        }
        #expect(Mirror(reflecting: token).children.isEmpty)
    }

    @Test("Seat tokens differ when any digit differs")
    func comparison() {
        let zero = String(repeating: "0", count: 32)
        for place in 0..<32 {
            var digits = Array(zero)
            digits[place] = "1"
            #expect(SeatToken(hex: String(digits)) != SeatToken(hex: zero))
        }
    }
}

@Suite struct RuleFields {
    @Test("Rule fields have different keys, which are ASCII and fit the wire, and a summary each")
    func keys() {
        let keys = RuleField.all.map(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(keys.count <= JSONLimits.wire.members)
        for field in RuleField.all {
            #expect(field.key.utf8.count <= JSONLimits.wire.keyBytes)
            #expect(field.key.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 })
            #expect(!field.summary.isEmpty)
        }
    }

    @Test("Rule fields are spelled in kebab case on the command line")
    func options() {
        #expect(RuleField.all.first { $0.key == "seatKept" }?.option == "seat-kept")
        #expect(RuleField.all.first { $0.key == "claim" }?.option == "claim")
    }

    @Test(
        "Rule fields contain the defaults of a duel and of a solo game",
        arguments: [Rules.duel, .solo])
    func defaults(rules: Rules) {
        for field in RuleField.all {
            switch field.kind {
            case .time(let path, let range), .milliseconds(let path, let range):
                #expect(range ~= rules[keyPath: path].wholeMilliseconds, "\(field.key)")
            case .number(let path, let range):
                #expect(range ~= rules[keyPath: path], "\(field.key)")
            case .count(let path, let counts):
                #expect(counts.contains(rules[keyPath: path]), "\(field.key)")
            case .flag: break
            case .word(let words, let get, _): #expect(words.contains(get(rules)))
            }
        }
    }

    @Test("Rule fields set known words and ignore unknown ones")
    func words() throws {
        var rules = Rules.duel
        for field in RuleField.all {
            guard case .word(let words, let get, let set) = field.kind else { continue }
            for word in words {
                set(&rules, word)
                #expect(get(rules) == word)
            }
            let last = get(rules)
            set(&rules, "nonsense")
            #expect(get(rules) == last)
        }
    }

    @Test("Rule fields shorten a handicapped seat's turns")
    func windows() {
        var rules = Rules.duel
        rules.secondWindow = 50
        #expect(rules.window(for: .first, because: .claim) == .seconds(5))
        #expect(rules.window(for: .second, because: .claim) == .milliseconds(2500))
        #expect(rules.window(for: .second, because: .answer) == .seconds(5))
        rules.answer = .zero
        #expect(rules.window(for: .second, because: .answer) == nil)
    }
}

@Suite struct Vocabulary {
    @Test("The vocabulary gives every refusal a sentence of its own that ends as one")
    func refusals() {
        #expect(Set(Refusal.allCases.map(\.sentence)).count == Refusal.allCases.count)
        for refusal in Refusal.allCases {
            #expect(refusal.sentence.count <= 40, "the smallest window would cut it")
            #expect(refusal.sentence.hasSuffix("."))
            #expect(SafeText.isAllowedChat(refusal.sentence), "\(refusal)")
        }
    }

    @Test("The vocabulary gives every connection error a sentence of its own that ends as one")
    func errors() {
        let all = ConnectionError.allCases
        #expect(Set(all.map(\.sentence)).count == all.count)
        for error in all {
            #expect(error.sentence.hasSuffix("."))
            #expect(SafeText.isAllowedChat(error.sentence), "\(error)")
        }
    }

    @Test("The vocabulary keeps a value for each seat apart", arguments: Seat.allCases)
    func perSeat(seat: Seat) {
        var values = PerSeat(both: 0)
        values[seat] = 7
        #expect(values[seat] == 7)
        #expect(values[seat.opponent] == 0)
        #expect(seat.opponent.opponent == seat)
        #expect(values.map { $0 + 1 }[seat] == 8)
        #expect(values.seats { $0 == 7 } == [seat])
    }

    @Test("The vocabulary cuts durations to whole milliseconds towards zero")
    func milliseconds() {
        #expect(Duration.milliseconds(4211).wholeMilliseconds == 4211)
        #expect(Duration.nanoseconds(1_999_999).wholeMilliseconds == 1)
        #expect(Duration.nanoseconds(-1_999_999).wholeMilliseconds == -1)
        #expect(Duration.seconds(86_400).wholeMilliseconds == 86_400_000)
    }
}
