import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Photo finish")
struct PhotoFinishTests {
    private static func ruler(_ race: Race, columns: Int = 40) throws -> String {
        let situation = try #require(TablePerspective(ViewScene.open.view()))
        return PhotoFinish(situation: situation, look: Appearance())
            .ruler(race, columns: columns).pieces.map(\.text).joined()
    }

    @Test("Two presses stand on one ruler, with the slower connection's share shaded")
    func rulers() throws {
        let (ms30, ms60) = (Duration.milliseconds(30), Duration.milliseconds(60))
        let even = Race(winner: .first, margin: ms30, adjustment: .zero)
        #expect(try Self.ruler(even, columns: 16) == "●────────◆ 30 ms")
        // The winner's connection is the slower one: the claim came last.
        let late = Race(winner: .second, margin: ms30, adjustment: ms60, credited: .second)
        #expect(try Self.ruler(late, columns: 17) == "◆░░░░●░░░░░ 60 ms")
        let loser = Race(winner: .first, margin: ms30, adjustment: ms30, credited: .second)
        #expect(try Self.ruler(loser, columns: 17) == "●────◆░░░░░ 60 ms")
        // Too close to be told apart, and nothing is drawn beyond the ruler.
        let heat = Race(
            winner: .first, margin: .zero, adjustment: .zero, isDeadHeat: true)
        #expect(try Self.ruler(heat, columns: 16) == "●◆───────── 1 ms")
        for columns in 16...60 {
            for margin in [0, 1, 7, 400, 86_400_000] {
                let race = Race(
                    winner: .second, margin: .milliseconds(margin), adjustment: ms60,
                    credited: .first)
                let ruler = try Self.ruler(race, columns: columns)
                #expect(ruler.columns <= columns)
                #expect(ruler.contains("░ your connection") == (columns >= 35), "\(columns)")
            }
        }
    }
}
