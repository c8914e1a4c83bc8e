// SPDX-License-Identifier: MIT

/// The names that define a keymap, as in X11: rules, model, layouts, variants and options.
///
/// Nil values come from the environment (`XKB_DEFAULT_RULES`, `_MODEL`, `_LAYOUT`, `_VARIANT`, `_OPTIONS`), else from
/// xkbcommon's built-in defaults. The variant belongs to the layout: without a layout here, it is ignored.
public struct KeymapNames: Hashable, Sendable {
    /// The rule set that interprets the other names; nearly always `evdev`.
    public var rules: String?
    /// The keyboard model, such as `pc105`.
    public var model: String?
    /// One layout or several, separated by commas: `us,de`.
    public var layout: String?
    /// One variant for each layout, separated by commas; empty for the plain layout.
    public var variant: String?
    /// The options, separated by commas, such as `altwin:swap_alt_win,caps:escape`. Empty for none.
    public var options: String?

    /// All names from the environment.
    public static let environment = KeymapNames()

    /// Returns names that do not depend on the environment: `evdev`, `pc105`, and these arguments.
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
