// SPDX-License-Identifier: MIT

import DrayScenario

/// The settings of a desktop as a file in the clients' home, where GNOME's are with `GSETTINGS_BACKEND=keyfile`: the portal tells
/// them to applications, live, when somebody changes them by `gsettings`.
enum DesktopSettingsFile {
    /// In the home.
    static let path = [".config", "glib-2.0", "settings", "keyfile"]

    /// What stands in it; nil without a portal, which nobody would be told by.
    static func text(for scenario: Scenario) -> String? {
        guard scenario.session.hasPortal else { return nil }
        let isDark = scenario.settings.theme == .dark
        return """
            [org/gnome/desktop/interface]
            color-scheme='\(isDark ? "prefer-dark" : "default")'
            gtk-theme='\(isDark ? "Adwaita-dark" : "Adwaita")'
            enable-animations=\(!scenario.settings.reduceMotion)

            """
    }
}
