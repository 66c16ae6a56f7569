import Dispatch

/// A running Dispatch source that ends when its owner lets go of it.
///
/// The source keeps its descriptor open until it is cancelled for good, because closing a descriptor
/// that is still being watched may watch whatever file gets the same number next.
struct ActiveSource: ~Copyable {
    private let source: any DispatchSourceProtocol
    private var isSuspended = false

    private init(
        _ source: any DispatchSourceProtocol, keeping descriptor: Descriptor?,
        _ event: @escaping @Sendable () -> Void
    ) {
        self.source = source
        source.setEventHandler(handler: event)
        if let descriptor {
            source.setCancelHandler { withExtendedLifetime(descriptor) {} }
        }
        source.activate()
    }

    deinit {
        // Dispatch stops a program that lets go of a suspended source.
        if isSuspended { source.resume() }
        source.cancel()
    }

    /// Calls no more until ``resume()``; the descriptor stays watched, so that Dispatch need not begin
    /// again beside a source that waits for room on it, which it cannot on Linux.
    mutating func suspend() {
        if !isSuspended { source.suspend() }
        isSuspended = true
    }

    /// Calls again.
    mutating func resume() {
        if isSuspended { source.resume() }
        isSuspended = false
    }

    /// Calls when there are bytes, connections or an end to be read.
    ///
    /// - Parameter event: Must read until nothing is left: after a reset or on a closed pipe there is
    ///   no second call for what the first one left.
    static func reading(
        _ descriptor: Descriptor, on queue: DispatchQueue, _ event: @escaping @Sendable () -> Void
    ) -> ActiveSource {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor.number, queue: queue)
        return ActiveSource(source, keeping: descriptor, event)
    }

    /// Calls, again and again, while bytes can be written.
    static func writing(
        _ descriptor: Descriptor, on queue: DispatchQueue, _ event: @escaping @Sendable () -> Void
    ) -> ActiveSource {
        let source = DispatchSource.makeWriteSource(
            fileDescriptor: descriptor.number, queue: queue)
        return ActiveSource(source, keeping: descriptor, event)
    }

    /// Calls once, a duration from now.
    static func timer(
        after delay: Duration, on queue: DispatchQueue, _ event: @escaping @Sendable () -> Void
    ) -> ActiveSource {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: MonotonicClock.now.advanced(by: delay).dispatchTime)
        return ActiveSource(source, keeping: nil, event)
    }
}
