// SPDX-License-Identifier: MIT

// The types that are made by conversion, in the order in which they are offered, after the source's own types. A row is
// skipped if the source offers the type itself.
//
//   offered                            made from the source's first
//   ---------------------------------  -----------------------------------------------------------------------------
//   text/plain;charset=utf-8, and      plain text in Unicode; else in any encoding; else text/html, if a conversion
//     UTF8_STRING, text/plain, TEXT,     program is available; else a list of URIs or links of any kind
//     STRING, charset=utf-16
//   text/x-moz-url, _NETSCAPE_URL,     list of URIs or links of any kind
//     x-special/gnome-copied-files
//     (lists only),
//     application/x-kde4-urilist
//   the type of the file extension     promised file (`application/octet-stream;name="photo.png"`), unchanged
//   image/png, jpeg, bmp, tiff         image of these kinds, or promised file that is one
//   text/uri-list                      list of files in another format; else (a clipping) the type that ranks first,
//                                        equal ones in the source's order: a promised file; a contact, an appointment
//                                        or a message; plain text, a link, an image or a document; text/html, RTF,
//                                        CSV, ...
//
// Content that is marked as a secret is never converted. The portal's lists (`application/vnd.portal.…`) contain a key
// that only the portal can interpret, and are never converted. `DocumentForm` has the keys that are offered to
// sandboxed applications; `UnicodeText` has the types whose content is replaced by the source's Unicode text.

extension Conversion {
    /// Returns the types that can be made from these in addition, the most useful first, without duplicates and without
    /// types that are offered already.
    /// - Parameter reads: Whether the C library supports a charset. Called only for charsets in the types.
    public static func further(
        than types: Representations, able: ConversionAbility, reads: (LegacyCharset) -> Bool = { _ in true }
    ) -> [Conversion] {
        guard !types.contains(where: \.marksSecret) else { return [] }
        // Called when a drag begins, so each name is parsed only once.
        let forms = types.forms.filter { $0.form.legacyCharset.map(reads) ?? true }
        var list: [Conversion] = []
        if able.contains(.text) { list += texts(of: forms, able: able) + links(of: forms) }
        let promise = types.lazy.compactMap { type in PromisedFile(type).map { (type, $0) } }.first
        if let (type, file) = promise, let format = file.format {
            list.append(Conversion(format.type, of: type, .same))
        }
        if able.contains(.pictures) { list += pictures(of: types, promise) }
        if let files = fileList(of: types, forms, able: able) { list.append(files) }
        return list.filter { !types.contains($0.type) && !types.contains($0.type.inSmallLetters) }
    }

    private static func texts(of forms: [Form], able: ConversionAbility) -> [Conversion] {
        let plain = forms.filter { if case .plain = $0.form { true } else { false } }
        let page = able.contains(.pages) ? forms.first(where: \.form.isPage) : nil
        guard
            let best = plain.first(where: \.form.isUnicode) ?? plain.first ?? page
                ?? forms.first(where: \.form.isOfURIs)
        else { return [] }
        return plainNames.map {
            let recipe: Recipe =
                best.form.isPage ? .page(from: best.form, to: $0.form) : .text(from: best.form, to: $0.form)
            return Conversion($0.type, of: best.type, recipe)
        }
    }

    private static func links(of forms: [Form]) -> [Conversion] {
        guard let best = forms.first(where: \.form.isOfURIs) else { return [] }
        let names = best.form.isOfFiles ? linkNames + fileNames : linkNames
        return names.map { Conversion($0.type, of: best.type, .text(from: best.form, to: $0.form)) }
    }

    private static func pictures(of types: Representations, _ promise: (type: MimeType, file: PromisedFile)?)
        -> [Conversion]
    {
        var pictures = types.compactMap { type in PictureKind(type).map { (type: type, kind: $0) } }
        if let promise, let kind = promise.file.format.flatMap({ PictureKind($0.type) }) {
            pictures.append((type: promise.type, kind: kind))
        }
        guard let best = pictures.first else { return [] }
        let known = Set(pictures.map(\.kind))
        return [PictureKind.png, .jpeg, .bmp, .tiff].filter { !known.contains($0) }.map {
            Conversion($0.type, of: best.type, .picture(from: best.kind, to: $0))
        }
    }

    private static func fileList(
        of types: Representations, _ forms: [Form], able: ConversionAbility
    ) -> Conversion? {
        if let files = forms.first(where: \.form.isOfFiles) {
            guard able.contains(.text) else { return nil }
            return Conversion(uriList, of: files.type, .text(from: files.form, to: .uriList))
        }
        guard able.contains(.clippings) else { return nil }
        let kinds = types.compactMap { type in
            // Text in an unsupported charset does not count.
            let form = forms.first { $0.type == type }?.form
            let kind = form.map { ClippingKind($0) } ?? (TextForm(type) == nil ? ClippingKind(type) : nil)
            return kind.map { (type: type, kind: $0) }
        }
        guard let best = kinds.min(by: { $0.kind.rank < $1.kind.rank }) else { return nil }
        return Conversion(uriList, of: best.type, .clipping(best.kind))
    }

    private static let uriList: MimeType = "text/uri-list"
    private static let plainNames = Representations([
        "text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING", "text/plain;charset=utf-16",
    ]).forms
    private static let linkNames = Representations(["text/x-moz-url", "_NETSCAPE_URL"]).forms
    private static let fileNames = Representations(["x-special/gnome-copied-files", "application/x-kde4-urilist"]).forms
}

/// A text type with its parsed form.
private typealias Form = (type: MimeType, form: TextForm)

extension Representations {
    fileprivate var forms: [Form] {
        compactMap { type in TextForm(type).map { (type, $0) } }
    }
}

extension TextForm {
    fileprivate var isOfURIs: Bool {
        switch self {
        case .plain, .html: false
        case .uriList, .mozillaLinks, .netscapeLinks, .gnomeFiles: true
        }
    }

    fileprivate var isOfFiles: Bool {
        switch self {
        case .uriList, .gnomeFiles: true
        case .plain, .html, .mozillaLinks, .netscapeLinks: false
        }
    }

    fileprivate var isPage: Bool {
        if case .html = self { true } else { false }
    }

    fileprivate var isUnicode: Bool {
        switch declaredEncoding {
        case .utf8, .utf16, .utf16LittleEndian, .utf16BigEndian: true
        case .latin1, .ascii, .legacy, nil: false
        }
    }
}

extension MimeType {
    /// Whether this is the type by which password managers mark secrets.
    public var marksSecret: Bool { rawValue.lowercased() == "x-kde-passwordmanagerhint" }
    fileprivate var inSmallLetters: MimeType { MimeType(rawValue.lowercased()) }
}
