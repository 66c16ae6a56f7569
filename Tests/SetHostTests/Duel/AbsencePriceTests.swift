import Foundation
import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("What leaving costs")
struct AbsencePriceTests {
    /// When a connection is lost, as the documents put it, with the steps of a story until it is.
    struct Moment: Sendable {
        let name: String
        let steps: String

        init(_ name: String, _ steps: String) { (self.name, self.steps) = (name, steps) }

        static let all = [
            Moment("before a game", "start seated, me lost"),
            Moment("after a game", "start over, me lost"),
            Moment("in the countdown to the first cards", "start countdown, me lost"),
            Moment("while the table is open", "start open, me lost"),
            Moment("while a found set is shown", "start myReveal, me lost"),
            Moment("in their own turn", "start claim, me lost"),
            Moment("in the other player's turn", "start open, other claim, me lost"),
            Moment("in an agreed pause, while it lasts", "start paused, me lost"),
            Moment(
                "in an agreed pause, from its end on", "start paused, other ready, me lost, end"),
            Moment(
                "in the countdown after an agreed pause", "start paused, both ready, me lost"),
            Moment(
                "in the countdown after an absence", "start open, other lost, other back, me lost"),
            Moment("while the game waits for the other player", "start away, me lost, other back"),
            Moment(
                "in the countdown to a sudden death",
                "start open decks=lastTwoSets,twoSets, me claim s1 s2 s3, end, "
                    + "other claim t1 t2 t3, end, me lost"),
            Moment("when no drops are left", "start open drops=0, me lost"),
            Moment(
                "with the host, from 10 s after the other is back",
                "start open, restart, other back, wait 10 s"),
            Moment("in a solo game", "start solo, me lost"),
        ]

        var isSolo: Bool { steps.hasPrefix("start solo") }
        var isRestart: Bool { steps.contains("restart") }
    }

    /// The files with the table.
    private static let documents = [
        "PROTOCOL.md", "decisions/0016-a-lost-connection-gains-nothing.md",
    ]
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs")

    /// A duel in which a seat was lost, standing still for that if it does.
    ///
    /// - Parameter rules: More of the rules.
    /// - Returns: The duel, and when the absence began to count.
    private func lost(
        _ seat: Seat, _ moment: Moment, _ rules: String = ""
    ) throws -> (scene: DuelScene, from: TableInstant) {
        var steps = moment.steps.components(separatedBy: ", ")
        steps[0] += " awayTime=40 seatKept=600 \(rules)"
        var scene = try DuelStory(steps.joined(separator: ", "), me: seat).scene
        let from = scene.now
        // A turn and a countdown go on.
        while [.turn, .countdown].contains(scene.view.phase) { scene.runOut() }
        return (scene, from)
    }

    // MARK: - Measuring

    /// The row of the table for a moment, as the duel behaves.
    private func row(_ moment: Moment, _ seat: Seat) throws -> [String] {
        let (scene, from) = try lost(seat, moment)
        let isDrop = scene.duel.players[seat].map { $0.absences.drops > 0 } ?? false
        return [
            moment.name, isDrop ? "yes" : "no", waiting(scene, from),
            searching(scene, moment, seat, for: seat),
            moment.isSolo ? "–" : searching(scene, moment, seat, for: seat.opponent),
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
        let before = Duration.seconds(moment.isRestart ? 10 : 0)
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
        let measured = try Moment.all.map { try row($0, $0.isSolo ? .first : seat) }
        for document in Self.documents {
            let rows = try rows(in: document)
            #expect(rows.map(\.first) == measured.map(\.first), "\(document)")
            for (told, found) in zip(rows, measured) { #expect(told == found, "\(document)") }
        }
    }

    @Test("A game waits for no drop over the limit that the documents count")
    func overLimit() throws {
        for moment in Moment.all {
            let usual = try lost(.first, moment).scene
            let isDrop = usual.duel.players.first.map { $0.absences.drops > 0 } ?? false
            let isWaitedFor = try lost(.first, moment, "drops=0").scene.view.phase == .paused
            #expect(isWaitedFor == (usual.view.phase == .paused && !isDrop), "\(moment.name)")
        }
    }
}
