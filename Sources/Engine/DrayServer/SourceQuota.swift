// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The usage and the limit of each client's sources of one protocol.
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

    /// Counts a source until its object is destroyed. A client that exceeds the limit is disconnected.
    func admit(_ resource: Resource, of client: Client) -> Bool {
        guard shares[client, default: Share()].sources < Limits.sourcesPerClient else {
            client.postImplementationError("a client may have \(Limits.sourcesPerClient) \(interface) objects")
            return false
        }
        shares[client, default: Share()].sources += 1
        resource.whenDestroyed { [weak self] in self?.sourceDestroyed(of: client) }
        return true
    }

    /// Counts this many bytes of type names and returns whether they are within the client's limit.
    func admitsTypeBytes(_ count: Int, of client: Client) -> Bool {
        guard shares[client, default: Share()].typeBytes + count <= Limits.typeBytesPerClient else { return false }
        shares[client]?.typeBytes += count
        return true
    }

    /// Returns the bytes of a destroyed source to the client's quota.
    func returnTypeBytes(_ count: Int, of client: Client) {
        shares[client]?.typeBytes -= count
        if shares[client]?.sources == 0, shares[client]?.typeBytes == 0 { shares[client] = nil }
    }

    private func sourceDestroyed(of client: Client) {
        shares[client]?.sources -= 1
        if shares[client]?.sources == 0, shares[client]?.typeBytes == 0 { shares[client] = nil }
    }
}
