import SetHost
import SetProtocol
import SetSimulation

/// A duel keeps its laws whatever anybody sends at any time.
///
/// The first byte chooses the rules and the second the deck. After them each line is one event: `A`
/// or `B` and a line as a client would send it, `+` and a number of milliseconds that pass, or a
/// letter and a seat's: `j` sits down, `x` loses the line, `r` returns, `l` goes for good. A line
/// that is nothing of the kind is what the first seat says.
enum FuzzDuel {
    private static let mostEvents = 400

    static func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard bytes.count >= 2 else { return }
        var play = Play(rules: rules(bytes[0]), seed: UInt64(bytes[1]))
        for line in bytes.dropFirst(2).split(separator: 0x0A).prefix(mostEvents) {
            guard try play.take(line) else { return }
        }
    }

    private static func rules(_ byte: UInt8) -> Rules {
        var rules = byte & 1 == 0 ? Rules.duel : .solo
        if byte & 2 != 0 { rules.hints = true }
        if byte & 4 != 0 { (rules.countdown, rules.reveal) = (.zero, .zero) }
        if byte & 8 != 0 { rules.draw = .stands }
        rules.refill = Rules.Refill.allCases[Int(byte >> 4) % Rules.Refill.allCases.count]
        return rules
    }

    private struct Play {
        private var duel: Duel
        private var inspector: SimulationInspector
        private var now = TableInstant.zero

        init(rules: Rules, seed: UInt64) {
            duel = Duel(rules: rules, decks: DeckSource(ShuffleSeed(number: seed)))
            inspector = SimulationInspector(rules: rules)
        }

        /// - Returns: Whether the table is still open.
        mutating func take(_ line: ArraySlice<UInt8>) throws(FuzzFinding) -> Bool {
            guard let first = line.first else { return true }
            let rest = line.dropFirst()
            let seat: Seat = rest.first == 0x42 ? .second : .first
            switch first {
            case 0x2B: return try pass(milliseconds: number(rest))
            case 0x41: return try say(rest, from: .first)
            case 0x42: return try say(rest, from: .second)
            case 0x6A:
                guard duel.freeSeat == seat else { return true }
                return try perform(.joined(seat, name: "\(seat)"))
            case 0x78: return try perform(.connectionLost(seat))
            case 0x72: return try perform(.returned(seat))
            case 0x6C: return try perform(.left(seat))
            case _: return try say(line, from: .first)
            }
        }

        private func number(_ digits: ArraySlice<UInt8>) -> Int {
            digits.prefix(6).reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        }

        /// Every deadline on the way is kept, unless the line ends with the timer oversleeping: an
        /// odd number of milliseconds.
        private mutating func pass(milliseconds: Int) throws(FuzzFinding) -> Bool {
            let goal = now.advanced(by: .milliseconds(milliseconds))
            var wakes = 0
            while milliseconds % 2 == 0, let deadline = duel.nextDeadline, deadline <= goal {
                wakes += 1
                try require(wakes < 100, "a deadline never passes")
                now = max(now, deadline)
                guard try perform(.deadlinePassed) else { return false }
            }
            now = goal
            return true
        }

        private mutating func say(
            _ line: ArraySlice<UInt8>, from seat: Seat
        ) throws(FuzzFinding) -> Bool {
            guard let message = try? WireCodec.decodeClientMessage(line) else { return true }
            return try perform(.received(message, from: seat, arrival: now))
        }

        /// - Returns: Whether the table is still open.
        private mutating func perform(_ input: DuelInput) throws(FuzzFinding) -> Bool {
            let before = duel
            let effects = duel.apply(input, at: now)
            for case .publish(let state) in effects { try inspect(line: .state(state)) }
            do throws(SimulationFault) {
                try inspector.inspect(
                    SimulationGlimpse(
                        of: duel, before: before, after: input, at: now, effects: effects))
            } catch {
                throw FuzzFinding("\(input) at \(now): \(error)")
            }
            return !effects.contains(.close)
        }

        /// Every message fits into a line and can be decoded.
        private func inspect(line message: HostMessage) throws(FuzzFinding) {
            let line = WireCodec.encode(message)
            try require(
                line.count <= WireLimits.standard.lineBytes, "a line of \(line.count) bytes")
            let again = try? WireCodec.decodeHostMessage(line)
            try require(again != nil, "nobody can read \(String(decoding: line, as: UTF8.self))")
        }
    }
}
