import SetProtocol

enum Version {
    static let number = "0.1.0"

    static let text = "set-duel \(number) (protocol \(Hello.protocolVersion))"
}
