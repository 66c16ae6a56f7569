import SetTestSupport
import Testing

@Suite("Golden pictures in a test's source")
struct GoldenPictureTests {
    private let source = #"""
        let one = """
            a

             \\b
            """
        let two = [
            """
            a
            """,
        ]
        """#

    @Test("A picture is replaced at its depth, with its blank lines and backslashes")
    func replaced() throws {
        let changed = try GoldenPicture.replacing(
            "a\n\n \\b", with: "\\\n\nnew\n", in: source)
        #expect(
            changed == #"""
                let one = """
                    \\

                    new

                    """
                let two = [
                    """
                    a
                    """,
                ]
                """#)
        let other = try GoldenPicture.replacing("a", with: "b", in: source)
        #expect(other.contains("    \"\"\"\n    b\n    \"\"\","))
        #expect(other.contains("    a\n\n     \\\\b"))
    }

    @Test("A picture that is not in the source is not found")
    func missing() {
        #expect(throws: GoldenPicture.Fault.notFound) {
            try GoldenPicture.replacing("c", with: "d", in: source)
        }
    }
}
