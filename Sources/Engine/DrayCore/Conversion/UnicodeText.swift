// SPDX-License-Identifier: MIT

/// Conversions of text types without a declared encoding (HIG-25).
///
/// GTK 3 writes ISO 8859-1 with `\u20ac` in place of a euro sign as `text/plain`, and other sources use other
/// encodings. Targets on Wayland read it as UTF-8. If a source offers a Unicode type as well, that one is requested
/// instead, as in the X11 bridge.
///
/// | type | content for the reader |
/// |---|---|
/// | `text/plain`, `TEXT` | the Unicode type unchanged, in UTF-8 |
/// | `STRING` | the Unicode type in ISO 8859-1, which the name stands for (ICCCM 2.6.2) |
///
/// Other types, such as `text/plain;charset=iso-8859-1`, declare their encoding.
extension Conversion {
    /// Returns the conversions that replace the source's own types of these names. Empty without a Unicode type, and
    /// for content that is marked as a secret.
    public static func unicodeTexts(in types: Representations) -> [Conversion] {
        guard let origin = types.first(where: \.isUnicodeText), !types.contains(where: \.marksSecret) else { return [] }
        return types.compactMap { type in
            switch TextForm(type) {
            case .plain(nil): Conversion(type, of: origin, .same)
            case .plain(.latin1) where type == "STRING":
                Conversion(type, of: origin, .text(from: .plain(.utf8), to: .plain(.latin1)))
            default: nil
            }
        }
    }
}

extension MimeType {
    /// Whether the type is plain text in UTF-8 by its name.
    fileprivate var isUnicodeText: Bool { TextForm(self) == .plain(.utf8) }
}
