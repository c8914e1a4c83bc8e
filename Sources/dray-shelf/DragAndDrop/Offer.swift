// SPDX-License-Identifier: MIT

import WaylandClient

/// What is offered to us, by a drag or by the clipboard, with what the compositor has told of it so far.
final class Offer {
    let object: WlDataOffer
    /// In the source's order.
    private(set) var types: [String] = []
    /// What the source allows.
    private(set) var sourceActions: WlDataDeviceManager.DndAction = []
    /// What a drop would do now, or has done.
    private(set) var action: WlDataDeviceManager.DndAction = []
    /// What we say of it; nil without the extension, and for the clipboard.
    var words: OfferWords?
    /// Called when the action changes.
    var actionChanged: () -> Void = {}

    init(_ object: WlDataOffer) {
        self.object = object
        object.onEvent { [weak self] in self?.handle($0) }
    }

    deinit {
        // After a drop and without `finish` before it, this tells the source that nothing came of it.
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
