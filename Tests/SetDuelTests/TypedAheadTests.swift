import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient
@testable import SetHost

/// A duel and two screens whose messages take time on their way, in virtual time.
private struct DistantDuel {
    private enum Event {
        case toHost(ClientMessage, Seat)
        case toClient(HostMessage, Seat)
        case key(Key, Seat)
    }

    private static let size = Size(80, 24)

    private(set) var scene: DuelScene
    private(set) var screens: PerSeat<TableScreen>
    private let ways: PerSeat<Duration>
    private var events: [(at: TableInstant, number: Int, event: Event)] = []
    private var count = 0

    /// The first cards have just been dealt and are on both screens.
    ///
    /// - Parameter roundTrips: How long a message and its answer take, for each seat.
    init(_ roundTrips: PerSeat<Duration>) throws {
        scene = DuelScene.open()
        scene.jump(.seconds(1))
        _ = scene.duel.apply(.measured(roundTrips), at: .zero)
        ways = PerSeat(first: roundTrips.first / 2, second: roundTrips.second / 2)
        let screen = TableScreen(TableModel(), SettingsModel())
        screens = PerSeat(both: screen)
        let code = try #require(TableCode("K7M2QX"))
        for seat in Seat.allCases {
            let welcome = Welcome(seat: seat, token: nil, table: code, rules: scene.duel.rules)
            for message in [HostMessage.welcome(welcome), .state(scene.view)] {
                _ = screens[seat].receive(message, at: now)
            }
            draw(seat)
        }
    }

    private var now: MonotonicInstant { MonotonicInstant(scene.now.sinceOpening) }

    /// The keys of cards on a player's screen.
    func keys(_ cards: [Card], of seat: Seat) -> [Key] {
        let picture = TablePicture(
            screens[seat].view, size: Self.size, appearance: Appearance(), now: now)
        return cards.compactMap { card in
            let slot = picture.cards.firstIndex(of: card)
            return slot.flatMap { picture.labels[$0].first }.map { .character($0) }
        }
    }

    /// A player will press keys one after another, the first after a while.
    mutating func type(_ keys: [Key], every gap: Duration, after delay: Duration, by seat: Seat) {
        for (place, key) in keys.enumerated() {
            add(.key(key, seat), at: scene.now.advanced(by: delay + gap * place))
        }
    }

    private mutating func add(_ event: Event, at time: TableInstant) {
        count += 1
        events.append((time, count, event))
    }

    /// Lets happen what happens within a time.
    mutating func pass(_ duration: Duration) {
        let end = scene.now.advanced(by: duration)
        while true {
            let next = events.min { ($0.at, $0.number) < ($1.at, $1.number) }
            let time = min(next?.at ?? end, scene.duel.nextDeadline ?? end, end)
            publish(scene.wait(scene.now.duration(to: time)))
            if let next, next.at <= time {
                events.removeAll { $0.number == next.number }
                handle(next.event)
            } else if time == end {
                return
            }
        }
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .toHost(let message, let seat):
            publish(scene.duel.receive(message, from: seat, at: scene.now))
        case .toClient(let message, let seat):
            send(screens[seat].receive(message, at: now), from: seat)
            draw(seat)
        case .key(let key, let seat):
            send(screens[seat].handle(.key(key), in: Self.size, at: now), from: seat)
            draw(seat)
        }
    }

    private mutating func draw(_ seat: Seat) {
        screens[seat].prepare(Self.size, Appearance(), .smooth, at: now)
    }

    private mutating func send(_ effects: [ScreenEffect<SessionEnd>], from seat: Seat) {
        for case .send(let message) in effects {
            add(.toHost(message, seat), at: scene.now.advanced(by: ways[seat]))
        }
    }

    private mutating func publish(_ effects: [DuelEffect]) {
        for effect in effects {
            if let message = effect.broadcast(scene.duel.players) {
                for seat in Seat.allCases {
                    add(.toClient(message, seat), at: scene.now.advanced(by: ways[seat]))
                }
            } else if case .refuse(let refused, let seat) = effect {
                add(.toClient(.refused(refused), seat), at: scene.now.advanced(by: ways[seat]))
            }
        }
    }
}

@Suite("Keys typed ahead of the state")
struct TypedAheadTests {
    static let roundTrips = [0, 80, 200, 300].map { Duration.milliseconds($0) }

