// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayTransfer
internal import Synchronization
internal import WaylandServer

// IDs for objects that have no Wayland object: the host itself, its places, and applications of another window system.
// Their ranges never overlap with the IDs of clients and resources.

extension ApplicationID {
    /// The compositor. Clients are numbered from 1.
    static let host = ApplicationID(.max)

    /// Creates the ID of an application of another window system. Clients' IDs never reach this range.
    init(_ application: ForeignApplication) {
        self.init(1 << 62 | UInt64(application.number))
    }
}

extension SurfaceID {
    /// Returns an ID for a place of the host, which has no surface. Never reused in this process.
    static func ofHost() -> SurfaceID {
        SurfaceID(hostBit | lastOfHost.add(1, ordering: .relaxed).newValue)
    }

    /// Resource IDs are numbered from 1 and never reach this bit.
    var isOfHost: Bool { rawValue & Self.hostBit != 0 }

    private static let hostBit: UInt64 = 1 << 63
    private static let lastOfHost = Atomic<UInt64>(0)
}

extension TransferParty {
    init(_ client: Client) { self.init(ApplicationID(client.id), process: client.processID) }

    /// Nil for the compositor.
    init(_ client: Client?) { self = client.map { TransferParty($0) } ?? .host }
}
