import SetClient
import SetProtocol

/// Draws a table for a terminal just as the full-screen client does, without the terminal.
struct BenchTerminal {
    /// The extents that are measured: the smallest screen, a usual one, a large one, a huge one.
    static let sizes = [Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60)]

    let size: Size
    private let appearance: Appearance
    private var screen: TableScreen
    private var renderer: Renderer

    /// - Parameter cell: The extent of a cell in pixels, to show cards as pictures.
    init(
        _ size: Size, _ depth: ColorDepth = .trueColor, motion level: MotionLevel = .full,
        cell: PixelSize? = nil
    ) {
        self.size = size
        appearance = Appearance(
            palette: Palette(.classic, on: .dark, depth),
            pictures: cell.map { PictureSurface(.kitty, cell: $0) })
        var preferences = SettingsModel()
        preferences.settings.motion = level
        screen = TableScreen(TableModel(), preferences)
        renderer = Renderer(depth: depth, synchronizes: true)
    }

    /// The bytes of a frame.
    mutating func frame(_ table: BenchTable, at now: MonotonicInstant) -> [UInt8] {
        screen.model = table.model
        screen.prepare(size, appearance, .smooth, at: now)
        return picture(at: now)
    }

    private mutating func picture(at now: MonotonicInstant) -> [UInt8] {
        var canvas = Canvas(size)
        screen.draw(on: &canvas, appearance, at: now)
        let bytes = renderer.frame(canvas)
        return bytes.isEmpty || !screen.isMoving(at: now) ? bytes : bytes + FramePacing.question
    }

    /// All bytes from the newest thing that has happened until the picture is at rest.
    mutating func bytes(of table: BenchTable) -> Int {
        var count = frame(table, at: table.now).count
        var now = table.now
        while let next = nextFrame(after: now) {
            count += picture(at: next).count
            now = next
        }
        return count
    }

    /// When the next frame of a movement is due.
    private func nextFrame(after now: MonotonicInstant) -> MonotonicInstant? {
        screen.isMoving(at: now) ? screen.nextChange(after: now, .smooth) : nil
    }

    /// Makes the next frame a full redraw.
    mutating func repaintAll() { renderer.repaintAll() }
}
