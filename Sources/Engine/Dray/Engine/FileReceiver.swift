// SPDX-License-Identifier: MIT

import DrayAccess
import WaylandServer

/// The file access of the receiver of a drag (WL-06).
enum FileReceiver {
    /// The receiver opens the files itself, or they are its own.
    case unrestricted
    /// The receiver gets files only if it reads a list of files that was converted from something else. Its sandbox is
    /// determined at that time: most content is text, which is never read that way, and the check takes longer than
    /// everything else when content enters a surface.
    case unseen(Client)
    /// The receiver is in a sandbox, and the files are handed over through the portal.
    case confined(FileHandover.Program)

    var isConfined: Bool {
        switch self {
        case .confined: true
        case .unrestricted, .unseen: false
        }
    }
}
