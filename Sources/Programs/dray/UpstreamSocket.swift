// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials

/// The path of the compositor's socket, found in the same way as by libwayland.
enum UpstreamSocket {
    /// Whether the socket is in `XDG_RUNTIME_DIR`, so that every program finds it by its name alone.
    static func isInRuntimeFolder(_ path: String) -> Bool {
        guard let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] else { return false }
        return path.hasPrefix("\(folder)/") && !path.dropFirst(folder.utf8.count + 1).contains("/")
    }

    /// - Parameter name: a name in `XDG_RUNTIME_DIR`, or a path; nil for the environment's default.
    static func path(of name: String?) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if name == nil, environment["WAYLAND_SOCKET"] != nil {
            throw ValidationError("WAYLAND_SOCKET is one connection, but each program needs its own: set --upstream")
        }
        let name = name ?? environment["WAYLAND_DISPLAY"] ?? "wayland-0"
        if name.hasPrefix("/") { return name }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw ValidationError("XDG_RUNTIME_DIR is not set, so \(name) cannot be found")
        }
        return "\(folder)/\(name)"
    }
}
