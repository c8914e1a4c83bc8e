// SPDX-License-Identifier: MIT

import DrayAccess
import WaylandServer

/// Who gets the files of a drag (WL-06).
enum FileReceiver {
    /// Opens them where they are; or they are its own.
    case anybody
    /// Gets some only if it reads a list of files that is made of something else. Whether it is in a sandbox is looked at then: most
    /// content is text that nobody reads in that way, and the look takes longer than all else as content comes over a client.
    case unseen(Client)
    /// In a sandbox, and they are handed over to it.
    case confined(FileErrand.Program)

    var isConfined: Bool {
        switch self {
        case .confined: true
        case .anybody, .unseen: false
        }
    }
}
