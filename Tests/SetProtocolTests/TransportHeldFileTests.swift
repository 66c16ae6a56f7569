import Foundation
import Testing

@testable import SetProtocol

@Suite("Held files")
struct TransportHeldFileTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }
    private var path: String { directory + "/seats/one.json" }

    private func problem(_ path: String, limit: Int = 100) -> FileError? {
        do throws(FileError) {
            _ = try HeldFile.adopt(path, limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test("A held file is its owner's alone, and nobody else's for as long as it is held")
    func held() throws {
        var file: HeldFile? = try HeldFile.write([1, 2, 3], to: path)
        #expect(try TemporaryDirectory.mode(path) == 0o600)
        #expect(problem(path) == .inUse)
        // A newer one is held from the first moment, too.
        file = try HeldFile.write([4, 5], to: path)
        #expect(problem(path) == .inUse)
        withExtendedLifetime(file) {}
        file = nil
        let (taken, bytes) = try HeldFile.adopt(path, limit: 100)
        #expect(bytes == [4, 5])
        #expect(problem(path) == .inUse)
        taken.remove()
        #expect(problem(path) == .notFound)
    }

    @Test("A held file is free when it is let go of, even while a child process shares it")
    func sharedWithChild() throws {
        var file: HeldFile? = try HeldFile.write([1], to: path)
        let child = try #require(SharedOpenFile(path))
        withExtendedLifetime(file) {}
        file = nil
        #expect(try HeldFile.adopt(path, limit: 9).bytes == [1])
        withExtendedLifetime(child) {}
    }

    @Test(
        "A held file is not used when others could have read or written it",
        arguments: [0o644, 0o660, 0o602])
    func rights(mode: Int) throws {
        _ = try HeldFile.write([1], to: path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(problem(path) == .notPrivate)
    }

    @Test("A held file is not used if it is a link, not a file or too long")
    func strange() throws {
        _ = try HeldFile.write([1, 2, 3], to: path)
        #expect(problem(path, limit: 2) == .tooLarge(limit: 2))
        let link = directory + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(problem(link) == .notAFile)
        #expect(mkfifo(directory + "/pipe", 0o600) == 0)
        #expect(problem(directory + "/pipe") == .notAFile)
        #expect(problem(directory) == .notAFile)
    }

    @Test("Another program's held file of the same name is not removed")
    func foreign() throws {
        let old = try HeldFile.write([1], to: path)
        let new = try HeldFile.write([2], to: path)
        old.remove()
        #expect(try FileStore.read(path, limit: 9) == [2])
        new.remove()
        #expect(!FileStore.exists(path))
    }

    @Test("A held file takes the place of a link and leaves alone where that led")
    func links() throws {
        let victim = directory + "/victim"
        try FileStore.replace(victim, with: [7])
        let link = directory + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
        _ = try HeldFile.write([1], to: link)
        #expect(try FileStore.read(victim, limit: 9) == [7])
        #expect(try FileStore.read(link, limit: 9) == [1])
    }
}
