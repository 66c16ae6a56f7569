import Foundation
import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Append-only files")
struct TransportAppendFileTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    @Test("An append-only file is private and contains what was appended")
    func appended() throws {
        let path = directory + "/deep/file"
        try FileStore.makeDirectory(directory + "/deep")
        let file = try AppendFile.new(path)
        try file.append(Array("one\n".utf8))
        try file.append(Array("two\n".utf8))
        #expect(try TemporaryDirectory.mode(path) == 0o600)
        #expect(try TemporaryDirectory.mode(directory + "/deep") == 0o700)
        #expect(try file.contents(limit: 100) == Array("one\ntwo\n".utf8))
        #expect(throws: FileError.tooLarge(limit: 3)) { try file.contents(limit: 3) }
        try file.truncate(to: 4)
        try file.append(Array("three\n".utf8))
        #expect(try AppendFile.existing(path).contents(limit: 100) == Array("one\nthree\n".utf8))
    }

    @Test("An append-only file is never a link, a pipe or a new file by mistake")
    func refused() throws {
        let (file, link) = (directory + "/file", directory + "/link")
        _ = try AppendFile.new(file)
        #expect(throws: FileError.exists) { try AppendFile.new(file) }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(throws: FileError.notAFile) { try AppendFile.existing(link) }
        #expect(throws: FileError.exists) { try AppendFile.new(link) }
        #expect(throws: FileError.notAFile) { try AppendFile.any(link) }
        #expect(throws: FileError.notFound) { try AppendFile.existing(directory + "/none") }
        #expect(mkfifo(directory + "/pipe", 0o600) == 0)
        #expect(throws: FileError.notAFile) { try AppendFile.existing(directory + "/pipe") }
    }

    @Test("A removed append-only file refuses more bytes")
    func removed() throws {
        let path = directory + "/file"
        let file = try AppendFile.new(path)
        try file.append([1])
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: FileError.notFound) { try file.append([2]) }
    }

    @Test("An append-only file is locked for as long as somebody has it")
    func locked() throws {
        let path = directory + "/file"
        var first: AppendFile? = try AppendFile.any(path)
        #expect(first?.lock() == true)
        let second = try AppendFile.any(path)
        #expect(!second.lock())
        first = nil
        #expect(second.lock())
    }

    @Test(
        "An append-only file is unlocked when it is let go of, even while a child process shares it"
    )
    func sharedWithChild() throws {
        let path = directory + "/file"
        var first: AppendFile? = try AppendFile.any(path)
        #expect(first?.lock() == true)
        let child = try #require(SharedOpenFile(path))
        first = nil
        #expect(try AppendFile.any(path).lock())
        withExtendedLifetime(child) {}
    }

    @Test("An append-only file is synced on another queue, and notifies the waiting code")
    func synced() async throws {
        let file = try AppendFile.new(directory + "/file")
        let syncer = FileSyncer(label: "test", delay: .milliseconds(1))
        try file.append([1])
        syncer.syncSoon(file)
        syncer.syncNow(file)
        await syncer.finished()
        try file.append([2])
        #expect(try file.contents(limit: 9) == [1, 2])
    }

    @Test("An append-only file is synced once more for what is appended while the disk writes")
    func appendedMeanwhile() throws {
        let file = try AppendFile.new(directory + "/file")
        #expect(file.noteDue() && !file.noteDue())
        var isNews = false
        file.sync { _ in
            isNews = file.noteDue()
            return 0
        }
        #expect(isNews && !file.noteDue())
    }

    @Test("An append-only file tells the next writer that the disk failed")
    func failedSync() throws {
        let file = try AppendFile.new(directory + "/file")
        file.sync { _ in
            errno = EIO
            return -1
        }
        #expect(throws: FileError.self) { try file.append([1]) }
    }

    @Test(
        "A journal time is the day and the hour",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (951_868_800, "2000-03-01T00:00:00Z"),
            (1_795_281_605, "2026-11-21T17:20:05Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (-5, "1970-01-01T00:00:00Z"), (.max, "9999-12-31T23:59:59Z"),
        ])
    func time(seconds: Int, text: String) {
        let time = CivilTime(secondsSince1970: seconds)
        #expect(time.description == text)
        #expect(CivilTime(text) == time)
        #expect(time.fileName == text.replacing(":", with: "-").dropLast())
    }

    @Test(
        "An invalid time is refused",
        arguments: ["", "2026-13-21T17:20:05Z", "2026-11-21 17:20:05", "26-11-21T17:20:05Z"])
    func noTime(text: String) {
        #expect(CivilTime(text) == nil)
    }
}
