import SetProtocol

extension IndexedImage {
    /// The image as a PNG file of indexed color, with transparency where there is any.
    package var png: [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let depth = palette.count <= 2 ? 1 : palette.count <= 4 ? 2 : palette.count <= 16 ? 4 : 8
        Self.append(
            "IHDR", Self.word(size.width) + Self.word(size.height) + [UInt8(depth), 3, 0, 0, 0],
            to: &bytes)
        Self.append("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] }, to: &bytes)
        let end = (palette.lastIndex { $0.alpha < 255 } ?? -1) + 1
        if end > 0 { Self.append("tRNS", palette[..<end].map(\.alpha), to: &bytes) }
        let rows = rows(depth: depth)
        let row = rows.count / max(1, size.height)
        Self.append("IDAT", Deflate.zlib(rows, row: row), to: &bytes)
        Self.append("IEND", [], to: &bytes)
        return bytes
    }

    /// The pixels packed into bytes, each row after the number of its filter, which is none: filters
    /// help photographs, not indices.
    private func rows(depth: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        let perByte = 8 / depth
        bytes.reserveCapacity((size.width / perByte + 2) * size.height)
        for y in 0..<size.height {
            bytes.append(0)
            let row = pixels[y * size.width..<(y + 1) * size.width]
            if depth == 8 {
                bytes += row
                continue
            }
            for start in stride(from: row.startIndex, to: row.endIndex, by: perByte) {
                var byte: UInt8 = 0
                for index in start..<start + perByte {
                    byte = byte << UInt8(depth) | (index < row.endIndex ? row[index] : 0)
                }
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func append(_ name: String, _ content: [UInt8], to bytes: inout [UInt8]) {
        let chunk = Array(name.utf8) + content
        var sum = CRC32()
        sum.update(chunk)
        bytes += word(content.count) + chunk + word(Int(sum.value))
    }

    private static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
