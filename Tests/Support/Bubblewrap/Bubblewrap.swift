// SPDX-License-Identifier: MIT

import Foundation

/// Whether this machine lets Bubblewrap, by which Flatpak confines, do its work.
public let canConfine: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/bwrap")
    process.arguments = ["--dev-bind", "/", "/", "true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}()
