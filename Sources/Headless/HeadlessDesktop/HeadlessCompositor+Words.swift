// SPDX-License-Identifier: MIT

internal import WaylandUtil

// Argument names for traces: `WaylandServer` has none for the shell protocols, which only this compositor implements.

extension HeadlessCompositor {
    /// The names of a message's arguments in wire order, for protocols that only this compositor has; empty for others.
    public static func argumentNames(interface: String, message: String) -> [String] {
        ProtocolInterfaces.table.argumentNames(interface: interface, message: message)
    }
}
