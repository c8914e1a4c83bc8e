// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The source of the clipboard, which is active until another program copies something.
final class Clipboard {
    private let globals: Globals
    private let device: WlDataDevice
    private let loop: EventLoop
    /// The compositor may send requests to an earlier source until it has cancelled it.
    private var sources: [WlDataSource] = []

    init(_ globals: Globals, _ device: WlDataDevice, _ loop: EventLoop) {
        self.globals = globals
        self.device = device
        self.loop = loop
    }

    /// - Parameter serial: the serial of the last user action.
    func copy(_ texts: [String], serial: UInt32) {
        let source = globals.dataDeviceManager.createDataSource()
        for form in Representation.all(of: texts) { source.offer(mimeType: form.mimeType) }
        source.onEvent { [weak self, weak proxy = source.proxy] event in
            switch event {
            case .send(let type, let descriptor):
                guard let self, let descriptor = descriptor.take() else { return }
                OutgoingData(Representation.bytes(of: texts, as: type), into: descriptor, loop).start()
            case .cancelled:
                self?.sources.removeAll { $0.proxy === proxy }
                proxy.map(WlDataSource.init)?.destroy()
            case .target, .action, .dndDropPerformed, .dndFinished: break
            }
        }
        device.setSelection(source: source, serial: serial)
        sources.append(source)
    }
}
