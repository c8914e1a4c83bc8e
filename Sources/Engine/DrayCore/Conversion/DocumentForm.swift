// SPDX-License-Identifier: MIT

/// The document portal's replacements for a list of files, for a sandboxed application that cannot open them by path
/// (WL-06).
public enum DocumentForm: String, Hashable, Sendable, CaseIterable {
    /// The same list, with the paths at which the portal exports the files to the application.
    case list
    /// A key that the application exchanges for the files (`org.freedesktop.portal.FileTransfer`).
    case key
}

extension DragSource {
    /// The types of keys. GTK, Chromium and Firefox request the first, older versions of them the second.
    private static let keyTypes: [MimeType] = ["application/vnd.portal.filetransfer", "application/vnd.portal.files"]

    /// The keys that a sandboxed target is offered in addition, if the source has a list of files and no key of its
    /// own. None for content that is marked as a secret.
    var keys: [Conversion] {
        guard let list = types.first(where: { $0.isURIList }), !types.contains(where: Self.keyTypes.contains),
            !types.contains(where: \.marksSecret)
        else { return [] }
        return Self.keyTypes.map { Conversion($0, of: list, .documents(.key)) }
    }

    /// Whether the source has a list of files, which a sandboxed target may not be able to open.
    public var hasFiles: Bool { types.contains(where: \.isURIList) }

    /// Returns the conversion for a sandboxed target: files through the document portal, and any other type as usual.
    /// Nil for a type of the source that needs no conversion.
    public func conversionForSandbox(to type: MimeType) -> Conversion? {
        if type.isURIList, types.contains(type) {
            return types.contains(where: \.marksSecret) ? nil : Conversion(type, of: type, .documents(.list))
        }
        return keys.first { $0.type == type } ?? conversion(to: type)
    }
}

extension MimeType {
    /// Whether the type is a list of URIs, with or without parameters.
    public var isURIList: Bool {
        // Called for every type when a drag begins; nearly all types differ in length.
        let name = "text/uri-list", bytes = rawValue.utf8
        guard let end = bytes.index(bytes.startIndex, offsetBy: name.utf8.count, limitedBy: bytes.endIndex),
            end == bytes.endIndex || bytes[end] == UInt8(ascii: ";")
        else { return false }
        return rawValue[..<end].lowercased() == name
    }
}
