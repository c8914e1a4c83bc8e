// SPDX-License-Identifier: MIT

internal import WaylandServer

// Handles clients that disconnect. libwayland destroys their objects one by one in the order of their ids, which the
// client chooses, and there may be `objectsPerClient` of them. Work that concerns all windows is done only once.

extension HeadlessCompositor {
    /// Called when a client has created its first surface.
    func clientAppeared(_ client: Client) {
        client.whenGone { [weak self] in self?.clientLeaves($0) }
    }

    /// Unmaps all of the client's windows together. The scene is updated when the last of its objects is destroyed.
    private func clientLeaves(_ client: Client) {
        scene.forget(client)
        if departure == nil {
            departure = display.eventLoop.whenIdle { [weak self] in
                self?.departure = nil
                self?.sceneChanged(.everything)
            }
        }
        overlays.removeAll { $0.surface.client == client }
        let gone = windows.filter { $0.client == client }
        guard !gone.isEmpty else { return }
        windows.removeAll { $0.client == client }
        for seat in seats where gone.contains(where: { seat.keyboard.isWanted(by: $0.surface) }) {
            seat.keyboard.setFocus(windows.last?.surface)
        }
        updateActivation()
    }
}
