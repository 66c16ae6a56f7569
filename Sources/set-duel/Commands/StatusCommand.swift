import SetClient
import SetProtocol

/// `set-duel status`: prints what a host says about itself.
struct StatusCommand {
    let configuration: Configuration

    func run() async -> Ending {
        let endpoint = configuration.endpoint
        do throws(TransportError) {
            guard let answer = try await StatusQuestion.ask(endpoint) else {
                return Ending(.unavailable, "\(endpoint) does not answer like a host of set-duel")
            }
            let lines = configuration.isJSON ? [Self.object(of: answer)] : Self.lines(of: answer)
            for line in lines { Output.line(SafeText.sanitized(line, limit: 1000)) }
            return .success
        } catch {
            return Ending(.unavailable, error.sentence)
        }
    }

    private static func lines(of answer: StatusQuestion.Answer) -> [String] {
        let status = answer.status
        let tenths = max(1, answer.roundTrip.wholeMicroseconds / 100)
        let room =
            status.isDraining ? "closing" : status.isPrivate ? "private" : "open to everybody"
        return [
            "set-duel \(status.program), protocol \(status.version), \(room), rules: \(status.rules)",
            [
                status.tables.counted("table"), status.players.counted("player"),
                status.watchers.counted("watcher"), status.seats.counted("free seat"),
                "answered in \(tenths / 10).\(tenths % 10) ms",
            ].joined(separator: ", "),
        ]
    }

    /// The line as the host may write it, and the microseconds that the answer took.
    private static func object(of answer: StatusQuestion.Answer) -> String {
        let bytes = WireCodec.encode(.status(answer.status)).dropLast(2)
        let line = String(decoding: bytes, as: UTF8.self)
        return "\(line),\"microseconds\":\(answer.roundTrip.wholeMicroseconds)}"
    }
}
