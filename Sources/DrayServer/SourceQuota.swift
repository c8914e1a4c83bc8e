// SPDX-License-Identifier: MIT

internal import WaylandServer

/// What each client has in sources of one protocol, and how many it may have.
final class SourceQuota {
    private let interface: String
    private var shares: [Client: Share] = [:]

    private struct Share {
        var sources = 0
        var typeBytes = 0
    }

    init(of interface: String) {
        self.interface = interface
    }

    /// Counts one more source, until its object is gone. A client that has too many is disconnected.
    func admit(_ resource: Resource, of client: Client) -> Bool {
        guard shares[client, default: Share()].sources < Limits.sourcesPerClient else {
            client.postImplementationError("a client may have \(Limits.sourcesPerClient) \(interface) objects")
            return false
        }
        shares[client, default: Share()].sources += 1
        resource.whenDestroyed { [weak self] in self?.sourceDestroyed(of: client) }
        return true
    }

    /// Whether the client's sources may have so many more bytes of names.
    func admitsTypeBytes(_ count: Int, of client: Client) -> Bool {
        guard shares[client, default: Share()].typeBytes + count <= Limits.typeBytesPerClient else { return false }
        shares[client]?.typeBytes += count
        return true
    }

    /// A source is gone with its names.
    func returnTypeBytes(_ count: Int, of client: Client) {
        shares[client]?.typeBytes -= count
        if shares[client]?.sources == 0, shares[client]?.typeBytes == 0 { shares[client] = nil }
    }

    private func sourceDestroyed(of client: Client) {
        shares[client]?.sources -= 1
        if shares[client]?.sources == 0, shares[client]?.typeBytes == 0 { shares[client] = nil }
    }
}
