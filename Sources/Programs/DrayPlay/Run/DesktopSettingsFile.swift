// SPDX-License-Identifier: MIT

import DrayScenario

/// A desktop's settings as a file in the clients' home, where GNOME's keyfile backend (`GSETTINGS_BACKEND=keyfile`)
/// stores them. The portal sends them to applications, including changes made with `gsettings`.
enum DesktopSettingsFile {
    /// The path relative to the home.
    static let path = [".config", "glib-2.0", "settings", "keyfile"]

    /// The content of the file; nil without a portal, because nothing else would read it.
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
