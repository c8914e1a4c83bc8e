// SPDX-License-Identifier: MIT

import DrayScenario
import Glibc

/// A configuration folder that makes xdg-desktop-portal use the run's only backend, whatever else is installed. It
/// replaces the system's folder.
enum PortalFolder {
    /// The backend, which provides file choosers and reads GNOME settings.
    static let backend = "gtk"
    /// The system's folder of backend files.
    private static let systemFolder = "/usr/share/xdg-desktop-portal/portals"

    static func path(in runtime: String) -> String { "\(runtime)/portals" }

    static func make(in runtime: String) throws(SystemFailure) {
        let folder = path(in: runtime)
        let file = "\(backend).portal"
        guard mkdir(folder, 0o700) == 0, symlink("\(systemFolder)/\(file)", "\(folder)/\(file)") == 0 else {
            throw SystemFailure(path: folder)
        }
        // xdg-desktop-portal 1.17 and later requires this preference; earlier versions use any available backend.
        let preference = "[preferred]\ndefault=\(backend)\n"
        try RegularFile(replacing: "portals.conf", in: folder).replaceAll(by: Array(preference.utf8))
    }
}
