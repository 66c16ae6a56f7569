import Foundation
import Testing

@testable import SetProtocol

@Suite("Small files")
struct TransportFileStoreTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    @Test("A small file comes back as it was written, with directories that are the owner's alone")
    func replaced() throws {
        let path = directory + "/a/b/file.json"
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        try FileStore.replace(path, with: bytes)
        #expect(try FileStore.read(path, limit: bytes.count) == bytes)
        for part in ["/a", "/a/b"] {
            #expect(try TemporaryDirectory.mode(directory + part) == 0o700)
        }
        #expect(try TemporaryDirectory.mode(path) == 0o600)
        try FileStore.replace(path, with: [])
        #expect(try FileStore.read(path, limit: 0) == [])
        #expect(try FileStore.names(in: directory + "/a/b") == ["file.json"])
    }

    @Test(
        "A killed program leaves the old file or the new one",
        arguments: FileStore.Step.allCases)
    func killed(step: FileStore.Step) throws {
        let path = directory + "/file"
        let (old, new) = (Array("old".utf8), Array("something new".utf8))
        try FileStore.replace(path, with: old)
        try FileStore.put(new, at: path, stoppingAfter: step)
        let found = try FileStore.read(path, limit: 100)
        #expect(found == (step == .renamed ? new : old))
        // What the kill has left behind is in nobody's way.
        #expect(try FileStore.names(in: directory) == ["file"])
        try FileStore.replace(path, with: new)
        #expect(try FileStore.read(path, limit: 100) == new)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["file"])
    }

    @Test("A small file behind a link is replaced, and the link stays")
    func links() throws {
        let (file, link) = (directory + "/file", directory + "/link")
        try FileStore.replace(file, with: [1])
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try FileStore.replace(link, with: [2])
        #expect(try FileStore.read(file, limit: 9) == [2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        try FileStore.remove(link)
        #expect(FileStore.exists(file) && !FileStore.exists(link))
    }

    @Test("A small file is refused for a reason")
    func refused() throws {
        let file = directory + "/file"
        try FileStore.replace(file, with: [1, 2, 3])
        #expect(throws: FileError.tooLarge(limit: 2)) { try FileStore.read(file, limit: 2) }
        #expect(throws: FileError.notFound) { try FileStore.read(file + "x", limit: 2) }
        #expect(throws: FileError.notAFile) { try FileStore.read(self.directory, limit: 2) }
        #expect(throws: FileError.notAFile) { try FileStore.read("/dev/null", limit: 2) }
        #expect(throws: FileError.notAFile) { try FileStore.replace(file + "/x", with: []) }
        #expect(throws: FileError.notFound) { try FileStore.remove(file + "x") }
        #expect(throws: FileError.notFound) { try FileStore.names(in: file + "x") }
        #expect(throws: (any Error).self) { try FileStore.replace("/proc/none/x", with: []) }
        #expect(try FileStore.read(file, limit: 3) == [1, 2, 3])
    }

    @Test("A small file that is a pipe is not waited for")
    func pipes() throws {
        let path = directory + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: FileError.notAFile) { try FileStore.read(path, limit: 2) }
    }
}
