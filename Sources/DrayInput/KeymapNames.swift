// SPDX-License-Identifier: MIT

/// A keymap by names, as in X11: which rules, model, layouts, variants and options.
///
/// What is nil comes from the environment (`XKB_DEFAULT_RULES`, `_MODEL`, `_LAYOUT`, `_VARIANT`, `_OPTIONS`), else from
/// xkbcommon's built-in defaults. The variant belongs to the layout: without a layout here, it is not looked at.
public struct KeymapNames: Hashable, Sendable {
    /// The set of rules that gives the other names their meaning; nearly always `evdev`.
    public var rules: String?
    /// The keyboard as a thing, such as `pc105`.
    public var model: String?
    /// One layout or several, with commas between them: `us,de`.
    public var layout: String?
    /// One for each layout, with commas between them; empty for the plain one.
    public var variant: String?
    /// With commas between them, such as `altwin:swap_alt_win,caps:escape`. Empty for none.
    public var options: String?

    /// Everything from the environment.
    public static let environment = KeymapNames()

    /// The same on every machine, whatever the environment says: `evdev`, `pc105`, and what is named here.
    public static func fixed(layout: String, variant: String = "", options: String = "") -> KeymapNames {
        KeymapNames(rules: "evdev", model: "pc105", layout: layout, variant: variant, options: options)
    }

    public init(
        rules: String? = nil, model: String? = nil, layout: String? = nil, variant: String? = nil,
        options: String? = nil
    ) {
        self.rules = rules
        self.model = model
        self.layout = layout
        self.variant = variant
        self.options = options
    }
}
