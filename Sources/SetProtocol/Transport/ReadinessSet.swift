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

/// A set of descriptors that can be waited for together (epoll(7)); only Linux has it.
///
/// A descriptor is ready for as long as there is something to be read, an end included, or room to write,
/// however often that was said already. Those that were named are named again after the others.
struct ReadinessSet {
    let descriptor: Descriptor
    /// What they are waited for, as the kernel says it.
    private let events: UInt32

    #if canImport(Glibc)
    /// An empty set, unless there is no descriptor for it.
    ///
    /// - Parameter namesOnce: Whether one that was named is not waited for until it is renewed.
    init?(for readiness: Readiness = .reading, namesOnce: Bool = false) {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard number >= 0 else { return nil }
        descriptor = Descriptor(adopting: number)
        let event = readiness == .reading ? EPOLLIN : EPOLLOUT
        events = event.rawValue | (namesOnce ? EPOLLONESHOT.rawValue : 0)
    }

    /// Adds a descriptor.
    ///
    /// - Parameter number: What it is to be called.
    /// - Returns: Whether the kernel took it.
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

    /// Waits until at least one is ready.
    ///
    /// - Parameters:
    ///   - most: How many are named at once; if more are ready, the others come first the next time.
    ///   - numbers: Set to what those that are ready are called; to nothing only if it cannot wait.
    func wait(most: Int, for numbers: inout [Int]) {
        numbers.removeAll(keepingCapacity: true)
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: most) { events in
            while true {
                let count = epoll_wait(descriptor.number, events.baseAddress, Int32(most), -1)
                if count < 0, errno == EINTR { continue }
                for event in events[..<max(0, Int(count))] { numbers.append(Int(event.data.u64)) }
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
