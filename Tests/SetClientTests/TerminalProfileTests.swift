import SetTestSupport
import Testing

@testable import SetClient

@Suite struct TerminalProfiles {
    private func profile(_ variables: [String: String], color: ColorChoice = .auto)
        -> TerminalProfile
    {
        let base = ["TERM": "xterm-256color", "LANG": "en_US.UTF-8"]
        return TerminalProfile(
            environment: base.merging(variables) { $1 }, isTerminal: true,
            choices: TerminalChoices(color: color))
    }

    @Test(
        "Terminal profiles choose colors by the most explicit request",
        arguments: [
            ([:], .auto, .indexed), (["COLORTERM": "truecolor"], .auto, .trueColor),
            (["COLORTERM": "24bit"], .auto, .trueColor), (["TERM": "xterm"], .auto, .sixteen),
            (["TERM": "xterm-direct"], .auto, .trueColor), (["TERM": "linux"], .auto, .sixteen),
            (["TERM": "linux", "COLORTERM": "truecolor"], .auto, .sixteen),
            (["TERM": "vt100"], .auto, .none), (["TERM": "dumb"], .auto, .none),
            (["TERM": "xterm-kitty"], .auto, .trueColor), (["TERM": "foot"], .auto, .trueColor),
            (["TERM": "alacritty"], .auto, .trueColor),
            (["TERM": "st-256color"], .auto, .trueColor),
            (["TERM": "rxvt-unicode-256color"], .auto, .indexed),
            (["WT_SESSION": "1"], .auto, .trueColor),
            (["TERM_PROGRAM": "Apple_Terminal"], .auto, .indexed),
            (["TERM_PROGRAM": "iTerm.app"], .auto, .trueColor),
            (["TERM": "tmux-256color", "TMUX": "/tmp/x"], .auto, .indexed),
            (["TERM": "screen", "STY": "1"], .auto, .indexed),
            (
                ["TERM": "screen.xterm-256color", "STY": "1", "COLORTERM": "truecolor"], .auto,
                .indexed
            ),
            (["TMUX": "/tmp/x", "STY": "1", "COLORTERM": "truecolor"], .auto, .indexed),
            (["STY": "1", "COLORTERM": "truecolor", "FORCE_COLOR": "3"], .auto, .trueColor),
            (["TMUX": "/tmp/x", "TERM_PROGRAM": "WezTerm"], .auto, .indexed),
            (["TMUX": "/tmp/x", "COLORTERM": "truecolor"], .auto, .trueColor),
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], .auto, .none),
            (["NO_COLOR": "0"], .auto, .none), (["NO_COLOR": ""], .auto, .indexed),
            (["CLICOLOR": "0"], .auto, .none), (["NO_COLOR": "1"], .always, .indexed),
            (["NO_COLOR": "1", "FORCE_COLOR": "yes"], .auto, .indexed),
            (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .auto, .indexed),
            (["NO_COLOR": "1", "CLICOLOR_FORCE": "0"], .auto, .none),
            (["FORCE_COLOR": "1"], .auto, .sixteen), (["FORCE_COLOR": "3"], .auto, .trueColor),
            (["FORCE_COLOR": "0"], .auto, .none), (["TERM": "dumb"], .always, .sixteen),
            (["COLORTERM": "truecolor", "FORCE_COLOR": "1"], .never, .none),
        ] as [([String: String], ColorChoice, ColorDepth)])
    func colors(
        variables: [String: String], color: ColorChoice, depth: ColorDepth
    ) {
        #expect(profile(variables, color: color).colorDepth == depth)
    }

    @Test("Terminal profiles show no colors without a terminal unless told to")
    func noTerminal() {
        func depth(_ variables: [String: String]) -> ColorDepth {
            TerminalProfile(
                environment: variables.merging(["TERM": "xterm-256color"]) { $1 },
                isTerminal: false
            ).colorDepth
        }
        #expect(depth([:]) == .none)
        #expect(depth(["FORCE_COLOR": "1"]) == .sixteen)
        #expect(depth(["CLICOLOR_FORCE": "1"]) == .indexed)
    }

    @Test(
        "Terminal profiles use Unicode only where the locale and the terminal have it",
        arguments: [
            (["LANG": "en_US.UTF-8"], .unicode), (["LANG": "de_DE.utf8"], .unicode),
            (["LANG": "C.UTF-8"], .unicode), (["LANG": "en_US.ISO-8859-1"], .ascii),
            (["LANG": "C"], .ascii), (["LANG": ""], .ascii),
            (["LC_ALL": "C", "LANG": "en_US.UTF-8"], .ascii),
            (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"], .unicode),
            (["LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"], .ascii), (["TERM": "linux"], .ascii),
            (["TERM": "dumb"], .ascii), (["TERM": "vt220"], .ascii),
        ] as [([String: String], GlyphSet)])
    func glyphs(variables: [String: String], glyphs: GlyphSet) {
        let profile = profile(variables)
        #expect(profile.glyphs == glyphs)
        #expect((profile.blitter == .ascii) == (glyphs == .ascii))
    }

    @Test(
        "Terminal profiles suggest the finest drawing that the terminal is known to do itself",
        arguments: [
            ("kitty(0.41.0)", .sextant), ("kitty(0.19.2)", .quadrant), ("foot(1.20.0)", .sextant),
            ("ghostty 1.2.0", .sextant),
            ("WezTerm 20240203-110809-5046fc22", .sextant), ("WezTerm 20210502-1", .quadrant),
            ("contour 0.4.3.6442", .sextant), ("VTE(7600)", .sextant),
            ("Konsole 23.08", .quadrant),
            ("iTerm2 3.6.5", .quadrant), ("XTerm(390)", .quadrant), ("tmux 3.4", .quadrant),
            ("", .quadrant),
        ] as [(String, Blitter)])
    func blitters(report: String, blitter: Blitter) {
        var profile = profile([:])
        profile.apply(.version(report))
        #expect(profile.blitter == blitter)
    }

    @Test("Terminal profiles know a terminal by its environment, except inside another program")
    func environmentIdentity() {
        let ghostty = ["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.3"]
        #expect(profile(ghostty).blitter == .sextant)
        #expect(profile(ghostty.merging(["TMUX": "x"]) { $1 }).blitter == .quadrant)
        #expect(profile(["VTE_VERSION": "7600"]).blitter == .sextant)
        #expect(profile(["TERM": "xterm-kitty"]).blitter == .quadrant)
        #expect(profile(["SSH_TTY": "/dev/pts/1"]).isRemote)
        #expect(profile(["SSH_TTY": "/dev/pts/1"]).answerTimeout > profile([:]).answerTimeout)
        #expect(profile(["TERM": "screen.xterm-256color"]).multiplexer == .screen)
        #expect(profile(["TERM": "screen-256color", "TMUX": "x"]).multiplexer == .tmux)
    }

    @Test("Terminal profiles detect tmux on a remote machine and keep to what it can do")
    func remoteTmux() {
        var profile = profile(["SSH_TTY": "/dev/pts/1"])
        profile.apply(.version("tmux 3.3a"))
        #expect(profile.multiplexer == .tmux)
        #expect(profile.colorDepth == .indexed)
        profile.apply(.version("kitty(0.41.0)"))
        #expect(profile.blitter == .quadrant)
    }

    @Test("Terminal profiles learn of colors from the terminal's name unless the user decided")
    func colorsByName() {
        for (variables, depth) in [
            ([:], ColorDepth.trueColor), (["NO_COLOR": "1"], .none),
            (["FORCE_COLOR": "1"], .sixteen),
        ] as [([String: String], ColorDepth)] {
            var profile = profile(variables)
            profile.apply(.version("kitty(0.41.0)"))
            #expect(profile.colorDepth == depth)
        }
    }

    @Test("Terminal profiles learn of colors from the palette and from terminfo's capabilities")
    func colorsByAnswers() {
        func depth(_ report: TerminalReport, _ variables: [String: String] = ["TERM": "xterm"])
            -> Finding<ColorDepth>
        {
            var profile = profile(variables)
            profile.apply(report)
            return profile.findings.colors
        }
        let gray = RGBColor(0xEE, 0xEE, 0xEE)
        #expect(depth(.indexedColor(255, gray)) == Finding(.indexed, .answer(.indexedColor(255))))
        #expect(depth(.indexedColor(15, gray)).value == .sixteen)
        #expect(depth(.capability("Co", "256")) == Finding(.indexed, .answer(.capability("Co"))))
        #expect(depth(.capability("Co", "16")).value == .sixteen)
        #expect(depth(.capability("RGB", "8")) == Finding(.trueColor, .answer(.capability("RGB"))))
        #expect(depth(.capability("Tc", "")).value == .trueColor)
        #expect(depth(.capability("Tc", nil)).value == .sixteen)
        #expect(depth(.capability("RGB", "8"), ["NO_COLOR": "1"]).value == .none)
        #expect(depth(.indexedColor(255, gray), ["COLORTERM": "truecolor"]).value == .trueColor)
        #expect(depth(.capability("RGB", "8"), ["TMUX": "x"]).value == .indexed)
    }

    @Test("Terminal profiles know a terminal by its numbers if it has not told its name")
    func numbers() {
        func identity(_ numbers: [Int], _ variables: [String: String] = [:]) -> String? {
            var profile = profile(variables)
            profile.apply(.secondaryAttributes(numbers))
            return profile.identity?.description
        }
        #expect(identity([65, 7006, 1]) == "vte 7006")
        #expect(identity([85, 95, 0]) == "urxvt 95")
        #expect(identity([24, 279, 0]) == "mlterm")
        #expect(identity([1, 4000, 26]) == nil)
        #expect(identity([65, 7006, 1], ["TERM": "st-256color"]) == "st")
        // The numbers of Alacritty are those of a library.
        #expect(identity([0, 1700, 1], ["TERM": "alacritty"]) == "alacritty")
        var remote = profile(["SSH_TTY": "x"])
        remote.apply(.secondaryAttributes([65, 7006, 1]))
        #expect(remote.colorDepth == .trueColor && remote.blitter == .sextant)
    }

    @Test("Terminal profiles keep the colors that the terminal really shows")
    func palette() {
        var profile = profile([:])
        #expect(profile.colors[1] == RGBColor(code: 0xCD0000))
        profile.apply(.indexedColor(1, RGBColor(code: 0xDC322F)))
        profile.apply(.background(RGBColor(code: 0x002B36)))
        #expect(profile.colors[1] == RGBColor(code: 0xDC322F))
        #expect(profile.colors[2] == RGBColor(code: 0x00CD00))
        #expect(profile.colors.background == RGBColor(code: 0x002B36))
        #expect(self.profile(["TERM": "linux"]).colors[3] == RGBColor(code: 0xAA5500))
    }

    @Test("Terminal profiles ask for the palette unless there is true color")
    func paletteQuestions() {
        func asksForPalette(_ variables: [String: String]) -> Bool {
            profile(variables).startupQuestions(window: WindowSize(cells: Size(80, 24)))
                .contains(.indexedColor(0))
        }
        #expect(asksForPalette(["TERM": "xterm"]) && asksForPalette([:]))
        #expect(!asksForPalette(["COLORTERM": "truecolor"]))
        #expect(!asksForPalette(["TERM": "linux"]) && !asksForPalette(["TERM": "screen"]))
    }

    @Test("Terminal profiles apply answers, and the user's opt-out of synchronized frames")
    func answers() {
        var profile = profile([:])
        #expect(!profile.synchronizes && !profile.speaksKittyKeyboard && !profile.isSettled)
        profile.apply(.mode(2026, .unknown))
        #expect(!profile.synchronizes)
        profile.apply(.mode(2026, .permanentlyReset))
        #expect(!profile.synchronizes)
        profile.apply(.mode(2026, .reset))
        profile.apply(.mode(2031, .reset))
        profile.apply(.keyboardFlags(0))
        profile.apply(.primaryAttributes([62]))
        #expect(profile.synchronizes && profile.speaksKittyKeyboard && profile.isSettled)
        #expect(profile.reportsColorScheme)
        var refused = self.profile(["SET_DUEL_SYNC": "0"])
        refused.apply(.mode(2026, .set))
        #expect(!refused.synchronizes)
    }

    @Test("Terminal profiles detect dark or light from colors, notices and environment")
    func darkness() {
        var profile = profile([:])
        #expect(profile.isDark)
        profile.apply(.background(.init(253, 246, 227)))
        #expect(!profile.isDark)
        profile.apply(.background(.init(100, 100, 100)))
        #expect(profile.isDark)
        profile.apply(.foreground(.init(20, 20, 20)))
        #expect(!profile.isDark)
        profile.apply(.colorScheme(isDark: true))
        #expect(profile.isDark)
        #expect(self.profile(["COLORFGBG": "15;0"]).isDark)
        #expect(!self.profile(["COLORFGBG": "0;default;15"]).isDark)
        #expect(self.profile(["COLORFGBG": "0;default"]).isDark)
    }

    @Test("Terminal profiles obey the player's background and remember the terminal's")
    func background() {
        var profile = profile([:])
        #expect(profile.background == Finding(.dark, .assumption))
        profile.choices.background = .light
        #expect(
            profile.background == Finding(.light, .choice(option: "background")) && !profile.isDark)
        profile.apply(.background(.init(0, 0, 0)))
        #expect(!profile.isDark)
        profile.choices.background = .auto
        #expect(profile.background == Finding(.dark, .answer(.background)))
        let variable = self.profile(["COLORFGBG": "0;15"])
        #expect(variable.background == Finding(.light, .variable("COLORFGBG")))
    }

    @Test("Terminal profiles obey the player's drawing, except without Unicode")
    func drawing() {
        var profile = profile([:])
        profile.apply(.version("kitty(0.41.0)"))
        for choice in DrawingChoice.allCases {
            profile.choices.drawing = choice
            #expect(profile.blitter == choice.blitter ?? .sextant)
        }
        profile.choices.drawing = .quadrant
        #expect(profile.drawing == Finding(.quadrant, .choice(option: "drawing")))
        var ascii = self.profile(["LANG": "C"])
        ascii.choices.drawing = .sextant
        #expect(ascii.drawing == Finding(.ascii, .variable("LANG")))
    }

    @Test("Terminal profiles know which terminals leave gaps, unless the player does")
    func gaps() {
        func gaps(_ variables: [String: String], _ choice: GapChoice = .auto) -> Finding<Bool> {
            var profile = profile(variables)
            profile.choices.gaps = choice
            return profile.leavesGaps
        }
        #expect(gaps(["TERM": "st-256color"]) == Finding(true, .reputation))
        #expect(gaps(["TERM": "rxvt-unicode-256color"]).value)
        #expect(gaps([:]) == Finding(false, .assumption))
        #expect(gaps(["TERM": "xterm-kitty"]) == Finding(false, .reputation))
        #expect(gaps(["TERM": "xterm-kitty"], .yes) == Finding(true, .choice(option: "gaps")))
        #expect(gaps(["TERM": "st-256color"], .no) == Finding(false, .choice(option: "gaps")))
        var xterm = profile([:])
        xterm.apply(.version("XTerm(379)"))
        #expect(xterm.leavesGaps.value)
    }

    @Test("Terminal profiles keep a reason for every finding")
    func reasons() {
        var profile = profile(["TERM": "xterm-kitty", "SSH_TTY": "x", "COLORTERM": ""])
        #expect(profile.findings.identity.cause == .variable("TERM"))
        #expect(profile.findings.colors == Finding(.trueColor, .reputation))
        #expect(profile.findings.isRemote == Finding(true, .variable("SSH_TTY")))
        #expect(profile.findings.glyphs.cause == .variable("LANG"))
        #expect(profile.findings.multiplexer == Finding(nil, .assumption))
        #expect(profile.drawing == Finding(.quadrant, .reputation))
        profile.apply(.version("kitty(0.41.0)"))
        #expect(profile.drawing == Finding(.sextant, .reputation))
        profile.apply(.cursorPosition(Point(0, 1)))
        #expect(profile.drawing == Finding(.quadrant, .answer(.width(.sextant))))
        profile.apply(.mode(2026, .reset))
        #expect(profile.findings.synchronizes == Finding(true, .answer(.mode(2026))))
        profile.apply(.version("tmux 3.4"))
        #expect(profile.findings.multiplexer == Finding(.tmux, .answer(.version)))
        #expect(profile.drawing == Finding(.quadrant, .multiplexer))
        for (variables, cause) in [
            (["NO_COLOR": "1"], "NO_COLOR"), (["CLICOLOR": "0"], "CLICOLOR"),
            (["FORCE_COLOR": "1", "NO_COLOR": "1"], "FORCE_COLOR"), (["TERM": "dumb"], "TERM"),
            (["COLORTERM": "truecolor"], "COLORTERM"),
        ] {
            #expect(self.profile(variables).findings.colors.cause == .variable(cause))
        }
        #expect(
            self.profile([:], color: .never).findings.colors
                == Finding(.none, .choice(option: "color")))
        #expect(
            self.profile(["SET_DUEL_SYNC": "0"]).findings.synchronizes
                == Finding(false, .variable("SET_DUEL_SYNC")))
    }

    @Test("Terminal profiles take the cell shape from the window first, if plausible")
    func aspect() {
        var profile = profile([:])
        #expect(profile.cellAspect == 2)
        profile.apply(.cellPixels(Size(10, 22)))
        #expect(profile.cellAspect == 2.2)
        profile.apply(.cellPixels(Size(10, 50)))
        #expect(profile.cellAspect == 2.2)
        profile.apply(.cellPixels(Size(0, 0)))
        profile.apply(WindowSize(cells: Size(0, 0), pixels: Size(800, 600)))
        #expect(profile.cellAspect == 2.2)
        profile.apply(WindowSize(cells: Size(80, 24), pixels: Size(800, 432)))
        #expect(profile.cellAspect == 1.8)
        profile.apply(.cellPixels(Size(10, 22)))
        #expect(profile.cellAspect == 1.8)
    }

    @Test("Terminal profiles fall back to coarser drawing where characters are too wide")
    func probe() {
        var profile = profile([:])
        profile.apply(.version("kitty(0.41.0)"))
        profile.apply(.cursorPosition(Point(1, 0)))
        #expect(profile.blitter == .sextant)
        profile.apply(.cursorPosition(Point(2, 1)))
        #expect(profile.blitter == .quadrant)
        // F3 with control looks like a report, but nothing is being measured in column 4.
        profile.apply(.cursorPosition(Point(4, 0)))
        #expect(profile.glyphs == .unicode)
        var wide = profile
        wide.apply(.cursorPosition(Point(2, 0)))
        #expect(wide.glyphs == .ascii && wide.blitter == .ascii)
        profile.apply(.primaryAttributes([62]))
        profile.apply(.cursorPosition(Point(2, 0)))
        #expect(profile.glyphs == .unicode)
    }

    // MARK: - Questions

    @Test("Terminal profiles get all their answers from a terminal that knows every question")
    func conversation() throws {
        var profile = profile([:])
        var terminal = ReferenceTerminal(Size(80, 24))
        terminal.offersPictures = true
        try terminal.feed(TerminalModes().enterBytes)
        try terminal.feed(profile.startupQueries(window: WindowSize(cells: Size(80, 24))))
        var decoder = InputDecoder()
        for event in decoder.feed(terminal.replies) {
            guard case .report(let report) = event else {
                Issue.record("\(event) is no report")
                continue
            }
            #expect(!profile.isSettled)
            profile.apply(report)
        }
        #expect(profile.isSettled && profile.synchronizes && profile.speaksKittyKeyboard)
        #expect(profile.isDark && profile.cellAspect == 2 && profile.glyphs == .unicode)
        #expect(profile.colors[3] == RGBColor(code: 0xAA5500))
        #expect(profile.blitter == .sextant && profile.colorDepth == .trueColor)
        profile.choices.drawing = .pixels
        #expect(profile.pictures.value == PictureSurface(.kitty, cell: PixelSize(10, 20)))
    }

    /// A terminal that has answered everything that pictures need.
    private func pictureProfile(_ variables: [String: String] = [:]) -> TerminalProfile {
        var profile = profile(variables)
        profile.choices.drawing = .pixels
        profile.apply(.version("kitty(0.41.0)"))
        profile.apply(.cellPixels(Size(9, 18)))
        profile.apply(.pictures(areShown: true))
        return profile
    }

    @Test(
        "Cards are pictures in a terminal of its own that answered and has all colors"
    )
    func pictures() {
        let pictures = pictureProfile().pictures
        #expect(pictures.value == PictureSurface(.kitty, cell: PixelSize(9, 18)))
        #expect(pictures.cause == .answer(.pictures))
        let others = [
            ["TMUX": "/tmp/tmux"], ["STY": "1.tty"], ["NO_COLOR": "1"], ["LANG": "C"],
        ]
        for variables in others { #expect(pictureProfile(variables).pictures.value == nil) }
        for choice in DrawingChoice.allCases {
            var profile = pictureProfile()
            profile.choices.drawing = choice
            let isUsed = [.auto, .pixels].contains(choice)
            #expect((profile.pictures.value != nil) == isUsed, "\(choice)")
        }
        var silent = profile([:])
        silent.choices.drawing = .pixels
        silent.apply(.version("kitty(0.41.0)"))
        silent.apply(.cellPixels(Size(9, 18)))
        #expect(silent.pictures == Finding(nil, .assumption))
        silent.apply(.pictures(areShown: false))
        #expect(silent.pictures == Finding(nil, .answer(.pictures)))
        var tmux = pictureProfile()
        tmux.apply(.version("tmux 3.4"))
        #expect(tmux.pictures.value == nil)
    }

    @Test("Cards are pictures over a remote shell if it answers quickly, or if chosen")
    func remotePictures() {
        var remote = pictureProfile(["SSH_CONNECTION": "10.0.0.1 22"])
        #expect(remote.pictures.value != nil)
        remote.choices.drawing = .auto
        #expect(remote.pictures == Finding(nil, .variable("SSH_CONNECTION")))
        remote.answered(within: .milliseconds(80))
        #expect(remote.pictures == Finding(nil, .speed))
        remote.answered(within: .milliseconds(9))
        #expect(remote.pictures.value != nil)
        remote.frameWasLate()
        #expect(remote.pictures == Finding(nil, .speed))
        remote.choices.drawing = .pixels
        #expect(remote.pictures.value != nil)
    }

    @Test("Symbols are sixels in a terminal that says it has them, as far as it tells")
    func sixels() {
        var profile = profile(["TERM": "xterm-256color"])
        profile.apply(.version("XTerm(379)"))
        #expect(profile.colorDepth == .trueColor)
        profile.apply(.sixelRegisters(16))
        profile.apply(.sixelExtent(Size(800, 600)))
        profile.apply(.primaryAttributes([63, 1, 2, 4]))
        #expect(profile.pictures.value == nil)
        profile.apply(WindowSize(cells: Size(80, 24), pixels: Size(720, 456)))
        let traits = SixelTraits(registers: 16, memory: 16, limit: PixelSize(800, 600))
        #expect(profile.pictures.cause == .answer(.attributes))
        #expect(
            profile.pictures.value
                == PictureSurface(.sixel(traits), cell: PixelSize(9, 19)))
        // The kitty protocol can do more.
        profile.apply(.pictures(areShown: true))
        #expect(profile.pictures.value?.graphics == .kitty)
        var mlterm = self.profile(["TERM": "mlterm"])
        mlterm.apply(.cellPixels(Size(10, 19)))
        mlterm.apply(.indexedColor(255, RGBColor(238, 238, 238)))
        mlterm.apply(.sixelRegisters(1024))
        mlterm.apply(.primaryAttributes([63, 4]))
        #expect(mlterm.colorDepth == .indexed)
        #expect(mlterm.pictures.value?.graphics == .sixel(SixelTraits()))
        mlterm.choices.color = .never
        #expect(mlterm.pictures.value == nil)
        var plain = self.profile(["TERM": "xterm-256color"])
        plain.apply(.cellPixels(Size(10, 19)))
        plain.apply(.primaryAttributes([64, 1, 2, 6]))
        #expect(plain.pictures.value == nil)
    }

    @Test("Cards are drawn in cells in a kitty that leaves traces of pictures")
    func traces() {
        for (version, isUsed) in [("0.26.3", true), ("0.26.5", false), ("0.27.0", true)] {
            var profile = pictureProfile()
            profile.apply(.version("kitty(\(version))"))
            #expect((profile.pictures.value != nil) == isUsed, "\(version)")
        }
    }

    @Test(
        "Terminal profiles ask nothing that the terminal would print, and end with the fence",
        arguments: [
            (["TERM": "linux"], ""), (["TERM": "screen"], "\u{1B}[>0q"), ([:], "\u{1B}]10;?"),
        ] as [([String: String], String)])
    func questions(variables: [String: String], start: String) {
        let queries = profile(variables).startupQueries(window: WindowSize(cells: Size(80, 24)))
        let text = String(decoding: queries, as: UTF8.self)
        #expect(text.hasPrefix(start) && text.hasSuffix("\u{1B}[c"))
        if start.isEmpty { #expect(text == "\u{1B}[c") }
        let dumb = profile(["TERM": "dumb"]).startupQueries(window: WindowSize(cells: Size(80, 24)))
        #expect(dumb == [])
        let apple = profile(["TERM_PROGRAM": "Apple_Terminal"])
            .startupQueries(window: WindowSize(cells: Size(80, 24), pixels: Size(800, 480)))
        #expect(!String(decoding: apple, as: UTF8.self).contains("$p"))
        #expect(!String(decoding: apple, as: UTF8.self).contains("[16t"))
    }
}

extension TerminalProfile {
    fileprivate func startupQueries(window: WindowSize) -> [UInt8] {
        startupQuestions(window: window).flatMap(\.bytes)
    }
}
