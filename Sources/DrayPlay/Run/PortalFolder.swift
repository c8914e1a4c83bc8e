// SPDX-License-Identifier: MIT

import DrayScenario
import Glibc

/// What makes xdg-desktop-portal take the one backend that a run has, whatever else is installed: a folder that it reads in the
/// place of the system's.
enum PortalFolder {
    /// The backend. It shows file choosers, and reads settings where GNOME's are.
    static let backend = "gtk"
    /// Where the system has its backends' files.
    private static let systemFolder = "/usr/share/xdg-desktop-portal/portals"

    static func path(in runtime: String) -> String { "\(runtime)/portals" }

    static func make(in runtime: String) throws(SystemFailure) {
        let folder = path(in: runtime)
        let file = "\(backend).portal"
        guard mkdir(folder, 0o700) == 0, symlink("\(systemFolder)/\(file)", "\(folder)/\(file)") == 0 else {
            throw SystemFailure(path: folder)
        }
        // From 1.17 on it wants to be told; before, it takes what there is.
        let preference = "[preferred]\ndefault=\(backend)\n"
        try RegularFile(replacing: "portals.conf", in: folder).replaceAll(by: Array(preference.utf8))
    }
}
