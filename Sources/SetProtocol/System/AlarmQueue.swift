/// What is to be called at which time, each once.
struct AlarmQueue: Sendable {
    private struct Alarm: Comparable {
        let time: MonotonicInstant
        let number: Int

        static func < (one: Alarm, other: Alarm) -> Bool {
            (one.time, one.number) < (other.time, other.number)
        }
    }

    private var events: [Int: @Sendable () -> Void] = [:]
    private var times: [Int: MonotonicInstant] = [:]
    /// The latest first: the earliest is taken out most often.
    private var alarms: [Alarm] = []
    private var lastNumber = 0

    /// The earliest time; `nil` if none is set.
    var next: MonotonicInstant? { alarms.last?.time }

    /// Adds an event without a time and returns its number.
    mutating func add(_ event: @escaping @Sendable () -> Void) -> Int {
        lastNumber += 1
        events[lastNumber] = event
        return lastNumber
    }

    /// Sets the time of an event, instead of the time before.
    mutating func set(_ number: Int, at time: MonotonicInstant) {
        clear(number)
        times[number] = time
        let alarm = Alarm(time: time, number: number)
        alarms.insert(alarm, at: place(of: alarm))
    }

    mutating func remove(_ number: Int) {
        clear(number)
        events[number] = nil
    }

    /// Takes out the events that are due, earliest first.
    mutating func takeDue(at now: MonotonicInstant) -> [@Sendable () -> Void] {
        var due: [@Sendable () -> Void] = []
        while let alarm = alarms.last, alarm.time <= now {
            alarms.removeLast()
            times[alarm.number] = nil
            if let event = events[alarm.number] { due.append(event) }
        }
        return due
    }

    private mutating func clear(_ number: Int) {
        guard let time = times.removeValue(forKey: number) else { return }
        alarms.remove(at: place(of: Alarm(time: time, number: number)))
    }

    /// Where an alarm is, or belongs.
    private func place(of alarm: Alarm) -> Int {
        var range = alarms.startIndex..<alarms.endIndex
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            range =
                alarm < alarms[middle] ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
