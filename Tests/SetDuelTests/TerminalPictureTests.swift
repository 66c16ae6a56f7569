import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("Pictures in a terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalPictureTests {
    private static func solo() async throws -> ProgramTerminal {
        let terminal = try ProgramTerminal(
            "solo --seed 3 --drawing pixels", columns: 120, rows: 40, offersPictures: true)
        try await terminal.wait(for: "twelve pictures") { $0.pictures.placements.count >= 12 }
        return terminal
    }

    private static func removesPictures(_ terminal: ProgramTerminal) async -> Bool {
        let bytes = await terminal.bytes
        let text = String(decoding: bytes, as: UTF8.self)
        let ending = KittyGraphics.removeAll + TerminalModes.leaveBytes
        return text.contains(String(decoding: ending, as: UTF8.self))
    }

    @Test("Pictures are removed when the player leaves")
    func leaving() async throws {
        let terminal = try await Self.solo()
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await Self.removesPictures(terminal))
    }

    @Test(
        "Pictures are removed when a signal or a fault ends the program", arguments: [15, 1, 11, 6])
    func signals(_ number: Int32) async throws {
        let terminal = try await Self.solo()
        await terminal.signal(number)
        let isFault = [11, 6].contains(number)
        #expect(try await terminal.end() == (isFault ? .killed(number) : .exited(128 + number)))
        #expect(await terminal.isRestored)
        #expect(await Self.removesPictures(terminal))
    }

    @Test("A terminal with sixels is sent one for each card, and the shell gets its screen back")
    func sixels() async throws {
        let terminal = try ProgramTerminal(
            "solo --seed 3 --motion none", columns: 100, rows: 32,
            sixels: ReferenceSixels(cell: Size(10, 20)))
        try await terminal.wait(for: "twelve sixels") { ($0.sixels?.count ?? 0) == 12 }
        let board = await terminal.screen
        let pictures = (0..<32).flatMap { y in (0..<100).map { Point($0, y) } }
            .count { board.sixels?.tile($0) != nil }
        #expect(pictures > 300)
        await terminal.type("q")
        try await terminal.wait(for: "picked")
        #expect(await terminal.screen.sixels?.count == 12)
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("A terminal that does not answer is sent no pictures")
    func silence() async throws {
        let terminal = try ProgramTerminal("solo --seed 3 --drawing pixels", columns: 120, rows: 40)
        try await terminal.wait(for: "deck 69")
        await terminal.type("qwQ")
        #expect(try await terminal.end() == .exited(0))
        let text = String(decoding: await terminal.bytes, as: UTF8.self)
        #expect(text.contains("\u{1B}_Gi=31,"))
        #expect(!text.contains("\u{1B}_Ga="))
    }
}
