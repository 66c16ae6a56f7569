import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What the main screens look like, card by card as boxes.
@Suite struct TableViewPictures {
    static let scenes: [ViewScene] = [
        .alone, .open, .myTurn, .otherTurn, .match, .mismatch, .grace, .paused, .over, .help,
    ]

    @Test(
        "The table looks as in its golden picture", arguments: scenes,
        [Size(80, 24), Size(40, 15)])
    func picture(of scene: ViewScene, size: Size) {
        expectPicture(
            TableViewPicture(scene, size.width, size.height).text,
            "table/\(scene.rawValue)-\(size.width)x\(size.height)")
    }
}
