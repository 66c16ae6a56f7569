/// What a terminal holds and shows of our pictures, and the commands that change it.
struct PictureStore: Equatable, Sendable {
    private struct Held: Equatable {
        let image: Int
        /// When it was last on the screen, counted in frames.
        var frame: Int
    }

    private struct Shown: Equatable {
        let placement: Placement
        let image: Int
        let number: Int
    }

    /// How much memory our pictures may use in a terminal, in bytes of four for each pixel.
    private let limit: Int

    private var held: [Picture: Held] = [:]
    private var shown: [Shown] = []
    private var nextImage = 1001
    private var frame = 0
    /// The memory of all pictures the terminal holds, in bytes.
    private(set) var memory = 0

    init(limit: Int = 32 << 20) {
        self.limit = limit
    }

    /// Whether anything would be left in the terminal without ``removeAll()``.
    var isEmpty: Bool { held.isEmpty }

    mutating func removeAll() -> [UInt8] {
        guard !held.isEmpty else { return [] }
        let images = held.values.map(\.image).sorted()
        let bytes = KittyGraphics.removeAll + images.flatMap { KittyGraphics.forget(image: $0) }
        forget()
        return bytes
    }

    mutating func forget() {
        (held, shown, memory) = ([:], [], 0)
    }

    /// The commands that make the terminal show what is given; empty if it does.
    mutating func show(_ placements: [Placement], preparing prepared: Set<Picture>) -> [UInt8] {
        guard !(placements.isEmpty && shown.isEmpty && prepared.isEmpty) else { return [] }
        frame += 1
        var bytes: [UInt8] = []
        for placement in placements { hold(placement.picture, &bytes) }
        for picture in prepared.sorted(by: { $0.memory < $1.memory }) { hold(picture, &bytes) }
        update(placements, &bytes)
        if memory > limit { dropOldest(&bytes) }
        return bytes
    }

    private mutating func hold(_ picture: Picture, _ bytes: inout [UInt8]) {
        if held[picture] != nil {
            held[picture]?.frame = frame
            return
        }
        bytes += KittyGraphics.transmit(picture.image.png, as: nextImage)
        held[picture] = Held(image: nextImage, frame: frame)
        nextImage += 1
        memory += picture.memory
    }

    /// Keeps what has not changed, moves what shows the same picture elsewhere, and removes the rest.
    private mutating func update(_ placements: [Placement], _ bytes: inout [UInt8]) {
        var old = Dictionary(grouping: shown, by: \.placement)
        var now: [Shown] = []
        var missing: [Placement] = []
        for placement in placements {
            if let same = old[placement]?.popLast() {
                now.append(same)
            } else {
                missing.append(placement)
            }
        }
        var free = Dictionary(grouping: old.values.joined(), by: \.image)
            .mapValues { $0.map(\.number).sorted(by: >) }
        var used = Dictionary(grouping: shown, by: \.image).mapValues { Set($0.map(\.number)) }
        for placement in missing {
            guard let image = held[placement.picture]?.image else { continue }
            let next = (1...).first { used[image]?.contains($0) != true } ?? 1
            let number = free[image]?.popLast() ?? next
            used[image, default: []].insert(number)
            bytes.appendControl(placement.origin.y + 1, placement.origin.x + 1, final: "H")
            bytes += KittyGraphics.place(placement, image: image, number: number)
            now.append(Shown(placement: placement, image: image, number: number))
        }
        for image in free.keys.sorted() {
            for number in free[image] ?? [] {
                bytes += KittyGraphics.remove(image: image, number: number)
            }
        }
        shown = now
    }

    /// Removes the pictures that have not been shown for longest, until the rest fits.
    private mutating func dropOldest(_ bytes: inout [UInt8]) {
        let unused = held.filter { $0.value.frame < frame }.sorted {
            ($0.value.frame, $0.value.image) < ($1.value.frame, $1.value.image)
        }
        for (picture, entry) in unused where memory > limit {
            bytes += KittyGraphics.forget(image: entry.image)
            held[picture] = nil
            memory -= picture.memory
        }
    }
}
