// SPDX-License-Identifier: MIT

/// The role of an accessible object; the raw value is that of `AtspiRole`.
public struct AccessRole: Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates a role from its AT-SPI name, also with hyphens or underscores, or from `button`: `push button`,
    /// `push-button`, `button`.
    public init?(name: String) {
        let wanted = name.lowercased().map { $0 == "-" || $0 == "_" ? " " : $0 }
        let text = String(wanted)
        if text == "button" {
            rawValue = 43
        } else if let index = Self.names.firstIndex(of: text) {
            rawValue = UInt32(index)
        } else {
            return nil
        }
    }

    /// The AT-SPI name.
    public var name: String {
        let index = Int(rawValue)
        return Self.names.indices.contains(index) ? Self.names[index] : "role \(rawValue)"
    }

    static let menuBar = AccessRole(rawValue: 34)
    static let rootPane = AccessRole(rawValue: 46)

    /// Whether the object is a row that fills the width of its container, regardless of its text.
    var isRow: Bool { [32, 56, 90, 91].contains(rawValue) }

    /// Whether the object is a label that describes another object.
    var isLabel: Bool { rawValue == 29 }

    /// Whether the object is a text that describes its surroundings, such as the title in a header bar.
    var isHeading: Bool { Self.headings.contains(self) }

    private static let headings = Set(
        ["caption", "heading", "label", "static", "title bar"].compactMap { AccessRole(name: $0) })

    /// Whether content dropped on the object is rarely accepted: menu items, and controls that are pressed, moved or
    /// read. Some do accept content, such as the buttons of a path bar or of bookmarks.
    public var hardlyTakes: Bool { Self.controls.contains(self) }

    private static let controls = Set(
        [
            "accelerator label", "check box", "check menu item", "menu", "menu bar", "menu item", "progress bar",
            "push button", "push button menu", "radio button", "radio menu item", "scroll bar", "separator", "slider",
            "tearoff menu item",
            "toggle button", "tool tip",
        ].compactMap { AccessRole(name: $0) })

    /// Whether the object contains text, independent of its name. Excludes password fields.
    var holdsText: Bool { [52, 60, 61, 73, 79, 94].contains(rawValue) }

    /// All names, indexed by value.
    public static let names: [String] = [
        "invalid", "accelerator label", "alert", "animation", "arrow", "calendar", "canvas", "check box",
        "check menu item", "color chooser", "column header", "combo box", "date editor", "desktop icon",
        "desktop frame", "dial", "dialog", "directory pane", "drawing area", "file chooser", "filler",
        "focus traversable", "font chooser", "frame", "glass pane", "html container", "icon", "image",
        "internal frame", "label", "layered pane", "list", "list item", "menu", "menu bar", "menu item",
        "option pane", "page tab", "page tab list", "panel", "password text", "popup menu", "progress bar",
        "push button", "radio button", "radio menu item", "root pane", "row header", "scroll bar", "scroll pane",
        "separator", "slider", "spin button", "split pane", "status bar", "table", "table cell",
        "table column header", "table row header", "tearoff menu item", "terminal", "text", "toggle button",
        "tool bar", "tool tip", "tree", "tree table", "unknown", "viewport", "window", "extended", "header",
        "footer", "paragraph", "ruler", "application", "autocomplete", "editbar", "embedded", "entry", "chart",
        "caption", "document frame", "heading", "page", "section", "redundant object", "form", "link",
        "input method window", "table row", "tree item", "document spreadsheet", "document presentation",
        "document text", "document web", "document email", "comment", "list box", "grouping", "image map",
        "notification", "info bar", "level bar", "title bar", "block quote", "audio", "video", "definition",
        "article", "landmark", "log", "marquee", "math", "rating", "timer", "static", "math fraction", "math root",
        "subscript", "superscript", "description list", "description term", "description value", "footnote",
        "content deletion", "content insertion", "mark", "suggestion", "push button menu",
    ]
}
