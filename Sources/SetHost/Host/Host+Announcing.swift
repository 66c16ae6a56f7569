import SetProtocol

extension Host {
    /// How often one address is answered, and all together.
    static let answersPerAddress = RateLimit.Rate(5, per: .seconds(1), burst: 5)
    static let answers = RateLimit.Rate(200, per: .seconds(1), burst: 200)

    /// Answers players who look for hosts on the local network, until the host shuts down.
    ///
    /// - Parameter address: Where the host listens. Answers come from there if it is one address; who
    ///   listens for this machine alone answers it alone.
    /// - Throws: If the UDP port is not available, so that players cannot find the host.
    package func announce(_ address: SocketAddress) throws(SystemCallError) {
        let isOne = !address.host.isUnspecified
        let sender =
            isOne
            ? try DatagramSocket(SocketAddress(address.host, port: 0), executor: executor) : nil
        var failure: SystemCallError?
        for place in [IPAddress.anyV4, .anyV6] where !isOne || place.isV4 == address.host.isV4 {
            do throws(SystemCallError) {
                let socket = try DatagramSocket(
                    SocketAddress(place, port: HostStatus.searchPort), isShared: true,
                    executor: executor)
                try socket.start(most: HostStatus.searchBytes) { [weak self, weak socket] in
                    let (question, asker) = ($0, $1)
                    guard !address.host.isLoopback || asker.host.isLoopback,
                        let answer = self?.assumeIsolated({
                            $0.answer(to: question, from: asker.host, port: address.port)
                        })
                    else { return }
                    (sender ?? socket)?.send(answer, to: asker)
                }
                beacons.append(socket)
            } catch {
                failure = error
            }
        }
        if let failure, beacons.isEmpty { throw failure }
    }

    /// The answer to a question; `nil` for anything else, and to who asks too often.
    private func answer(
        to question: ArraySlice<UInt8>, from asker: IPAddress, port: UInt16
    ) -> [UInt8]? {
        let now = MonotonicClock.now
        guard HostStatus.searchBytes <= question.count,
            let end = question.lastIndex(of: UInt8(ascii: "}")),
            case .status? = try? WireCodec.decodeClientMessage(question[...end]),
            askers.allows(CallerOrigin(asker), at: now), allAskers.allows(at: now)
        else { return nil }
        var status = lobby.status
        (status.port, status.machine) = (Int(port), Program.machine)
        if let code = lobby.longestWaiting, let table = tables[code] {
            let standing = table.assumeIsolated { $0.standing }
            status.waiting = Seat.allCases.lazy.compactMap { standing[$0]?.name }.first
        }
        let answer = WireCodec.encode(.status(status))
        return answer.count <= HostStatus.searchBytes ? answer : nil
    }
}
