import SystemLibrary

/// The C library's functions of real numbers, which the standard library lacks.
package enum RealFunctions {
    package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
    package static func cubeRoot(_ number: Double) -> Double { cbrt(number) }
    package static func exponential(_ exponent: Double) -> Double { exp(exponent) }
    package static func sine(degrees: Double) -> Double { sin(degrees * .pi / 180) }
    package static func cosine(degrees: Double) -> Double { cos(degrees * .pi / 180) }

    /// The direction of a vector in degrees, 0..<360, counterclockwise from the x axis; 0 for none.
    package static func angle(x: Double, y: Double) -> Double {
        let degrees = atan2(y, x) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}
