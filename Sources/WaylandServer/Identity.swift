// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// Addresses by which libwayland's objects are recognised as ours.
///
/// What a C header defines is copied into every object file that uses it, and optimised code moves uses from file to
/// file. So each address is asked for once, and kept.
enum Identity {
    /// The function of listeners that lead to a Swift object.
    static let peerFunction: wl_notify_func_t = dray_peer_function()
    /// The implementation of resources that are dispatched to Swift, as a number: pointers cannot be shared by threads.
    static let resourceMarker = UInt(bitPattern: dray_resource_marker())
}
