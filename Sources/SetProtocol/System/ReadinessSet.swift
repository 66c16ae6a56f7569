import SystemLibrary

package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let reading = Readiness(rawValue: 1)
    /// Room for bytes, or a connection that was made or failed.
    package static let writing = Readiness(rawValue: 2)
}

/// Descriptors to wait for together: epoll(7) or kqueue(2).
///
/// Level-triggered: a descriptor is reported as long as it is ready, after the others that are.
package struct ReadinessSet: Sendable {
    package struct Event {
        package let descriptor: Int32
        package let readiness: Readiness
    }

    let descriptor: Descriptor

    package init() throws(SystemCallError) {
        let number = Self.create()
        guard number >= 0 else { throw .last(.epoll) }
        descriptor = Descriptor(adopting: number)
    }

    #if canImport(Darwin)
    private static func create() -> Int32 { kqueue() }

    package func register(
        _ new: Readiness, replacing old: Readiness, of member: Int32
    ) throws(SystemCallError) {
        for (filter, readiness) in [(EVFILT_READ, Readiness.reading), (EVFILT_WRITE, .writing)]
        where old.contains(readiness) != new.contains(readiness) {
            let isNew = new.contains(readiness)
            let answer = change(UInt(member), filter, isNew ? EV_ADD : EV_DELETE)
            guard answer == 0 || !isNew else { throw .last(.epoll) }
        }
    }

    private func change(_ member: UInt, _ filter: Int32, _ flags: Int32) -> Int32 {
        var event = kevent(
            ident: member, filter: Int16(filter), flags: UInt16(flags), fflags: 0, data: 0,
            udata: nil)
        return kevent(descriptor.number, &event, 1, nil, 0, nil)
    }

    package func wait(most: Int, for events: inout [Event]) {
        events.removeAll(keepingCapacity: true)
        withUnsafeTemporaryAllocation(of: kevent.self, capacity: most) { ready in
            var count: Int32
            repeat {
                count = kevent(descriptor.number, nil, 0, ready.baseAddress, Int32(most), nil)
            } while count < 0 && errno == EINTR
            if count < 0 { Program.fail("cannot wait for input", .last(.epoll)) }
            for event in ready[..<Int(count)] {
                events.append(
                    Event(
                        descriptor: Int32(event.ident),
                        readiness: event.filter == Int16(EVFILT_READ) ? .reading : .writing))
            }
        }
    }
    #else
    private static func create() -> Int32 { epoll_create1(Int32(EPOLL_CLOEXEC)) }

    /// Waits for a descriptor to be ready for this from now on, instead of what it was waited for.
    package func register(
        _ new: Readiness, replacing old: Readiness, of member: Int32
    ) throws(SystemCallError) {
        guard new != old else { return }
        let operation =
            old.isEmpty ? EPOLL_CTL_ADD : new.isEmpty ? EPOLL_CTL_DEL : EPOLL_CTL_MOD
        var event = epoll_event()
        if new.contains(.reading) { event.events |= EPOLLIN.rawValue }
        if new.contains(.writing) { event.events |= EPOLLOUT.rawValue }
        event.data.fd = member
        guard epoll_ctl(descriptor.number, operation, member, &event) == 0 else {
            throw .last(.epoll)
        }
    }

    /// Waits until something is ready, and sets `events` to at most `most` of it; ends a program that
    /// cannot wait, because it would never receive input again.
    package func wait(most: Int, for events: inout [Event]) {
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
