// SPDX-License-Identifier: MIT

internal import WaylandUtil

extension HeadlessCompositor {
    /// What the arguments of a message are called, in their order on the wire, of the protocols that only this compositor has;
    /// empty for others.
    public static func argumentNames(interface: String, message: String) -> [String] {
        ProtocolInterfaces.table.argumentNames(interface: interface, message: message)
    }
}
