// SPDX-License-Identifier: MIT

/// Names of text whose encoding is open, and what is read in place of them (HIG-25).
///
/// GTK 3 writes ISO 8859-1 with `\u20ac` in place of a euro sign as `text/plain`, and so does whatever a source takes
/// the name for. Targets on Wayland take it for UTF-8. Sources that offer Unicode by a name of its own are asked for
/// that, as at the border to X11.
///
/// | name | what its reader gets |
/// |---|---|
/// | `text/plain`, `TEXT` | the Unicode type as it is, in UTF-8 |
/// | `STRING` | the Unicode type in ISO 8859-1, which the name stands for (ICCCM 2.6.2) |
///
/// Other names, as `text/plain;charset=iso-8859-1`, say what they are.
extension Conversion {
    /// What replaces the source's own types of these names. Empty without a type in Unicode, and for what is marked as
    /// a secret.
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
    /// Whether it is plain text, and its name says UTF-8.
    fileprivate var isUnicodeText: Bool { TextForm(self) == .plain(.utf8) }
}
