import Foundation
import SetHost
import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("The protocol specification")
struct ProtocolDocumentTests {
    private let document: ProtocolDocument

    init() throws {
        document = try ProtocolDocument()
    }

    @Test("The protocol specification describes every message of both sides")
    func messages() {
        let client = document.subsections(of: "What a client says").flatMap(\.codeInTitle)
        #expect(Set(client) == Set(ClientMessage.MessageType.allCases.map(\.rawValue)))
        let host = document.subsections(of: "What a host says").flatMap(\.codeInTitle)
        #expect(Set(host + ["ping", "pong"]) == Set(HostMessageType.allCases.map(\.rawValue)))
    }

    @Test(
        "The protocol specification shows for every message an example with exactly the keys of its table"
    )
    func examples() throws {
        let sections =
            document.subsections(of: "What a client says")
            + document.subsections(of: "What a host says")
        for section in sections where section.codeInTitle != ["state"] {
            let lines = section.code("json")
            #expect(!lines.isEmpty, "\(section.title)")
            let keys = try lines.map { Set(try ForeignJSON.members(of: $0).keys) }
            #expect(
                keys.reduce([]) { $0.union($1) }
                    == Set(section.rows.flatMap { $0[0].codeSpans } + ["type"]),
                "\(section.title)")
        }
    }

    @Test("The protocol specification shows only lines that can be read, as they are written")
    func lines() throws {
        for section in document.sections {
            for line in section.code("json") {
                let bytes = Array(line.utf8)
                let asClient = (try? WireCodec.decodeClientMessage(bytes)).map {
                    WireCodec.encode($0)
                }
                let asHost = (try? WireCodec.decodeHostMessage(bytes)).map { WireCodec.encode($0) }
                // What a person types leaves out what may be left out.
                let isTyped = section.title == "By hand"
                #expect(
                    [asClient, asHost].contains(bytes + [0x0A]) || (isTyped && asClient != nil),
                    "\(section.title): \(line)")
            }
        }
    }

    @Test("The protocol specification lists every key of the state")
    func state() throws {
        let lines = goldenText("wire/host").split(separator: "\n")
            .filter { $0.hasPrefix(#"{"type":"state""#) }
        let keys = try lines.reduce(into: Set<String>()) { keys, line in
            keys.formUnion(ForeignJSON.paths(of: try ForeignJSON.members(of: String(line))))
        }.filter { $0 != "type" && !$0.hasPrefix("event.") }
        #expect(Set(document.section("The state").rows.flatMap { $0[0].codeSpans }) == keys)
    }

    @Test("The protocol specification names every word a key of the state can have")
    func words() {
        let rows = document.section("The state").rows
        func expect(_ key: String, names words: [String]) {
            let text = rows.first { $0[0] == "`\(key)`" }?.last ?? ""
            #expect(Set(text.codeSpans).isSuperset(of: words), "\(key)")
        }
        expect("selection.verdict", names: Verdict.allCases.map(\.rawValue))
        expect("turn.why", names: TurnReason.allCases.map(\.rawValue))
        expect("clock.why", names: ClockReason.allCases.map(\.rawValue))
        expect("players.asks", names: Proposal.allCases.map(\.rawValue))
        expect("result.by", names: GameResult.Decider.allCases.map(\.rawValue))
    }

    @Test("The protocol specification lists every event with its keys")
    func events() throws {
        let rows = document.section("Events").rows
        #expect(rows.map { $0[0].withoutMarks } == TableEvent.Kind.allCases.map(\.rawValue))
        var keys: [String: Set<String>] = [:]
        for line in goldenText("wire/events").split(separator: "\n") {
            let event = try ForeignJSON.members(of: String(line))
            keys[event["kind"] as? String ?? "", default: []].formUnion(event.keys)
        }
        for row in rows {
            let kind = row[0].withoutMarks
            #expect(Set(row[1].codeSpans + ["kind"]) == keys[kind], "\(kind)")
        }
    }

    @Test("The protocol specification lists every feature")
    func features() {
        let words = document.section("Features").rows.map { $0[0].withoutMarks }
        #expect(words == ProtocolFeature.allCases.map(\.rawValue))
    }

    @Test("The protocol specification lists every phase")
    func phases() {
        let rows = document.section("Phases").rows.filter { $0.count == 2 }
        #expect(rows.map { $0[0].withoutMarks } == TablePhase.allCases.map(\.rawValue))
    }

    @Test("The protocol specification lists every refusal, error and goodbye, with its sentence")
    func codes() {
        #expect(
            document.section("Refusals").rows.map { $0.prefix(2).map(\.withoutMarks) }
                == Refusal.allCases.map { [$0.rawValue, $0.sentence] })
        #expect(
            document.section("Errors").rows.map { $0.prefix(2).map(\.withoutMarks) }
                == ConnectionError.allCases.map { [$0.rawValue, $0.sentence] })
        #expect(
            document.section("Goodbyes").rows.map { $0[0].withoutMarks }
                == Farewell.allCases.map(\.rawValue))
    }

    @Test("The protocol specification lists every rule's values for duel and solo")
    func rules() {
        let rows = document.section("Rules").rows.map { $0.prefix(4).map(\.withoutMarks) }
        #expect(
            rows
                == RuleField.all.map { field in
                    [field.key, field.values, field.value(in: .duel), field.value(in: .solo)]
                })
    }

    @Test("The protocol specification lists every limit with its value")
    func limits() {
        let rows = document.section("Limits").rows.map { $0.prefix(2).map(\.withoutMarks) }
        let limits = Mirror(reflecting: WireLimits.standard).children.map { child in
            [child.label ?? "", Self.written(child.value)]
        }
        #expect(Set(rows) == Set(limits))
        let hostRows = document.section("Limits of a host").rows
        #expect(
            hostRows.map { $0.prefix(2).map(\.withoutMarks) }
                == Mirror(reflecting: HostLimits.standard).children.map { child in
                    [child.label ?? "", Self.written(child.value)]
                })
        let line = JSONLimits.wire
        #expect(
            document.section("Lines").rows.map { $0[1] } == [
                "\(WireLimits.standard.lineBytes), and \(WireLimits.standard.helloLineBytes) before `hello`",
                "\(line.stringBytes)", "\(line.keyBytes)", "\(line.members)", "\(line.depth)",
            ])
    }

    @Test("The protocol specification links to headings and files that are there")
    func links() throws {
        let text = try Documents.text("PROTOCOL.md")
        let anchors = Set(document.sections.map(\.title.anchor))
        var targets: [String] = []
        for part in text.components(separatedBy: "](").dropFirst() {
            targets.append(String(part.prefix { $0 != ")" }))
        }
        for target in targets {
            if target.hasPrefix("#") {
                #expect(anchors.contains(String(target.dropFirst())), "\(target)")
            } else {
                let file = Documents.folder.appending(path: target)
                #expect(FileManager.default.fileExists(atPath: file.path), "\(target)")
            }
        }
        let files = try Documents.transcripts().map { "transcripts/" + $0.lastPathComponent }
        #expect(Set(targets).isSuperset(of: files))
    }

    /// A limit as the document writes it.
    private static func written(_ value: Any) -> String {
        switch value {
        case let number as Int: "\(number)"
        case let time as Duration: "\(time.components.seconds) s"
        case let rate as RateLimit.Rate where rate.interval < .seconds(1):
            "\(Int(1 / (rate.interval / .seconds(1)))) per 1 s, burst \(rate.burst)"
        case let rate as RateLimit.Rate:
            "\(rate.burst) per \((rate.interval * rate.burst).components.seconds) s, burst \(rate.burst)"
        case let other: "\(other)"
        }
    }
}

extension RuleField {
    /// The values the rule takes, as the document writes them.
    fileprivate var values: String {
        switch kind {
        case .time(_, let range), .milliseconds(_, let range), .number(_, let range):
            "\(range.lowerBound) to \(range.upperBound)"
        case .count(_, let counts): counts.map(String.init).joined(separator: ", ")
        case .flag: "true, false"
        case .word(let words, _, _): words.joined(separator: ", ")
        }
    }

    fileprivate func value(in rules: Rules) -> String {
        switch kind {
        case .time(let path, _), .milliseconds(let path, _):
            "\(rules[keyPath: path].wholeMilliseconds)"
        case .number(let path, _), .count(let path, _): "\(rules[keyPath: path])"
        case .flag(let path): "\(rules[keyPath: path])"
        case .word(_, let get, _): get(rules)
        }
    }
}

extension String {
    /// The name under which a heading can be linked to.
    fileprivate var anchor: String {
        lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
            .replacingOccurrences(of: " ", with: "-")
    }
}