    @Test(
        "Space and three keys pick the three cards, however slow the connections and quick the keys",
        arguments: roundTrips, roundTrips)
    func threeCards(own: Duration, other: Duration) throws {
        for gap in [0, 30, 90, 150].map({ Duration.milliseconds($0) }) {
            var duel = try DistantDuel(PerSeat(first: own, second: other))
            let keys = [Key.character(" ")] + duel.keys(DuelDecks.firstSet, of: .first)
            #expect(keys.count == 4)
            duel.type(keys, every: gap, after: .milliseconds(400), by: .first)
            duel.pass(.milliseconds(410))
            // They are shown as picks at once.
            duel.pass(gap * 3)
            let model = duel.screens.first.view.model
            let isJudged = model.verdict != nil
            #expect(isJudged || Set(model.picks) == Set(DuelDecks.firstSet))
            duel.pass(.milliseconds(1200))
            #expect(duel.scene.sets.first == 1 && duel.scene.points.first > 0)
            #expect(duel.screens.first.view.model.marks.isEmpty)
        }
    }

    @Test("What was typed after a claim that is lost becomes marks, and after one more, picks")
    func lost() throws {
        for own in Self.roundTrips {
            var duel = try DistantDuel(PerSeat(first: own, second: .zero))
            let keys = duel.keys(DuelDecks.firstSet, of: .first)
            duel.type([.character(" ")], every: .zero, after: .milliseconds(500), by: .second)
            duel.type(
                [.character(" ")] + keys.prefix(2), every: .milliseconds(20),
                after: .milliseconds(501) + own, by: .first)
            duel.pass(.milliseconds(1600))
            #expect(duel.scene.view.turn?.seat == .second)
            let model = duel.screens.first.view.model
            #expect(Set(model.marks) == Set(DuelDecks.firstSet.prefix(2)), "\(own)")
            #expect(model.picks.isEmpty && !model.isCalling)
            #expect(duel.scene.points == PerSeat(both: 0))
            duel.type([.character("-")], every: .zero, after: .zero, by: .second)
            duel.pass(.seconds(1))
            #expect(duel.scene.view.turn?.seat == .first)
            duel.type(
                [.character(" "), keys[2]], every: .milliseconds(60), after: .zero, by: .first)
            duel.pass(.seconds(1))
            #expect(duel.scene.sets.first == 1, "\(own)")
        }
    }

    @Test("A pass typed after a claim passes its turn, and a fourth key is not sent")
    func more() throws {
        for own in Self.roundTrips {
            var duel = try DistantDuel(PerSeat(first: own, second: .zero))
            let keys = duel.keys(DuelDecks.firstSet, of: .first)
            duel.type(
                [.character(" "), keys[0], .character("-")], every: .milliseconds(20),
                after: .milliseconds(500), by: .first)
            duel.pass(.seconds(2))
            #expect(duel.scene.points.first == duel.scene.duel.rules.timeoutPoints)
            #expect(duel.scene.view.turn?.seat == .second)

            duel = try DistantDuel(PerSeat(first: own, second: .zero))
            let others = duel.keys(DuelDecks.secondSet, of: .first)
            duel.type(
                [.character(" ")] + keys + others.prefix(1), every: .milliseconds(20),
                after: .milliseconds(500), by: .first)
            duel.pass(.milliseconds(1200) + own)
            // The set is still on display: no further pick has ended that.
            #expect(duel.scene.sets.first == 1)
            #expect(duel.scene.view.selection?.verdict == .match)
        }
    }

    @Test("Keys after a deal mark cards, and a second deal on the same board is not sent")
    func deal() throws {
        for own in Self.roundTrips {
            var duel = try DistantDuel(PerSeat(first: own, second: .zero))
            let keys = duel.keys(DuelDecks.firstSet, of: .first)
            duel.type(
                [.character("+"), .character("+")] + keys.prefix(1), every: .milliseconds(20),
                after: .milliseconds(500), by: .first)
            duel.pass(.seconds(2))
            #expect(duel.scene.view.cards.count == 15 && duel.scene.view.turn?.seat == .second)
            #expect(duel.screens.first.view.model.marks == Array(DuelDecks.firstSet.prefix(1)))
            // Without latency, the second one comes in the other's turn.
            #expect(own == .zero || duel.screens.first.view.model.notice == nil)
        }
    }
}
