import SystemLibrary

/// A date and a time of day in UTC, to the second, for people who look for a file.
package struct CivilTime: Hashable, Sendable, CustomStringConvertible {
    /// Year, month, day, hour, minute, second; each in its usual range.
    private let parts: [Int]

    /// - Parameter seconds: Since the beginning of 1970, to the end of the year 9999; others are taken
    ///   for the nearest.
    package init(secondsSince1970 seconds: Int) {
        var (time, date) = (min(max(0, seconds), 253_402_300_799), tm())
        gmtime_r(&time, &date)
        parts = [
            date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min,
            date.tm_sec,
        ].map { Int($0) }
    }

    /// Reads what ``description`` writes; `nil` when it is anything else.
    package init?(_ text: String) {
        let ranges = [0...9999, 1...12, 1...31, 0...23, 0...59, 0...60]
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 6, zip(ranges, numbers).allSatisfy({ $0.contains($1) }) else {
            return nil
        }
        parts = numbers
        guard description.utf8.elementsEqual(text.utf8) else { return nil }
    }

    /// As `2026-11-21T17:20:05Z` (RFC 3339).
    package var description: String { written(between: ":") + "Z" }

    /// As `2026-11-21T17-20-05`, which any file may be called and which sorts by time.
    package var fileName: String { written(between: "-") }

    private func written(between separator: String) -> String {
        let words = parts.enumerated().map { place, part in
            "000\(part)".suffix(place == 0 ? 4 : 2)
        }
        return words[..<3].joined(separator: "-") + "T" + words[3...].joined(separator: separator)
    }
}

extension CivilTime: CodedAs {
    package static func decoded(_ code: String) -> CivilTime? { CivilTime(code) }
    package var encoded: String { description }
}

/// The clock on the wall, which may be wrong and may be set: for names and headings only.
package enum WallClock {
    package static var now: CivilTime { CivilTime(secondsSince1970: secondsSince1970) }

    /// The same in seconds since the beginning of 1970, for the age of files.
    package static var secondsSince1970: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int(time.tv_sec)
    }
}
