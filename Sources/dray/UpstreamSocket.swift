// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials

/// Where the compositor listens, as libwayland looks for it.
enum UpstreamSocket {
    /// Whether programs find a socket by its name alone, as all of them can.
    static func isInRuntimeFolder(_ path: String) -> Bool {
        guard let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] else { return false }
        return path.hasPrefix("\(folder)/") && !path.dropFirst(folder.utf8.count + 1).contains("/")
    }

    /// - Parameter name: a name in `XDG_RUNTIME_DIR`, or a path; nil for what the environment says.
    static func path(of name: String?) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if name == nil, environment["WAYLAND_SOCKET"] != nil {
            throw ValidationError("WAYLAND_SOCKET is one connection, and each program needs one: name --upstream")
        }
        let name = name ?? environment["WAYLAND_DISPLAY"] ?? "wayland-0"
        if name.hasPrefix("/") { return name }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw ValidationError("XDG_RUNTIME_DIR is missing, so there is no place to look for \(name)")
        }
        return "\(folder)/\(name)"
    }
}
