import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Addresses")
struct TransportAddressTests {
    @Test(
        "An address is written the shortest way",
        arguments: [
            ("127.0.0.1", "127.0.0.1", "127.0.0.1:7381"),
            ("192.0.2.255", "192.0.2.255", "192.0.2.255:7381"),
            ("::", "::", "[::]:7381"),
            ("::1", "::1", "[::1]:7381"),
            ("2001:DB8:0:0:0:0:0:1", "2001:db8::1", "[2001:db8::1]:7381"),
            ("fe80::1%7", "fe80::1%7", "[fe80::1%7]:7381"),
            ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1:7381"),
        ])
    func description(text: String, host: String, withPort: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == host)
        #expect(SocketAddress(address, port: 7381).description == withPort)
    }

    @Test("An invitation prefers IPv4 and uses a container's address only if there is no other")
    func reachable() throws {
        func interface(_ text: String, leadsInside: Bool = false) throws -> NetworkInterface {
            let address = try #require(IPAddress(text))
            return NetworkInterface(
                index: 1, address: address, neighbors: nil, leadsInside: leadsInside)
        }
        let docker = try interface("172.17.0.1", leadsInside: true)
        let local = try ["127.0.0.1", "169.254.3.4", "fe80::1%7"].map { try interface($0) }
        let (v6, v4) = (try interface("2001:db8::1"), try interface("192.0.2.7"))
        func reachable(_ interfaces: [NetworkInterface]) -> String? {
            IPAddress.reachableOnThisMachine(interfaces)?.description
        }
        #expect(reachable([docker] + local + [v6, v4]) == "192.0.2.7")
        #expect(reachable([docker] + local + [v6]) == "2001:db8::1")
        #expect(reachable(local + [docker]) == "172.17.0.1")
        #expect(reachable(local) == nil)
    }

    @Test(
        "An address is parsed only from numbers",
        arguments: [
            "", "localhost", "1.2.3", "1.2.3.4.5", "256.0.0.1", "01.2.3.4", "1.2.3.4 ", ":",
            ":::", "12345::", "fe80::1%", "fe80::1%no-such-interface", "::1]", "[::1]",
        ])
    func refused(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("An address knows which ones are this machine and which are all of them")
    func kinds() {
        #expect(IPAddress("127.8.9.10")?.isLoopback == true)
        #expect(IPAddress("::1") == .loopbackV6)
        #expect(IPAddress("::ffff:127.0.0.1")?.isLoopback == true)
        #expect(IPAddress("128.0.0.1")?.isLoopback == false)
        #expect(IPAddress("0.0.0.0")?.isUnspecified == true)
        #expect(IPAddress("::")?.isUnspecified == true)
        #expect(!IPAddress.loopbackV6.isUnspecified)
    }

    @Test("An address of the name localhost is this machine, each once")
    func resolveName() throws {
        let addresses = try SocketAddress.resolve(host: "localhost", port: 7381)
        #expect(addresses.allSatisfy { $0.host.isLoopback && $0.port == 7381 })
        #expect(Set(addresses).count == addresses.count)
        #expect(!addresses.isEmpty)
    }

    @Test("An impossible host name is not found, and the error names it")
    func unknownHost() {
        // A label may have at most 63 bytes, so no name server needs to be asked.
        let name = String(repeating: "a", count: 64)
        do {
            let addresses = try SocketAddress.resolve(host: name, port: 7381)
            Issue.record("\(name) was found: \(addresses)")
        } catch {
            #expect(error == .unknownHost(name) || error == .lookupFailed(name))
            #expect(error.sentence.contains(name))
        }
    }
}

@Suite("Endpoints")
struct TransportEndpointTests {
    @Test(
        "An endpoint is a host with or without a port",
        arguments: [
            ("localhost", "localhost", 7381),
            ("my-host.example.org:80", "my-host.example.org", 80),
            ("192.0.2.1", "192.0.2.1", 7381),
            ("192.0.2.1:65535", "192.0.2.1", 65535),
            ("[::1]", "::1", 7381),
            ("[::1]:7000", "::1", 7000),
            ("[fe80::1%3]:7000", "fe80::1%3", 7000),
            ("::1", "::1", 7381),
            ("2001:db8::7381", "2001:db8::7381", 7381),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.1", 7381),
        ] as [(String, String, UInt16)])
    func table(text: String, host: String, port: UInt16) throws {
        let endpoint = try Endpoint(text)
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
        #expect(try Endpoint(endpoint.description) == endpoint)
    }

    @Test(
        "An endpoint may have a name in any script, which name servers know in ASCII",
        arguments: [
            ("bücher.example", "bücher.example", "xn--bcher-kva.example"),
            ("BÜCHER.Example", "bücher.example", "xn--bcher-kva.example"),
            ("bu\u{308}cher.example", "bücher.example", "xn--bcher-kva.example"),
            ("straße.example", "straße.example", "xn--strae-oqa.example"),
            ("пример.испытание", "пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
            ("例え。テスト", "例え.テスト", "xn--r8jz45g.xn--zckzah"),
            ("मराठी.example", "मराठी.example", "xn--d2b1ag0dl.example"),
            ("a-ü-b", "a-ü-b", "xn--a--b-1ra"),
            ("ü", "ü", "xn--tda"),
        ])
    func international(text: String, name: String, host: String) throws {
        let endpoint = try Endpoint(text + ":7000")
        #expect(endpoint.host == name)
        #expect(HostName(name)?.ascii == host)
        #expect(endpoint.description == name + ":7000")
        #expect(try Endpoint(endpoint.description) == endpoint)
    }

    @Test(
        "An endpoint is refused with the part that cannot be read",
        arguments: [
            ("", .noHost),
            ("http://example.com", .url("http://example.com")),
            ("set-duel://[::1]:7381", .url("set-duel://[::1]:7381")),
            (":7381", .noHost),
            ("host:", .badPort("")),
            ("host:0", .badPort("0")),
            ("host:65536", .badPort("65536")),
            ("host:+80", .badPort("+80")),
            ("host:http", .badPort("http")),
            ("[::1]:", .badPort("")),
            ("[::1]7381", .badHost("[::1]7381")),
            ("[::1", .badHost("[::1")),
            ("[]", .badHost("[]")),
            ("[127.0.0.1]", .badHost("[127.0.0.1]")),
            ("a:b:c", .badHost("a:b:c")),
            ("tcp://host:1", .url("tcp://host:1")),
            ("my host", .badHost("my host")),
            ("ho\u{1B}st", .badHost("ho\u{1B}st")),
            ("bü cher", .badHost("bü cher")),
            ("☃.example", .badHost("☃.example")),
            ("bü\u{202E}cher", .badHost("bü\u{202E}cher")),
            ("-ü.example", .badHost("-ü.example")),
            ("ü：80", .badHost("ü：80")),
            (
                String(repeating: "ü", count: 60) + ":1",
                .badHost(String(repeating: "ü", count: 60))
            ),
        ] as [(String, EndpointError)])
    func refused(text: String, error: EndpointError) {
        #expect(throws: error) { try Endpoint(text) }
    }
}
