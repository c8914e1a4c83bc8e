// SPDX-License-Identifier: MIT

import DrayCore

/// Tracks which surfaces belong to which window.
extension ProxyConnection {
    mutating func surfaceRequest(_ message: WireMessage, to object: FollowedObject) throws(WireBreach) {
        switch (object, message.opcode) {
        case (.compositor, WlCompositor.Request.createSurface):  // (id)
            guard let id = message.word(0) else { return }
            try make(id, to: .surface(forest.make()))
        case (.subcompositor, WlSubcompositor.Request.getSubsurface):  // (id, surface, parent)
            guard let id = message.word(0), let surface = known(message.word(1)),
                let parent = known(message.word(2))
            else { return }
            forest.attach(surface, to: parent)
            try make(id, to: .subsurface(of: surface))
        case (.windowBase, XdgWmBase.Request.getXdgSurface):  // (id, surface)
            guard let id = message.word(0), let surface = known(message.word(1)) else { return }
            try make(id, to: .windowSurface(of: surface))
        case (.windowSurface(let surface), XdgSurface.Request.getPopup):  // (id, parent, positioner)
            guard let id = message.word(0) else { return }
            if let parentID = message.word(1), case .windowSurface(let parent) = objects[parentID] {
                forest.attach(surface, to: parent)
            }
            try make(id, to: .popup(of: surface))
        case (.layerShell, ZwlrLayerShellV1.Request.getLayerSurface):  // (id, surface, output, layer, namespace)
            guard let id = message.word(0), let surface = known(message.word(1)) else { return }
            try make(id, to: .layerSurface(of: surface))
        case (.layerSurface(let parent), ZwlrLayerSurfaceV1.Request.getPopup):  // (popup)
            guard let popupID = message.word(0), case .popup(let popup) = objects[popupID] else { return }
            forest.attach(popup, to: parent)
        case (.subsurface(let surface), WlSubsurface.Request.destroy), (.popup(let surface), XdgPopup.Request.destroy):
            forest.detach(surface)
        case (_, _): break
        }
    }

    private func known(_ id: UInt32?) -> SurfaceID? {
        guard let id, case .surface(let surface) = objects[id] else { return nil }
        return surface
    }
}
