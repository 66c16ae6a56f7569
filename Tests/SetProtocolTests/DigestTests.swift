import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Digests")
struct DigestTests {
    @Test(
        "SHA-256 gives what NIST says",
        arguments: [
            ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu", 1,
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ])
    func vectors(text: String, times: Int, digest: String) {
        let bytes = (0..<times).flatMap { _ in text.utf8 }
        #expect(SHA256(of: bytes).hex == digest)
    }

    @Test("SHA-256 is right for every length around the ends of blocks")
    func lengths() {
        let digests = (0...200).flatMap { length in
            SHA256(of: (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }).bytes
        }
        // As Python's hashlib has it.
        #expect(
            SHA256(of: digests).hex
                == "e673d33f6940a6d3856d0d305fd88363ae0ba3b96e2411d8ddd5e0dd443f4525")
    }

    @Test("Digests digests are read from their digits and from nothing else")
    func digits() {
        let digest = SHA256(of: "abc")
        #expect(SHA256(hex: digest.hex) == digest)
        #expect(SHA256(hex: digest.hex) != SHA256(of: "abd"))
        for wrong in ["", digest.hex + "0", digest.hex.uppercased(), "g" + digest.hex.dropFirst()] {
            #expect(SHA256(hex: String(wrong)) == nil)
        }
        for place in 0..<256 {
            var bytes = digest.bytes
            bytes[place / 8] ^= 1 << UInt8(place % 8)
            #expect(SHA256(hex: bytes.hex) != digest)
        }
    }

    @Test("CRC-32 gives the catalogue's check value, in one piece or in many")
    func checksum() {
        #expect(CRC32(of: "123456789".utf8).value == 0xCBF4_3926)
        #expect(CRC32().value == 0)
        var sum = CRC32()
        for digit in "123456789".utf8 { sum.update([digit]) }
        #expect(sum.value == 0xCBF4_3926)
    }

    @Test("Hexadecimal numbers keep leading zeros")
    func numbers() {
        #expect(UInt32(0xBEEF).hex == "0000beef")
        #expect(UInt64(hex: "00000000000000ff") == 255)
        #expect(UInt32(hex: "beef") == nil)
        #expect(UInt32(hex: "0000beeF") == nil)
    }

    @Test("A commitment is the digest of the salt and the cards")
    func promise() throws {
        let salt = try #require(Salt(hex: "000102030405060708090a0b0c0d0e0f"))
        let shuffle = Shuffle(deck: [Card](codes: "1111 2131"), salt: salt)
        #expect(shuffle.digest == SHA256(of: "000102030405060708090a0b0c0d0e0f 1111 2131"))
        #expect(Salt(hex: "000102030405060708090a0b0c0d0e0F") == nil)
        #expect(Salt(hex: "00") == nil)
    }
}
