// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The clipboard's giving side: what was copied is ours until somebody else copies something.
final class Clipboard {
    private let globals: Globals
    private let device: WlDataDevice
    private let loop: EventLoop
    private var source: WlDataSource?

    init(_ globals: Globals, _ device: WlDataDevice, _ loop: EventLoop) {
        self.globals = globals
        self.device = device
        self.loop = loop
    }

    /// - Parameter serial: of what the person has done last.
    func copy(_ contents: [Item.Content], serial: UInt32) {
        let source = globals.dataDeviceManager.createDataSource()
        for form in Representation.all(of: contents) { source.offer(mimeType: form.mimeType) }
        source.onEvent { [weak self, weak proxy = source.proxy] event in
            switch event {
            case .send(let type, let descriptor):
                guard let self, let descriptor = descriptor.take() else { return }
                OutgoingData(Representation.bytes(of: contents, as: type), into: descriptor, loop).start()
            case .cancelled:
                // Somebody else has it.
                if let self, self.source?.proxy === proxy { self.source = nil }
                proxy.map(WlDataSource.init)?.destroy()
            case .target, .action, .dndDropPerformed, .dndFinished: break
            }
        }
        device.setSelection(source: source, serial: serial)
        // The one before is cancelled by that, and destroyed then.
        self.source = source
    }
}
