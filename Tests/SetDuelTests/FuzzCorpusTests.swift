import Foundation
import SetFuzzing
import SetTestSupport
import Testing

/// Runs the initial corpus and all earlier findings of `scripts/fuzz` again, quickly.
@Suite("The fuzz corpus")
struct FuzzCorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("SetFuzzing/Corpus")

    private func files(_ target: FuzzTarget) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: Self.corpus.appendingPathComponent(target.rawValue),
            includingPropertiesForKeys: nil)
    }

    @Test(
        "Every fuzzed parser keeps its promise on every kept input",
        arguments: FuzzTarget.allCases.filter { $0 != .canary })
    func corpus(of target: FuzzTarget) throws {
        let files = try files(target)
        #expect(files.count >= 15)
        for file in files {
            let bytes = try [UInt8](Data(contentsOf: file))
            do throws(FuzzFinding) {
                try target.run(bytes)
            } catch {
                Issue.record("\(file.lastPathComponent): \(error)")
            }
        }
    }
}
