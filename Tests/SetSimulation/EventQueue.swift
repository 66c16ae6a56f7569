import SetProtocol

/// The events of a simulation by time; events at the same time stay in the order in which they were
/// planned.
///
/// A binary heap.
struct EventQueue<Event: Sendable>: Sendable {
    private struct Entry {
        var time: MonotonicInstant
        var number: Int
        var event: Event

        func isBefore(_ other: Entry) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    private var entries: [Entry] = []
    private var count = 0

    mutating func plan(_ event: Event, at time: MonotonicInstant) {
        count += 1
        entries.append(Entry(time: time, number: count, event: event))
        var place = entries.count - 1
        while place > 0 {
            let parent = (place - 1) / 2
            guard entries[place].isBefore(entries[parent]) else { return }
            entries.swapAt(place, parent)
            place = parent
        }
    }

    mutating func next() -> (time: MonotonicInstant, event: Event)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        guard !entries.isEmpty else { return (first.time, first.event) }
        entries[0] = last
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
                if entries[child].isBefore(entries[least]) { least = child }
            }
            guard least != place else { return (first.time, first.event) }
            entries.swapAt(place, least)
            place = least
        }
    }
}
