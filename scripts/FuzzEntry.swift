import SetFuzzing

/// The part that the environment names.
private let target: FuzzTarget = {
    guard let name = environment("SET_DUEL_FUZZ"), let target = FuzzTarget(rawValue: name) else {
        fatalError("SET_DUEL_FUZZ must be one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
}()

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

/// What libFuzzer calls with bytes it has made up.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(FuzzFinding) {
        try target.run(bytes)
    } catch {
        fatalError(error.description)
    }
    return 0
}
