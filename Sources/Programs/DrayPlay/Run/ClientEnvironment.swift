// SPDX-License-Identifier: MIT

package import DrayScenario
import FoundationEssentials

/// The environment of a scenario's clients: this process's environment, with variables that make toolkits use the run's
/// compositor, and without those that refer to the user's desktop.
package enum ClientEnvironment {
    /// The values that depend on the run.
    struct Place {
        /// `XDG_RUNTIME_DIR`.
        var runtime: String
        /// `WAYLAND_DISPLAY`.
        var socket: String
        /// `HOME`; nil keeps `HOME` and the XDG folders unchanged.
        var home: String?
        /// `DBUS_SESSION_BUS_ADDRESS`; nil for none.
        var bus: String?
        /// Whether applications use AT-SPI.
        var isAccessible = false
        /// The folder in which the portal finds its backend; nil if there is no portal.
        var portal: String?
        /// `DISPLAY`; nil for no X server.
        var display: String?
    }

    /// A row of the table shown to the user.
    package struct Row {
        package let name: String
        /// The value; nil for a variable that is removed.
        package let value: String?
        package let about: String
    }

    static func variables(for client: Client, in place: Place) -> [String: String] {
        var variables = variables(in: place)
        variables[ClientProcess.nameVariable] = client.name.value
        for binding in client.environment { variables[binding.name] = binding.value }
        return variables
    }

    /// The environment of processes that serve clients but are not clients.
    static func variables(in place: Place) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        for row in table(place) { variables[row.name] = row.value }
        if place.home != nil {
            for name in variables.keys where isLocale(name) && name != "LANG" { variables[name] = nil }
        }
        return variables
    }

    /// The variables that are set or removed for every client, ordered by name.
    package static func table(forRunIn home: String, _ session: Session) -> [Row] {
        let place = Place(
            runtime: "(a folder of this run)", socket: "dray", home: home,
            bus: session.bus == .none ? nil : "(a bus of this run)", isAccessible: session.isAccessible,
            portal: session.hasPortal ? "(a folder of this run)" : nil,
            display: session.hasXwayland ? "(a display of this run)" : nil)
        return table(place) + [
            Row(
                name: ClientProcess.nameVariable, value: "(the client's name)",
                about: "the client's name in the scenario"),
            Row(
                name: Guardian.variable, value: "(an identifier of this run)",
                about: "identifies processes of the run if the run is killed"),
            Row(name: "LC_*, LANGUAGE", value: nil, about: "only LANG sets the language"),
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
            Row(name: "XDG_RUNTIME_DIR", value: place.runtime, about: "the folder for sockets of this run"),
            Row(
                name: "DBUS_SESSION_BUS_ADDRESS", value: place.bus ?? (place.home == nil ? nil : SessionBus.noAddress),
                about: "the session bus of this run, according to its `session`"),
        ]
    }

    private static func homeRows(_ home: String, runtime: String) -> [Row] {
        [
            Row(name: "HOME", value: home, about: "the home of this run, with the files of its `setup`"),
            Row(
                name: "TMPDIR", value: "\(runtime)/\(RuntimeFolder.temporary)",
                about: "temporary files, removed with the run"),
            Row(name: "LANG", value: "C.UTF-8", about: "English messages, and decimal points"),
            Row(name: "GSETTINGS_BACKEND", value: "keyfile", about: "GNOME settings are files in HOME"),
        ]
            + RunHome.folders.sorted { $0.key < $1.key }.map {
                Row(name: $0.key, value: "\(home)/\($0.value)", about: "in HOME, as usual")
            }
    }

    /// Variables that select Wayland instead of X11, and software rendering.
    private static func toolkits(isAccessible: Bool) -> [Row] {
        [
            Row(name: "GDK_BACKEND", value: "wayland", about: "GTK draws in Wayland windows"),
            Row(name: "GSK_RENDERER", value: "cairo", about: "GTK 4 needs no GPU"),
            Row(name: "QT_QPA_PLATFORM", value: "wayland", about: "Qt draws in Wayland windows"),
            Row(name: "MOZ_ENABLE_WAYLAND", value: "1", about: "Firefox draws in Wayland windows"),
            Row(name: "SDL_VIDEODRIVER", value: "wayland", about: "SDL draws in Wayland windows"),
            Row(name: "ELECTRON_OZONE_PLATFORM_HINT", value: "wayland", about: "Electron draws in Wayland windows"),
            Row(name: "XDG_SESSION_TYPE", value: "wayland", about: "the session uses Wayland"),
            Row(name: "LIBGL_ALWAYS_SOFTWARE", value: "1", about: "OpenGL needs no GPU"),
            Row(name: "PYTHONUNBUFFERED", value: "1", about: "the output of Python programs is not buffered"),
        ]
            + (isAccessible
                ? [
                    Row(name: "GTK_A11Y", value: "atspi", about: "GTK 4 enables accessibility"),
                    Row(
                        name: "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", value: "1",
                        about: "Qt enables accessibility"),
                    Row(
                        name: "GNOME_ACCESSIBILITY", value: "1",
                        about: "Firefox and Chromium enable accessibility"),
                    Row(
                        name: "NO_AT_BRIDGE", value: nil,
                        about: "it would disable accessibility in GTK 3"),
                ]
                : [
                    Row(name: "GTK_A11Y", value: "none", about: "GTK 4 disables accessibility"),
                    Row(
                        name: "GNOME_ACCESSIBILITY", value: nil,
                        about: "it would enable accessibility in Firefox and Chromium"),
                    Row(name: "NO_AT_BRIDGE", value: "1", about: "GTK 3 disables accessibility"),
                ])
    }

    /// Variables that make toolkits use the portal.
    private static func portalRows(_ folder: String) -> [Row] {
        [
            Row(
                name: "XDG_DESKTOP_PORTAL_DIR", value: folder,
                about: "the portal finds its only backend there, that of GTK"),
            Row(name: "GTK_USE_PORTAL", value: "1", about: "GTK 3 and early GTK 4 use the portal's file chooser"),
            Row(name: "GDK_DEBUG", value: "portals", about: "GTK 4 uses the portal's file chooser"),
            Row(name: "QT_QPA_PLATFORMTHEME", value: "xdgdesktopportal", about: "Qt 6 uses the portal's file chooser"),
        ]
    }

    private static func displayRows(_ display: String) -> [Row] {
        [Row(name: "DISPLAY", value: display, about: "the run's Xwayland, for X11 programs")]
    }

    /// Variables that would make clients use another desktop, or change their appearance.
    private static let removed: [(name: String, about: String)] = [
        ("DISPLAY", "it names another display"), ("XAUTHORITY", "it is for another display"),
        ("WAYLAND_SOCKET", "it connects to another display"), ("WAYLAND_DEBUG", "toolkits would log each message"),
        ("AT_SPI_BUS_ADDRESS", "it is of another session"), ("DESKTOP_STARTUP_ID", "it is of another session"),
        ("XDG_ACTIVATION_TOKEN", "it is of another session"), ("SESSION_MANAGER", "it is of another session"),
        ("XDG_CURRENT_DESKTOP", "it names another desktop"), ("GTK_THEME", "programs look the same everywhere"),
        ("GTK_MODULES", "programs are the same everywhere"),
        ("QT_STYLE_OVERRIDE", "programs look the same everywhere"),
        ("QT_QPA_PLATFORMTHEME", "programs look the same everywhere"),
        ("QT_SCALE_FACTOR", "the scenario sets the scale"), ("GDK_SCALE", "the scenario sets the scale"),
    ]
}
