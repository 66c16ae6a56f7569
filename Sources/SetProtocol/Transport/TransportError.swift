import SystemLibrary

package enum TransportError: Error, Hashable, Sendable {
    case unknownHost(String)
    /// Whether a machine has that name could not be found out.
    case lookupFailed(String)
    /// The machine is there, but nothing listens on the port.
    case refused(SocketAddress)
    /// No way leads to the machine.
    case unreachable(SocketAddress)
    case timedOut(SocketAddress)
    case addressInUse(SocketAddress)
    case addressNotAvailable(SocketAddress)
    /// It needs a right this process does not have.
    case notPermitted(SocketAddress)
    /// What was handed over to listen with is not one TCP socket that listens.
    case badHandOver
    case cancelled
    case noAddress
    case failed(SystemCallError)

    init(_ error: SystemCallError, at address: SocketAddress) {
        self =
            switch error.number {
            case _ where error.isConnectionLost: .refused(address)
            case _ where error.isUnreachable: .unreachable(address)
            case ECONNREFUSED: .refused(address)
            case ETIMEDOUT: .timedOut(address)
            case EADDRINUSE: .addressInUse(address)
            case EADDRNOTAVAIL: .addressNotAvailable(address)
            case EACCES, EPERM: .notPermitted(address)
            default: .failed(error)
            }
    }

    package var sentence: String {
        switch self {
        case .unknownHost(let name): "unknown host '\(name)': check the name"
        case .lookupFailed(let name):
            "cannot look up '\(name)': check the network or use an address"
        case .refused(let address):
            "cannot connect to \(address): connection refused (is the host running on that port?)"
        case .unreachable(let address): "cannot reach \(address): check the network"
        case .timedOut(let address):
            "no answer from \(address): check the address and any firewalls"
        case .addressInUse(let address):
            "cannot listen on \(address): address in use (is another host running? try --port 0)"
        case .addressNotAvailable(let address):
            "cannot listen on \(address): not an address on this machine"
        case .notPermitted(let address):
            "cannot listen on \(address): permission denied (use a port above 1023)"
        case .badHandOver:
            "LISTEN_FDS must hold exactly one listening TCP socket: check the socket unit"
        case .cancelled: "connection attempt canceled"
        case .noAddress: "no address to connect to"
        case .failed(let error): "system error: \(error.sentence)"
        }
    }
}
