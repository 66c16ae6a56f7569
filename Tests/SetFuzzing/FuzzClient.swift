import SetClient
import SetProtocol

/// A client shows nothing but harmless characters, whatever its host says and its player types.
///
/// The first byte chooses the size of the terminal. After it each line is what the host says, or,
/// behind a `>`, what the player types.
enum FuzzClient {
    private static let mostLines = 200

    static func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let first = bytes.first else { return }
        var clients = Clients(size(first))
        for line in bytes.dropFirst().split(separator: 0x0A).prefix(mostLines) {
            try clients.take(line)
        }
        try clients.draw()
    }

    private static func size(_ byte: UInt8) -> Size {
        let sizes = [
            Size(40, 15), Size(80, 24), Size(120, 40), Size(60, 20), Size(1, 1), Size(39, 30),
            Size(200, 16), Size(41, 60),
        ]
        return sizes[Int(byte & 7)]
    }

    private struct Clients {
        private let size: Size
        private let canvas: Canvas
        private var plain = LineModeClient()
        private var model = TableModel()
        private var now = MonotonicInstant.zero
        private var linesSinceDrawn = 0

        init(_ size: Size) {
            self.size = size
            canvas = Canvas(size)
        }

        mutating func take(_ line: ArraySlice<UInt8>) throws(FuzzFinding) {
            now = now.advanced(by: .milliseconds(Int(line[line.endIndex - 1])))
            if line.first == 0x3E {
                let text = String(decoding: line.dropFirst(), as: UTF8.self)
                try inspect(plain.read(text, at: now).lines)
            } else if let message = try? WireCodec.decodeHostMessage(line) {
                _ = model.receive(message, at: now)
                try inspect(plain.receive(message, at: now).lines)
            }
            try inspect(plain.timePassed(at: now).lines)
            linesSinceDrawn += 1
            if linesSinceDrawn == 32 { try draw() }
        }

        mutating func draw() throws(FuzzFinding) {
            linesSinceDrawn = 0
            var canvas = canvas
            var screen = TableScreen(model, SettingsModel())
            screen.prepare(size, Appearance.usual, .smooth, at: now)
            screen.draw(on: &canvas, Appearance.usual, at: now)
            for line in canvas.lines {
                try require(SafeText.isAllowedText(line), "drawn: \(line.debugDescription)")
                let columns = line.unicodeScalars.reduce(0) { $0 + $1.columns }
                try require(columns <= size.width, "too wide: \(line)")
            }
        }

        private func inspect(_ lines: [String]) throws(FuzzFinding) {
            for line in lines {
                try require(SafeText.isAllowedText(line), "told: \(line.debugDescription)")
                try require(line.utf8.count < 2000, "a line of \(line.utf8.count) bytes")
            }
        }
    }
}
