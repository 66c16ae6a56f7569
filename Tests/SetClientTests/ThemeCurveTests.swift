import SetProtocol
import Testing

@testable import SetClient

@Suite("Custom shapes")
struct ThemeCurveTests {
    static let diamond = [Place(0.5, 0), .init(1, 0.5), .init(0.5, 1), .init(0, 0.5)]

    @Test("A custom shape equals the same built-in shape dot for dot")
    func sameRaster() throws {
        let own = Curve.own(try OwnCurve(Self.diamond, isSmooth: false))
        for size in ArtTests.sizes {
            for fill in Fill.allCases {
                let ours = SymbolRaster.bitmap(of: .rhombus, fill, size)
                #expect(SymbolRaster.bitmap(of: own, fill, size).distance(to: ours) <= 2, "\(size)")
            }
        }
    }

    @Test("A custom shape is rounder when it is smooth, and stays in its box")
    func smooth() throws {
        let size = Size(24, 48)
        let sharp = Curve.own(try OwnCurve(Self.diamond, isSmooth: false))
        let round = Curve.own(try OwnCurve(Self.diamond, isSmooth: true))
        func ink(_ curve: Curve) -> Int {
            SymbolRaster.bitmap(of: curve, .solid, size).distance(to: Bitmap(size))
        }
        #expect(ink(round) > ink(sharp) * 5 / 4)
        #expect(ink(round) < size.width * size.height * 9 / 10)
        #expect(Curve.own(try OwnCurve(Self.diamond, isSmooth: true)) == round && round != sharp)
    }

    static let wrong: [([Place], OwnCurveError)] = [
        ([], .wrongCount(0)),
        (Array(diamond.prefix(2)), .wrongCount(2)),
        (Array(repeating: .init(0, 0), count: 65), .wrongCount(65)),
        ([.init(0, 0), .init(1, .nan), .init(1, 1)], .outside(1)),
        ([.init(0, 0), .init(1, 0), .init(.infinity, 1)], .outside(2)),
        ([.init(0, 0), .init(1, 0), .init(1, 0), .init(0, 1)], .repeated(2)),
        ([.init(0, 0), .init(1, 0), .init(1, 1), .init(0, 0)], .repeated(0)),
        ([.init(0, 0), .init(1, 1), .init(1, 0), .init(0, 1)], .flat),
        ([.init(0, 0), .init(1, 0), .init(1, 0.1)], .flat),
        ([.init(0, 0), .init(0.5, 0), .init(1, 0)], .flat),
    ]

    @Test("A custom shape is refused when it is invalid", arguments: wrong)
    func refused(points: [Place], error: OwnCurveError) {
        for isSmooth in [true, false] {
            #expect(throws: error) { try OwnCurve(points, isSmooth: isSmooth) }
        }
        #expect(!error.sentence.isEmpty)
    }

    @Test("A custom shape may have every number of points from 3 to 64", arguments: [3, 4, 31, 64])
    func counts(count: Int) throws {
        // Points on a parabola's two sides make a lens.
        let half = (count + 1) / 2
        let lower = (0..<half).map { index -> Place in
            let x = Double(index) / Double(half)
            return Place(x, 0.5 + 2 * x * (1 - x))
        }
        let upper = (0..<(count - half)).map { index -> Place in
            let x = 1 - Double(index) / Double(count - half)
            return Place(x, 0.5 - 2 * x * (1 - x))
        }
        let curve = try OwnCurve(lower + upper, isSmooth: true)
        #expect(curve.points.count == count)
        let bitmap = SymbolRaster.bitmap(of: .own(curve), .solid, Size(12, 24))
        #expect(bitmap.distance(to: Bitmap(Size(12, 24))) > 20)
    }
}
