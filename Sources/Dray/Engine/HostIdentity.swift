// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayTransfer
internal import Synchronization
internal import WaylandServer

// Identities for what has no object of Wayland's: the host itself, its own places, and applications of another window
// system. Each kind has numbers that those of clients never reach.

extension ApplicationID {
    /// The compositor itself. Clients are counted from 1.
    static let host = ApplicationID(.max)

    /// One of another window system. Clients never come so far.
    init(_ application: ForeignApplication) {
        self.init(1 << 62 | UInt64(application.number))
    }
}

extension SurfaceID {
    /// An identity for something of the host's, which has no surface. Never used again in this process.
    static func ofHost() -> SurfaceID {
        SurfaceID(hostBit | lastOfHost.add(1, ordering: .relaxed).newValue)
    }

    /// Resources are counted from 1 and never come so far.
    var isOfHost: Bool { rawValue & Self.hostBit != 0 }

    private static let hostBit: UInt64 = 1 << 63
    private static let lastOfHost = Atomic<UInt64>(0)
}

extension TransferParty {
    init(_ client: Client) { self.init(ApplicationID(client.id), process: client.processID) }

    /// Nil for the compositor.
    init(_ client: Client?) { self = client.map { TransferParty($0) } ?? .host }
}
