/// Why a connection could not be made or a port not be listened on.
package enum TransportError: Error, Hashable, Sendable {
    /// No machine has that name.
    case unknownHost(String)
    /// Whether a machine has that name could not be found out.
    case lookupFailed(String)
    /// The machine is there, but nothing listens on the port.
    case refused(SocketAddress)
    /// No way leads to the machine.
    case unreachable(SocketAddress)
    /// The machine did not answer in time.
    case timedOut(SocketAddress)
    /// Another program listens there.
    case addressInUse(SocketAddress)
    /// The address is none of this machine's.
    case addressNotAvailable(SocketAddress)
    /// It needs a right this process does not have.
    case notPermitted(SocketAddress)
    /// What was handed over to listen with is not one TCP socket that listens.
    case badHandOver
    /// The task that wanted it was cancelled.
    case cancelled
    /// There was no address to try.
    case noAddress
    /// A system call failed in a way that is not told apart.
    case failed(SystemCallError)

    /// What an error means when it happened on the way to an address.
    init(_ error: SystemCallError, at address: SocketAddress) {
        self =
            switch error.meaning {
            case .refused, .connectionLost: .refused(address)
            case .unreachable: .unreachable(address)
            case .timedOut: .timedOut(address)
            case .addressInUse: .addressInUse(address)
            case .addressNotAvailable: .addressNotAvailable(address)
            case .notPermitted: .notPermitted(address)
            case .familyNotSupported, .exhausted, .other: .failed(error)
            }
    }

    /// What a person is told: what is the matter and what to do about it.
    package var sentence: String {
        switch self {
        case .unknownHost(let name): "There is no host called \"\(name)\": check the name."
        case .lookupFailed(let name):
            "The name \"\(name)\" could not be looked up: check the network or use an address."
        case .refused(let address):
            "Nobody is listening at \(address): is the host running, and on that port?"
        case .unreachable(let address): "There is no way to \(address): check the network."
        case .timedOut(let address):
            "Nothing answered at \(address): check the address and the firewalls between."
        case .addressInUse(let address):
            "Another program is listening on \(address): choose another port."
        case .addressNotAvailable(let address):
            "\(address) is not an address of this machine: choose one that is."
        case .notPermitted(let address):
            "This user may not use \(address): choose a port above 1023."
        case .badHandOver:
            "What was handed over in LISTEN_FDS is not one TCP socket that listens: "
                + "look at the socket unit."
        case .cancelled: "The attempt was given up."
        case .noAddress: "There is no address to connect to."
        case .failed(let error): error.sentence
        }
    }
}
