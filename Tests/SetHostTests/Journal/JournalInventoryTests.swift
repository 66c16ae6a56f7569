import SetProtocol
import Testing

@testable import SetHost

@Suite("Journal directory")
struct JournalInventoryTests {
    private static let kilobytes = 1024

    @Test("By default all journals share 1 GiB, and one journal may have 16 MiB")
    func usual() {
        let options = JournalOptions(directory: "journals")
        #expect(options.sizeLimit == 1 << 30 && options.tableLimit == 16 << 20)
        #expect(options.mostUnfinished == 100)
    }

    @Test("The newest unfinished journals are kept, and finished ones while there is room")
    func counts() {
        var inventory = JournalInventory(sizeLimit: 1 << 30, mostUnfinished: 2)
        for number in 0..<5 {
            inventory.add("u\(number)", .unfinished, bytes: 1)
            inventory.add("f\(number)", .finished, bytes: 1)
            inventory.add("i\(number)", .incomplete, bytes: 1)
        }
        let excess = [inventory.removeExcess(), inventory.removeExcess()]
        #expect(excess == [["u0", "u1", "u2"], []])
    }

    @Test(
        "Unfinished, refused, incomplete, running, finished: journals are deleted in this order"
    )
    func ranks() {
        var inventory = JournalInventory(sizeLimit: 24 * Self.kilobytes, mostUnfinished: 100)
        // In an order in which nobody would delete them.
        for name in ["f2", "f1"] { inventory.add(name, .finished, bytes: 8 * Self.kilobytes) }
        for name in ["u2", "u1"] { inventory.add(name, .unfinished, bytes: 8 * Self.kilobytes) }
        for name in ["i2", "i1"] { inventory.add(name, .incomplete, bytes: 8 * Self.kilobytes) }
        inventory.add("n1", .running, bytes: 8 * Self.kilobytes)
        inventory.add("r1", .refused, bytes: 8 * Self.kilobytes)
        #expect(inventory.bytes == 64 * Self.kilobytes)
        #expect(inventory.removeExcess() == ["u1", "u2", "r1", "i1", "i2"])
        #expect(inventory.bytes == 24 * Self.kilobytes)
        inventory.add("f3", .finished, bytes: 20 * Self.kilobytes)
        #expect(inventory.removeExcess() == ["n1", "f1", "f2"])
    }

    @Test("An empty journal file counts as one block, and no file is counted twice")
    func blocks() {
        var inventory = JournalInventory(sizeLimit: 1 << 30, mostUnfinished: 100)
        inventory.add("a", .finished, bytes: 1)
        inventory.add("a", .finished, bytes: 1)
        #expect(inventory.bytes == 4096)
        inventory.note("open", bytes: 4097)
        inventory.note("open", bytes: 4098)
        #expect(inventory.bytes == 3 * 4096)
        inventory.forget("open")
        inventory.forget("open")
        #expect(inventory.bytes == 4096)
    }

    @Test("Open tables get half of the space: if they need more, the longest journal ends")
    func longest() {
        var inventory = JournalInventory(sizeLimit: 128 * Self.kilobytes, mostUnfinished: 100)
        for number in 0..<4 { inventory.note("small\(number)", bytes: 4 * Self.kilobytes) }
        inventory.note("large", bytes: 48 * Self.kilobytes)
        #expect(inventory.longestToEnd == nil)
        // Not the one that grew.
        inventory.note("small0", bytes: 8 * Self.kilobytes)
        #expect(inventory.longestToEnd == "large")
        inventory.forget("large")
        #expect(inventory.longestToEnd == nil)
    }

    @Test("Half of the space stays for finished games, whatever strangers open and abandon")
    func strangers() {
        var random = SeededGenerator(seed: 5)
        let (limit, piece) = (1 << 20, 20_000)
        var inventory = JournalInventory(sizeLimit: limit, mostUnfinished: 10)
        for number in 0..<60 { inventory.add("f\(number)", .finished, bytes: 8192) }
        var (sizes, deleted): ([String: Int], [String]) = ([:], [])
        var most = 0
        for step in 0..<20_000 {
            let name = "t\(random.below(50))"
            if random.below(10) == 0 {
                inventory.forget(name)
                inventory.add("u\(step)", .unfinished, bytes: sizes.removeValue(forKey: name) ?? 0)
            } else {
                sizes[name, default: 0] += Int(random.below(UInt64(piece)))
                inventory.note(name, bytes: sizes[name, default: 0])
            }
            while let longest = inventory.longestToEnd {
                inventory.forget(longest)
                inventory.add(
                    "i\(step)", .incomplete, bytes: sizes.removeValue(forKey: longest) ?? 0)
            }
            deleted += inventory.removeExcess()
            most = max(most, inventory.bytes)
        }
        #expect(most <= limit)
        #expect(!deleted.isEmpty && deleted.allSatisfy { !$0.hasPrefix("f") })
    }

    @Test("A journal with a finished game in which a set was found is kept longer")
    func worth() {
        func ending(_ result: GameResult?, sets: Int) -> JournalEntry {
            var ending = GameEnding(game: 1)
            ending.result = result
            ending.sets.second = sets
            return .note(.ended(ending))
        }
        let resigned = GameResult(winner: .first, decider: .resigned)
        #expect(JournalWorth(.input(.joined(.first, name: "Ann"))) == .nothing)
        #expect(
            JournalWorth(.note(.promised(Commitment(game: 1, digest: SHA256(of: "")))))
                == .begun)
        #expect(JournalWorth(ending(resigned, sets: 0)) == .begun)
        #expect(JournalWorth(ending(nil, sets: 3)) == .begun)
        #expect(JournalWorth(ending(resigned, sets: 1)) == .finished)
        #expect(JournalWorth.nothing < .begun && JournalWorth.begun < .finished)
    }
}
