import SetClient
import SetProtocol

/// Draws a table for a terminal just as the full-screen client does, without the terminal.
struct BenchTerminal {
    /// The extents that are measured: the smallest screen, a usual one, a large one, a huge one.
    static let sizes = [Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60)]

    let size: Size
    private let appearance: Appearance
    private var motion: Motion
    private var renderer: Renderer
    private var screen: TableScreen?
    private var prints = CardPrints()

    init(_ size: Size, _ depth: ColorDepth = .trueColor, motion level: MotionLevel = .full) {
        self.size = size
        let inks: InkDepth =
            switch depth {
            case .none: .plain
            case .sixteen: .basic
            case .indexed: .indexed
            case .trueColor: .trueColor
            }
        appearance = Appearance(palette: Palette(.classic, on: .dark, inks))
        motion = Motion(level: level)
        renderer = Renderer(depth: depth, synchronizes: true)
    }

    /// The bytes of a frame.
    mutating func frame(_ table: BenchTable, at now: TableTime) -> [UInt8] {
        let next = TableScreen(model: table.model, size: size, appearance: appearance, now: now)
        motion.changed(from: screen, to: next, at: now)
        screen = next
        return picture(next, at: now)
    }

    private mutating func picture(_ screen: TableScreen, at now: TableTime) -> [UInt8] {
        var canvas = Canvas(size)
        motion.draw(screen, on: &canvas, with: &prints, at: now)
        let bytes = renderer.frame(canvas)
        return bytes.isEmpty || !motion.isMoving(at: now) ? bytes : bytes + FramePacing.question
    }

    /// All bytes from the newest thing that has happened until the picture is at rest.
    mutating func bytes(of table: BenchTable) -> Int {
        var count = frame(table, at: table.now).count
        var now = table.now
        while let screen, let next = motion.nextFrame(after: now) {
            count += picture(screen, at: next).count
            now = next
        }
        return count
    }

    /// Has the next frame draw everything anew.
    mutating func repaintAll() { renderer.repaintAll() }
}
