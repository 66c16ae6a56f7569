import SetProtocol

/// The finding, described for the report.
package struct FuzzFinding: Error, CustomStringConvertible {
    /// What should have held and did not.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A part of the program that takes bytes from strangers, and what must hold whatever they are.
///
/// Each is run with made-up bytes by `scripts/fuzz`, under the address sanitizer, and with the
/// bytes that were of interest before by the tests.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// Cutting bytes into lines.
    case framer
    /// Reading JSON, and messages made of it.
    case json
    /// A duel that receives any lines in any order at any time.
    case duel
    /// Clients, in lines and full screen, whose host says anything.
    case client
    /// A reader with a planted fault: a search that does not find it finds nothing elsewhere.
    case canary

    /// Lets it have some bytes.
    ///
    /// - Throws: What did not hold. Traps and memory errors end the program, as they would in play.
    package func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        switch self {
        case .framer: try FuzzFramer.run(bytes)
        case .json: try FuzzJSON.run(bytes)
        case .duel: try FuzzDuel.run(bytes)
        case .client: try FuzzClient.run(bytes)
        case .canary: FuzzCanary.run(bytes)
        }
    }
}

/// Demands that something holds.
func require(
    _ holds: Bool, _ what: @autoclosure () -> String
) throws(FuzzFinding) {
    guard holds else { throw FuzzFinding(what()) }
}

/// The planted fault: four bytes lead to a read behind the end of an allocation.
enum FuzzCanary {
    static func run(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 0x53, bytes[1] == 0x45, bytes[2] == 0x54,
            bytes[3] == 0x21
        else { return }
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        memory.initialize(repeating: 0, count: bytes.count)
        let beyond = memory[bytes.count]
        memory[0] = beyond
        memory.deallocate()
    }
}
