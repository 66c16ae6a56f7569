import SetProtocol
import SetSimulation
import Testing

@testable import SetHost

/// People who look for an opponent while addresses wait ready at many tables and are gone as soon as a game
/// begins.
private struct Search {
    enum Way: CaseIterable { case leave, drop, resign }

    var host = SimulatedLobby()
    /// Who searches; `nil` between two attempts.
    private var searching: [Int?]
    private var nextAttempt: [MonotonicInstant]
    private var metSince: [Int: MonotonicInstant] = [:]
    private var spoilers: [(visitor: Int, address: Int)] = []
    private var random: SeededGenerator
    private let way: Way
    /// How many meetings were spoiled.
    private(set) var spoiled = 0
    /// How long it took until two who search met; `nil` when they did not.
    private(set) var met: Duration?

    static let ways = Way.allCases.count

    init(_ people: Int, against addresses: Int, tables: Int, way: Int, seed: UInt64) {
        searching = Array(repeating: nil, count: people)
        random = SeededGenerator(seed: seed)
        self.way = Way.allCases[way]
        nextAttempt = (0..<people).map { _ in MonotonicInstant.zero }
        for address in 0..<addresses {
            for _ in 0..<tables { spoilers.append((squat(address), address)) }
        }
        for person in searching.indices {
            nextAttempt[person] = host.now.advanced(by: .seconds(Int(random.below(4))))
        }
    }

    private mutating func squat(_ address: Int) -> Int {
        let visitor = host.join(
            Hello(name: "Eve", wantsNewTable: true), from: .outside(100 + address))
        host.say(.ready, visitor)
        return visitor
    }

    /// Goes on until two who search sit opposite each other, or for so long.
    mutating func run(for time: Duration) {
        let start = host.now
        while met == nil, host.now < start.advanced(by: time) {
            host.wait(.milliseconds(250))
            for person in searching.indices { search(person) }
            let tables = searching.compactMap { $0.flatMap(host.table) }
            if Set(tables).count < tables.count { met = start.duration(to: host.now) }
            for place in spoilers.indices { spoil(place) }
        }
    }

    /// Everybody leaves, one of those who searched comes again, then somebody new.
    ///
    /// - Returns: Whether the two sit opposite each other.
    mutating func isMetAfterwards() -> Bool {
        for spoiler in spoilers { host.drop(spoiler.visitor) }
        for case let visitor? in searching { host.say(.leave, visitor) }
        host.wait(.seconds(90))
        let back = host.join(Hello(name: "Ann"), from: .outside(0))
        host.say(.ready, back)
        host.wait(.seconds(1))
        let newcomer = host.join(Hello(name: "Bob"), from: .outside(99))
        return host.table(of: newcomer) == host.table(of: back)
    }

    private mutating func search(_ person: Int) {
        guard searching[person] == nil, host.now >= nextAttempt[person] else { return }
        let visitor = host.join(Hello(name: "Ann"), from: .outside(person))
        host.say(.ready, visitor)
        searching[person] = visitor
    }

    /// A game is spoiled a second after it began, and the other one tries again some seconds later.
    private mutating func spoil(_ place: Int) {
        let spoiler = spoilers[place].visitor
        let table = host.table(of: spoiler)
        guard let table,
            let person = searching.firstIndex(where: { $0.flatMap(host.table) == table })
        else { return metSince[place] = nil }
        let since = metSince[place, default: host.now]
        metSince[place] = since
        guard since.advanced(by: .seconds(1)) <= host.now else { return }
        spoiled += 1
        metSince[place] = nil
        switch way {
        case .leave: host.say(.leave, spoiler)
        case .drop: host.drop(spoiler)
        case .resign: host.say(.resign, spoiler)
        }
        host.wait(.milliseconds(500))
        if let visitor = searching[person] { host.say(.leave, visitor) }
        searching[person] = nil
        nextAttempt[person] = host.now.advanced(by: .milliseconds(3000 + Int(random.below(4000))))
        if way == .resign {
            host.say(.ready, spoiler)
        } else {
            spoilers[place].visitor = squat(spoilers[place].address)
        }
    }
}

@Suite("Opponent searches")
struct SearchingTests {
    @Test(
        "Two searching players meet soon, however many addresses spoil their games",
        arguments: [(2, 8), (2, 12), (4, 8)], 0..<Search.ways)
    func meet(_ numbers: (people: Int, addresses: Int), way: Int) {
        var search = Search(
            numbers.people, against: numbers.addresses, tables: 2, way: way, seed: 1)
        search.run(for: .seconds(420))
        #expect(search.met != nil)
        // The fifth meeting of two addresses is half a minute, one, two and four after the others.
        #expect(search.spoiled <= 4 * numbers.people * numbers.addresses)
    }

    @Test("A player whose games were spoiled is met by newcomers afterward", arguments: 0...1)
    func afterward(way: Int) {
        var search = Search(2, against: 12, tables: 2, way: way, seed: 1)
        search.run(for: .seconds(90))
        #expect(search.spoiled > 20 && search.met == nil)
        let isMet = search.isMetAfterwards()
        #expect(isMet)
    }
}
