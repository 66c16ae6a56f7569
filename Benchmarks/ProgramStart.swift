import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How large the program is and how fast it starts: the one that `SET_DUEL_PROGRAM` names.
///
/// What is shipped is linked statically and stripped, which is not what stands beside this program
/// after a usual build; so it has to be named.
enum ProgramStart {
    static let benchmarks = [
        Benchmark(name: "program", summary: "size and start of SET_DUEL_PROGRAM", run: figures)
    ]

    private static func figures() throws -> [Figure] {
        guard let value = getenv("SET_DUEL_PROGRAM") else { return [] }
        let path = String(cString: value)
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw LoadFailure("no program at \(path)") }
        var (subject, reference): ([Double], [Double]) = ([], [])
        for round in 0..<220 {
            let own = try timeToFirstByte([path, "version"])
            let other = try timeToFirstByte(["/bin/true"])
            guard round >= 20 else { continue }
            subject.append(own)
            reference.append(other)
        }
        let floor = reference.percentile(0.5)
        return [
            Figure(
                // Printed and not insisted on until the goal has been met once.
                name: "program/size", value: Double(facts.st_size), unit: .bytesAbout,
                goal: .atMost(8 * 1024 * 1024)),
            Figure(
                name: "program/start", value: subject.percentile(0.5), unit: .microseconds,
                reference: .init(name: "program: true, until it ends", value: floor),
                goal: .atMost(floor * 3)),
        ]
    }

    /// The microseconds from starting a program to the first byte it writes, or its end.
    private static func timeToFirstByte(_ words: [String]) throws -> Double {
        let start = LoadClock.now
        let child = try ChildProgram(words)
        defer { close(child.output) }
        var byte: UInt8 = 0
        _ = read(child.output, &byte, 1)
        let time = LoadClock.now - start
        child.wait()
        return time
    }
}
