#if canImport(Glibc)
import CEpoll
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Waits for many sockets at once, at a price that does not grow with how many there are where the
/// system allows it: who measures a host must not be busier than the host.
final class LoadWaiter {
    /// Which sockets can be read, by their places.
    private(set) var ready: [Int] = []

    #if canImport(Glibc)
    private let set: CInt

    /// Waits for some sockets from now on.
    init(for sockets: [LoadSocket]) throws {
        set = epoll_create1(0)
        guard set >= 0 else { throw LoadFailure("no descriptor to wait with: error \(errno)") }
        for (place, socket) in sockets.enumerated() {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            event.data.u64 = UInt64(place)
            guard epoll_ctl(set, EPOLL_CTL_ADD, socket.descriptor, &event) == 0 else {
                throw LoadFailure("cannot wait for a socket: error \(errno)")
            }
        }
    }

    deinit { close(set) }

    /// Waits until something has come from one of them.
    func wait(milliseconds: CInt = 10_000) throws {
        ready.removeAll(keepingCapacity: true)
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { events in
            let count = epoll_wait(set, events.baseAddress, 256, milliseconds)
            for event in events[..<max(0, Int(count))] { ready.append(Int(event.data.u64)) }
        }
        guard !ready.isEmpty else { throw LoadFailure("nothing comes any more") }
    }
    #else
    private var polled: [pollfd]

    init(for sockets: [LoadSocket]) throws {
        polled = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    func wait(milliseconds: CInt = 10_000) throws {
        let count = poll(&polled, nfds_t(polled.count), milliseconds)
        guard count > 0 else { throw LoadFailure("nothing comes any more") }
        ready = polled.indices.filter { polled[$0].revents != 0 }
    }
    #endif
}
