/// Turns messages into lines and lines into messages: what both sides agree to call protocol 1.
///
/// A line is one flat JSON object whose key `type` names the message. Writing puts that key first
/// and always the same keys in the same order; reading takes any order and ignores keys it does not
/// know. Both directions are here for both kinds of message, because either side needs one of each
/// and tests need all.
package enum WireCodec {
    package static func encode(_ message: ClientMessage) -> [UInt8] { line(message, about: 128) }

    package static func encode(_ message: HostMessage) -> [UInt8] { line(message, about: 1024) }

    @inline(__always)
    private static func line(_ message: some CodedObject, about bytes: Int) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(bytes)
        Coder.append(message, to: &line)
        line.append(0x0A)
        return line
    }

    /// Decodes a client's message from one line, with or without its ending.
    package static func decodeClientMessage(
        _ line: ArraySlice<UInt8>
    ) throws(WireError) -> ClientMessage {
        try JSONView.read(line)
    }

    package static func decodeClientMessage(_ line: [UInt8]) throws(WireError) -> ClientMessage {
        try decodeClientMessage(line[...])
    }

    /// Decodes a host's message from one line, with or without its ending.
    package static func decodeHostMessage(
        _ line: ArraySlice<UInt8>
    ) throws(WireError) -> HostMessage {
        try JSONView.read(line)
    }

    package static func decodeHostMessage(_ line: [UInt8]) throws(WireError) -> HostMessage {
        try decodeHostMessage(line[...])
    }
}
