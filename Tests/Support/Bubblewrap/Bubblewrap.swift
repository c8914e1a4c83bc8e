// SPDX-License-Identifier: MIT

import Foundation

/// Whether Bubblewrap, the sandbox of Flatpak, works on this machine.
public let canConfine: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/bwrap")
    process.arguments = ["--dev-bind", "/", "/", "true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}()
