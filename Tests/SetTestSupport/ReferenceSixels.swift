import SetClient

/// The sixels of a ``ReferenceTerminal``: the part of them that set-duel uses, and nothing more.
///
/// A cell shows the newest picture there until text is written over it. Erasing leaves pictures as
/// they are, as in xterm.
package struct ReferenceSixels: Sendable {
    /// A color whose parts are counted in percent.
    package struct Color: Hashable, Sendable {
        package let red: Int
        package let green: Int
        package let blue: Int

        package init(red: Int, green: Int, blue: Int) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }

    /// A part of a picture that covers one cell, row by row.
    package typealias Tile = [Color?]

    private struct Image {
        var row: Int
        /// What is left of it, counted from its own first cell.
        var tiles: [Point: Tile]
        let column: Int
        let age: Int
    }

    package let cell: Size
    /// How many pictures it remembers; for one more, it forgets the uppermost.
    package let memory: Int?
    package let registers: Int
    private var images: [Image] = []
    package private(set) var count = 0

    package init(cell: Size, memory: Int? = nil, registers: Int = 256) {
        (self.cell, self.memory, self.registers) = (cell, memory, registers)
    }

    /// What a cell shows of pictures; `nil` for nothing.
    package func tile(_ place: Point) -> Tile? {
        var seen: Tile?
        for image in images.sorted(by: { $0.age < $1.age }) {
            let local = Point(place.x - image.column, place.y - image.row)
            guard let tile = image.tiles[local] else { continue }
            seen = seen.map { zip(tile, $0).map { $0 ?? $1 } } ?? tile
        }
        return seen.flatMap { tile in tile.contains { $0 != nil } ? tile : nil }
    }

    package mutating func wroteText(at place: Point) {
        for index in images.indices {
            images[index].tiles[
                Point(place.x - images[index].column, place.y - images[index].row)] = nil
        }
    }

    /// Erasing the whole screen removes what is seen, but xterm remembers that there were pictures.
    package mutating func screenErased() {
        for index in images.indices { images[index].tiles = [:] }
    }

    package mutating func scroll(_ rows: Int) {
        for index in images.indices { images[index].row -= rows }
    }

    /// Shows a picture at the cursor.
    ///
    /// - Returns: Whether it is well formed and does not scroll the screen.
    package mutating func show(_ body: [UInt8], at place: Point, rows: Int) -> Bool {
        guard let pixels = SixelReader(body, registers: registers).pixels else { return false }
        let size = pixels.size
        guard (size.height + cell.height - 1) / cell.height + place.y < rows else { return false }
        var tiles: [Point: Tile] = [:]
        for y in 0..<size.height {
            for x in 0..<size.width {
                guard let color = pixels.colors[y * size.width + x] else { continue }
                let local = Point(x / cell.width, y / cell.height)
                let index = y % cell.height * cell.width + x % cell.width
                tiles[local, default: Array(repeating: nil, count: cell.area)][index] = color
            }
        }
        count += 1
        let image = Image(row: place.y, tiles: tiles, column: place.x, age: count)
        if let memory, images.count == memory,
            let uppermost = images.indices.min(by: { images[$0].row < images[$1].row })
        {
            images[uppermost] = image
        } else {
            images.append(image)
        }
        return true
    }
}

/// Reads the body of a sixel command.
private struct SixelReader {
    private(set) var pixels: (size: Size, colors: [ReferenceSixels.Color?])?
    private var rest: ArraySlice<UInt8>
    private let registers: Int
    private var palette: [Int: ReferenceSixels.Color] = [:]

    init(_ body: [UInt8], registers: Int) {
        (rest, self.registers) = (body[...], registers)
        pixels = read()
    }

    private mutating func numbers() -> [Int] {
        let text = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x3B }
        rest = rest.dropFirst(text.count)
        return String(decoding: text, as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    }

    private mutating func read() -> (size: Size, colors: [ReferenceSixels.Color?])? {
        guard numbers() == [0, 1, 0], rest.popFirst() == 0x71, rest.popFirst() == 0x22 else {
            return nil
        }
        let raster = numbers()
        guard raster.count == 4, raster[0] == 1, raster[1] == 1, raster[2] > 0, raster[3] > 0 else {
            return nil
        }
        let size = Size(raster[2], raster[3])
        var colors: [ReferenceSixels.Color?] = Array(repeating: nil, count: size.area)
        var (x, y) = (0, 0)
        var color: ReferenceSixels.Color?
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"):
                let values = numbers()
                guard let register = values.first, register < registers else { return nil }
                if values.count == 5, values[1] == 2, values[2...].allSatisfy({ $0 <= 100 }) {
                    palette[register] = .init(red: values[2], green: values[3], blue: values[4])
                } else if values.count == 1, let known = palette[register] {
                    color = known
                } else {
                    return nil
                }
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, y) = (0, y + 6)
            case UInt8(ascii: "!"), 0x3F...0x7E:
                var (count, sixel) = (1, byte)
                if byte == UInt8(ascii: "!") {
                    guard let given = numbers().first, given > 0, let next = rest.popFirst(),
                        0x3F...0x7E ~= next
                    else { return nil }
                    (count, sixel) = (given, next)
                }
                guard x + count <= size.width else { return nil }
                for column in x..<x + count {
                    for bit in 0..<6 where (sixel - 0x3F) >> UInt8(bit) & 1 == 1 {
                        guard y + bit < size.height, let color else { return nil }
                        colors[(y + bit) * size.width + column] = color
                    }
                }
                x += count
            default: return nil
            }
        }
        return (size, colors)
    }
}
