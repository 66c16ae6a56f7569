import Foundation
import SetProtocol
import Testing

@testable import SetClient

@Suite("Deflate")
struct DeflateTests {
    /// What Python's zlib makes of streams, each after its length in four bytes.
    private static func inflate(_ streams: [[UInt8]]) throws -> [[UInt8]] {
        let script = """
            import sys, zlib, struct
            data, out, at = sys.stdin.buffer.read(), sys.stdout.buffer, 0
            while at < len(data):
                n = struct.unpack('>I', data[at:at + 4])[0]
                decoder = zlib.decompressobj()
                plain = decoder.decompress(data[at + 4:at + 4 + n]) + decoder.flush()
                assert decoder.eof and not decoder.unused_data
                out.write(struct.pack('>I', len(plain)) + plain)
                at += 4 + n
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let framed = streams.flatMap { word($0.count) + $0 }
        let writer = Thread {
            try? input.fileHandleForWriting.write(contentsOf: Data(framed))
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        var rest = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())[...]
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        var plain: [[UInt8]] = []
        while !rest.isEmpty {
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            plain.append(Array(rest.dropFirst(4).prefix(count)))
            rest = rest.dropFirst(4 + count)
        }
        return plain
    }

    private static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Inputs of every kind: empty, tiny, one byte repeated, random, text, long, and mixtures.
    private static let inputs: [[UInt8]] = {
        var random = SeededGenerator(seed: 11)
        func noise(_ count: Int, below limit: UInt64 = 256) -> [UInt8] {
            (0..<count).map { _ in UInt8(random.below(limit)) }
        }
        var inputs: [[UInt8]] = [[], [0], [255, 254], Array(repeating: 7, count: 100_000)]
        inputs += [noise(70_000), noise(200_000, below: 2), noise(40_000, below: 17)]
        inputs.append(Array("a set is three cards that are all alike or all different. ".utf8))
        // Every length and the longest distances of a repetition.
        let start = noise(32_768)
        inputs.append(start + (3...300).flatMap { start.prefix($0) + [UInt8($0 % 256)] } + start)
        for size in 1...60 {
            inputs.append(noise(size * 13, below: UInt64(1 + size * 4)) + noise(size, below: 3))
        }
        return inputs
    }()

    @Test("zlib decodes what Deflate has compressed, whatever it was")
    func roundTrip() throws {
        let streams = Self.inputs.map { Deflate.zlib($0, row: 13) }
        let plain = try Self.inflate(streams)
        #expect(plain.count == Self.inputs.count)
        for (result, input) in zip(plain, Self.inputs) { #expect(result == input) }
    }

    @Test("Deflate makes no input longer by more than an eighth, and runs very short")
    func length() {
        for input in Self.inputs {
            #expect(Deflate.zlib(input, row: 13).count <= input.count * 9 / 8 + 9)
        }
        #expect(Deflate.zlib(Array(repeating: 9, count: 100_000), row: 1).count < 800)
    }
}
