// SPDX-License-Identifier: MIT

// Which types are made of which, in the order in which they are offered, after all of the source's own. A row is passed over if
// the source has a type of that name itself.
//
//   offered                            made of the source's first
//   ---------------------------------  ------------------------------------------------------------------------
//   text/plain;charset=utf-8, and      plain text in any encoding; if there is none, text/html, where a program is
//     UTF8_STRING, text/plain, TEXT,     there for it; if there is none, a list of URIs, or links, of any kind
//     STRING, charset=utf-16
//   text/x-moz-url, _NETSCAPE_URL,     a list of URIs, or links, of any kind
//     x-special/gnome-copied-files
//     (lists only),
//     application/x-kde4-urilist
//   image/png, jpeg, bmp, tiff         a picture of these kinds
//   text/uri-list                      a list of files of another kind; else (a clipping) the first of plain text,
//                                        link or picture in the source's order; else text/html
//
// Never of what is marked as a secret. Lists of a portal's (`application/vnd.portal.…`) hold a key that only the portal knows
// what to do with: nothing is made of them. Which keys programs in a sandbox are offered is in `DocumentForm`.

extension Conversion {
    /// What can be made of these types besides, the most useful first. No type that is offered already, none twice.
    public static func further(than types: Representations, able: ConversionAbility) -> [Conversion] {
        guard !types.contains(where: \.marksSecret) else { return [] }
        // Asked as each drag begins: each name is read once.
        let forms = types.forms
        var list: [Conversion] = []
        if able.contains(.text) { list += texts(of: forms, able: able) + links(of: forms) }
        if able.contains(.pictures) { list += pictures(of: types, forms) }
        if let files = fileList(of: types, forms, able: able) { list.append(files) }
        return list.filter { !types.contains($0.type) && !types.contains($0.type.inSmallLetters) }
    }

    private static func texts(of forms: [Form], able: ConversionAbility) -> [Conversion] {
        let plain = forms.first { if case .plain = $0.form { true } else { false } }
        let page = able.contains(.pages) ? forms.first { $0.form == .html } : nil
        guard let best = plain ?? page ?? forms.first(where: \.form.isOfURIs) else { return [] }
        return plainNames.map {
            let isPage = best.form == .html
            return Conversion(
                $0.type, of: best.type,
                isPage ? .page(from: best.form, to: $0.form) : .text(from: best.form, to: $0.form))
        }
    }

    private static func links(of forms: [Form]) -> [Conversion] {
        guard let best = forms.first(where: \.form.isOfURIs) else { return [] }
        let names = best.form.isOfFiles ? linkNames + fileNames : linkNames
        return names.map { Conversion($0.type, of: best.type, .text(from: best.form, to: $0.form)) }
    }

    private static func pictures(of types: Representations, _ forms: [Form]) -> [Conversion] {
        let pictures = types.compactMap { type in
            forms.contains { $0.type == type } ? nil : PictureKind(type).map { (type: type, kind: $0) }
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
            let form = forms.first { $0.type == type }?.form
            return (form.map { ClippingKind($0) } ?? ClippingKind(type)).map { (type: type, kind: $0) }
        }
        guard let best = kinds.first(where: { $0.kind != .text(.html) }) ?? kinds.first else { return nil }
        return Conversion(uriList, of: best.type, .clipping(best.kind))
    }

    private static let uriList: MimeType = "text/uri-list"
    private static let plainNames = Representations([
        "text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING", "text/plain;charset=utf-16",
    ]).forms
    private static let linkNames = Representations(["text/x-moz-url", "_NETSCAPE_URL"]).forms
    private static let fileNames = Representations(["x-special/gnome-copied-files", "application/x-kde4-urilist"]).forms
}

/// A type that is text.
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
}

extension MimeType {
    /// Password managers mark what they give so.
    public var marksSecret: Bool { rawValue.lowercased() == "x-kde-passwordmanagerhint" }
    fileprivate var inSmallLetters: MimeType { MimeType(rawValue.lowercased()) }
}
