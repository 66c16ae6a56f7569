import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("An invitation from a host on this machine") struct Invitations {
    @Test("An invitation from a host on this machine carries the port, unless it is the usual one")
    func port() throws {
        let usual = try Endpoint("localhost")
        let other = try Endpoint("localhost:7999")
        #expect(ClientCommand.addressElsewhere(usual) == nil)
        #expect(ClientCommand.addressElsewhere(other) == "HOST:7999")
    }
}
