import SetProtocol

/// A color by its red, green, and blue in sRGB.
package struct RGBColor: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    package init(code: UInt32) {
        self.init(UInt8(code >> 16 & 0xFF), UInt8(code >> 8 & 0xFF), UInt8(code & 0xFF))
    }

    /// The color as it is written: `#RRGGBB`.
    package var code: String { "#" + [red, green, blue].hex.uppercased() }

    package static let black = RGBColor(0, 0, 0)
    package static let white = RGBColor(255, 255, 255)

    /// The relative luminance of WCAG 2.2, 0...1.
    package var luminance: Double {
        let light = linear
        return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
    }

    /// The contrast ratio of WCAG 2.2, 1...21.
    package func contrast(with other: RGBColor) -> Double {
        let (first, second) = (luminance, other.luminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// The color with a share of another one mixed in, 0...1.
    package func blended(with other: RGBColor, _ share: Double) -> RGBColor {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            let value = Double(one) + (Double(two) - Double(one)) * min(max(share, 0), 1)
            return UInt8(min(max(value.rounded(), 0), 255))
        }
        return RGBColor(
            mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }

    /// The color closest to this one, toward white or black, that has a contrast with all of some
    /// backgrounds.
    ///
    /// - Returns: `nil` if neither white nor black has that contrast with each of them.
    package func withContrast(_ contrast: Double, on backgrounds: [RGBColor]) -> RGBColor? {
        func isReadable(_ color: RGBColor) -> Bool {
            backgrounds.allSatisfy { color.contrast(with: $0) >= contrast }
        }
        if isReadable(self) { return self }
        for step in 1...32 {
            for end in [RGBColor.white, .black] {
                let color = blended(with: end, Double(step) / 32)
                if isReadable(color) { return color }
            }
        }
        return nil
    }

    fileprivate var linear: (red: Double, green: Double, blue: Double) {
        (Self.light[Int(red)], Self.light[Int(green)], Self.light[Int(blue)])
    }

    /// The light of each value, by the transfer function of sRGB (IEC 61966-2-1).
    private static let light: [Double] = (0...255).map { value in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : RealFunctions.power((share + 0.055) / 1.055, 2.4)
    }
}

// MARK: - Color vision

package enum ColorVision: CaseIterable, Sendable {
    case normal
    case protanopia
    case deuteranopia
    case tritanopia

    /// How each of red, green, and blue light is seen, row by row; after Machado, Oliveira, and
    /// Fernandes (2009), severity 1.
    fileprivate var matrix: [Double] {
        switch self {
        case .normal: [1, 0, 0, 0, 1, 0, 0, 0, 1]
        case .protanopia:
            [
                0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
                1.051998,
            ]
        case .deuteranopia:
            [
                0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
                0.968881,
            ]
        case .tritanopia:
            [
                1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
                0.303900,
            ]
        }
    }
}

// MARK: - How different colors look

/// A color in CIELAB, with the white of D65.
package struct PerceivedColor: Equatable, Sendable {
    /// 0...100.
    let lightness: Double
    let greenToRed: Double
    let blueToYellow: Double
}

extension PerceivedColor {
    package init(_ color: RGBColor, _ vision: ColorVision = .normal) {
        let (red, green, blue) = color.linear
        let matrix = vision.matrix
        func seen(_ row: Int) -> Double {
            let light =
                matrix[3 * row] * red + matrix[3 * row + 1] * green + matrix[3 * row + 2] * blue
            return min(max(light, 0), 1)
        }
        let (r, g, b) = (seen(0), seen(1), seen(2))
        func response(_ share: Double) -> Double {
            share > 216 / 24389.0
                ? RealFunctions.cubeRoot(share) : (24389 / 27.0 * share + 16) / 116
        }
        let x = response((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
        let y = response(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
        let z = response((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
        lightness = 116 * y - 16
        greenToRed = 500 * (x - y)
        blueToYellow = 200 * (y - z)
    }

    /// The color difference ΔE of CIE94, with the chroma of both colors; 1 is just noticeable.
    ///
    /// Later formulas measure small differences better. Colors to be told apart differ much.
    package func difference(from other: PerceivedColor) -> Double {
        let deltaL = lightness - other.lightness
        let deltaC = chroma - other.chroma
        let (red, yellow) = (greenToRed - other.greenToRed, blueToYellow - other.blueToYellow)
        let squareH = max(0, red * red + yellow * yellow - deltaC * deltaC)
        let mean = (chroma * other.chroma).squareRoot()
        let (scaleC, scaleH) = (1 + 0.045 * mean, 1 + 0.015 * mean)
        let squareC = deltaC * deltaC / (scaleC * scaleC)
        return (deltaL * deltaL + squareC + squareH / (scaleH * scaleH)).squareRoot()
    }

    private var chroma: Double {
        (greenToRed * greenToRed + blueToYellow * blueToYellow).squareRoot()
    }
}
