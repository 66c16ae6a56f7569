/// Why a line is not a message; always the fault of its sender.
package enum WireError: Error, Hashable, Sendable {
    case malformed(JSONError)
    case unknownType
    case missing(String)
    case invalid(String)
    case badName
    case badText

    func inside(_ key: String) -> WireError {
        switch self {
        case .missing(let inner): .missing("\(key).\(inner)")
        case .invalid(""): .invalid(key)
        case .invalid(let inner): .invalid("\(key).\(inner)")
        case .malformed, .unknownType, .badName, .badText: self
        }
    }

    /// The message for a person; it quotes nothing from the line.
    package var sentence: String {
        switch self {
        case .malformed(let error): "The line is not a valid message. \(error.sentence)"
        case .unknownType: "Unknown message type."
        case .missing(let key): "The message is missing the key \"\(key)\"."
        case .invalid(let key): "Invalid value for the key \"\(key)\"."
        case .badName: ConnectionError.badName.sentence
        case .badText: Refusal.badText.sentence
        }
    }
}
