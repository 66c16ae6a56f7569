// The values that members of objects have.

package protocol CodedValue {
    /// - Throws: ``WireError/invalid(_:)`` without a key for a value of another kind or out of range,
    ///   and ``WireError/unknownType`` for a word that is not known.
    init(_ view: JSONView) throws(WireError)
    func write(to coder: inout Coder)
    /// What a member means that is left out; `nil` if it must be there.
    static var absent: Self? { get }
}

extension CodedValue {
    package static var absent: Self? { nil }
}

extension Int: CodedValue {
    package init(_ view: JSONView) throws(WireError) {
        guard let number = view.integer else { throw .invalid("") }
        self = number
    }

    package func write(to coder: inout Coder) { coder.writer.integer(self) }

    package var isCount: Bool { self >= 0 }
}

extension Bool: CodedValue {
    package init(_ view: JSONView) throws(WireError) {
        guard let isTrue = view.flag else { throw .invalid("") }
        self = isTrue
    }

    package func write(to coder: inout Coder) { coder.writer.flag(self) }
}

extension String: CodedValue {
    package init(_ view: JSONView) throws(WireError) {
        guard let text = view.string else { throw .invalid("") }
        self = text
    }

    package func write(to coder: inout Coder) { coder.writer.string(self) }
}

extension Card: CodedValue {
    package init(_ view: JSONView) throws(WireError) {
        let card =
            if let digits = view.plainText { Card(codeDigits: digits) } else {
                view.string.flatMap(Card.init(code:))
            }
        guard let card else { throw .invalid("") }
        self = card
    }

    package func write(to coder: inout Coder) { coder.writer.card(self) }
}

extension Optional: CodedValue where Wrapped: CodedValue {
    package init(_ view: JSONView) throws(WireError) {
        self = view.isNull ? nil : try Wrapped(view)
    }

    package func write(to coder: inout Coder) {
        if let value = self { value.write(to: &coder) } else { coder.writer.null() }
    }

    package static var absent: Wrapped?? { .some(nil) }
}

extension Array: CodedValue where Element: CodedValue {
    package init(_ view: JSONView) throws(WireError) {
        guard view.isArray else { throw .invalid("") }
        self = []
        for view in view.inner { append(try Element(view)) }
    }

    package func write(to coder: inout Coder) {
        coder.writer.beginArray()
        for element in self { element.write(to: &coder) }
        coder.writer.endArray()
    }
}

extension PerSeat: CodedValue where Value: CodedValue {
    package init(_ view: JSONView) throws(WireError) {
        let values = try [Value](view)
        guard values.count == 2 else { throw .invalid("") }
        self.init(first: values[0], second: values[1])
    }

    package func write(to coder: inout Coder) {
        coder.writer.beginArray()
        first.write(to: &coder)
        second.write(to: &coder)
        coder.writer.endArray()
    }
}

// MARK: - Values that are written as others

/// A value that is written as a number or a text of a certain form.
package protocol CodedAs: CodedValue {
    associatedtype Code: CodedValue
    static func decoded(_ code: Code) -> Self?
    var encoded: Code { get }
}

extension CodedAs {
    package init(_ view: JSONView) throws(WireError) {
        guard let value = Self.decoded(try Code(view)) else { throw .invalid("") }
        self = value
    }

    package func write(to coder: inout Coder) { encoded.write(to: &coder) }
}

extension Seat: CodedAs {
    package static func decoded(_ code: Int) -> Seat? { Seat(rawValue: code) }
    package var encoded: Int { rawValue }
}

extension Revision: CodedAs {
    package static func decoded(_ code: Int) -> Revision? { code < 0 ? nil : Revision(code) }
    package var encoded: Int { number }
}

extension BoardNumber: CodedAs {
    package static func decoded(_ code: Int) -> BoardNumber? { code < 0 ? nil : BoardNumber(code) }
    package var encoded: Int { number }
}

/// Times are written in whole milliseconds, negative ones as zero; at most a day is accepted.
extension Duration: CodedAs {
    package static func decoded(_ code: Int) -> Duration? {
        0...86_400_000 ~= code ? .milliseconds(code) : nil
    }

    package var encoded: Int { Swift.max(0, wholeMilliseconds) }
}

extension CodedValue where Self: RawRepresentable<String> {
    package init(_ view: JSONView) throws(WireError) {
        guard let word = Self(spelled: try String(view)) else { throw .unknownType }
        self = word
    }

    package func write(to coder: inout Coder) { coder.writer.string(rawValue) }
}

extension Hello.Role: CodedValue {}
extension ProtocolFeature: CodedValue {}
extension ClientMessage.MessageType: CodedValue {}
extension HostMessageType: CodedValue {}
extension TableEvent.Kind: CodedValue {}
extension TablePhase: CodedValue {}
extension TurnReason: CodedValue {}
extension ClockReason: CodedValue {}
extension Verdict: CodedValue {}
extension Proposal: CodedValue {}
extension WithdrawalReason: CodedValue {}
extension GameResult.Decider: CodedValue {}
extension Refusal: CodedValue {}
extension Farewell: CodedValue {}
extension ConnectionError: CodedValue {}

extension Nonce: CodedAs {
    package static func decoded(_ code: String) -> Nonce? {
        let isVisible = code.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        return isVisible && 1...32 ~= code.utf8.count ? Nonce(code) : nil
    }

    package var encoded: String { text }
}

extension TableCode: CodedAs {
    package static func decoded(_ code: String) -> TableCode? { TableCode(code) }
    package var encoded: String { text }
}

/// A value that is written in hexadecimal digits.
package protocol HexadecimalCoded: CodedAs where Code == String {
    init?(hex: String)
    var hex: String { get }
}

extension HexadecimalCoded {
    package static func decoded(_ code: String) -> Self? { Self(hex: code) }
    package var encoded: String { hex }
}

extension SeatToken: HexadecimalCoded {}
extension HostID: HexadecimalCoded {}
extension SHA256: HexadecimalCoded {}
extension Salt: HexadecimalCoded {}

extension RawRepresentable<String> {
    /// The value with a raw value spelled byte for byte like this.
    ///
    /// Only ASCII can be one: Swift takes the Kelvin sign, for example, for the letter K.
    package init?(spelled text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.init(rawValue: text)
    }
}
