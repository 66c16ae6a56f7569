import SystemLibrary

/// The C library's functions of real numbers, which the standard library lacks.
package enum RealFunctions {
    package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
    package static func cubeRoot(_ number: Double) -> Double { cbrt(number) }
}
