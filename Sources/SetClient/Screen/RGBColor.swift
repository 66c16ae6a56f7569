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
    package var code: String {
        "#"
            + [red, green, blue].map { part in
                (part < 16 ? "0" : "") + String(part, radix: 16, uppercase: true)
            }.joined()
    }

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

    /// The color difference ΔE of CIEDE2000; 1 is just noticeable.
    ///
    /// The names of the steps follow Sharma, Wu, and Dalal (2005), whose test data a test uses.
    package func difference(from other: PerceivedColor) -> Double {
        let meanChroma = (chroma(greenToRed) + other.chroma(other.greenToRed)) / 2
        let excess = 0.5 * (1 - (Self.seventh(meanChroma)).squareRoot())
        let (a1, a2) = (greenToRed * (1 + excess), other.greenToRed * (1 + excess))
        let (c1, c2) = (chroma(a1), other.chroma(a2))
        let (h1, h2) = (hue(a1), other.hue(a2))

        let deltaL = other.lightness - lightness
        let deltaC = c2 - c1
        var turn = h2 - h1
        if c1 * c2 == 0 {
            turn = 0
        } else if turn > 180 {
            turn -= 360
        } else if turn < -180 {
            turn += 360
        }
        let deltaH = 2 * (c1 * c2).squareRoot() * Self.sine(turn / 2)

        let meanL = (lightness + other.lightness) / 2
        let meanC = (c1 + c2) / 2
        var meanH = h1 + h2
        if c1 * c2 != 0 {
            meanH = abs(h1 - h2) <= 180 ? meanH / 2 : (meanH < 360 ? meanH + 360 : meanH - 360) / 2
        }
        let t =
            1 - 0.17 * Self.cosine(meanH - 30) + 0.24 * Self.cosine(2 * meanH)
            + 0.32 * Self.cosine(3 * meanH + 6) - 0.20 * Self.cosine(4 * meanH - 63)
        let squareL = (meanL - 50) * (meanL - 50)
        let scaleL = 1 + 0.015 * squareL / (20 + squareL).squareRoot()
        let scaleC = 1 + 0.045 * meanC
        let scaleH = 1 + 0.015 * meanC * t
        let tilt = (meanH - 275) / 25
        let rotation =
            -Self.sine(60 * RealFunctions.exponential(-tilt * tilt)) * 2
            * Self.seventh(meanC).squareRoot()
        let (l, c, h) = (deltaL / scaleL, deltaC / scaleC, deltaH / scaleH)
        return (l * l + c * c + h * h + rotation * c * h).squareRoot()
    }

    private func chroma(_ a: Double) -> Double {
        (a * a + blueToYellow * blueToYellow).squareRoot()
    }

    /// In degrees, 0..<360.
    private func hue(_ a: Double) -> Double {
        RealFunctions.angle(x: a, y: blueToYellow)
    }

    private static func seventh(_ chroma: Double) -> Double {
        let power = RealFunctions.power(chroma, 7)
        return power / (power + RealFunctions.power(25, 7))
    }

    private static func sine(_ degrees: Double) -> Double { RealFunctions.sine(degrees: degrees) }
    private static func cosine(_ degrees: Double) -> Double {
        RealFunctions.cosine(degrees: degrees)
    }
}
