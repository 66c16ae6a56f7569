#if canImport(Glibc)
import CEpoll
import Glibc
#endif

/// A set of descriptors that can be waited for together (epoll(7)); only Linux has it.
///
/// A descriptor is ready for as long as there is something to be read, an end included, however often
/// that was said already. Those that were named are named again after the others.
struct ReadinessSet {
    let descriptor: Descriptor

    #if canImport(Glibc)
    /// An empty set, unless there is no descriptor for it.
    init?() {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard number >= 0 else { return nil }
        descriptor = Descriptor(adopting: number)
    }

    /// Adds a descriptor.
    ///
    /// - Parameter number: What it is to be called.
    /// - Returns: Whether the kernel took it.
    func include(_ member: Descriptor, as number: Int) -> Bool {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u64 = UInt64(number)
        return epoll_ctl(descriptor.number, EPOLL_CTL_ADD, member.number, &event) == 0
    }

    /// Takes a descriptor out, before it is closed.
    func exclude(_ member: Descriptor) {
        _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, member.number, nil)
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
    init?() { return nil }

    func include(_ member: Descriptor, as number: Int) -> Bool { false }

    func exclude(_ member: Descriptor) {}

    func wait(most: Int, for numbers: inout [Int]) { numbers.removeAll() }
    #endif
}
