// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// What makes xdg-desktop-portal take the one backend that a run has, whatever else is installed: a folder that it reads in the
/// place of the system's.
enum PortalFolder {
    /// The backend. It shows file choosers, and reads settings where GNOME's are.
    static let backend = "gtk"
    /// Where the system has its backends' files.
    private static let systemFolder = "/usr/share/xdg-desktop-portal/portals"

    static func path(in runtime: String) -> String { "\(runtime)/portals" }

    static func make(in runtime: String) throws(SessionBus.Failure) {
        let folder = path(in: runtime)
        let file = "\(backend).portal"
        guard mkdir(folder, 0o700) == 0, symlink("\(systemFolder)/\(file)", "\(folder)/\(file)") == 0 else {
            throw SessionBus.Failure(description: "\(folder): \(String(cString: strerror(errno)))")
        }
        // From 1.17 on it wants to be told; before, it takes what there is.
        let preference = "[preferred]\ndefault=\(backend)\n"
        do { try Data(preference.utf8).write(to: URL(fileURLWithPath: "\(folder)/portals.conf")) } catch {
            throw SessionBus.Failure(description: "\(folder)/portals.conf: \(error)")
        }
    }
}
