import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Hosts on the local network")
struct FoundHostsTests {
    private func found(
        _ number: UInt64, at address: String, over interface: UInt32 = 2, named name: String = "a",
        seats: Int = 1, waiting: String? = nil
    ) throws -> FoundHost {
        var random = SeededGenerator(seed: number)
        var status = HostStatus(
            host: HostID(using: &random), program: "1", isPrivate: false, rules: "usual")
        (status.machine, status.seats, status.waiting) = (name, seats, waiting)
        let address = SocketAddress(try #require(IPAddress(address)), port: 7381)
        return FoundHost(
            address: address, status: status, roundTrip: .milliseconds(1), interface: interface)
    }

    private func addresses(_ hosts: FoundHosts) -> [String] {
        hosts.list.map { "\($0.address.host)" }
    }

    @Test("A host that answers over several interfaces has one row, which never leads elsewhere")
    func merged() throws {
        var hosts = FoundHosts()
        let answers = [
            (try found(1, at: "192.168.1.20"), true), (try found(1, at: "fe80::1"), false),
            (try found(1, at: "172.17.0.1", over: 3), false), (try found(1, at: "fe80::1"), false),
            (try found(2, at: "192.168.1.20"), true),
            // Somebody else on another network, who has the number and not the name.
            (try found(1, at: "10.9.1.2", over: 3, named: "b"), true),
        ]
        for (answer, isNews) in answers {
            let isNew = hosts.add(answer)
            #expect(isNew == isNews, "\(answer.address)")
        }
        #expect(addresses(hosts) == ["192.168.1.20", "192.168.1.20", "10.9.1.2"])
        let isGone = hosts.remove { "\($0.host)" == "10.9.1.2" }
        #expect(isGone && addresses(hosts) == ["192.168.1.20", "192.168.1.20"])
    }

    @Test("The form highlights the host with the best place until something was done")
    func highlighted() throws {
        let full = try found(1, at: "192.168.1.20", seats: 0)
        let (open, waiting) = (
            try found(2, at: "192.168.1.21"), try found(3, at: "192.168.1.22", waiting: "Ann")
        )
        var form = JoinForm(name: "Bob", role: .play)
        var rows: [Int] = []
        for hosts in [[full], [full, open], [full, open, waiting]] {
            form.show(hosts)
            rows.append(form.form.row)
        }
        _ = form.handle(.key(Key(.up)), in: Rect(0, 0, 80, 24))
        // What was chosen stays chosen, wherever it is.
        for hosts in [[full, open, waiting], [open, waiting], []] {
            form.show(hosts)
            rows.append(form.form.row)
        }
        #expect(rows == [0, 1, 2, 1, 0, 0])
        var watching = JoinForm(name: "Bob", role: .watch)
        watching.show([full, open])
        #expect(watching.form.row == 0)
    }

    @Test("A host with another's number gets a row of its own, in either order of the answers")
    func forged() throws {
        let (honest, liar) = (
            try found(1, at: "192.168.1.20"), try found(1, at: "192.168.1.66", named: "b")
        )
        for answers in [[honest, liar], [liar, honest]] {
            var hosts = FoundHosts()
            for (place, answer) in (answers + answers).enumerated() {
                let isNew = hosts.add(answer)
                #expect(isNew == (place < 2))
            }
            #expect(hosts.list == answers)
        }
    }

    @Test("A thousand answers make four rows a machine, no more than fit, and leave the first")
    func flood() throws {
        var hosts = FoundHosts()
        let first = try found(1, at: "192.168.1.20")
        _ = hosts.add(first)
        for number in 2...1000 as ClosedRange<UInt64> {
            _ = hosts.add(try found(number, at: "192.168.1.66"))
        }
        #expect(hosts.list.count == 1 + FoundHosts.mostPerMachine)
        for number in 2...1000 as ClosedRange<UInt64> {
            _ = hosts.add(try found(number, at: "10.0.\(number / 250).\(number % 250)"))
        }
        #expect(hosts.list.count == FoundHosts.most)
        #expect(hosts.list.first == first)
    }
}

@Suite("Looking for hosts", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostSearchTests {
    @Test("A host on this machine is found with what it says of itself, unless it is private")
    func found() async throws {
        var options = HostOptions()
        (options.rules.bestOf, options.version) = (3, "1.2")
        try await RealHost.running(options) { host in
            let bound = SocketAddress(.loopback, port: host.port)
            try await host.host.announce(bound)
            let ann = try await host.join(Hello(name: "Ann"))
            try await ann.send(.ready)
            try await ann.event { $0 == .ready(.first) }
            let news = OneTimeEvent<FoundHost>()
            let search = HostSearch { hosts, _ in
                let mine = hosts.list.first { $0.address.port == host.port }
                if let mine { news.happen(mine) }
            }
            search.start()
            let found = try #require(await news.wait())
            withExtendedLifetime(search) {}
            #expect(found.address.host == .loopback)
            let status = found.status
            #expect((status.program, status.rules, status.waiting) == ("1.2", "best of 3", "Ann"))
            #expect((status.tables, status.players) == (1, 1))
        }
    }
}
