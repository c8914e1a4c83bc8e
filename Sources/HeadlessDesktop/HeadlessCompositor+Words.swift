// SPDX-License-Identifier: MIT

internal import WaylandUtil

// Words for traces: the shell's protocols are this compositor's own, and `WaylandServer` has no names for them.

extension HeadlessCompositor {
    /// What the arguments of a message are called, in their order on the wire, of the protocols that only this compositor has;
    /// empty for others.
    public static func argumentNames(interface: String, message: String) -> [String] {
        ProtocolInterfaces.table.argumentNames(interface: interface, message: message)
    }
}
