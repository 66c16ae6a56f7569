import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("An invitation from a host on this machine") struct Invitations {
    @Test("An invitation from a host on this machine names the machine's address if it has one")
    func address() throws {
        let other = try Endpoint("localhost:7999")
        let machine = try #require(IPAddress("192.168.1.20"))
        #expect(ClientCommand.addressElsewhere(other, machine) == "192.168.1.20:7999")
    }

    @Test("An invitation without an address carries the port, unless it is the usual one")
    func port() throws {
        let usual = try Endpoint("localhost")
        let other = try Endpoint("localhost:7999")
        #expect(ClientCommand.addressElsewhere(usual, nil) == nil)
        #expect(ClientCommand.addressElsewhere(other, nil) == "HOST:7999")
    }
}
