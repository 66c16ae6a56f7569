@_spi(_Unicode) import Swift

/// The name of a host, which may have letters of any script (RFC 5890).
///
/// The system's own conversion needs a locale, which this program does not set.
struct HostName {
    /// As people read it; in lower case if it has letters beyond ASCII.
    let text: String
    /// As name servers know it: `xn--bcher-kva.example`.
    let ascii: String

    /// Parses a name; `nil` for one that has other characters or too long a part.
    init?(_ typed: String) {
        let isPlain = typed.unicodeScalars.allSatisfy { $0.isASCII && Self.isAllowed($0) }
        // An input method may write a full stop of its own.
        let lower = typed.lowercased().map { "。．｡".contains($0) ? "." : $0 }
        text = isPlain ? typed : String(String.UnicodeScalarView(String(lower)._nfc))
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let encoded = labels.compactMap(Self.encoded)
        guard encoded.count == labels.count else { return nil }
        ascii = encoded.joined(separator: ".")
    }

    /// Letters, digits, and their marks, nearly as in RFC 5892; and underscores, which are in use.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isIDContinue || scalar == "-" || scalar == "."
    }

    private static func encoded(_ label: Substring) -> String? {
        let scalars = label.unicodeScalars
        guard scalars.allSatisfy(isAllowed) else { return nil }
        if scalars.allSatisfy(\.isASCII) { return String(label) }
        guard label.first != "-", label.last != "-", scalars.count <= 59 else { return nil }
        let code = punycode(of: scalars.map { Int($0.value) })
        return code.utf8.count <= 59 ? "xn--" + code : nil
    }

    /// The label in ASCII letters and digits (RFC 3492, section 6.3).
    private static func punycode(of label: [Int]) -> String {
        let basic = label.filter { $0 < 0x80 }
        var output = basic.map { UInt8($0) } + (basic.isEmpty ? [] : [UInt8(ascii: "-")])
        var (next, delta, bias, handled) = (0x80, 0, 72, basic.count)
        while let smallest = label.filter({ $0 >= next }).min() {
            delta += (smallest - next) * (handled + 1)
            next = smallest
            for scalar in label {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias, to: &output)
                handled += 1
                // The bias for the next number (section 6.1).
                delta /= handled == basic.count + 1 ? 700 : 2
                delta += delta / handled
                bias = 0
                while delta > 455 { (delta, bias) = (delta / 35, bias + 36) }
                bias += 36 * delta / (delta + 38)
                delta = 0
            }
            (delta, next) = (delta + 1, next + 1)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a number with digits of variable weight (section 3.3).
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var (rest, position) = (number, 36)
        while true {
            let threshold = min(max(position - bias, 1), 26)
            if rest < threshold { return output.append(digits[rest]) }
            output.append(digits[threshold + (rest - threshold) % (36 - threshold)])
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
    }
}
