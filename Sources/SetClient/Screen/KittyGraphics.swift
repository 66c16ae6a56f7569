/// Commands of the kitty graphics protocol, as bytes.
///
/// All of them ask the terminal not to answer (`q=2`). Pictures are sent once as PNG (`f=100`) and
/// then placed by number; placing again with the same numbers moves.
package enum KittyGraphics {
    /// How many characters of base64 a command may carry.
    static let chunk = 4096

    static func transmit(_ png: [UInt8], as image: Int) -> [UInt8] {
        let encoded = base64(png)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count + 64)
        var start = 0
        repeat {
            let end = min(start + chunk, encoded.count)
            let more = end < encoded.count ? 1 : 0
            let keys = start == 0 ? "a=t,f=100,i=\(image),q=2,m=\(more)" : "m=\(more),q=2"
            bytes += command(keys, encoded[start..<end])
            start = end
        } while start < encoded.count
        return bytes
    }

    /// Shows or moves a picture at the cursor, which stays.
    static func place(_ placement: Placement, image: Int, number: Int) -> [UInt8] {
        var keys = "a=p,i=\(image),p=\(number),z=\(placement.layer.rawValue),C=1,q=2"
        if placement.offset.x > 0 { keys += ",X=\(placement.offset.x)" }
        if placement.offset.y > 0 { keys += ",Y=\(placement.offset.y)" }
        if let crop = placement.crop {
            keys += ",x=\(crop.minX),y=\(crop.minY),w=\(crop.size.width),h=\(crop.size.height)"
        }
        if let stretch = placement.stretch { keys += ",c=\(stretch.width),r=\(stretch.height)" }
        return command(keys)
    }

    /// Removes one placement; its pixels stay in the terminal.
    static func remove(image: Int, number: Int) -> [UInt8] {
        command("a=d,d=i,i=\(image),p=\(number),q=2")
    }

    static func forget(image: Int) -> [UInt8] { command("a=d,d=I,i=\(image),q=2") }

    package static let removeAll = command("a=d,d=A,q=2")

    private static func command(_ keys: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
        let start = Array("\u{1B}_G\(keys)\(payload.isEmpty ? "" : ";")".utf8)
        return start + payload + [0x1B, 0x5C]
    }

    static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = (0..<3).reduce(0) {
                $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0)
            }
            for place in 0..<4 {
                text.append(place <= group.count ? digits[word >> (18 - 6 * place) & 63] : 0x3D)
            }
        }
        return text
    }
}
