import Dispatch
import SetProtocol
import Synchronization

/// Strangers who abuse a host from a separate thread until stopped.
///
/// The thread has a lower priority than the players and the host, because real strangers have their
/// own processors.
final class Strangers: Sendable {
    private let abuse: Abuse
    private let port: UInt16
    private let bytes: [UInt8]
    private let code: TableCode
    private let isOver = Atomic(false)
    private let came = Atomic(0)
    private let said = Atomic(0)
    private let queue = DispatchQueue(label: "bench.strangers", qos: .background)

    /// Lets them begin.
    init(_ abuse: Abuse, at code: TableCode, port: UInt16) {
        (self.abuse, self.port, self.code) = (abuse, port, code)
        bytes = abuse.bytes(code)
        queue.async { self.run() }
    }

    /// How many connections they have made.
    var connections: Int { came.load(ordering: .relaxed) }
    /// How many bytes they have got rid of.
    var bytesSaid: Int { said.load(ordering: .relaxed) }

    /// Lets them go, and waits until all have.
    func leave() {
        isOver.store(true, ordering: .relaxed)
        queue.sync {}
    }

    private func run() {
        var strangers = [Stranger?](repeating: nil, count: abuse.connections)
        var number: UInt32 = 0
        while !isOver.load(ordering: .relaxed) {
            var isBusy = false
            for place in strangers.indices {
                if strangers[place] == nil {
                    // One address after the other; the players come from another one.
                    let source = 0x1_0000 + number % UInt32(abuse.addresses)
                    number += 1
                    strangers[place] = Stranger(abuse, code, to: port, from: source)
                    if strangers[place] != nil { came.add(1, ordering: .relaxed) }
                }
                guard let count = strangers[place]?.act(bytes) else {
                    strangers[place] = nil
                    continue
                }
                said.add(count, ordering: .relaxed)
                if count > 0 { isBusy = true }
            }
            // The host takes no more for the moment.
            if !isBusy { try? LoadSocket.rest(microseconds: 500) }
        }
    }
}

/// One connection of a stranger.
private struct Stranger {
    private let socket: LoadSocket
    private let manner: Abuse.Manner
    /// What is said before anything else.
    private var greeting: ArraySlice<UInt8>
    /// How much of what is said over and over has been said.
    private var place = 0
    private var next = 0.0

    init?(_ abuse: Abuse, _ code: TableCode, to port: UInt16, from source: UInt32) {
        let readsLittle = abuse.manner == .readsSlowly || abuse.manner == .neverReads
        guard
            let socket = try? LoadSocket(
                stranger: source, to: port, receiveBuffer: readsLittle ? 2048 : nil)
        else { return nil }
        (self.socket, manner) = (socket, abuse.manner)
        var hello: [UInt8] = []
        if abuse.isWatching {
            hello = WireCodec.encode(.hello(Hello(name: "Eve", role: .watch, table: code)))
        } else if abuse.isSitting {
            hello = WireCodec.encode(.hello(Hello(name: "Eve")))
        }
        greeting = hello[...]
    }

    /// Does what it does for a moment.
    ///
    /// - Returns: How many bytes were taken; `nil` when the connection is over.
    mutating func act(_ bytes: [UInt8]) -> Int? {
        if manner != .neverReads {
            let now = LoadClock.now
            let isDue = manner != .readsSlowly || now >= next
            if isDue {
                if manner == .readsSlowly { next = now + 1_000_000 }
                let most = manner == .readsSlowly ? 100 : 16_384
                if socket.tryReading(most: most, isKept: false) == .ended { return nil }
            }
        }
        if !greeting.isEmpty {
            switch socket.trySending(greeting) {
            case .moved(let count): greeting = greeting.dropFirst(count)
            case .notYet: return 0
            case .ended: return nil
            }
        }
        guard greeting.isEmpty, !bytes.isEmpty else { return 0 }
        return say(bytes)
    }

    private mutating func say(_ bytes: [UInt8]) -> Int? {
        var piece = bytes[place...]
        switch manner {
        case .pours: break
        case .saysOnce: if piece.isEmpty { return 0 }
        case .trickles:
            let now = LoadClock.now
            guard now >= next, !piece.isEmpty else { return 0 }
            next = now + 1_000_000
            piece = piece.prefix(1)
        case .readsSlowly, .neverReads: return 0
        }
        switch socket.trySending(piece) {
        case .moved(let count):
            place += count
            if manner == .pours, place == bytes.count { place = 0 }
            return count
        case .notYet: return 0
        case .ended: return nil
        }
    }
}
