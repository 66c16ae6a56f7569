import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// The stories of Tests/Golden/duel, replayed from both seats.
@Suite("Stories of duels")
struct DuelStoryTests {
    static let files = [
        "turns", "claims", "deals", "results", "agreements", "seats", "solo", "absences",
        "restarts", "held-claims", "lost-races", "openings", "matches",
    ]

    @Test("A duel goes as its stories tell, for either seat", arguments: files)
    func retold(_ file: String) throws {
        expectPicture(
            try DuelStory.retell(goldenText("duel/\(file)"), as: .first), "duel/\(file)")
        // What has just been written down holds for both seats.
        let written = goldenText("duel/\(file)")
        let again = try DuelStory.retell(written, as: .second).split(separator: "\n")
        for (line, other) in zip(written.split(separator: "\n"), again) {
            #expect(line == other, "by the second seat")
        }
    }

    @Test("Every story that docs/INVARIANTS.md cites is replayed")
    func cited() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/INVARIANTS.md")
        let text = try String(contentsOf: file, encoding: .utf8).replacing(/\n +/, with: " ")
        let citations = text.matches(of: /`([a-z-]+)\.txt` \("([^"]+)"\)/)
        #expect(citations.count >= 8)
        for citation in citations {
            #expect(Self.files.contains(String(citation.1)), "\(citation.1)")
            #expect(
                goldenText("duel/\(citation.1)").contains("== \(citation.2)\n"), "\(citation.2)")
        }
    }

    // MARK: - What transcripts do not show

    @Test("The refusal of a claim in a turn says how many seconds remain")
    func sentence() {
        for (wait, words) in [
            (0, "5 more seconds"), (4000, "1 more second"), (4999, "1 more second"),
        ] {
            var scene = DuelScene.inTurn(.first)
            scene.wait(.milliseconds(wait))
            guard case .refuse(let refused, to: _) = scene.claim(by: .second).first else {
                Issue.record("the claim was not refused")
                return
            }
            #expect(refused.message == "It is Ann's turn for \(words).")
            #expect(refused.request == .claim)
        }
    }

    @Test(
        "Two players with the same name are told apart",
        arguments: [
            ("Ann", "Ann 2"), ("ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMN 2"), ("名名名名名名名名", "名名名名名名名 2"),
        ])
    func sameName(name: String, other: String) {
        var duel = Duel(rules: .duel, decks: DeckSource(ShuffleSeed(number: 1)))
        #expect(duel.freeSeat == .first)
        _ = duel.joined(.first, name: name, at: .zero)
        #expect(duel.freeSeat == .second)
        _ = duel.joined(.second, name: name, at: .zero)
        #expect(duel.freeSeat == nil)
        #expect(duel.players.first?.name == name)
        #expect(duel.players.second?.name == other)
        #expect(SafeText.isAllowedName(other))
    }
}
