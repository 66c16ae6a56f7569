import SystemLibrary

/// What a descriptor is waited for.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bytes, connections or an end that can be read.
    package static let reading = Readiness(rawValue: 1)
    /// Room for bytes, or a connection that was made or failed.
    package static let writing = Readiness(rawValue: 2)
}

/// Descriptors and one alarm to wait for together: epoll(7) with timerfd_create(2), or kqueue(2).
///
/// Level-triggered: a descriptor is reported as long as it is ready, after the others that are.
struct ReadinessSet: Sendable {
    struct Event {
        /// What is ready; ``ReadinessSet/alarm`` if it is the alarm.
        let descriptor: Int32
        let readiness: Readiness
    }

    /// How the alarm is reported, which is no descriptor.
    static let alarm: Int32 = -1

    let descriptor: Descriptor

    #if canImport(Darwin)
    init() throws(SystemCallError) {
        let number = kqueue()
        guard number >= 0 else { throw .last(.epoll) }
        descriptor = Descriptor(adopting: number)
    }

    /// Waits for a descriptor to be ready for this from now on, instead of what it was waited for.
    func wait(
        for new: Readiness, insteadOf old: Readiness, of member: Int32
    ) throws(SystemCallError) {
        for (filter, readiness) in [(EVFILT_READ, Readiness.reading), (EVFILT_WRITE, .writing)]
        where old.contains(readiness) != new.contains(readiness) {
            let isNew = new.contains(readiness)
            let answer = change(UInt(member), filter, isNew ? EV_ADD : EV_DELETE)
            guard answer == 0 || !isNew else { throw .last(.epoll) }
        }
    }

    /// Sets the alarm in place of the one before; one in the past is reported at once.
    func setAlarm(at time: MonotonicInstant?) {
        // One that was reported is over by itself.
        guard let time else { return }
        let delay = max(0, MonotonicClock.now.duration(to: time).wholeNanoseconds)
        _ = change(0, EVFILT_TIMER, EV_ADD | EV_ONESHOT, UInt32(NOTE_NSECONDS), Int(delay))
    }

    private func change(
        _ member: UInt, _ filter: Int32, _ flags: Int32, _ notes: UInt32 = 0, _ data: Int = 0
    ) -> Int32 {
        var event = kevent(
            ident: member, filter: Int16(filter), flags: UInt16(flags), fflags: notes, data: data,
            udata: nil)
        return kevent(descriptor.number, &event, 1, nil, 0, nil)
    }

    /// Waits until something is ready, and sets `events` to at most `most` of it; ends a program that
    /// cannot wait, for it would never hear from anybody again.
    func wait(most: Int, for events: inout [Event]) {
        events.removeAll(keepingCapacity: true)
        withUnsafeTemporaryAllocation(of: kevent.self, capacity: most) { ready in
            var count: Int32
            repeat {
                count = kevent(descriptor.number, nil, 0, ready.baseAddress, Int32(most), nil)
            } while count < 0 && errno == EINTR
            if count < 0 { Program.fail("cannot wait for input", .last(.epoll)) }
            for event in ready[..<Int(count)] {
                let isAlarm = event.filter == Int16(EVFILT_TIMER)
                events.append(
                    Event(
                        descriptor: isAlarm ? Self.alarm : Int32(event.ident),
                        readiness: event.filter == Int16(EVFILT_READ) ? .reading : .writing))
            }
        }
    }
    #else
    private let timer: Descriptor

    init() throws(SystemCallError) {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard number >= 0 else { throw .last(.epoll) }
        descriptor = Descriptor(adopting: number)
        let timerNumber = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard timerNumber >= 0 else { throw .last(.epoll) }
        timer = Descriptor(adopting: timerNumber)
        try control(EPOLL_CTL_ADD, timerNumber, .reading, reportedAs: Self.alarm)
    }

    /// Waits for a descriptor to be ready for this from now on, instead of what it was waited for.
    func wait(
        for new: Readiness, insteadOf old: Readiness, of member: Int32
    ) throws(SystemCallError) {
        guard new != old else { return }
        let operation =
            old.isEmpty ? EPOLL_CTL_ADD : new.isEmpty ? EPOLL_CTL_DEL : EPOLL_CTL_MOD
        try control(operation, member, new, reportedAs: member)
    }

    private func control(
        _ operation: Int32, _ member: Int32, _ readiness: Readiness, reportedAs number: Int32
    ) throws(SystemCallError) {
        var event = epoll_event()
        if readiness.contains(.reading) { event.events |= EPOLLIN.rawValue }
        if readiness.contains(.writing) { event.events |= EPOLLOUT.rawValue }
        event.data.fd = number
        guard epoll_ctl(descriptor.number, operation, member, &event) == 0 else {
            throw .last(.epoll)
        }
    }

    /// Sets the alarm in place of the one before; one in the past is reported at once.
    func setAlarm(at time: MonotonicInstant?) {
        // Zero stops it.
        let (seconds, rest) = (time.map { max(1, $0.sinceZero.wholeNanoseconds) } ?? 0)
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        var alarm = itimerspec()
        alarm.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &alarm, nil)
    }

    /// Waits until something is ready, and sets `events` to at most `most` of it; ends a program that
    /// cannot wait, for it would never hear from anybody again.
    ///
    /// An alarm is reported until it is set again.
    func wait(most: Int, for events: inout [Event]) {
        events.removeAll(keepingCapacity: true)
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: most) { ready in
            var count: Int32
            repeat {
                count = epoll_wait(descriptor.number, ready.baseAddress, Int32(most), -1)
            } while count < 0 && errno == EINTR
            if count < 0 { Program.fail("cannot wait for input", .last(.epoll)) }
            for event in ready[..<Int(count)] {
                var readiness = Readiness()
                let isOver = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
                if isOver || event.events & EPOLLIN.rawValue != 0 { readiness.insert(.reading) }
                if isOver || event.events & EPOLLOUT.rawValue != 0 { readiness.insert(.writing) }
                events.append(Event(descriptor: event.data.fd, readiness: readiness))
            }
        }
    }
    #endif
}
