import SetProtocol

/// The time left, as a bar and in seconds.
///
/// The bar moves by eighths of a cell, at most ten times a second.
struct CountdownBar: Equatable {
    /// The columns of the digits and the space behind them.
    static let digitColumns = 6

    /// In nanoseconds.
    private static let shortestStep = 100_000_000

    /// In whole nanoseconds, like the others, so that no step is lost to rounding.
    private let remaining: Int
    private let total: Int
    private let step: Int
    private let width: Int

    /// - Parameter row: The width of digits and bar.
    init(_ countdown: Countdown, row: Int) {
        total = max(Int(countdown.total.wholeNanoseconds), 1)
        remaining = min(max(Int(countdown.remaining.wholeNanoseconds), 0), total)
        width = max(1, row - Self.digitColumns)
        step = max(Self.shortestStep, total / (8 * width))
    }

    private var stepsLeft: Int { (remaining + step - 1) / step }

    /// The seconds left, rounded up.
    var seconds: Int { (remaining + 999_999_999) / 1_000_000_000 }

    private var minutes: Int { (seconds + 59) / 60 }

    var eighths: Int {
        let shown = min(step * stepsLeft, total)
        return Int((Double(shown) / Double(total) * Double(8 * width)).rounded(.up))
    }

    var isUrgent: Bool { remaining <= total / 3 }

    /// How long until the bar, the digits, or the tone change; `nil` when time is up.
    var untilNextChange: Duration? {
        guard remaining > 0 else { return nil }
        let digits = seconds < 100 ? seconds - 1 : max(99, (minutes - 1) * 60)
        let levels = [step * (stepsLeft - 1), 1_000_000_000 * digits, total / 3]
        let next = levels.filter { $0 < remaining }.max() ?? 0
        return .nanoseconds(remaining - next)
    }

    // MARK: Drawing

    /// The digits, right-aligned before the bar.
    var digits: String {
        let text = seconds < 100 ? "\(seconds) s" : "\(minutes) min"
        return "".padded(to: Self.digitColumns - 1 - text.count) + text
    }

    func draw(in row: Rect, _ tone: Tone, _ look: Appearance, on canvas: inout Canvas) {
        let style = tone.style(look.palette, .bold)
        canvas.write(digits, row.minX, row.minY, style, before: row.maxX)
        let start = row.minX + Self.digitColumns
        let isASCII = look.glyphs == .ascii
        for cell in 0..<width where start + cell < row.maxX {
            let filled = min(8, max(0, eighths - cell * 8))
            let scalar = isASCII ? Self.ascii(filled) : Self.scalars[filled]
            // One style throughout: a second would cost more bytes than the rest of a step.
            canvas[start + cell, row.minY] = Cell(.narrow(scalar), style)
        }
    }

    private static let scalars: [Unicode.Scalar] = ["─", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    private static func ascii(_ eighths: Int) -> Unicode.Scalar {
        eighths == 0 ? "-" : eighths < 4 ? ":" : "#"
    }
}
