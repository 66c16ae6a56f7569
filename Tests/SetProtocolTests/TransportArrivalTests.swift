import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Line arrival times", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportArrivalTests {
    /// What one read of at most 100 bytes gives: how many bytes, when it began, its stamp, and when its
    /// last byte arrived, as far as the stamp is believed; times in milliseconds.
    typealias Read = (count: Int, began: Int, stamp: Int, arrival: Int)

    @Test(
        "A line's arrival is the kernel's stamp, but not before the connection was empty",
        arguments: [
            ("as stamped while nothing is known", [(9, 50, 3, 3)]),
            ("not before a read that found nothing", [(0, 10, 0, 0), (9, 50, 3, 10)]),
            ("not before a read that left nothing", [(99, 10, 5, 5), (9, 50, 3, 10)]),
            (
                "as stamped after one that may have left something",
                [(100, 10, 5, 5), (9, 50, 7, 7)]
            ),
            ("as stamped when that is later", [(0, 10, 0, 0), (9, 50, 20, 20)]),
            (
                "by the last time that nothing was left",
                [
                    (0, 10, 0, 0), (9, 30, 20, 20), (100, 40, 12, 30), (9, 50, 12, 30),
                    (9, 60, 12, 50),
                ]
            ),
        ] as [(String, [Read])])
    func course(name: String, reads: [Read]) {
        var clock = ArrivalClock()
        for read in reads {
            let arrival = clock.arrival(
                of: read.count > 0 ? .moved(read.count) : .notReady, capacity: 100,
                began: MonotonicInstant(.milliseconds(read.began)),
                stamp: MonotonicInstant(.milliseconds(read.stamp))
            ) { 0 }
            if read.count > 0 {
                #expect(arrival == MonotonicInstant(.milliseconds(read.arrival)), "\(name)")
            }
        }
    }

    @Test("A line's arrival is its reading for an old stamp after reordering")
    func outOfOrder() {
        var clock = ArrivalClock()
        // The age of each stamp in milliseconds, how many have come out of order, and what is believed.
        let reads: [(age: Int, segments: UInt32?, believed: Bool)] = [
            (20, 0, true), (20, nil, true), (20, 1, false), (20, 1, false), (1, 1, true),
            (20, 2, false),
        ]
        for (number, read) in reads.enumerated() {
            let began = MonotonicInstant(.seconds(number))
            let stamp = began.advanced(by: .milliseconds(-read.age))
            let arrival = clock.arrival(
                of: .moved(100), capacity: 100, began: began, stamp: stamp
            ) { read.segments }
            #expect(arrival == (read.believed ? stamp : began), "\(number)")
        }
    }

    @Test("A line's arrival is after the connection was last empty")
    func forged() async throws {
        let loopback = try await Loopback()
        let address = loopback.socket.boundAddress
        let descriptor = try Descriptor.connectedForTest(to: address)
        // Stamped as if the end of each line had come long before its beginning.
        let connection = LineConnection(
            adopting: descriptor, peer: address, executor: loopback.executor,
            limits: .standard, lineLimit: 100
        ) { descriptor, buffer, stamp in
            let outcome = descriptor.receive(into: buffer, stamp: &stamp)
            stamp = stamp.advanced(by: .seconds(-60))
            return outcome
        }
        var accepted = loopback.accepted.makeAsyncIterator()
        let peer = try #require(await accepted.next())
        var events = await connection.startForTest().makeAsyncIterator()
        for _ in 0..<3 {
            let empty = await loopback.executor.run {
                let now = MonotonicClock.now
                connection.readNow()
                peer.send(Array("claim".utf8))
                return now
            }
            guard case .line(_, let arrival) = await events.next() else {
                Issue.record("no line came")
                return
            }
            #expect(empty <= arrival && arrival <= MonotonicClock.now)
        }
    }
}
