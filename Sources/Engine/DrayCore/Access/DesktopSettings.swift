// SPDX-License-Identifier: MIT

// The desktop's settings, from the settings portal. They consist of keys in several namespaces: the portal's own, and
// those of GNOME and KDE, which older desktops provide instead. Without a portal, the keys of GNOME and KDE are read
// from their own storage under the same names. For each setting the keys are evaluated in this order, and the first
// with a value counts:
//
//   setting   key                                                        yes                        no
//   --------  ---------------------------------------------------------  -------------------------  ------------
//   motion    org.freedesktop.appearance reduced-motion                  1                          –
//             org.gnome.desktop.interface enable-animations              false                      –
//             org.kde.kdeglobals.KDE AnimationDurationFactor             0                          –
//   contrast  org.freedesktop.appearance contrast                        1                          –
//             org.gnome.desktop.a11y.interface high-contrast             true                       –
//             org.gnome.desktop.interface gtk-theme                      HighContrast…              –
//   dark      org.freedesktop.appearance color-scheme                    1                          2
//             org.gnome.desktop.interface color-scheme                   prefer-dark                prefer-light
//             org.gnome.desktop.interface gtk-theme                      …-dark, …Inverse           –
//             org.kde.kdeglobals.General ColorScheme                     …Dark…                     –
//
// Motion and contrast are off if the desktop has such a key and none says yes. For dark, 0 ("no preference") has no
// effect, since desktops report it that are neither light nor dark.

/// The desktop's settings for motion and appearance; nil where the desktop has none.
public struct DesktopSettings: Equatable, Sendable {
    /// Whether short fades replace movement (HIG-18).
    public var reducesMotion: Bool?
    public var hasHighContrast: Bool?
    public var isDark: Bool?

    public init(reducesMotion: Bool? = nil, hasHighContrast: Bool? = nil, isDark: Bool? = nil) {
        self.reducesMotion = reducesMotion
        self.hasHighContrast = hasHighContrast
        self.isDark = isDark
    }
}

/// The keys that were received from the portal, or found in its place.
public struct PortalSettings: Equatable, Sendable {
    private var values: [Key: String] = [:]

    /// The keys that are evaluated.
    public enum Key: String, CaseIterable, Sendable {
        case reducedMotion = "org.freedesktop.appearance reduced-motion"
        case contrast = "org.freedesktop.appearance contrast"
        case colourScheme = "org.freedesktop.appearance color-scheme"
        case gnomeAnimations = "org.gnome.desktop.interface enable-animations"
        case gnomeScheme = "org.gnome.desktop.interface color-scheme"
        case gnomeTheme = "org.gnome.desktop.interface gtk-theme"
        case gnomeContrast = "org.gnome.desktop.a11y.interface high-contrast"
        case kdeAnimations = "org.kde.kdeglobals.KDE AnimationDurationFactor"
        case kdeScheme = "org.kde.kdeglobals.General ColorScheme"
    }

    public init() {}

    /// Sets the value of a key, as text: a number, `true`, `false`, or a string; nil removes it.
    public mutating func set(_ key: Key, to value: String?) { values[key] = value }

    /// The resulting settings.
    public var desktop: DesktopSettings {
        DesktopSettings(
            reducesMotion: isYes(
                values[.reducedMotion].map { $0 == "1" }, values[.gnomeAnimations].map { $0 == "false" },
                values[.kdeAnimations].flatMap(Double.init).map { $0 <= 0 }),
            hasHighContrast: isYes(
                values[.contrast].map { $0 == "1" }, values[.gnomeContrast].map { $0 == "true" },
                values[.gnomeTheme].map { $0.hasPrefix("HighContrast") }),
            isDark: isDark)
    }

    /// - Returns: Nil if no key has a value.
    private func isYes(_ answers: Bool?...) -> Bool? {
        let known = answers.compactMap(\.self)
        return known.isEmpty ? nil : known.contains(true)
    }

    private var isDark: Bool? {
        switch values[.colourScheme] {
        case "1": return true
        case "2": return false
        case _: break
        }
        switch values[.gnomeScheme] {
        case "prefer-dark": return true
        case "prefer-light": return false
        case _: break
        }
        let theme = values[.gnomeTheme]?.lowercased() ?? ""
        let isDarkTheme = theme.hasSuffix("-dark") || theme.hasSuffix("inverse")
        let isDarkScheme = values[.kdeScheme]?.lowercased().hasPart("dark") ?? false
        return isDarkTheme || isDarkScheme ? true : nil
    }
}
