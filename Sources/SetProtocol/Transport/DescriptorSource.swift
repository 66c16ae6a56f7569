import Dispatch

/// Calls a handler on a queue while a descriptor is ready, until this is released.
///
/// Linux does not use a Dispatch source here: when the peer hangs up, Dispatch frees its state in
/// one thread while another still uses it, and occasionally crashes
/// (swiftlang/swift-corelibs-libdispatch#949). Strangers could end a host by resetting connections.
package struct DescriptorSource: ~Copyable {
    #if canImport(Glibc)
    private let source: WatchedDescriptor
    #else
    private let source: any DispatchSourceProtocol
    #endif
    private var isSuspended = false

    /// Starts watching.
    ///
    /// `owner` is retained while the descriptor must stay open. `event` may release this source and
    /// any other.
    package init(
        _ readiness: Readiness, _ number: Int32, of owner: some AnyObject & Sendable,
        on queue: DispatchQueue, _ event: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        #if canImport(Glibc)
        source = try ReadinessThread.shared(for: readiness).watch(
            number, of: owner, on: queue, event)
        #else
        source =
            switch readiness {
            case .reading: DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
            case .writing: DispatchSource.makeWriteSource(fileDescriptor: number, queue: queue)
            }
        source.setEventHandler(handler: event)
        source.setCancelHandler { withExtendedLifetime(owner) {} }
        source.activate()
        #endif
    }

    init(
        _ readiness: Readiness, _ descriptor: Descriptor, on queue: DispatchQueue,
        _ event: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        try self.init(readiness, descriptor.number, of: descriptor, on: queue, event)
    }

    deinit {
        // Dispatch stops a program that lets go of a suspended source.
        if isSuspended { source.resume() }
        source.cancel()
    }

    /// Calls no more until ``resume()``.
    mutating func suspend() {
        if !isSuspended { source.suspend() }
        isSuspended = true
    }

    mutating func resume() {
        if isSuspended { source.resume() }
        isSuspended = false
    }
}

#if canImport(Glibc)
/// Waits for the descriptors of everybody in the process, and tells each owner on its own queue.
private final class ReadinessThread: Sendable {
    private struct Both {
        let reading: ReadinessThread
        let writing: ReadinessThread

        init() throws(SystemCallError) {
            guard let reading = ReadinessSet(for: .reading, namesOnce: true),
                let writing = ReadinessSet(for: .writing, namesOnce: true)
            else { throw .last(.epoll) }
            (self.reading, self.writing) = (
                ReadinessThread(.reading, reading), ReadinessThread(.writing, writing)
            )
        }
    }

    private struct Members {
        var nextNumber = 0
        var byNumber: [Int: WatchedDescriptor] = [:]
    }

    private let ready: ReadinessSet
    private let members = Locked(Members())

    /// One for reading and one for writing, for a set knows a descriptor only once; made together when one is
    /// needed, so that a host that has no descriptors left has both.
    private static let threads = Locked<Both?>(nil)
    private static let mostAtOnce = 64

    static func shared(for readiness: Readiness) throws(SystemCallError) -> ReadinessThread {
        try threads.withLock { threads throws(SystemCallError) in
            let both = if let threads { threads } else { try Both() }
            threads = both
            return readiness == .reading ? both.reading : both.writing
        }
    }

    private init(_ readiness: Readiness, _ ready: ReadinessSet) {
        self.ready = ready
        WaitingThread.start("set-duel.ready") {
            if readiness == .reading { Signal.admitResumption() }
            self.run()
        }
    }

    private func run() {
        var numbers: [Int] = []
        while true {
            ready.wait(most: Self.mostAtOnce, for: &numbers)
            // A source that was released in the meantime has no owner, and its number is not
            // reused.
            let named = members.withLock { members in numbers.compactMap { members.byNumber[$0] } }
            for member in named { member.becameReady() }
        }
    }

    func watch(
        _ descriptor: Int32, of owner: some AnyObject & Sendable, on queue: DispatchQueue,
        _ event: @escaping @Sendable () -> Void
    ) throws(SystemCallError) -> WatchedDescriptor {
        let member = members.withLock { members in
            members.nextNumber += 1
            let member = WatchedDescriptor(
                descriptor, number: members.nextNumber, of: owner, on: queue, in: self, event)
            members.byNumber[members.nextNumber] = member
            return member
        }
        guard ready.include(descriptor, as: member.number) else {
            let error = SystemCallError.last(.epoll)
            forget(member.number)
            throw error
        }
        return member
    }

    fileprivate func renew(_ member: WatchedDescriptor) {
        ready.renew(member.descriptor, as: member.number)
    }

    fileprivate func exclude(_ member: WatchedDescriptor) {
        ready.exclude(member.descriptor)
        forget(member.number)
    }

    private func forget(_ number: Int) {
        members.withLock { _ = $0.byNumber.removeValue(forKey: number) }
    }
}

/// A descriptor that is named once, and again only after its owner has been served.
private final class WatchedDescriptor: Sendable {
    private struct State {
        /// Nothing once the owner has let go.
        var event: (@Sendable () -> Void)?
        var owner: (any AnyObject & Sendable)?
        var isSuspended = false
        /// Whether it was named, or served, while it was suspended.
        var isWaiting = false
    }

    let descriptor: Int32
    let number: Int
    private let queue: DispatchQueue
    private let thread: ReadinessThread
    private let state: Locked<State>

    init(
        _ descriptor: Int32, number: Int, of owner: some AnyObject & Sendable,
        on queue: DispatchQueue, in thread: ReadinessThread, _ event: @escaping @Sendable () -> Void
    ) {
        (self.descriptor, self.number, self.queue, self.thread) = (
            descriptor, number, queue, thread
        )
        state = Locked(State(event: event, owner: owner))
    }

    func becameReady() { queue.async { self.serve() } }

    private func serve() {
        let event = state.withLock { state in
            if state.isSuspended { state.isWaiting = true }
            return state.isSuspended ? nil : state.event
        }
        guard let event else { return }
        event()
        renew()
    }

    /// Under the lock, for after the owner has let go the descriptor's number may be another file's.
    private func renew() {
        state.withLock { state in
            guard state.event != nil else { return }
            state.isWaiting = state.isSuspended
            if !state.isSuspended { thread.renew(self) }
        }
    }

    func suspend() { state.withLock { $0.isSuspended = true } }

    func resume() {
        let wasWaiting = state.withLock { state in
            state.isSuspended = false
            return state.isWaiting
        }
        if wasWaiting { renew() }
    }

    func cancel() {
        // What is let go of must not be freed under the lock.
        let before = state.withLock { state in
            let before = state
            if state.event != nil { thread.exclude(self) }
            (state.event, state.owner) = (nil, nil)
            return before
        }
        withExtendedLifetime(before) {}
    }
}
#endif
