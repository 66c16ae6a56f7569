import Testing

@testable import SetProtocol

@Suite("Indented JSON")
struct JSONForPeopleTests {
    static let texts = [
        "{}", "[]", "null", "{\"a\": [1, 2.5, -3], \"b\": {\"c\": true, \"d\": \"x\\ny\"}}",
        "[[[[]]], {}, \"\", \"é🐧\", 1e300]",
    ]

    @Test("Indented JSON is the same value, however it is indented", arguments: texts, [1, 10, 88])
    func indented(text: String, width: Int) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        let written = value.indented(width: width)
        #expect(try JSONValue(parsing: written) == value)
        #expect(written.last == 0x0A)
    }

    @Test("Indented JSON keeps on a line what fits there")
    func lines() throws {
        let value = try JSONValue(parsing: Array(#"{"a":[1,2],"b":{"c":"long words here"}}"#.utf8))
        let text = """
            {
              "a": [1, 2],
              "b": {
                "c": "long words here"
              }
            }

            """
        #expect(String(decoding: value.indented(width: 24), as: UTF8.self) == text)
    }

    @Test("JSON values know the line of every value and key")
    func places() throws {
        let bytes = Array("{\n \"a\": 1,\r\n\"b\":\n [\n2]}".utf8)
        let members = try #require(try JSONValue(parsing: bytes).members)
        let elements = try #require(members[1].value.elements)
        func line(_ offset: Int) -> Int { JSONValue.line(at: offset, in: bytes) }
        #expect(line(members[0].offset) == 2 && line(members[0].value.offset) == 2)
        #expect(line(members[1].offset) == 3 && line(members[1].value.offset) == 4)
        #expect(line(elements[0].offset) == 5)
        #expect(bytes[members[1].offset] == 0x22 && bytes[elements[0].offset] == 0x32)
    }
}
