import Dispatch
import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Deadline timers", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportTimerTests {
    nonisolated let executor = QueueExecutor(label: "test")

    /// The time in the given number of milliseconds.
    static func soon(_ milliseconds: Int) -> MonotonicInstant {
        MonotonicClock.now.advanced(by: .milliseconds(milliseconds))
    }

    /// A timer that reports when it fired.
    func timer() -> (DeadlineTimer, AsyncStream<MonotonicInstant>) {
        let (wakeUps, continuation) = AsyncStream<MonotonicInstant>.makeStream()
        let timer = DeadlineTimer(executor: executor) { [executor] in
            #expect(executor.isCurrent)
            continuation.yield(MonotonicClock.now)
        }
        return (timer, wakeUps)
    }

    /// Waits for a later timer of the same queue.
    func later(_ milliseconds: Int) async {
        let (fence, wakeUps) = timer()
        await executor.run { fence.arm(at: Self.soon(milliseconds)) }
        for await _ in wakeUps { break }
    }

    /// How often a timer fires in some time after what is done with it on the queue.
    func wakeUpCount(
        within milliseconds: Int, _ body: @escaping @Sendable (DeadlineTimer) -> Void
    ) async -> Int {
        let count = Locked(0)
        let timer = DeadlineTimer(executor: executor) { count.withLock { $0 += 1 } }
        await executor.run { body(timer) }
        await later(milliseconds)
        return await executor.run { count.value }
    }

    @Test("A deadline timer wakes its owner once, on the queue and not before the deadline")
    func once() async throws {
        let (timer, wakeUps) = timer()
        let deadline = Self.soon(5)
        await executor.run { timer.arm(at: deadline) }
        var iterator = wakeUps.makeAsyncIterator()
        #expect(try #require(await iterator.next()) >= deadline)
        #expect(await executor.run { timer.armedDeadline } == nil)
        #expect(await wakeUpCount(within: 25) { $0.arm(at: Self.soon(5)) } == 1)
    }

    @Test("A queue may end while its timers fire")
    func ends() async {
        for step in 0..<400 {
            let executor = QueueExecutor(label: "test.ends")
            var timers: [DeadlineTimer] = []
            executor.wait {
                let passed = MonotonicClock.now.advanced(by: .microseconds(step % 100))
                timers = (0..<8).map { _ in DeadlineTimer(executor: executor) {} }
                for timer in timers { timer.arm(at: passed) }
            }
            for _ in 0..<step % 20 { await Task.yield() }
        }
    }

    @Test("A deadline timer forgets a deadline that is replaced, by a later one or an earlier one")
    func rearmed() async throws {
        let (timer, wakeUps) = timer()
        let late = Self.soon(30)
        await executor.run {
            timer.arm(at: Self.soon(1))
            timer.arm(at: Self.soon(60_000))
            timer.arm(at: late)
        }
        var iterator = wakeUps.makeAsyncIterator()
        #expect(try #require(await iterator.next()) >= late)
    }

    @Test("Putting a deadline off costs no system call, and the timer still fires")
    func putOff() async throws {
        let (timer, wakeUps) = timer()
        let first = Self.soon(20)
        let last = first.advanced(by: .milliseconds(20))
        let asked = await executor.run {
            for step in 0...1000 { timer.arm(at: first.advanced(by: .microseconds(step * 20))) }
            return timer.alarmCount
        }
        #expect(asked == 1)
        var iterator = wakeUps.makeAsyncIterator()
        #expect(try #require(await iterator.next()) >= last)
        // Once more when it goes off for the first deadline, unless the last one has passed by then.
        #expect(1...2 ~= (await executor.run { timer.alarmCount }))
    }

    @Test("A deadline timer does not wake for a deadline that passed while it was being replaced")
    func replacedInTime() async {
        let count = await wakeUpCount(within: 10) { timer in
            timer.arm(at: Self.soon(1))
            // The wake-up is due, and queued behind this block, when the deadline is changed.
            let due = Self.soon(10)
            while MonotonicClock.now < due {}
            timer.arm(at: Self.soon(60_000))
        }
        #expect(count == 0)
    }

    @Test("A deadline timer that is disarmed does not wake, but for the next deadline")
    func disarmed() async {
        let disarm: @Sendable (DeadlineTimer) -> Void = { timer in
            timer.arm(at: Self.soon(1))
            timer.arm(at: nil)
        }
        #expect(await wakeUpCount(within: 20, disarm) == 0)
        let count = await wakeUpCount(within: 20) { timer in
            disarm(timer)
            timer.arm(at: Self.soon(5))
        }
        #expect(count == 1)
    }

    @Test(
        "A deadline timer wakes soon for a deadline in the past, but never inside the call that sets it"
    )
    func past() async {
        let count = Locked(0)
        let timer = DeadlineTimer(executor: executor) { count.withLock { $0 += 1 } }
        let countInside = await executor.run {
            timer.arm(at: .zero)
            return count.value
        }
        #expect(countInside == 0)
        await later(5)
        #expect(await executor.run { count.value } == 1)
    }

    @Test("A deadline timer can be set again from its own handler")
    func fromHandler() async {
        let (wakeUps, continuation) = AsyncStream<Void>.makeStream()
        let itself = Locked<DeadlineTimer?>(nil)
        let timer = DeadlineTimer(executor: executor) {
            continuation.yield()
            itself.value?.arm(at: Self.soon(1))
        }
        itself.withLock { $0 = timer }
        await executor.run { timer.arm(at: .zero) }
        var iterator = wakeUps.makeAsyncIterator()
        for _ in 1...5 { #expect(await iterator.next() != nil) }
        itself.withLock { $0 = nil }
    }

    @Test("Many timers of a queue fire in turn, whichever are released or set again meanwhile")
    func many() async throws {
        let (wakeUps, continuation) = AsyncStream<Int>.makeStream()
        let timers = (0..<400).map { number in
            DeadlineTimer(executor: executor) { continuation.yield(number) }
        }
        var random = SeededGenerator(seed: 1)
        let delays = (0..<800).map { _ in Duration.microseconds(Int(random.below(20_000))) }
        // Every fourth is cleared again, and each has a companion that is released: more alarms than
        // are kept without a look at which of them are still wanted.
        let last = await executor.run { [executor] in
            let start = Self.soon(5)
            for (number, timer) in timers.enumerated() {
                timer.arm(at: start.advanced(by: delays[number]))
                timer.arm(at: start.advanced(by: delays[number + 400]))
                if number.isMultiple(of: 4) { timer.arm(at: nil) }
                let companion = DeadlineTimer(executor: executor) { continuation.yield(-1) }
                companion.arm(at: start)
            }
            return start.advanced(
                by: delays[400...].enumerated()
                    .filter { !$0.offset.isMultiple(of: 4) }.map(\.element).max() ?? .zero)
        }
        var woken: [Int] = []
        for await number in wakeUps {
            woken.append(number)
            if woken.count == 300 { break }
        }
        #expect(MonotonicClock.now >= last)
        #expect(Set(woken) == Set(timers.indices.filter { !$0.isMultiple(of: 4) }))
        await later(20)
        continuation.finish()
        for await _ in wakeUps { Issue.record("a timer woke twice, or after it was released") }
    }

    @Test("A deadline timer does not keep itself alive")
    func deallocation() async throws {
        var timer: DeadlineTimer? = DeadlineTimer(executor: executor) {}
        weak let weakTimer = timer
        await executor.run { [timer] in timer?.arm(at: Self.soon(60_000)) }
        timer = nil
        while weakTimer != nil {
            try Task.checkCancellation()
            await executor.run {}
        }
    }

    @Test("A deadline timer reads the clock in nanoseconds without overflow")
    func moments() {
        #expect(Duration.seconds(3).wholeNanoseconds == 3_000_000_000)
        #expect((Duration.milliseconds(-1500)).wholeNanoseconds == -1_500_000_000)
        #expect(Duration.seconds(Int64.max / 2).wholeNanoseconds == .max)
        #expect(Duration.seconds(Int64.min / 2).wholeNanoseconds == .min)
        #expect(MonotonicInstant(.milliseconds(-5)).dispatchTime.uptimeNanoseconds <= 1)
        #expect(MonotonicInstant(.seconds(2)).dispatchTime.uptimeNanoseconds == 2_000_000_000)
    }
}
