// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The usage and the limits of each client's `dray_drag_v1` objects.
final class ExtensionQuota {
    private var shares: [Client: Share] = [:]

    private struct Share: Equatable {
        var objects = 0
        var items = 0
        var zones = 0
    }

    /// Counts an object until it is destroyed. A client that exceeds the limit is disconnected.
    func admit(_ resource: Resource, of client: Client) -> Bool {
        guard shares[client, default: Share()].objects < Limits.extensionObjectsPerClient else {
            client.postImplementationError(
                "a client may have \(Limits.extensionObjectsPerClient) objects of dray_drag_v1")
            return false
        }
        shares[client, default: Share()].objects += 1
        resource.whenDestroyed { [weak self] in self?.change(client) { $0.objects -= 1 } }
        return true
    }

    func admitsItem(of client: Client) -> Bool {
        guard shares[client, default: Share()].items < Limits.itemsPerClient else { return false }
        shares[client, default: Share()].items += 1
        return true
    }

    func returnItems(_ count: Int, of client: Client) { change(client) { $0.items -= count } }

    func admitsZone(of client: Client) -> Bool {
        guard shares[client, default: Share()].zones < Limits.zonesPerClient else { return false }
        shares[client, default: Share()].zones += 1
        return true
    }

    func returnZone(of client: Client) { change(client) { $0.zones -= 1 } }

    private func change(_ client: Client, _ body: (inout Share) -> Void) {
        guard var share = shares[client] else { return }
        body(&share)
        shares[client] = share == Share() ? nil : share
    }
}
