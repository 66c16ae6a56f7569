import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Line arrival times", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportArrivalTests {
    /// What one read gives, in milliseconds.
    struct Read {
        var outcome: TransferOutcome
        var began: Int
        var stamp: Int
        /// When its last byte arrived, as far as the stamp is believed.
        var arrival: Int
    }

    static let capacity = 100

    static let courses: [(name: String, reads: [Read])] = [
        (
            "a stamp counts while nothing is known of the connection",
            [Read(outcome: .moved(9), began: 50, stamp: 3, arrival: 3)]
        ),
        (
            "never before a read that found nothing",
            [
                Read(outcome: .notReady, began: 10, stamp: 0, arrival: 0),
                Read(outcome: .moved(9), began: 50, stamp: 3, arrival: 10),
            ]
        ),
        (
            "never before a read that left nothing",
            [
                Read(outcome: .moved(99), began: 10, stamp: 5, arrival: 5),
                Read(outcome: .moved(9), began: 50, stamp: 3, arrival: 10),
            ]
        ),
        (
            "as stamped after a read that may have left something",
            [
                Read(outcome: .moved(100), began: 10, stamp: 5, arrival: 5),
                Read(outcome: .moved(9), began: 50, stamp: 7, arrival: 7),
            ]
        ),
        (
            "as stamped when that is later, however late it is read",
            [
                Read(outcome: .notReady, began: 10, stamp: 0, arrival: 0),
                Read(outcome: .moved(9), began: 50, stamp: 20, arrival: 20),
            ]
        ),
        (
            "by the last time that nothing was left",
            [
                Read(outcome: .notReady, began: 10, stamp: 0, arrival: 0),
                Read(outcome: .moved(9), began: 30, stamp: 20, arrival: 20),
                Read(outcome: .moved(100), began: 40, stamp: 12, arrival: 30),
                Read(outcome: .moved(9), began: 50, stamp: 12, arrival: 30),
                Read(outcome: .moved(9), began: 60, stamp: 12, arrival: 50),
            ]
        ),
    ]

    @Test(
        "A line's arrival is the kernel's stamp, but not before the connection was empty",
        arguments: 0..<6)
    func course(number: Int) {
        let (name, reads) = Self.courses[number]
        var clock = ArrivalClock()
        for read in reads {
            let arrival = clock.arrival(
                of: read.outcome, capacity: Self.capacity,
                began: MonotonicInstant(.milliseconds(read.began)),
                stamp: MonotonicInstant(.milliseconds(read.stamp))
            ) { 0 }
            guard case .moved = read.outcome else { continue }
            #expect(arrival == MonotonicInstant(.milliseconds(read.arrival)), "\(name)")
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

@Suite("Ages of kernel stamps")
struct StampAgeTests {
    /// A clock on the wall that is ahead of the other by some time, in milliseconds.
    private struct Clocks {
        var watch = WallClockWatch()
        var ahead = 5_000_000

        mutating func believed(_ age: Int, at now: Int, waiting: Int = 0) -> Int {
            let before = MonotonicInstant(.milliseconds(now))
            let age = watch.believed(
                .milliseconds(age), at: .milliseconds(now + ahead + waiting), between: before,
                before.advanced(by: .milliseconds(waiting)))
            return Int(age / .milliseconds(1))
        }
    }

    @Test("The age of a kernel stamp is trusted up to 200 ms while the wall clock is steady")
    func steady() {
        var clocks = Clocks()
        #expect(clocks.believed(40, at: 1000) == 40)
        #expect(clocks.believed(120, at: 1000) == 50)
        #expect(clocks.believed(120, at: 1119) == 50)
        #expect(clocks.believed(120, at: 1121) == 120)
        // Both clocks need not go equally fast.
        clocks.ahead += 3
        #expect(clocks.believed(190, at: 4000) == 190)
        #expect(clocks.believed(900, at: 4100) == 200)
    }

    @Test(
        "The age of a kernel stamp is trusted up to 50 ms when the wall clock may have been set",
        arguments: [2, 60_000, -150])
    func step(by time: Int) {
        var clocks = Clocks()
        _ = clocks.believed(0, at: 1000)
        clocks.ahead += time
        #expect(clocks.believed(max(120, time), at: 1200) == 50)
        #expect(clocks.believed(30, at: 1210) == 30)
        #expect(clocks.believed(120, at: 1300) == 50)
        #expect(clocks.believed(120, at: 1321) == 120)
    }

    @Test("The age of a kernel stamp is no evidence when the thread waited between two readings")
    func waiting() {
        var clocks = Clocks()
        _ = clocks.believed(0, at: 1000)
        #expect(clocks.believed(120, at: 1200, waiting: 30) == 120)
        #expect(clocks.believed(120, at: 1300) == 120)
    }
}
