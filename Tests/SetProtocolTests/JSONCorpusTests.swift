import Foundation
import SetProtocol
import SetTestSupport
import Testing

private let corpusFolder = ProcessInfo.processInfo.environment["SET_DUEL_JSON_CORPUS"]

/// Files of the published collection "JSON parsing test suite" (Nicolas Seriot, 2016), which is not
/// part of this project: `y_` must be accepted, `n_` refused, `i_` is left to each reader.
@Suite(
    .enabled(
        if: corpusFolder != nil,
        "set SET_DUEL_JSON_CORPUS to a folder of y_*.json, n_*.json and i_*.json"))
struct JSONCorpus {
    @Test("A text of the JSON test suite is accepted where it is JSON and refused where it is not")
    func verdicts() throws {
        let accepted = try files("y_")
        try #require(!accepted.isEmpty, "no y_*.json in the folder")
        for (name, bytes) in accepted {
            #expect(throws: Never.self, "\(name)") {
                let value = try JSONValue(parsing: bytes, limits: .conformance)
                let again = try JSONValue(parsing: value.bytes, limits: .conformance)
                #expect(again == value, "\(name) is another one when it is written and read again")
            }
        }
        for (name, bytes) in try files("n_") {
            #expect(throws: JSONError.self, "\(name)") {
                try JSONValue(parsing: bytes, limits: .conformance)
            }
        }
    }

    @Test("A text that the standard leaves open is judged as listed")
    func open() throws {
        for (name, bytes) in try files("i_") {
            let kind: JSONError.Kind?
            do {
                _ = try JSONValue(parsing: bytes, limits: .conformance)
                kind = nil
            } catch {
                kind = error.kind
            }
            let expected = try #require(Self.leftOpen[name], "\(name) is not listed")
            #expect(kind == expected, "\(name)")
        }
    }

    @Test("No text of the JSON test suite crashes the wire reader or is a message")
    func asLines() throws {
        for (name, bytes) in try files("") where name.hasSuffix(".json") {
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                #expect(throws: WireError.self, "\(name)") {
                    try WireCodec.decodeClientMessage(line)
                }
                #expect(throws: WireError.self, "\(name)") { try WireCodec.decodeHostMessage(line) }
            }
        }
    }

    private func files(_ prefix: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = URL(fileURLWithPath: try #require(corpusFolder), isDirectory: true)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
            .map { ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0)))) }
    }

    /// What is wrong with each file in our eyes; `nil` where nothing is.
    private static let leftOpen: [String: JSONError.Kind?] = [
        "i_number_double_huge_neg_exp.json": nil,
        "i_number_huge_exp.json": .numberTooLarge,
        "i_number_neg_int_huge_exp.json": .numberTooLarge,
        "i_number_pos_double_huge_exp.json": .numberTooLarge,
        "i_number_real_neg_overflow.json": .numberTooLarge,
        "i_number_real_pos_overflow.json": .numberTooLarge,
        "i_number_real_underflow.json": nil,
        "i_number_too_big_neg_int.json": nil,
        "i_number_too_big_pos_int.json": nil,
        "i_number_very_big_negative_int.json": nil,
        "i_object_key_lone_2nd_surrogate.json": .loneSurrogate,
        "i_string_1st_surrogate_but_2nd_missing.json": .loneSurrogate,
        "i_string_1st_valid_surrogate_2nd_invalid.json": .loneSurrogate,
        "i_string_UTF-16LE_with_BOM.json": .utf16,
        "i_string_UTF-8_invalid_sequence.json": .invalidUTF8,
        "i_string_UTF8_surrogate_U+D800.json": .invalidUTF8,
        "i_string_incomplete_surrogate_and_escape_valid.json": .loneSurrogate,
        "i_string_incomplete_surrogate_pair.json": .loneSurrogate,
        "i_string_incomplete_surrogates_escape_valid.json": .loneSurrogate,
        "i_string_invalid_lonely_surrogate.json": .loneSurrogate,
        "i_string_invalid_surrogate.json": .loneSurrogate,
        "i_string_invalid_utf-8.json": .invalidUTF8,
        "i_string_inverted_surrogates_U+1D11E.json": .loneSurrogate,
        "i_string_iso_latin_1.json": .invalidUTF8,
        "i_string_lone_second_surrogate.json": .loneSurrogate,
        "i_string_lone_utf8_continuation_byte.json": .invalidUTF8,
        "i_string_not_in_unicode_range.json": .invalidUTF8,
        "i_string_overlong_sequence_2_bytes.json": .invalidUTF8,
        "i_string_overlong_sequence_6_bytes.json": .invalidUTF8,
        "i_string_overlong_sequence_6_bytes_null.json": .invalidUTF8,
        "i_string_truncated-utf-8.json": .invalidUTF8,
        "i_string_utf16BE_no_BOM.json": .utf16,
        "i_string_utf16LE_no_BOM.json": .utf16,
        "i_structure_500_nested_arrays.json": nil,
        "i_structure_UTF-8_BOM_empty_object.json": .byteOrderMark,
    ]
}
