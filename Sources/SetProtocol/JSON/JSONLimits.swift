/// How much JSON a reader accepts, and how strictly.
///
/// The grammar is always RFC 8259; presets differ only where the standard leaves room.
package struct JSONLimits: Hashable, Sendable {
    /// How many arrays and objects may be open at once.
    package var depth: Int
    package var members: Int
    /// How long a key may be, in bytes after unescaping.
    package var keyBytes: Int
    /// How long a string may be, in bytes after unescaping.
    package var stringBytes: Int
    /// How long the whole text may be, in bytes.
    package var totalBytes: Int
    /// Whether an object that names a key twice is refused, and `\u0000`.
    package var isStrict: Bool
    /// Whether the text must be one object, and its numbers whole ones that a `Double` holds exactly,
    /// written without point, exponent or negative zero.
    package var isMessage: Bool

    /// What comes from a peer: one small, flat object of strings and whole numbers (I-JSON, RFC
    /// 7493, without fractions).
    package static let wire = JSONLimits(
        depth: 4, members: 64, keyBytes: 32, stringBytes: 256, totalBytes: 4096, isStrict: true,
        isMessage: true)

    /// Files of our own: themes, settings.
    package static let document = JSONLimits(
        depth: 32, members: 4096, keyBytes: 1024, stringBytes: 65_536, totalBytes: 1 << 20,
        isStrict: true, isMessage: false)

    /// Everything RFC 8259 allows, for comparison with the published test collections.
    package static let conformance = JSONLimits(
        depth: 512, members: .max, keyBytes: .max, stringBytes: .max, totalBytes: .max,
        isStrict: false, isMessage: false)

    /// The largest whole number that every JSON implementation carries exactly: 2^53 - 1.
    package static let largestInteger = 9_007_199_254_740_991
}
