// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The clipboard's giving side: what was copied is ours until somebody else copies something.
final class Clipboard {
    private let globals: Globals
    private let device: WlDataDevice
    private let loop: EventLoop
    private var source: WlDataSource?
    /// What was given to the compositor last, until it has answered.
    private var asked: Question?
    private let connection: Connection

    private struct Question {
        let answer: WlCallback
        /// Whether there is a new selection since.
        var isTaken = false
        let done: (Bool) -> Void
    }

    init(_ connection: Connection, _ globals: Globals, _ device: WlDataDevice, _ loop: EventLoop) {
        self.connection = connection
        self.globals = globals
        self.device = device
        self.loop = loop
    }

    /// A compositor may ignore it without a word, as it does where another program has copied something later: whether it has taken
    /// it is known by the selection that the window with the keyboard is told of.
    /// - Parameters:
    ///   - serial: of what the person has done last.
    ///   - done: called with whether it is in the clipboard now.
    func copy(_ contents: [Item.Content], serial: UInt32, done: @escaping (Bool) -> Void) {
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
        let answer = connection.display.sync()
        asked = Question(answer: answer, done: done)
        answer.onEvent { [weak self, weak proxy = answer.proxy] _ in
            guard let self, let asked, asked.answer.proxy === proxy else { return }
            self.asked = nil
            asked.done(asked.isTaken)
        }
    }

    /// The compositor has told of a selection, whosever it is.
    func selectionChanged() { asked?.isTaken = true }
}
