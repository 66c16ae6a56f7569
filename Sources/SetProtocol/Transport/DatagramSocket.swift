import SystemLibrary

/// Sends and receives small messages over UDP. Calls return at once; what cannot be sent now is lost.
package actor DatagramSocket: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private let descriptor: Descriptor
    private var source: DescriptorSource?

    /// How many messages are received before everything else on the queue has its turn.
    private static let mostInARow = 32

    /// - Parameter isShared: Whether other programs may have the address, too: each of them receives
    ///   what is sent to everybody.
    package init(
        _ address: SocketAddress, isShared: Bool = false, executor: QueueExecutor
    ) throws(SystemCallError) {
        let number = Platform.openSocket(Platform.datagramType, address.family)
        guard number >= 0 else { throw .last(.socket) }
        (self.executor, descriptor) = (executor, Descriptor(adopting: number))
        try descriptor.set(SO_BROADCAST, 1, at: SOL_SOCKET)
        if isShared { try descriptor.set(SO_REUSEADDR, 1, at: SOL_SOCKET) }
        if case .v6 = address.host { try descriptor.set(IPV6_V6ONLY, 1, at: Int32(IPPROTO_IPV6)) }
        try descriptor.bind(to: address)
    }

    /// Begins to receive; call on the queue.
    ///
    /// - Parameters:
    ///   - most: How many bytes of a message count; the rest of a longer one is lost.
    ///   - receive: Called on the queue. Should hold its owner weakly.
    package nonisolated func start(
        most: Int, _ receive: @escaping @Sendable (ArraySlice<UInt8>, SocketAddress) -> Void
    ) throws(SystemCallError) {
        let source = assumeIsolated { socket in
            Result { () throws(SystemCallError) in
                socket.source = try DescriptorSource(
                    .reading, socket.descriptor, on: executor
                ) { [descriptor] in
                    var buffer = [UInt8](repeating: 0, count: most)
                    for _ in 0..<Self.mostInARow {
                        guard let (count, peer) = descriptor.receive(into: &buffer) else { return }
                        if let peer { receive(buffer[..<count], peer) }
                    }
                }
            }
        }
        try source.get()
    }

    package nonisolated func send(_ bytes: [UInt8], to peer: SocketAddress) {
        _ = peer.withKernelForm { sendto(descriptor.number, bytes, bytes.count, 0, $0, $1) }
    }

    package nonisolated func close() { assumeIsolated { $0.source = nil } }
}

extension Descriptor {
    /// - Returns: `nil` if there is nothing; no sender if it has no address of the known families.
    fileprivate func receive(into buffer: inout [UInt8]) -> (count: Int, peer: SocketAddress?)? {
        var count = -1
        let size = buffer.count
        let peer = buffer.withUnsafeMutableBytes { buffer in
            SocketAddress.filled { address, length in
                count = recvfrom(number, buffer.baseAddress, size, 0, address, length)
                return Int32(clamping: count)
            }.address
        }
        return count < 0 ? nil : (count, peer)
    }
}
