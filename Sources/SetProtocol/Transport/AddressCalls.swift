import Dispatch
import SystemLibrary

extension IPAddress: CustomStringConvertible {
    /// Parses a numeric address: `192.0.2.1`, `2001:db8::1`, `fe80::1%eth0`.
    package init?(_ text: String) {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self = .v4(UInt32(bigEndian: v4.s_addr))
            return
        }
        let address = text.prefix { $0 != "%" }
        var scope: UInt32 = 0
        if address.count < text.count {
            let zone = String(text.dropFirst(address.count + 1))
            scope = UInt32(zone) ?? if_nametoindex(zone)
            guard scope != 0 else { return nil }
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, String(address), &v6) == 1 else { return nil }
        self.init(v6, scope: scope)
    }

    /// The address in numbers, the way RFC 5952 wants it.
    package var description: String {
        switch self {
        case .v4(let bytes): Self.text(of: in_addr(s_addr: bytes.bigEndian), AF_INET)
        case .v6(let high, let low, let scope):
            Self.text(of: Self.inet6(high: high, low: low), AF_INET6)
                + (scope == 0 ? "" : "%\(scope)")
        }
    }

    private static func text<Address>(of address: Address, _ family: Int32) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = withUnsafeBytes(of: address) {
            inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    fileprivate init(_ address: in6_addr, scope: UInt32) {
        let (high, low) = withUnsafeBytes(of: address) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        let isMappedV4 = high == 0 && low >> 32 == 0xFFFF
        self =
            isMappedV4
            ? .v4(UInt32(truncatingIfNeeded: low)) : .v6(high: high, low: low, scope: scope)
    }

    fileprivate static func inet6(high: UInt64, low: UInt64) -> in6_addr {
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) { bytes in
            bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return address
    }
}

// MARK: - The kernel's form

extension SocketAddress {
    var family: Int32 {
        switch host {
        case .v4: AF_INET
        case .v6: AF_INET6
        }
    }

    package func withKernelForm<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        switch host {
        case .v4(let bytes):
            var address = sockaddr_in()
            address.sin_port = port.bigEndian
            address.sin_addr = in_addr(s_addr: bytes.bigEndian)
            return lend(&address, to: body)
        case .v6(let high, let low, let scope):
            var address = sockaddr_in6()
            address.sin6_port = port.bigEndian
            address.sin6_addr = IPAddress.inet6(high: high, low: low)
            address.sin6_scope_id = scope
            return lend(&address, to: body)
        }
    }

    private func lend<Address, Result>(
        _ address: inout Address, to body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        let size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Platform.label($0, family: family, size: size)
                return body($0, size)
            }
        }
    }

    /// Calls a system call that fills in an address; `nil` if it fails or the family is neither
    /// IPv4 nor IPv6.
    static func filled(
        by fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> (answer: Int32, address: SocketAddress?) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                let answer = fill(generic, &size)
                return (answer, answer < 0 ? nil : SocketAddress(kernelForm: generic))
            }
        }
    }

    /// Reads an address in the kernel's form; `nil` for one that is neither IPv4 nor IPv6.
    init?(kernelForm pointer: UnsafePointer<sockaddr>) {
        let bytes = UnsafeRawPointer(pointer)
        switch Int32(pointer.pointee.sa_family) {
        case AF_INET:
            let address = bytes.loadUnaligned(as: sockaddr_in.self)
            self.init(
                .v4(UInt32(bigEndian: address.sin_addr.s_addr)),
                port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = bytes.loadUnaligned(as: sockaddr_in6.self)
            self.init(
                IPAddress(address.sin6_addr, scope: address.sin6_scope_id),
                port: UInt16(bigEndian: address.sin6_port))
        default: return nil
        }
    }

    // MARK: - Names

    /// Looks up the addresses of a host without blocking the caller.
    ///
    /// Name servers that do not answer can delay a lookup for much longer than a player waits. It
    /// then goes on in its thread, and nobody reads its answer.
    ///
    /// - Parameter lookUp: Replaced in tests.
    package static func resolve(
        _ endpoint: Endpoint, within timeout: Duration,
        lookUp: @escaping @Sendable (String, UInt16) throws(TransportError) -> [SocketAddress] =
            resolve(host:port:)
    ) async throws(TransportError) -> [SocketAddress] {
        if let address = IPAddress(endpoint.host) {
            return [SocketAddress(address, port: endpoint.port)]
        }
        let answer = OneTimeEvent<Result<[SocketAddress], TransportError>>()
        WaitingThread.start("set-duel.lookup") {
            answer.happen(
                Result { () throws(TransportError) in try lookUp(endpoint.host, endpoint.port) })
        }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .milliseconds(timeout.wholeMilliseconds)
        ) { answer.happen(.failure(.lookupFailed(endpoint.host))) }
        guard let answer = await answer.wait() else { throw .cancelled }
        return try answer.get()
    }

    /// Best first; blocks for up to several seconds while a name server is asked.
    package static func resolve(
        host: String, port: UInt16
    ) throws(TransportError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Platform.streamType
        var list: UnsafeMutablePointer<addrinfo>?
        let answer = getaddrinfo(HostName(host)?.ascii ?? host, nil, &hints, &list)
        guard answer == 0 else {
            throw answer == EAI_NONAME ? .unknownHost(host) : .lookupFailed(host)
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            guard let generic = entry?.pointee.ai_addr,
                var address = SocketAddress(kernelForm: generic)
            else { continue }
            address.port = port
            if !addresses.contains(address) { addresses.append(address) }
        }
        guard !addresses.isEmpty else { throw .unknownHost(host) }
        return addresses
    }
}
