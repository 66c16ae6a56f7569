#if canImport(Glibc)
import CEpoll
import Glibc
#endif

/// What a descriptor is waited for.
package enum Readiness: Sendable {
    /// Bytes, connections or an end that can be read.
    case reading
    /// Room for bytes, or a connection that was made or failed.
    case writing
}

/// A set of descriptors to wait for together (epoll(7)); Linux only.
///
/// Level-triggered: a descriptor is reported as long as it is ready, after the others that are.
struct ReadinessSet {
    let descriptor: Descriptor
    /// What they are waited for, as the kernel says it.
    private let events: UInt32

    #if canImport(Glibc)
    /// An empty set; `nil` without a descriptor for it.
    ///
    /// - Parameter namesOnce: Whether a reported descriptor must be renewed before it is reported
    ///   again.
    init?(for readiness: Readiness = .reading, namesOnce: Bool = false) {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard number >= 0 else { return nil }
        descriptor = Descriptor(adopting: number)
        let event = readiness == .reading ? EPOLLIN : EPOLLOUT
        events = event.rawValue | (namesOnce ? EPOLLONESHOT.rawValue : 0)
    }

    /// Adds a descriptor under a number of the caller's; `false` if the kernel refuses.
    func include(_ member: Int32, as number: Int) -> Bool {
        control(EPOLL_CTL_ADD, member, number) == 0
    }

    /// Waits again for a descriptor that is named only once.
    func renew(_ member: Int32, as number: Int) { _ = control(EPOLL_CTL_MOD, member, number) }

    /// Takes a descriptor out, before it is closed.
    func exclude(_ member: Int32) {
        _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, member, nil)
    }

    private func control(_ operation: Int32, _ member: Int32, _ number: Int) -> Int32 {
        var event = epoll_event()
        event.events = events
        event.data.u64 = UInt64(number)
        return epoll_ctl(descriptor.number, operation, member, &event)
    }

    /// Waits until at least one is ready, and sets `numbers` to at most `most` of those that are; ends
    /// a program that cannot wait, for it would never hear from anybody again.
    func wait(most: Int, for numbers: inout [Int]) {
        numbers.removeAll(keepingCapacity: true)
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: most) { events in
            while true {
                let count = epoll_wait(descriptor.number, events.baseAddress, Int32(most), -1)
                if count < 0, errno == EINTR { continue }
                if count < 0 { Program.fail("cannot wait for input", .last(.epoll)) }
                for event in events[..<Int(count)] { numbers.append(Int(event.data.u64)) }
                return
            }
        }
    }
    #else
    init?(for readiness: Readiness = .reading, namesOnce: Bool = false) { return nil }

    func include(_ member: Int32, as number: Int) -> Bool { false }

    func renew(_ member: Int32, as number: Int) {}

    func exclude(_ member: Int32) {}

    func wait(most: Int, for numbers: inout [Int]) { numbers.removeAll() }
    #endif
}
