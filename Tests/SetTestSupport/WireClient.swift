import Dispatch
import SetProtocol

/// One end of a TCP connection that does nothing by itself.
///
/// It sends exactly the given bytes, in the given pieces, and hands over received lines one by one.
/// Every wait has a limit: a timeout is an error that says what arrived instead.
package actor WireClient: QueueConfined {
    package enum Failure: Error, CustomStringConvertible {
        /// The socket could not be connected; the number is errno.
        case notConnected(Int32)
        /// The host closed the connection, having said these lines last.
        case ended(after: [String])
        /// Nothing came in time after these lines.
        case late(after: [String])

        package var description: String {
            switch self {
            case .notConnected(let number): "not connected: errno \(number)"
            case .ended(let lines): "the host ended the connection after:\n" + Self.list(lines)
            case .late(let lines): "nothing came in time after:\n" + Self.list(lines)
            }
        }

        private static func list(_ lines: [String]) -> String {
            lines.map { "    \($0)\n" }.joined()
        }
    }

    /// When a wait that begins now is given up: late enough for a crowded machine.
    package static var usualDeadline: MonotonicInstant {
        MonotonicClock.now.advanced(by: Duration.seconds(20).whenSlow)
    }

    package nonisolated let executor: QueueExecutor
    private let socket: WireSocket
    private var readSource: DescriptorSource?
    private var writeSource: DescriptorSource?
    private var timer: DeadlineTimer?
    private var unsent: [UInt8] = []
    private var isCutOff = false
    private var pourer: CheckedContinuation<Void, Never>?
    private var partial: [UInt8] = []
    private var lines: [String] = []
    private var waiter: CheckedContinuation<Void, Never>?
    private var isLate = false
    private var hasEnded = false
    /// Whether it answers pings by itself, as programs do and bare connections do not.
    private var isProgram = false
    /// How many pings it has answered by itself.
    package private(set) var pingsAnswered = 0
    /// Every line that came, the ones already handed over and the pings included.
    package private(set) var heard: [String] = []

    /// Connects to a port of this machine.
    ///
    /// - Parameters:
    ///   - port: Where a host listens.
    ///   - receiveBuffer: How many bytes the kernel takes in for it, where that matters.
    ///   - source: The last number of the address 127.0.0 that it comes from, where that matters.
    /// - Throws: ``Failure/notConnected(_:)``.
    package init(port: UInt16, receiveBuffer: Int32? = nil, source: UInt8? = nil) throws {
        socket = try WireSocket(port: port, receiveBuffer: receiveBuffer, source: source)
        executor = QueueExecutor(label: "test.client")
    }

    // MARK: - Saying

    package func send(_ line: String) {
        send(bytes: Array(line.utf8) + [0x0A])
    }

    package func send(bytes: [UInt8]) {
        unsent += bytes
        flush()
    }

    /// From now on, answers every ping at once; pings are no longer handed over.
    package func answerPings() {
        isProgram = true
        watchForInput()
    }

    /// Waits until the given number of pings have been answered.
    package func answered(_ count: Int) async throws {
        try await wait(until: Self.usualDeadline) { $0.pingsAnswered >= count || $0.hasEnded }
    }

    /// Sends the same bytes over and over, as fast as they are taken, and keeps no more of them.
    ///
    /// - Parameter total: When to stop.
    /// - Returns: How many bytes were taken before that, or before the other end was gone.
    package func pour(_ bytes: [UInt8], upTo total: Int) async -> Int {
        var taken = 0
        while taken < total, !isCutOff {
            unsent = bytes
            flush()
            while !unsent.isEmpty { await withCheckedContinuation { pourer = $0 } }
            if !isCutOff { taken += bytes.count }
        }
        return taken
    }

    /// Ends the connection without a further word.
    package func drop() {
        readSource = nil
        writeSource = nil
        socket.shutDown()
        end()
    }

    /// Stops sending once everything has been sent, and listens until the host ends the connection.
    package func endSending() async {
        while !unsent.isEmpty { await withCheckedContinuation { pourer = $0 } }
        socket.endSending()
        watchForInput()
    }

    private func flush() {
        while !unsent.isEmpty {
            switch socket.send(unsent) {
            case .moved(let count): unsent.removeFirst(count)
            case .notReady: return watchForRoom()
            case .over: (unsent, isCutOff) = ([], true)
            }
        }
        writeSource = nil
        pourer?.resume()
        pourer = nil
    }

    private func watchForRoom() {
        guard writeSource == nil else { return }
        writeSource = socket.source(.writing, on: executor) { [weak self] in
            self?.assumeIsolated { $0.flush() }
        }
    }

    // MARK: - Hearing

    /// Starts to read; before that, and therefore always in a client that never asks, nothing is
    /// read.
    private func watchForInput() {
        guard readSource == nil, !hasEnded else { return }
        readSource = socket.source(.reading, on: executor) { [weak self] in
            self?.assumeIsolated { $0.readWaiting() }
        }
    }

    private func readWaiting() {
        reading: while !hasEnded {
            var chunk: [UInt8] = []
            switch socket.receive(into: &chunk) {
            case .moved: take(chunk)
            case .notReady: break reading
            case .over: end()
            }
        }
        wake()
    }

    private func take(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let lineEnd = rest.firstIndex(of: 0x0A) {
            let line = String(decoding: partial + rest[..<lineEnd], as: UTF8.self)
            partial = []
            rest = rest[(lineEnd + 1)...]
            heard.append(line)
            if isProgram, line.contains(#""type":"ping""#) {
                pingsAnswered += 1
                send(line.replacing("ping", with: "pong", maxReplacements: 1))
            } else {
                lines.append(line)
            }
        }
        partial += rest
    }

    private func end() {
        hasEnded = true
        readSource = nil
        wake()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    /// Hands over the next line, pings included.
    ///
    /// - Parameter deadline: When to give up; a minute of pings is no answer.
    /// - Throws: ``Failure`` when the connection has ended or the time is up.
    package func line(by deadline: MonotonicInstant = WireClient.usualDeadline) async throws
        -> String
    {
        try await wait(until: deadline) { !$0.lines.isEmpty || $0.hasEnded }
        guard !lines.isEmpty else { throw Failure.ended(after: lastWords) }
        return lines.removeFirst()
    }

    /// Waits until the host has closed the connection.
    ///
    /// - Returns: The lines that had not been handed over yet.
    @discardableResult
    package func end(by deadline: MonotonicInstant = WireClient.usualDeadline) async throws
        -> [String]
    {
        try await wait(until: deadline) { $0.hasEnded }
        defer { lines = [] }
        return lines
    }

    /// The newest lines that tell anything.
    private var lastWords: [String] {
        heard.filter { !$0.contains(#""type":"ping""#) }.suffix(5)
    }

    private func wait(
        until deadline: MonotonicInstant, _ isSatisfied: (isolated WireClient) -> Bool
    ) async throws {
        watchForInput()
        isLate = false
        arm(at: deadline)
        defer { arm(at: nil) }
        while !isSatisfied(self) {
            guard !isLate else { throw Failure.late(after: lastWords) }
            await withCheckedContinuation { waiter = $0 }
        }
    }

    private func arm(at deadline: MonotonicInstant?) {
        if timer == nil {
            timer = DeadlineTimer(executor: executor) { [weak self] in
                self?.assumeIsolated { client in
                    client.isLate = true
                    client.wake()
                }
            }
        }
        timer?.arm(at: deadline)
    }
}
