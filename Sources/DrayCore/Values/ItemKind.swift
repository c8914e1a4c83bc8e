// SPDX-License-Identifier: MIT

/// What people call things of a kind (HIG-33), and what a standard image of them shows.
public enum ItemKind: Hashable, CaseIterable, Sendable {
    case picture
    case video
    case sound
    case text
    case folder

    /// Nil for types that people have no other word for than "item".
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

    /// Nobody who has such a thing would say that it is a text.
    private static let noTexts = ["text/uri-list", "text/vcard", "text/x-vcard", "text/calendar"]
}
