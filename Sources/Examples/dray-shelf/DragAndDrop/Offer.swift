// SPDX-License-Identifier: MIT

import WaylandClient

/// An offer of a drag or of the clipboard, with its events so far.
final class Offer {
    let object: WlDataOffer
    /// In the source's order.
    private(set) var types: [String] = []
    /// The actions that the source allows.
    private(set) var sourceActions: WlDataDeviceManager.DndAction = []
    /// The current action, or that of the drop.
    private(set) var action: WlDataDeviceManager.DndAction = []
    /// The description by the extension; nil without the extension, and for the clipboard.
    var description: OfferExtension?
    /// Called when the action changes.
    var actionChanged: () -> Void = {}

    init(_ object: WlDataOffer) {
        self.object = object
        object.onEvent { [weak self] in self?.handle($0) }
    }

    deinit {
        // After a drop without `finish`, this notifies the source of the failure.
        object.destroy()
    }

    private func handle(_ event: WlDataOffer.Event) {
        switch event {
        case .offer(let type): types.append(type)
        case .sourceActions(let actions): sourceActions = actions
        case .action(let action):
            self.action = action
            actionChanged()
        }
    }
}

extension WlDataDeviceManager.DndAction {
    /// The names of all actions in the set.
    var names: [String] {
        [(Self.copy, "copy"), (.move, "move"), (.ask, "ask")].filter { contains($0.0) }.map(\.1)
    }

    /// The name of the action; nil for none.
    var name: String? { names.first }
}
