import Foundation
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Kept seats", .serialized, .inTurn, .timeLimit(.minutes(5)))
final class KeptSeatTests {
    private let directory: StateDirectory

    init() throws {
        directory = StateDirectory(path: NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(atPath: directory.path) }

    private static let host = "example.org:7381"

    private func welcome(_ number: Int, table: String = "K7M2QX", seat: Seat = .first) -> Welcome? {
        guard let code = TableCode(table),
            let token = SeatToken(hex: String(repeating: "0", count: 31) + "\(number)")
        else { return nil }
        return Welcome(seat: seat, token: token, table: code, rules: .duel)
    }

    private func keeper(_ name: String = "Ann", host: String = host) throws -> SeatKeeper {
        SeatKeeper(in: directory, host: try Endpoint(host), name: name)
    }

    private var files: [String] { (try? FileStore.names(in: directory.seats)) ?? [] }

    @Test(
        "A kept seat is found with its newest token, only by the same player at the same host")
    func found() async throws {
        var keeper: SeatKeeper? = try self.keeper()
        keeper?.keep(try #require(welcome(1))) { Issue.record("\($0)") }
        keeper?.keep(try #require(welcome(2))) { Issue.record("\($0)") }
        #expect(
            await keeper?.leftBehind(at: nil, now: 0).seat == nil, "a running program's own seat")
        // As after the end of the program, in which nothing was removed.
        keeper = nil
        #expect(files.count == 1)
        #expect(await (try self.keeper("Bob")).leftBehind(at: nil, now: 0).seat == nil)
        #expect(
            await (try self.keeper(host: "example.com")).leftBehind(at: nil, now: 0).seat == nil)
        #expect(await (try self.keeper()).leftBehind(at: TableCode("AAAAAA"), now: 0).seat == nil)
        let next = try self.keeper()
        let (seat, problems) = await next.leftBehind(at: TableCode("K7M2QX"), now: 0)
        #expect(seat?.token == welcome(2)?.token && seat?.seat == .first)
        #expect(problems.isEmpty)
        // Of two that look at once, one gets it.
        #expect(await (try self.keeper()).leftBehind(at: nil, now: 0).seat == nil)
        next.forget()
        #expect(files.isEmpty)
    }

    @Test("A kept seat is one of several, if the player had several")
    func several() async throws {
        var keepers = [try keeper(), try keeper()]
        keepers[0].keep(try #require(welcome(1))) { Issue.record("\($0)") }
        keepers[1].keep(try #require(welcome(2, seat: .second))) { Issue.record("\($0)") }
        _ = await (keepers[0].leftBehind(at: nil, now: 0), keepers[1].leftBehind(at: nil, now: 0))
        #expect(files.count == 2)
        keepers = []
        let (one, other) = (try keeper(), try keeper())
        let seats = [
            await one.leftBehind(at: nil, now: 0).seat,
            await other.leftBehind(at: nil, now: 0).seat,
        ]
        #expect(Set(seats.compactMap { $0?.seat }) == [.first, .second])
    }

    @Test("A player who has chosen no name returns to a seat under any, which keeps its name")
    func anyName() async throws {
        var keeper: SeatKeeper? = try self.keeper("Ann")
        keeper?.keep(try #require(welcome(1))) { Issue.record("\($0)") }
        _ = await keeper?.leftBehind(at: nil, now: 0)
        keeper = nil
        var nameless: SeatKeeper? = SeatKeeper(
            in: directory, host: try Endpoint(Self.host), name: "tester", returnsToAnyName: true)
        #expect(await nameless?.leftBehind(at: nil, now: 0).seat?.name == "Ann")
        nameless?.keep(try #require(welcome(2))) { Issue.record("\($0)") }
        _ = await nameless?.leftBehind(at: nil, now: 0)
        nameless = nil
        // The player who chose the name finds the seat again.
        let seat = await (try self.keeper("Ann")).leftBehind(at: nil, now: 0).seat
        #expect(seat?.name == "Ann" && seat?.token == welcome(2)?.token)
    }

    @Test(
        "A seat file in a foreign format is reported and left alone",
        arguments: [
            "", "{}", "[]", "null", "\u{0}", "{\"host\":1}", String(repeating: "[", count: 2000),
            String(repeating: "x", count: 5000),
            """
            {"host":"example.org:7381","table":"K7M2QX","seat":"third","name":"Ann","token":"\
            00000000000000000000000000000001"}
            """,
            """
            {"host":"example.org:7381","table":"K7M2QX","seat":"first","name":"A\\u001bn","token":"\
            00000000000000000000000000000001"}
            """,
            """
            {"host":"evil.org:7381","table":"K7M2QX","seat":"first","name":"Ann","token":"\
            00000000000000000000000000000001"}
            """,
            """
            {"host":"example.org:7381","table":"K7M2QX","seat":"first","name":"Ann","token":"x"}
            """,
        ])
    func hostile(_ content: String) async throws {
        let seat = KeptSeat(
            host: Self.host, table: try #require(TableCode("K7M2QX")), seat: .first, name: "Ann",
            token: try #require(welcome(1)?.token))
        let path = directory.file(of: seat)
        try FileStore.replace(path, with: Array(content.utf8))
        let (found, problems) = await (try keeper()).leftBehind(at: nil, now: 0)
        #expect(found == nil)
        #expect(problems.map(\.path) == [path])
        #expect(FileStore.exists(path))
    }

    @Test(
        "A kept seat is removed after a month unless held, along with leftovers of killed programs")
    func old() async throws {
        var keeper: SeatKeeper? = try self.keeper()
        keeper?.keep(try #require(welcome(1))) { Issue.record("\($0)") }
        _ = await keeper?.leftBehind(at: nil, now: 0)
        let path = directory.seats + "/" + (files.first ?? "")
        let written = try #require(FileStore.modificationTime(of: path))
        let month = 30 * 86_400
        // No process has so high a number, and this one is running.
        let leftovers = ["999999999", "\(ProcessInfo.processInfo.processIdentifier)"].map {
            directory.seats + "/.there@K7M2QX-0.json.\($0).new"
        }
        for leftover in leftovers { try Data("secret".utf8).write(to: URL(filePath: leftover)) }
        _ = await (try self.keeper("Bob")).leftBehind(at: nil, now: written + month + 1)
        #expect(files.count == 1)
        #expect(leftovers.map { FileStore.exists($0) } == [false, true])
        keeper = nil
        _ = await (try self.keeper("Bob")).leftBehind(at: nil, now: written + month)
        #expect(files.count == 1)
        _ = await (try self.keeper("Bob")).leftBehind(at: nil, now: written + month + 1)
        #expect(files.isEmpty)
    }

    @Test("A player whose seat cannot be saved is told so, once")
    func unwritable() async throws {
        try FileStore.replace(directory.path + "/x", with: [])
        // A file in place of the directory, as a full or read-only disk would, refuses everybody.
        try Data().write(to: URL(filePath: directory.seats))
        let warnings = Locked<[String]>([])
        let keeper = try self.keeper()
        for number in 1...2 {
            keeper.keep(try #require(welcome(number))) { text in
                warnings.withLock { $0.append(text) }
            }
        }
        #expect(!keeper.isKept)
        let announced = warnings.withLock { $0 }
        #expect(announced.count == 1)
        #expect(announced.first?.hasPrefix("Your seat cannot be saved: ") == true)
        // Once there is room again, the seat is saved.
        try FileManager.default.removeItem(atPath: directory.seats)
        keeper.keep(try #require(welcome(3))) { Issue.record("\($0)") }
        #expect(keeper.isKept)
    }

    @Test("At most 64 seats are kept, whatever their hosts")
    func many() async throws {
        let token = try #require(welcome(1)?.token)
        var random = SeededGenerator(seed: 1)
        for number in 0..<70 {
            let seat = KeptSeat(
                host: "host\(number % 3):7381", table: TableCode(using: &random), seat: .first,
                name: "Ann", token: token)
            try FileStore.replace(directory.file(of: seat), with: seat.bytes)
        }
        _ = await (try keeper("Bob")).leftBehind(at: nil, now: 0)
        #expect(files.count == 64)
    }

    @Test("A seat file that others can read is reported and left alone")
    func rights() async throws {
        var keeper: SeatKeeper? = try self.keeper()
        keeper?.keep(try #require(welcome(1))) { Issue.record("\($0)") }
        _ = await keeper?.leftBehind(at: nil, now: 0)
        keeper = nil
        let path = directory.seats + "/" + (files.first ?? "")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let (found, problems) = await (try self.keeper()).leftBehind(at: nil, now: 0)
        #expect(found == nil)
        #expect(problems.map(\.reason) == ["ignored because other users can read or write it"])
    }

    @Test("A kept seat is read back as it was written, and shows its secret nowhere else")
    func content() throws {
        let token = try #require(welcome(7)?.token)
        let seat = KeptSeat(
            host: "[::1]:7381", table: try #require(TableCode("K7M2QX")), seat: .second,
            name: "Zoë", token: token)
        #expect(KeptSeat(seat.bytes) == seat)
        #expect(!"\(seat) \(String(reflecting: seat))".contains(token.hex))
        #expect(directory.file(of: seat) == directory.seats + "/%5B%3A%3A1%5D%3A7381@K7M2QX-1.json")
    }

    @Test("A kept seat is in the XDG state directory")
    func places() {
        #expect(
            StateDirectory(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"])?.path
                == "/s/set-duel")
        #expect(
            StateDirectory(environment: ["XDG_STATE_HOME": "s", "HOME": "/h"])?.path
                == "/h/.local/state/set-duel")
        #expect(StateDirectory(environment: [:]) == nil)
    }
}
