// SPDX-License-Identifier: MIT

// The desktop's settings come by a portal, as keys of several namespaces: its own, and those of GNOME and KDE, which desktops of
// before have in place of them. Where there is no portal, those of GNOME and KDE are read where they are kept, and have the same names.
// For each wish these are looked at in their order, and the first that says something counts:
//
//   wish      key                                                        yes                        no
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
// Motion and contrast are as ever where the desktop has such a key and none says yes. Light is no wish: 0, "no preference", is what
// desktops say that are neither.

/// What a desktop wishes of all that moves and is seen; nil where it says nothing.
public struct DesktopSettings: Equatable, Sendable {
    /// Short fades in place of movement (HIG-18).
    public var reducesMotion: Bool?
    public var hasHighContrast: Bool?
    public var isDark: Bool?

    public init(reducesMotion: Bool? = nil, hasHighContrast: Bool? = nil, isDark: Bool? = nil) {
        self.reducesMotion = reducesMotion
        self.hasHighContrast = hasHighContrast
        self.isDark = isDark
    }
}

/// What the portal has said so far, or what was found in its place.
public struct PortalSettings: Equatable, Sendable {
    private var values: [Key: String] = [:]

    /// Those that mean something here.
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

    /// A key has this value, as text: a number, `true`, `false`, or the words themselves; nil where nobody says anything of it any more.
    public mutating func set(_ key: Key, to value: String?) { values[key] = value }

    /// What comes of all that.
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

    /// - Returns: nil where none says anything.
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
