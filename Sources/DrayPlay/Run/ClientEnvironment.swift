// SPDX-License-Identifier: MIT

package import DrayScenario
import FoundationEssentials

/// The environment of a scenario's clients: ours, with everything that makes toolkits use this compositor, and nothing
/// that leads to somebody's own desktop.
package enum ClientEnvironment {
    /// What a run gives to its clients, besides what every client gets.
    struct Place {
        /// `XDG_RUNTIME_DIR`.
        var runtime: String
        /// `WAYLAND_DISPLAY`.
        var socket: String
        /// `HOME`; nil leaves that, and the folders in it, as they are.
        var home: String?
        /// `DBUS_SESSION_BUS_ADDRESS`; nil for none.
        var bus: String?
        /// Whether applications are to use AT-SPI.
        var isAccessible = false
        /// The folder in which the portal finds its backend; nil where there is no portal.
        var portal: String?
        /// `DISPLAY`; nil for no X server.
        var display: String?
    }

    /// A line of the table that people see.
    package struct Row {
        package let name: String
        /// Nil for what is taken away.
        package let value: String?
        package let about: String
    }

    static func variables(for client: Client, in place: Place) -> [String: String] {
        var variables = variables(in: place)
        variables[ClientProcess.nameVariable] = client.name.value
        for binding in client.environment { variables[binding.name] = binding.value }
        return variables
    }

    /// Of what is no client, but serves them.
    static func variables(in place: Place) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        for row in table(place) { variables[row.name] = row.value }
        if place.home != nil {
            for name in variables.keys where isLocale(name) && name != "LANG" { variables[name] = nil }
        }
        return variables
    }

    /// What is set for every client and taken away from it, in the order of their names.
    package static func table(forRunIn home: String, _ session: Session) -> [Row] {
        let place = Place(
            runtime: "(a folder of the run's own)", socket: "dray", home: home,
            bus: session.bus == .none ? nil : "(a bus of the run's own)", isAccessible: session.isAccessible,
            portal: session.hasPortal ? "(a folder of the run's own)" : nil,
            display: session.hasXwayland ? "(a number of the run's own)" : nil)
        return table(place) + [
            Row(
                name: ClientProcess.nameVariable, value: "(the client's name)",
                about: "the client's name in the scenario"),
            Row(
                name: Guardian.variable, value: "(a word of the run's own)",
                about: "which run it is of, should that be killed"),
            Row(name: "LC_*, LANGUAGE", value: nil, about: "the language is that of LANG alone"),
        ]
    }

    private static func isLocale(_ name: String) -> Bool { name.hasPrefix("LC_") || name == "LANGUAGE" }

    private static func table(_ place: Place) -> [Row] {
        let session = sessionRows(place) + (place.home.map { homeRows($0, runtime: place.runtime) } ?? [])
        let asked = (place.portal.map(portalRows) ?? []) + (place.display.map(displayRows) ?? [])
        return session + toolkits(isAccessible: place.isAccessible) + asked
            + removed.filter { row in !asked.contains { $0.name == row.name } }.map {
                Row(name: $0.name, value: nil, about: $0.about)
            }
    }

    private static func sessionRows(_ place: Place) -> [Row] {
        [
            Row(name: "WAYLAND_DISPLAY", value: place.socket, about: "the run's compositor"),
            Row(name: "XDG_RUNTIME_DIR", value: place.runtime, about: "where sockets are; for this run alone"),
            Row(
                name: "DBUS_SESSION_BUS_ADDRESS", value: place.bus ?? (place.home == nil ? nil : SessionBus.noAddress),
                about: "a session bus for this run, as its `session` says"),
        ]
    }

    private static func homeRows(_ home: String, runtime: String) -> [Row] {
        [
            Row(name: "HOME", value: home, about: "a home for this run, with what its `setup` puts there"),
            Row(
                name: "TMPDIR", value: "\(runtime)/\(RuntimeFolder.temporary)",
                about: "temporary files, removed with the run"),
            Row(name: "LANG", value: "C.UTF-8", about: "English words, and numbers with a point"),
            Row(name: "GSETTINGS_BACKEND", value: "keyfile", about: "GNOME's settings are files in HOME"),
        ]
            + RunHome.folders.sorted { $0.key < $1.key }.map {
                Row(name: $0.key, value: "\(home)/\($0.value)", about: "in HOME, as usual")
            }
    }

    /// Wayland instead of X11, drawing without a graphics card.
    private static func toolkits(isAccessible: Bool) -> [Row] {
        [
            Row(name: "GDK_BACKEND", value: "wayland", about: "GTK draws in Wayland windows"),
            Row(name: "GSK_RENDERER", value: "cairo", about: "GTK 4 needs no graphics card"),
            Row(name: "QT_QPA_PLATFORM", value: "wayland", about: "Qt draws in Wayland windows"),
            Row(name: "MOZ_ENABLE_WAYLAND", value: "1", about: "Firefox draws in Wayland windows"),
            Row(name: "SDL_VIDEODRIVER", value: "wayland", about: "SDL draws in Wayland windows"),
            Row(name: "ELECTRON_OZONE_PLATFORM_HINT", value: "wayland", about: "Electron draws in Wayland windows"),
            Row(name: "XDG_SESSION_TYPE", value: "wayland", about: "the session is one of Wayland"),
            Row(name: "LIBGL_ALWAYS_SOFTWARE", value: "1", about: "OpenGL needs no graphics card"),
            Row(name: "PYTHONUNBUFFERED", value: "1", about: "what a Python program writes is seen at once"),
        ]
            + (isAccessible
                ? [
                    Row(name: "GTK_A11Y", value: "atspi", about: "GTK 4 tells assistive technology of itself"),
                    Row(
                        name: "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", value: "1",
                        about: "Qt tells assistive technology of itself"),
                    Row(
                        name: "GNOME_ACCESSIBILITY", value: "1",
                        about: "Firefox and Chromium tell assistive technology of themselves"),
                    Row(
                        name: "NO_AT_BRIDGE", value: nil,
                        about: "it would keep GTK 3 from telling assistive technology of itself"),
                ]
                : [
                    Row(name: "GTK_A11Y", value: "none", about: "GTK 4 looks for no assistive technology"),
                    Row(
                        name: "GNOME_ACCESSIBILITY", value: nil,
                        about: "it would make Firefox and Chromium look for assistive technology"),
                    Row(name: "NO_AT_BRIDGE", value: "1", about: "GTK 3 looks for no assistive technology"),
                ])
    }

    /// What makes toolkits ask the portal.
    private static func portalRows(_ folder: String) -> [Row] {
        [
            Row(
                name: "XDG_DESKTOP_PORTAL_DIR", value: folder,
                about: "the portal finds its one backend there, that of GTK"),
            Row(name: "GTK_USE_PORTAL", value: "1", about: "GTK 3 and early GTK 4 choose files by the portal"),
            Row(name: "GDK_DEBUG", value: "portals", about: "GTK 4 chooses files by the portal"),
            Row(name: "QT_QPA_PLATFORMTHEME", value: "xdgdesktopportal", about: "Qt 6 chooses files by the portal"),
        ]
    }

    private static func displayRows(_ display: String) -> [Row] {
        [Row(name: "DISPLAY", value: display, about: "the run's Xwayland, for programs that know X11 alone")]
    }

    /// What would lead clients to somebody else's desktop, or make them look as somebody likes it.
    private static let removed: [(name: String, about: String)] = [
        ("DISPLAY", "it leads to another display"), ("XAUTHORITY", "it is for another display"),
        ("WAYLAND_SOCKET", "it leads to another display"), ("WAYLAND_DEBUG", "toolkits would write each message"),
        ("AT_SPI_BUS_ADDRESS", "it leads to another session"), ("DESKTOP_STARTUP_ID", "it is of another session"),
        ("XDG_ACTIVATION_TOKEN", "it is of another session"), ("SESSION_MANAGER", "it leads to another session"),
        ("XDG_CURRENT_DESKTOP", "it names another desktop"), ("GTK_THEME", "programs look the same everywhere"),
        ("GTK_MODULES", "programs are the same everywhere"),
        ("QT_STYLE_OVERRIDE", "programs look the same everywhere"),
        ("QT_QPA_PLATFORMTHEME", "programs look the same everywhere"),
        ("QT_SCALE_FACTOR", "the scale is the scenario's"), ("GDK_SCALE", "the scale is the scenario's"),
    ]
}
