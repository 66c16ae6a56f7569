import Foundation
import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("What leaving costs")
struct AbsencePriceTests {
    /// When a connection is lost, as the documents put it.
    enum Moment: String, CaseIterable, Sendable {
        case beforeGame = "before a game"
        case afterGame = "after a game"
        case firstCards = "in the countdown to the first cards"
        case open = "while the table is open"
        case reveal = "while a found set is shown"
        case ownTurn = "in their own turn"
        case otherTurn = "in the other player's turn"
        case pause = "in an agreed pause, while it lasts"
        case pauseOver = "in an agreed pause, from its end on"
        case afterPause = "in the countdown after an agreed pause"
        case afterAbsence = "in the countdown after an absence"
        case otherAway = "while the game waits for the other player"
        case suddenDeath = "in the countdown to a sudden death"
        case exhausted = "when no drops are left"
        case restart = "with the host, from 10 s after the other is back"
        case solo = "in a solo game"
    }

    /// The files with the table.
    private static let documents = [
        "PROTOCOL.md", "decisions/0016-a-lost-connection-gains-nothing.md",
    ]
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs")

    private static var rules: Rules {
        .with { ($0.awayTime, $0.seatKept) = (.seconds(40), .seconds(600)) }
    }

    /// A duel in which a seat was lost, standing still for that if it does.
    ///
    /// - Returns: The duel, and when the absence began to count.
    private func lost(
        _ seat: Seat, _ moment: Moment, _ rules: Rules = rules
    ) -> (scene: DuelScene, from: TableInstant) {
        var scene = start(moment, seat, rules)
        var from = scene.now
        switch moment {
        case .restart:
            _ = scene.duel.apply(.restarted, at: scene.now)
            scene.comeBack(seat.opponent)
            scene.wait(.seconds(10))
            from = scene.now
        case .otherAway:
            scene.lose(seat)
            scene.comeBack(seat.opponent)
        case .pauseOver:
            scene.send(.ready, from: seat.opponent)
            scene.lose(seat)
            scene.runOut()
            from = scene.now
        case _: scene.lose(seat)
        }
        guard ![.pause, .restart].contains(moment) else { return (scene, from) }
        // A turn and a countdown go on.
        while [.turn, .countdown].contains(scene.view.phase) { scene.runOut() }
        return (scene, from)
    }

    private func start(_ moment: Moment, _ seat: Seat, _ rules: Rules) -> DuelScene {
        switch moment {
        case .beforeGame: return .seated(rules: rules)
        case .afterGame: return .over(wonBy: seat, rules: rules)
        case .firstCards: return .countdown(rules: rules)
        case .open, .restart: return .open(rules: rules)
        case .reveal: return .revealing(foundBy: seat, rules: rules)
        case .ownTurn: return .inTurn(seat, rules: rules)
        case .otherTurn: return .inTurn(seat.opponent, rules: rules)
        case .pause, .pauseOver: return .paused(rules: rules)
        case .afterPause:
            return .paused(rules: rules).after { scene in
                for seat in Seat.allCases { scene.send(.ready, from: seat) }
            }
        case .afterAbsence:
            return .open(rules: rules).after { scene in
                scene.lose(seat.opponent)
                scene.comeBack(seat.opponent)
            }
        case .otherAway: return .away(seat.opponent, rules: rules)
        case .suddenDeath:
            return .open(rules: rules, decks: [DuelDecks.lastTwoSets, DuelDecks.twoSets]).after {
                $0.claim(DuelDecks.firstSet, by: .first)
                $0.runOut()
                $0.claim(DuelDecks.secondSet, by: .second)
                $0.runOut()
            }
        case .exhausted:
            var rules = rules
            rules.drops = 0
            return .open(rules: rules)
        case .solo:
            var solo = Rules.solo
            (solo.awayTime, solo.seatKept) = (rules.awayTime, rules.seatKept)
            return .solo(rules: solo)
        }
    }

    // MARK: - Measuring

    /// The row of the table for a moment, as the duel behaves.
    private func row(_ moment: Moment, _ seat: Seat) -> [String] {
        let (scene, from) = lost(seat, moment)
        let isDrop = scene.duel.players[seat].map { $0.absences.drops > 0 } ?? false
        return [
            moment.rawValue, isDrop ? "yes" : "no", waiting(scene, from),
            searching(scene, moment, seat, for: seat),
            moment == .solo ? "–" : searching(scene, moment, seat, for: seat.opponent),
            cards(scene),
        ]
    }

    private func waiting(_ start: DuelScene, _ from: TableInstant) -> String {
        var scene = start
        guard scene.view.phase == .paused else { return "no" }
        let whole = scene.duel.rules.awayTime
        scene.wait(scene.now.duration(to: from.advanced(by: whole)) - .milliseconds(1))
        guard scene.view.phase == .paused else { return "too short" }
        scene.wait(.milliseconds(1))
        if scene.view.phase != .paused { return "`awayTime`" }
        scene.wait(.seconds(500))
        return scene.view.phase == .paused ? "no limit" : "too long"
    }

    /// Whether the time until a seat is back and the table open counts as another's search time.
    private func searching(
        _ start: DuelScene, _ moment: Moment, _ away: Seat, for seat: Seat
    ) -> String {
        var scene = start
        guard [.open, .paused].contains(scene.view.phase) else { return "–" }
        let (began, searchStart) = (scene.now, scene.duel.game.searchStarts[seat])
        scene.wait(.seconds(20))
        scene.comeBack(away)
        for seat in Seat.allCases { scene.send(.ready, from: seat) }
        while scene.view.phase != .open { scene.runOut() }
        let time = began.duration(to: scene.now)
        // After a restart, the game has stood still for ten seconds already.
        let before = Duration.seconds(moment == .restart ? 10 : 0)
        let counted = before + time - searchStart.duration(to: scene.duel.game.searchStarts[seat])
        return counted == time ? "yes" : counted == .zero ? "no" : "\(counted) of \(time)"
    }

    private func cards(_ scene: DuelScene) -> String {
        let cards = scene.view.cards
        return cards.isEmpty ? "–" : cards.contains(nil) ? "face down" : "face up"
    }

    /// The rows of the table in a document.
    private func rows(in document: String) throws -> [[String]] {
        let text = try String(
            contentsOf: Self.docs.appending(path: document), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let head = try #require(lines.firstIndex { $0.hasPrefix("| the connection is lost |") })
        return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    // MARK: - Tests

    @Test("Leaving costs what the documents say, in every phase", arguments: Seat.allCases)
    func prices(seat: Seat) throws {
        let measured = Moment.allCases.map { row($0, $0 == .solo ? .first : seat) }
        for document in Self.documents {
            let rows = try rows(in: document)
            #expect(rows.map(\.first) == measured.map(\.first), "\(document)")
            for (told, found) in zip(rows, measured) { #expect(told == found, "\(document)") }
        }
    }

    @Test("A game waits for no drop over the limit that the documents count")
    func overLimit() {
        var rules = Self.rules
        rules.drops = 0
        for moment in Moment.allCases {
            let usual = lost(.first, moment).scene
            let isDrop = usual.duel.players.first.map { $0.absences.drops > 0 } ?? false
            let isWaitedFor = lost(.first, moment, rules).scene.view.phase == .paused
            #expect(isWaitedFor == (usual.view.phase == .paused && !isDrop), "\(moment)")
        }
    }
}
