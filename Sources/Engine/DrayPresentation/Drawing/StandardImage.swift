// SPDX-License-Identifier: MIT

public import DrayCore

/// The image of a drag without an icon (`wl_data_device.start_drag` with a NULL icon).
public enum StandardImage: Equatable, Sendable {
    /// A page with lines.
    case text
    /// A landscape in a frame.
    case picture
    /// A page with a folded corner.
    case file
    /// A folder with its tab.
    case folder
    /// A blank card with a small box on it, for an unknown kind.
    case generic

    /// Creates the image for one item of a kind.
    public init(itemOf kind: MimeType) {
        switch ItemKind(kind) {
        case .picture?: self = .picture
        case .text?: self = .text
        case .folder?: self = .folder
        case .video?, .sound?: self = .file
        case nil: self = kind.rawValue.isEmpty ? .generic : .file
        }
    }

    /// Creates the most suitable image for a set of types. Their order does not matter, since sources add plain text to
    /// nearly all.
    public init(_ types: [MimeType]) {
        let names = types.map { $0.rawValue.lowercased() }
        if names.contains(where: { $0.hasPrefix("text/uri-list") || $0.hasPrefix("x-special/gnome-copied-files") }) {
            self = .file
        } else if names.contains(where: { $0.hasPrefix("image/") }) {
            self = .picture
        } else if names.contains(where: { $0.hasPrefix("text/") || Self.oldTextNames.contains($0) }) {
            self = .text
        } else {
            self = .generic
        }
    }

    /// The minimum scale at which a standard image is shown.
    static let least = 0.25

    /// The size of every standard image in points, without its shadow, unless a target requests another one (HIG-38).
    public static let size = Size(width: 48, height: 60)
    /// The hotspot of a standard image, from its top left corner: near its centre, so that the page is visible on all
    /// sides of an arrow cursor, and of a finger at its upper edge.
    public static let hotspot = Point(x: 20, y: 34)

    /// The names of X11 text targets, in lower case.
    private static let oldTextNames: Set<String> = ["utf8_string", "string", "text", "compound_text"]
}
