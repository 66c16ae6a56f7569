import Foundation

/// The pictures of a ``ReferenceTerminal``: the part of the kitty graphics protocol that set-duel
/// uses, and nothing more.
package struct ReferencePictures: Sendable {
    /// A picture on the screen.
    package struct Placement: Hashable, Sendable {
        package var image: Int
        package var number: Int
        /// The cell at which the cursor was.
        package var x: Int
        package var y: Int
        /// Everything else that was said, such as `z`.
        package var keys: [String: Int]
    }

    /// The files of the pictures that were sent.
    package private(set) var files: [Int: [UInt8]] = [:]
    package private(set) var placements: [Placement] = []
    /// A picture of which more is to come.
    private var unfinished: (image: Int, text: [UInt8])?

    /// How much memory the pictures need, in bytes.
    package var memory: Int {
        files.values.reduce(0) { sum, file in
            func word(_ start: Int) -> Int {
                file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            return sum + 4 * word(16) * word(20)
        }
    }

    /// Erasing the screen removes what is on it, and the files of what nothing shows.
    package mutating func screenErased() { (placements, files) = ([], [:]) }

    /// Obeys a command.
    ///
    /// - Returns: Whether it is one that set-duel may send.
    package mutating func obey(_ body: [UInt8], atColumn x: Int, row y: Int) -> Bool {
        let text = String(decoding: body, as: UTF8.self)
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        var words: [String: String] = [:]
        for key in parts[0].dropFirst().split(separator: ",") {
            let pair = key.split(separator: "=")
            guard pair.count == 2 else { return false }
            words[String(pair[0])] = String(pair[1])
        }
        let numbers = words.compactMapValues { Int($0) }
        guard numbers["q"] == 2 else { return false }
        switch words["a"] {
        case "t":
            guard numbers["f"] == 100, let image = numbers["i"], parts.count == 2, unfinished == nil
            else { return false }
            unfinished = (image, [])
            return receive(Array(parts[1].utf8), isLast: numbers["m"] == 0)
        case nil:
            guard parts.count == 2 else { return false }
            return receive(Array(parts[1].utf8), isLast: numbers["m"] == 0)
        case "p": return place(numbers, x, y)
        case "d": return remove(words["d"], numbers)
        default: return false
        }
    }

    private mutating func receive(_ text: [UInt8], isLast: Bool) -> Bool {
        guard var current = unfinished, text.count <= 4096, isLast || text.count % 4 == 0 else {
            return false
        }
        current.text += text
        unfinished = isLast ? nil : current
        if isLast {
            guard let file = Data(base64Encoded: Data(current.text)) else { return false }
            files[current.image] = Array(file)
        }
        return true
    }

    private mutating func place(_ numbers: [String: Int], _ x: Int, _ y: Int) -> Bool {
        guard let image = numbers["i"], let number = numbers["p"], files[image] != nil,
            numbers["C"] == 1, numbers["z", default: 0] < 0
        else { return false }
        placements.removeAll { $0.image == image && $0.number == number }
        let said = numbers.filter { !["i", "p", "C", "q"].contains($0.key) }
        placements.append(Placement(image: image, number: number, x: x, y: y, keys: said))
        return true
    }

    private mutating func remove(_ what: String?, _ numbers: [String: Int]) -> Bool {
        switch what {
        case "i":
            guard let image = numbers["i"], let number = numbers["p"] else { return false }
            // What is not there need not be removed.
            let count = placements.count
            placements.removeAll { $0.image == image && $0.number == number }
            return placements.count == count - 1
        case "I":
            guard let image = numbers["i"] else { return false }
            placements.removeAll { $0.image == image }
            files[image] = nil
        case "A":
            for image in Set(placements.map(\.image)) { files[image] = nil }
            placements = []
        default: return false
        }
        return true
    }
}
