// SPDX-License-Identifier: MIT

internal import CPCRE2

/// A regular expression of PCRE2, compiled. It matches Unicode scalars.
///
/// Swift's `Regex` cannot limit a search, so a pattern such as `(a+)+$` would keep a run from ending.
struct RegularExpression: ~Copyable {
    private let code: OpaquePointer

    /// The reason why a text is not a regular expression.
    struct Mistake: Error, Equatable {
        let text: String
    }

    /// The maximum number of steps of a search from one start position; it takes less than a second.
    private static let stepLimit: UInt32 = 10_000_000

    init(_ pattern: String) throws(Mistake) {
        var pattern = pattern
        var number: Int32 = 0
        var offset = 0
        let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C
        let code = pattern.withUTF8 {
            pcre2_compile_8($0.baseAddress, $0.count, options, &number, &offset, nil)
        }
        guard let code else {
            let position = String(decoding: pattern.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
            throw Mistake(text: "\(Self.message(number)), at character \(position + 1)")
        }
        self.code = code
    }

    deinit { pcre2_code_free_8(code) }

    /// Whether it matches anywhere in a text; false if the search exceeds the limit.
    func isFound(in text: String) -> Bool {
        let context = pcre2_match_context_create_8(nil)
        let match = pcre2_match_data_create_from_pattern_8(code, nil)
        defer {
            pcre2_match_data_free_8(match)
            pcre2_match_context_free_8(context)
        }
        guard let context, let match else { return false }
        pcre2_set_match_limit_8(context, Self.stepLimit)
        var text = text
        return text.withUTF8 { pcre2_match_8(code, $0.baseAddress, $0.count, 0, 0, match, context) } > 0
    }

    private static func message(_ number: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        guard pcre2_get_error_message_8(number, &bytes, bytes.count) > 0 else { return "error \(number)" }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
