import Dispatch
import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("An invitation from a host on this machine", .inTurn, .timeLimit(.minutes(5)))
struct Invitations {
    /// The invitation while a host listens on an address.
    private static func invitation(to address: IPAddress?) throws -> (text: String, port: UInt16) {
        let executor = QueueExecutor(label: "test.invitation")
        let socket = try ListeningSocket(address: address, port: 0, executor: executor)
        let port = socket.boundAddress.port
        let text = ClientCommand.addressElsewhere(try Endpoint("localhost:\(port)"))
        executor.queue.sync { socket.stop() }
        return (text, port)
    }

    @Test("An invitation names this machine for others if the host listens to them")
    func everybody() throws {
        for address in [nil, IPAddress.anyV4] {
            let (text, port) = try Self.invitation(to: address)
            let machine = IPAddress.reachableOnThisMachine()
            let expected = machine.map { SocketAddress($0, port: port).description }
            #expect(text == expected ?? "localhost:\(port)")
        }
    }

    @Test("An invitation stays on this machine if the host listens to nobody else")
    func loopback() throws {
        let (text, port) = try Self.invitation(to: .loopback)
        #expect(text == "localhost:\(port)")
    }
}
