import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("Derived rules", .serialized, .inTurn, .timeLimit(.minutes(2)))
struct DerivedRulesTests {
    private func configuration(_ line: String) throws -> Configuration {
        let words = line.split(separator: " ").map(String.init)
        return try Configuration(Invocation(words, environment: [:]), environment: [:])
    }

    @Test(
        "The answer is twice the claim unless it is given, and what was derived is said",
        arguments: [
            ("play --claim 20", 40_000, ["time after failure: 40 s (twice --claim)"]),
            ("host --claim 7.5", 15_000, ["time after failure: 15 s (twice --claim)"]),
            ("host --claim 20 --answer 8", 8_000, []),
            ("host --claim 20 --answer 0", 0, []),
            ("host --claim 5", 10_000, []),
            ("host", 10_000, []),
            ("host --seat-kept 90", 10_000, ["max time away: 180 s (twice --seat-kept)"]),
        ])
    func derived(_ line: String, _ answer: Int, _ said: [String]) throws {
        let configuration = try configuration(line)
        #expect(configuration.rules.answer == .milliseconds(answer))
        #expect(configuration.derivedRules == said)
    }
}
