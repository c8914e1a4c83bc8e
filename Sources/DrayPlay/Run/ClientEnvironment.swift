// SPDX-License-Identifier: MIT

import DrayScenario
import FoundationEssentials

/// The environment of a scenario's clients: ours, with everything that makes toolkits use this compositor.
enum ClientEnvironment {
    static func variables(for client: Client, runtime: String, socket: String) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        for name in removed { variables[name] = nil }
        variables.merge(toolkits) { _, new in new }
        variables["XDG_RUNTIME_DIR"] = runtime
        variables["WAYLAND_DISPLAY"] = socket
        variables[ClientProcess.nameVariable] = client.name.value
        for binding in client.environment { variables[binding.name] = binding.value }
        return variables
    }

    /// What would lead clients to somebody else's desktop.
    private static let removed = [
        "DISPLAY", "WAYLAND_SOCKET", "WAYLAND_DEBUG", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_STARTUP_ID",
        "XDG_ACTIVATION_TOKEN", "GTK_THEME", "GTK_MODULES", "QT_STYLE_OVERRIDE", "QT_SCALE_FACTOR", "GDK_SCALE",
    ]

    /// Wayland instead of X11, drawing without a graphics card, no accessibility bus to wait for.
    private static let toolkits = [
        "GDK_BACKEND": "wayland", "GSK_RENDERER": "cairo", "QT_QPA_PLATFORM": "wayland", "MOZ_ENABLE_WAYLAND": "1",
        "SDL_VIDEODRIVER": "wayland", "ELECTRON_OZONE_PLATFORM_HINT": "wayland", "XDG_SESSION_TYPE": "wayland",
        "GTK_A11Y": "none", "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "PYTHONUNBUFFERED": "1",
    ]
}
