import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Last words", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostLastWordsTests {
    /// What a client says in one piece before it stops sending, and what it must be told.
    struct Course: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lines: [String]
        let last: String

        private static let hello = #"{"type":"hello","protocol":1,"name":"Ann","new":true}"#
        private static let say = #"{"type":"say","text":"well"}"#

        init(_ name: String, _ lines: [String], last: String) {
            (testDescription, self.lines) = (name, [Self.hello, Self.say] + lines)
            self.last = last
        }

        static let all = [
            Course("says no more", [], last: #""type":"said""#),
            Course("leaves", [#"{"type":"leave"}"#], last: #""why":"left""#),
            Course("cannot be understood", ["{"], last: #""why":"badMessage""#),
            Course(
                "says unknown words", Array(repeating: #"{"type":"dance"}"#, count: 3),
                last: #""why":"badMessage""#),
            Course(
                "says too long a line", [String(repeating: "x", count: 5000)],
                last: #""why":"lineTooLong""#),
            Course(
                "says too much", Array(repeating: "", count: 100), last: #""why":"tooFast""#),
        ]
    }

    private let folder = JournalFolder()

    /// A host that keeps journals, with the limit on messages of a usual one.
    private func options(_ beforeWork: @escaping @Sendable () -> Void = {}) -> HostOptions {
        folder.options { options in
            options.limits.messages = WireLimits.standard.messages
            options.journal?.beforeWork = { if $0 == .writing { beforeWork() } }
        }
    }

    private func talk(_ course: Course, to host: RealHost) async throws {
        let client = try host.connect()
        await client.send(bytes: Array((course.lines.joined(separator: "\n") + "\n").utf8))
        await client.endSending()
        let announced = try await client.end().filter { !$0.contains(#""type":"ping""#) }
        #expect(announced.first?.contains(#""type":"welcome""#) == true, "\(announced)")
        #expect(announced.contains { $0.contains(#""type":"said""#) }, "\(announced)")
        #expect(announced.last?.contains(course.last) == true, "\(announced)")
    }

    @Test(
        "A client that has stopped sending gets every answer before the connection ends",
        arguments: Course.all)
    func halfClosed(_ course: Course) async throws {
        try await RealHost.running(options()) { host in
            for _ in 0..<20 { try await talk(course, to: host) }
        }
    }

    @Test(
        "A client that has stopped sending gets every answer although the disk hangs",
        arguments: Course.all)
    func stuck(_ course: Course) async throws {
        let disk = StuckDisk()
        try await RealHost.running(options { disk.pass() }) { host in
            try await disk.whileFrozen { try await talk(course, to: host) }
        }
    }
}
