// SPDX-License-Identifier: MIT

import TestClients
import WaylandClient
import WaylandUtil

/// A source that keeps what it is asked to write into, until the test writes.
final class SilentSource {
    var asked: [ReceivedDescriptor] = []
    let object: WlDataSource

    init(_ client: DragClient, type: String = "text/plain", actions: WlDataDeviceManager.DndAction = [.copy, .move]) {
        object = client.manager.createDataSource()
        client.keep(object.proxy)
        object.offer(mimeType: type)
        object.setActions(dndActions: actions)
        object.onEvent { [unowned self, unowned client] event in
            switch event {
            case .send(_, let descriptor): asked.append(descriptor)
            case .dndFinished: client.note(.sourceFinished)
            case .cancelled: client.note(.sourceCancelled)
            case .target, .action, .dndDropPerformed: break
            }
        }
    }
}
