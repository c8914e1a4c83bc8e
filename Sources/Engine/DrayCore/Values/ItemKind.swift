// SPDX-License-Identifier: MIT

/// A user-visible kind of item (HIG-33), which also selects the standard drag image.
public enum ItemKind: Hashable, CaseIterable, Sendable {
    case picture
    case video
    case sound
    case text
    case folder

    /// Creates the kind of a MIME type; nil for types that have no better name than "item".
    public init?(_ type: MimeType) {
        let name = type.rawValue.lowercased()
        if name.hasPrefix("image/") {
            self = .picture
        } else if name.hasPrefix("video/") {
            self = .video
        } else if name.hasPrefix("audio/") {
            self = .sound
        } else if name == "inode/directory" {
            self = .folder
        } else if name.hasPrefix("text/"), !Self.noTexts.contains(where: name.hasPrefix) {
            self = .text
        } else {
            return nil
        }
    }

    /// Text types whose content users do not perceive as text.
    private static let noTexts = ["text/uri-list", "text/vcard", "text/x-vcard", "text/calendar"]
}
