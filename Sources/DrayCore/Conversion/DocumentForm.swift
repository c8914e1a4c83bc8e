// SPDX-License-Identifier: MIT

/// What the document portal makes of a list of files for a program in a sandbox, which cannot open them where they are (WL-06).
public enum DocumentForm: String, Hashable, Sendable, CaseIterable {
    /// The same list, with the places at which the portal shows the files to that program.
    case list
    /// A key, for which the portal gives it the files (`org.freedesktop.portal.FileTransfer`).
    case key
}

extension DragSource {
    /// Types of keys. GTK, Chromium and Firefox ask for the first, older ones of them for the second.
    private static let keyTypes: [MimeType] = ["application/vnd.portal.filetransfer", "application/vnd.portal.files"]

    /// Keys that a target in a sandbox is offered in addition: where the source has a list of files and no key of its own. Never of what
    /// is marked as a secret.
    var keys: [Conversion] {
        guard let list = types.first(where: { $0.isURIList }), !types.contains(where: Self.keyTypes.contains),
            !types.contains(where: \.marksSecret)
        else { return [] }
        return Self.keyTypes.map { Conversion($0, of: list, .documents(.key)) }
    }

    /// Whether it has a list of files, which a target in a sandbox may not be able to open.
    public var hasFiles: Bool { types.contains(where: \.isURIList) }

    /// How a target in a sandbox gets a type: as any other, but files by the document portal. Nil for what is the source's own and can
    /// be taken as it is.
    public func conversionForSandbox(to type: MimeType) -> Conversion? {
        if type.isURIList, types.contains(type) {
            return types.contains(where: \.marksSecret) ? nil : Conversion(type, of: type, .documents(.list))
        }
        return keys.first { $0.type == type } ?? conversion(to: type)
    }
}

extension MimeType {
    /// Whether it is a list of URIs, with or without parameters.
    public var isURIList: Bool {
        // Asked of every type as each drag begins: nearly all are of another length.
        let name = "text/uri-list", bytes = rawValue.utf8
        guard let end = bytes.index(bytes.startIndex, offsetBy: name.utf8.count, limitedBy: bytes.endIndex),
            end == bytes.endIndex || bytes[end] == UInt8(ascii: ";")
        else { return false }
        return rawValue[..<end].lowercased() == name
    }
}
