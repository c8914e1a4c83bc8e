// SPDX-License-Identifier: MIT

import DrayCore

/// Which surface is a part of which window.
extension ProxyConnection {
    mutating func surfaceRequest(_ message: WireMessage, to object: FollowedObject) throws(WireBreach) {
        switch (object, message.opcode) {
        case (.compositor, 0):  // create_surface (id)
            guard let id = message.word(0) else { return }
            try make(id, to: .surface(forest.make()))
        case (.subcompositor, 1):  // get_subsurface (id, surface, parent)
            guard let id = message.word(0), let surface = known(message.word(1)),
                let parent = known(message.word(2))
            else { return }
            forest.attach(surface, to: parent)
            try make(id, to: .subsurface(of: surface))
        case (.windowBase, 2):  // get_xdg_surface (id, surface)
            guard let id = message.word(0), let surface = known(message.word(1)) else { return }
            try make(id, to: .windowSurface(of: surface))
        case (.windowSurface(let surface), 2):  // get_popup (id, parent, positioner)
            guard let id = message.word(0) else { return }
            if let parentID = message.word(1), case .windowSurface(let parent) = objects[parentID] {
                forest.attach(surface, to: parent)
            }
            try make(id, to: .popup(of: surface))
        case (.layerShell, 0):  // get_layer_surface (id, surface, output, layer, namespace)
            guard let id = message.word(0), let surface = known(message.word(1)) else { return }
            try make(id, to: .layerSurface(of: surface))
        case (.layerSurface(let parent), 5):  // get_popup (popup)
            guard let popupID = message.word(0), case .popup(let popup) = objects[popupID] else { return }
            forest.attach(popup, to: parent)
        case (.subsurface(let surface), 0), (.popup(let surface), 0):  // destroy
            forest.detach(surface)
        case (_, _): break
        }
    }

    private func known(_ id: UInt32?) -> SurfaceID? {
        guard let id, case .surface(let surface) = objects[id] else { return nil }
        return surface
    }
}
