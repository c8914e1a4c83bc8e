// SPDX-License-Identifier: MIT

public import WaylandClient
public import WaylandUtil

/// A source that keeps the write ends of transfers until the test writes.
public final class SilentSource {
    public var asked: [ReceivedDescriptor] = []
    public let object: WlDataSource

    public init(
        _ client: DragClient, type: String = "text/plain", actions: WlDataDeviceManager.DndAction = [.copy, .move]
    ) {
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
