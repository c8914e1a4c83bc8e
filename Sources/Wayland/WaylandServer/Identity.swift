// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// The addresses that identify objects of these bindings in libwayland.
///
/// A definition in a C header is copied into every object file that uses it, and optimised code moves uses between
/// files. Each address is therefore read once.
enum Identity {
    /// The function of listeners that lead to a Swift object.
    static let peerFunction: wl_notify_func_t = dray_peer_function()
    /// The implementation of resources that are dispatched to Swift; a number, since pointers are not Sendable.
    static let resourceMarker = UInt(bitPattern: dray_resource_marker())
}
